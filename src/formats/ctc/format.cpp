// The CTC format record: what Thaw knows how to do with a CTC.
#include "formats/ctc/format.hpp"

#include "formats/ctc/companions.hpp"
#include "formats/ctc/document.hpp"
#include "formats/ctc/issues.hpp"
#include "formats/ctc/layout.hpp"
#include "formats/ctc/sniff.hpp"
#include "formats/ctc/summarise.hpp"
#include "formats/ctc/validate.hpp"
#include "formats/parts.hpp"

namespace thaw::ctc {

namespace {

constexpr PartRole parts[] = {{"ctc", ".ctc"}};
constexpr std::string_view extensions[] = {".ctc"};

const Document& as_ctc(const thaw::Document& document) { return static_cast<const Document&>(document); }

Result<std::unique_ptr<thaw::Document>> read(const Bundle& bundle, const Context& context) {
    return read_parts(format, bundle, context);
}

std::unique_ptr<thaw::Document> blank() { return std::make_unique<Document>(); }
bool has_part(const thaw::Document&, std::string_view role) { return role == "ctc"; }

void describe_part(Codec& io, thaw::Document& document, std::string_view) {
    describe(io, static_cast<Document&>(document));
}

void validate_document(const thaw::Document& document, Profile profile, Issues& issues) {
    validate(as_ctc(document), profile, issues);
}

std::vector<Want> needs(const thaw::Document& document, const Bundle& bundle) {
    return wanted_textures(as_ctc(document), bundle);
}

Summary summarise_document(const thaw::Document& document, const Bundle&) { return summarise(as_ctc(document)); }

}  // namespace

const Format format{
    .id = "ctc",
    .title = "Anachronox model",
    .game = "Anachronox",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .read = read,
    .blank = blank,
    .has_part = has_part,
    .describe = describe_part,
    .validate = validate_document,
    .needs = needs,
    .summarise = summarise_document,
    .convert_variant = nullptr,
};

}  // namespace thaw::ctc
