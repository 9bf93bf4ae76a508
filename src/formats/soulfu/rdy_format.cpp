// The RDY format record: what Thaw knows how to do with an RDY.
#include "formats/parts.hpp"
#include "formats/soulfu/build_rdy.hpp"
#include "formats/soulfu/format.hpp"
#include "formats/soulfu/rdy.hpp"
#include "formats/soulfu/rdy_issues.hpp"
#include "formats/soulfu/rdy_layout.hpp"
#include "formats/soulfu/rdy_sniff.hpp"
#include "formats/soulfu/rdy_summarise.hpp"
#include "formats/soulfu/rdy_trial.hpp"
#include "formats/soulfu/rdy_validate.hpp"
#include "formats/soulfu/rdy_variant.hpp"

namespace thaw::rdy {

namespace {

constexpr PartRole parts[] = {{"rdy", ".rdy"}};
constexpr std::string_view extensions[] = {".rdy"};

const File& file_of(const thaw::Document& document) { return static_cast<const Document&>(document).file; }
File& file_of(thaw::Document& document) { return static_cast<Document&>(document).file; }

Result<std::unique_ptr<thaw::Document>> read(const Bundle& bundle, const Context& context) {
    return read_parts(format, bundle, context);
}

std::unique_ptr<thaw::Document> blank() {
    auto document = std::make_unique<Document>();
    document->file.first_frames = first_frames_of(document->file);
    return document;
}

bool has_part(const thaw::Document&, std::string_view role) { return role == "rdy"; }

void describe_part(Codec& io, thaw::Document& document, std::string_view) { describe(io, file_of(document)); }

void validate_document(const thaw::Document& document, Profile profile, Issues& issues) {
    validate(file_of(document), profile, issues);
}

std::vector<Want> needs(const thaw::Document&, const Bundle&) { return {}; }

Summary summarise_document(const thaw::Document& document, const Bundle&) { return summarise(file_of(document)); }

Status convert_document(thaw::Document& document, std::string_view variant, Issues&) {
    return convert_variant(file_of(document), variant);
}

// The bytes are the file's own; what has to be settled first is which layout they have.
Result<Blob> unpack(thaw::Document& document, const Part& part, const Context& context) {
    file_of(document).layout = find_layout(part.bytes, context).layout;
    return part.bytes;
}

Result<std::unique_ptr<thaw::Document>> convert_from(const Format& source, const thaw::Document& document,
                                                     Issues& issues) {
    if (&source != &ddd::format) return cannot_convert(source, format);
    auto file = build_rdy(static_cast<const ddd::Document&>(document), issues);
    if (!file) return file.error();
    auto made = std::make_unique<Document>();
    made->file = std::move(*file);
    return std::unique_ptr<thaw::Document>(std::move(made));
}

}  // namespace

const Format format{
    .id = "rdy",
    .title = "SoulFu model in the game's memory",
    .game = "Secret of Ultimate Legendary Fantasy: Unleashed",
    .parts = parts,
    .extensions = extensions,
    .variants = variants,
    .issue_kinds = issue::kinds,
    .sniff = sniff,
    .read = read,
    .blank = blank,
    .has_part = has_part,
    .describe = describe_part,
    .validate = validate_document,
    .needs = needs,
    .summarise = summarise_document,
    .convert_variant = convert_document,
    .convert_from = convert_from,
    .unpack = unpack,
};

}  // namespace thaw::rdy
