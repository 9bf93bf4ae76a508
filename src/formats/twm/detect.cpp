// A TWM starts with its name, or with a size and an LZ4 block that does. `.mdl` as a file name says nothing: too many
// formats are called so. Files that only look like one are named for what they are.
#include "formats/twm/detect.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/twm/container.hpp"
#include "formats/twm/family.hpp"

namespace thaw::twm {

namespace {

struct ForeignMagic {
    std::string_view start;
    std::string_view what;
};

constexpr ForeignMagic foreign_magics[] = {
    {"version https://git-lfs", "a Git LFS pointer: the model itself was never fetched"},
    {"\x04\x22\x4D\x18", "an LZ4 frame, where a model has a bare block"},
    {"IDPO", "a Quake model"},
    {"IDST", "a Half-Life or Source model"},
    {"IDSQ", "a Half-Life or Source sequence file"},
    {"MDLX", "a Warcraft III model"},
};

std::string_view foreign_magic_in(Bytes bytes) {
    constexpr std::size_t longest = 24;
    const std::string start = text::view_as_text(bytes.first(std::min(bytes.size(), longest)));
    for (const ForeignMagic& foreign : foreign_magics) {
        if (start.starts_with(foreign.start)) return foreign.what;
    }
    return {};
}

}  // namespace

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "twm", {}};
    const bool named = text::ends_with_ignoring_case(name, ".twm");
    const bool plain = is_magic(bytes.bytes());
    const bool packed = looks_packed(bytes.bytes());
    if (!plain && !packed) {
        const std::string_view foreign = foreign_magic_in(bytes.bytes());
        const std::string reason(foreign.empty() ? "does not start with '.twm', packed or not" : foreign);
        return {named ? Confidence::weak : Confidence::no, "twm", named || !foreign.empty() ? reason : ""};
    }
    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"twm", {}, bytes}, context);
    // Four letters are a claim of their own: read() then says where and how the file is broken.
    if (!status) return {plain ? Confidence::likely : Confidence::weak, "twm", status.error().message};
    if (document->layout.end == EndForm::no_footer) {
        return {Confidence::likely, "twm", "its name in front, no footer", std::move(document)};
    }
    return {Confidence::certain, "twm",
            packed ? "its name in front of a packed payload" : "its name in front and at the end", std::move(document)};
}

}  // namespace thaw::twm
