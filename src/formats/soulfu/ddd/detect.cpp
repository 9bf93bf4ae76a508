// A DDD has no magic number. What tells it apart is that the whole file parses and that its numbers make sense; the
// header flags, equal in every known file, are the nearest thing to a signature.
#include "formats/soulfu/ddd/detect.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/ddd/validate.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/scripts/looks.hpp"
#include "formats/soulfu/scripts/wardrobe.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t header_bytes = 12;
constexpr std::size_t base_count_offset = 5;

// Bytes that are mostly zero parse as base models without anything in them.
bool holds_nothing(const File& file) {
    return file.frames.empty() && std::all_of(file.bases.begin(), file.bases.end(), [](const BaseModel& base) {
               return base.vertices.empty() && base.joint_sizes.empty();
           });
}

// What speaks against a file that parses, most telling first; empty if nothing does.
std::string doubt_about(const File& file) {
    if (has_bad_index(file)) return "an index leads nowhere";
    if (!file.trailing.empty()) return text::plural(file.trailing.size(), "byte") + " left over";
    if (file.padding != 0) return "the padding byte is not 0";
    if (holds_nothing(file)) return "there is nothing in it";
    return {};
}

Confidence judge(const File& file, bool named, bool doubtful) {
    const bool usual = (file.flags | external_frames) == (usual_flags | external_frames);
    if (!doubtful) return usual || named ? Confidence::certain : Confidence::likely;
    if (usual) return Confidence::likely;
    return named ? Confidence::weak : Confidence::no;
}

}  // namespace

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "ddd", {}};
    if (text::ends_with_ignoring_case(name, ".src") && is_character(bytes.bytes())) {
        return {Confidence::likely, std::string(script_role), "a script that puts a character together"};
    }
    const bool named = text::ends_with_ignoring_case(name, ".ddd");
    // The name alone is a weak claim: enough for read() to say where and how the file is broken.
    const Confidence by_name = named ? Confidence::weak : Confidence::no;
    if (bytes.size() < header_bytes) return {by_name, "ddd", "shorter than a header"};
    if (bytes[base_count_offset] == 0) return {by_name, "ddd", "no base models"};

    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"ddd", {}, bytes}, context);
    if (!status) return {by_name, "ddd", status.error().message};
    const std::string doubt = doubt_about(document->file);
    return {judge(document->file, named, !doubt.empty()), "ddd",
            doubt.empty() ? "every byte has a meaning" : "parses, but " + doubt, std::move(document)};
}

}  // namespace thaw::ddd
