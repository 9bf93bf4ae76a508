// "SMDL" alone proves little: other formats start with it. A version the game loads and a header that leads to tables
// inside the file do.
#include "formats/ctc/model/detect.hpp"

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/ctc/family.hpp"
#include "formats/ctc/model/document.hpp"
#include "formats/ctc/model/validate.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::ctc {

namespace {

constexpr std::size_t magic_bytes = 4;
constexpr std::size_t version_end = 6;

// What speaks against a file that parses; empty if nothing does.
std::string doubt_about(const Document& document) {
    if (document.vertices.empty() || document.triangles.empty()) return "there is nothing in it";
    if (has_bad_index(document)) return "an index leads nowhere";
    return {};
}

}  // namespace

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "ctc", {}};
    // The name alone is a weak claim: enough for read() to say where and how the file is broken.
    const Confidence by_name = text::ends_with_ignoring_case(name, ".ctc") ? Confidence::weak : Confidence::no;
    const std::string magic = text::view_as_text(bytes.slice(0, magic_bytes).bytes());
    if (magic == "smdl") return {by_name, "ctc", "smdl in small letters is music for the Nintendo DS"};
    if (magic != "SMDL") return {by_name, "ctc", "does not start with SMDL"};
    if (bytes.size() < version_end) return {by_name, "ctc", "shorter than a header"};
    const i16 version = static_cast<i16>(load<u16>(bytes.data() + magic_bytes, Order::little));
    if (version < lowest_version || version > highest_version) {
        return {by_name, "ctc", "SMDL, but version " + std::to_string(version) + ": something else of that name"};
    }

    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"ctc", {}, bytes}, context);
    if (!status) return {Confidence::weak, "ctc", "SMDL of a known version, but " + status.error().message};
    const std::string doubt = doubt_about(*document);
    if (!doubt.empty()) {
        return {Confidence::likely, "ctc", "SMDL of a known version, but " + doubt, std::move(document)};
    }
    return {Confidence::certain, "ctc", "SMDL, version " + std::to_string(version), std::move(document)};
}

}  // namespace thaw::ctc
