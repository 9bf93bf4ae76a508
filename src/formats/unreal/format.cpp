// The Unreal format record: what Thaw knows how to do with a pair of `.3d` files.
#include "formats/unreal/format.hpp"

#include "formats/parts.hpp"
#include "formats/unreal/document.hpp"
#include "formats/unreal/layout.hpp"

namespace thaw::unreal {

namespace {

constexpr PartRole parts[] = {{"data", "_d.3d"}, {"aniv", "_a.3d"}};
constexpr std::string_view extensions[] = {".3d"};
constexpr std::string_view variants[] = {"standard", "deusex"};

Document& as_unreal(thaw::Document& document) { return static_cast<Document&>(document); }
const Document& as_unreal(const thaw::Document& document) { return static_cast<const Document&>(document); }

Sniffed sniff(std::string_view, const Blob&, const Context&) { return {}; }

Result<std::unique_ptr<thaw::Document>> read(const Bundle& bundle, const Context& context) {
    return read_parts(format, bundle, context);
}

std::unique_ptr<thaw::Document> blank() { return std::make_unique<Document>(); }

bool has_part(const thaw::Document& document, std::string_view role) {
    return role == "data" ? as_unreal(document).data.has_value() : as_unreal(document).aniv.has_value();
}

void describe_part(Codec& io, thaw::Document& document, std::string_view role) {
    Document& d = as_unreal(document);
    if (role == "data") {
        if (!d.data) d.data.emplace();
        describe(io, *d.data);
    } else {
        if (!d.aniv) d.aniv.emplace();
        describe(io, *d.aniv, d);
    }
}

void validate(const thaw::Document&, Profile, Issues&) {}
std::vector<Want> needs(const thaw::Document&, const Bundle&) { return {}; }
Summary summarise(const thaw::Document&, const Bundle&) { return {}; }

}  // namespace

const Format format{
    .id = "unreal",
    .title = "Unreal vertex mesh",
    .game = "Unreal, Unreal Tournament, Deus Ex and GZDoom mods",
    .parts = parts,
    .extensions = extensions,
    .variants = variants,
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

}  // namespace thaw::unreal
