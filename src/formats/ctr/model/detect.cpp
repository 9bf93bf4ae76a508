// A CTR file has no magic number, and Nintendo 3DS files share its extension. What tells it apart is that the sizes of
// body and pointer map add up, that the body starts with something known, and that the map lists its first pointer.
#include "formats/ctr/model/detect.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/kind.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::ctr {

namespace {

struct ForeignMagic {
    u64 offset;
    std::string_view magic;
    const char* what;
};
constexpr ForeignMagic foreign_magics[] = {{0x100, "NCSD", "a Nintendo 3DS cartridge image"},
                                           {0x100, "NCCH", "a Nintendo 3DS program image"},
                                           {0, "CGFX", "a Nintendo 3DS graphics file"},
                                           {0, "CTPK", "a Nintendo 3DS texture pack"},
                                           {0, "SMDH", "a Nintendo 3DS icon"},
                                           {0, "CSAR", "a Nintendo 3DS sound archive"},
                                           {0, "CSTM", "a Nintendo 3DS sound stream"},
                                           {0, "CWAV", "a Nintendo 3DS sound"}};

const char* foreign_magic_in(const Blob& bytes) {
    for (const ForeignMagic& foreign : foreign_magics) {
        const Blob found = bytes.slice(foreign.offset, foreign.magic.size());
        if (text::view_as_text(found.bytes()) == foreign.magic) return foreign.what;
    }
    return nullptr;
}

bool is_named(std::string_view name) {
    return std::any_of(format.extensions.begin(), format.extensions.end(),
                       [&](std::string_view extension) { return text::ends_with_ignoring_case(name, extension); });
}

Sniffed sniff_map(const Blob& bytes) {
    const bool fits =
        bytes.size() >= 8 && bytes.size() % 4 == 0 && load<u32>(bytes.data(), Order::little) == bytes.size() - 4;
    if (!fits) return {Confidence::weak, "ptr", "named like a pointer map, but its size does not add up"};
    return {Confidence::likely, "ptr", "a pointer map whose size adds up"};
}

const char* kind_word(Kind kind) {
    switch (kind) {
        case Kind::model: return "a model";
        case Kind::pack: return "a pack of models";
        case Kind::level: return "a level";
    }
    return "";
}

Sniffed judge(const File& file, const FileKind& kind, bool named) {
    const std::string what = kind_word(kind.kind);
    if (!kind.sure) {
        return {named ? Confidence::weak : Confidence::no, "ctr", "sizes add up, but it starts with no sound model"};
    }
    if (!kind.wrapped) return {Confidence::weak, "ctr", what + " without size and pointer map"};
    if (!file.has_inline_map()) return {Confidence::likely, "ctr", what + " whose pointer map is another file"};
    if (kind.is_listed) return {Confidence::certain, "ctr", what + " with a pointer map that lists its pointers"};
    return {named ? Confidence::likely : Confidence::weak, "ctr", what + ", but its pointer map does not list it"};
}

}  // namespace

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "ctr", {}};
    if (text::ends_with_ignoring_case(name, ".ptr")) return sniff_map(bytes);
    if (const char* foreign = foreign_magic_in(bytes)) return {Confidence::no, "ctr", foreign};
    const bool named = is_named(name);
    // The name alone is a weak claim: enough for read() to say where and how the file is broken.
    const Confidence by_name = named ? Confidence::weak : Confidence::no;
    const auto kind = kind_of(bytes, name);
    if (!kind) return {by_name, "ctr", kind.error().message};
    if (!kind->sure && !named) return {Confidence::no, "ctr", "it starts with no sound model"};

    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"ctr", std::string(name), bytes}, context);
    if (!status) return {by_name, "ctr", status.error().message};
    Sniffed out = judge(*document->file, *kind, named);
    out.document = std::move(document);
    return out;
}

}  // namespace thaw::ctr
