// The DDD format record: what Thaw knows how to do with a DDD.
#include "formats/soulfu/format.hpp"

#include "formats/parts.hpp"
#include "formats/soulfu/ddd.hpp"
#include "formats/soulfu/layout.hpp"

namespace thaw::ddd {

namespace {

constexpr PartRole parts[] = {{"ddd", ".ddd"}};
constexpr std::string_view extensions[] = {".ddd"};

const Document& as_ddd(const thaw::Document& document) { return static_cast<const Document&>(document); }

Sniffed sniff(std::string_view, const Blob& bytes, const Context& context) {
    Document document;
    const auto status = read_part(format, document, {"ddd", {}, bytes}, context);
    if (!status) return {Confidence::no, "ddd", status.error().message};
    return {Confidence::certain, "ddd", "parses to the last byte"};
}

Result<std::unique_ptr<thaw::Document>> read(const Bundle& bundle, const Context& context) {
    return read_parts(format, bundle, context);
}

std::unique_ptr<thaw::Document> blank() { return std::make_unique<Document>(); }
bool has_part(const thaw::Document&, std::string_view role) { return role == "ddd"; }

void describe_part(Codec& io, thaw::Document& document, std::string_view) {
    describe(io, static_cast<Document&>(document).file);
}

void validate(const thaw::Document& document, Profile, Issues&) { (void)as_ddd(document); }
std::vector<Want> needs(const thaw::Document&, const Bundle&) { return {}; }
Summary summarise(const thaw::Document&, const Bundle&) { return {}; }

}  // namespace

const Format format{
    .id = "ddd",
    .title = "SoulFu model",
    .game = "Secret of Ultimate Legendary Fantasy: Unleashed",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = {},
    .sniff = sniff,
    .read = read,
    .blank = blank,
    .has_part = has_part,
    .describe = describe_part,
    .validate = validate,
    .needs = needs,
    .summarise = summarise,
    .convert_variant = nullptr,
};

}  // namespace thaw::ddd
