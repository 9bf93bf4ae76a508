// The TWM format record: what Thaw knows how to do with a TWM.
#include "formats/twm/format.hpp"

#include "formats/parts.hpp"
#include "formats/twm/container.hpp"
#include "formats/twm/convert.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/layout.hpp"
#include "formats/twm/sniff.hpp"
#include "formats/twm/summarise.hpp"
#include "formats/twm/validate.hpp"

namespace thaw::twm {

namespace {

constexpr PartRole parts[] = {{"twm", ".twm"}};
constexpr std::string_view extensions[] = {".twm"};
constexpr std::string_view variants[] = {"v0", "v1", "v2", "v3"};

Document& as_twm(thaw::Document& document) { return static_cast<Document&>(document); }
const Document& as_twm(const thaw::Document& document) { return static_cast<const Document&>(document); }

Result<std::unique_ptr<thaw::Document>> read(const Bundle& bundle, const Context& context) {
    return read_parts(format, bundle, context);
}

std::unique_ptr<thaw::Document> blank() { return std::make_unique<Document>(); }
bool has_part(const thaw::Document&, std::string_view role) { return role == "twm"; }

void describe_part(Codec& io, thaw::Document& document, std::string_view) { describe(io, as_twm(document)); }

Result<Blob> unpack(thaw::Document& document, const Part& part, const Context& context) {
    auto payload = open_container(as_twm(document), part.bytes, context);
    if (payload) settle_layout(as_twm(document), *payload, context);
    return payload;
}

Result<Blob> pack(const thaw::Document& document, std::string_view, const Blob& payload) {
    return close_container(as_twm(document), payload);
}

void validate_document(const thaw::Document& document, Profile profile, Issues& issues) {
    validate(as_twm(document), profile, issues);
}

std::vector<Want> needs(const thaw::Document&, const Bundle&) { return {}; }

Summary summarise_document(const thaw::Document& document, const Bundle&) { return summarise(as_twm(document)); }

Status convert(thaw::Document& document, std::string_view variant, Issues& issues) {
    return convert_version(as_twm(document), variant, issues);
}

}  // namespace

const Format format{
    .id = "twm",
    .title = "Twilli Engine model",
    .game = "Twilli Engine",
    .parts = parts,
    .extensions = extensions,
    .variants = variants,
    .issue_kinds = issue::all,
    .sniff = sniff,
    .read = read,
    .blank = blank,
    .has_part = has_part,
    .describe = describe_part,
    .validate = validate_document,
    .needs = needs,
    .summarise = summarise_document,
    .convert_variant = convert,
    .unpack = unpack,
    .pack = pack,
};

}  // namespace thaw::twm
