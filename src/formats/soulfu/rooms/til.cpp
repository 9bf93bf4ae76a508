// TIL: known by name only. The game's list of file types has it, but the code that would make one is in no copy of the
// engine and no file survives (D14), so there is nothing to read it by. Thaw says so instead of guessing.
#include "base/text.hpp"
#include "formats/shared/record.hpp"
#include "formats/soulfu/family.hpp"
#include "layout/codec.hpp"

namespace thaw::til {

namespace {

constexpr PartRole parts[] = {{"til", ".til"}};
constexpr std::string_view extensions[] = {".til"};
constexpr std::string_view reason =
    "a SoulFu TIL tile: no program that made one and no file of the game survives, so nobody knows its layout";

Sniffed sniff(std::string_view name, const Blob&, const Context&) {
    if (!text::ends_with_ignoring_case(name, ".til")) return {};
    return {Confidence::likely, "til", "named like a SoulFu tile, which nobody can read"};
}

Status read(Document&, const Bundle& bundle, const Context&) {
    return Error{Code::unsupported, std::string(reason), std::string(bundle.name_of("til")), "content", 0};
}

bool has_part(const Document&, std::string_view) { return false; }
void describe(Codec& io, Document&, std::string_view) { io.fail(Code::unsupported, std::string(reason)); }
void validate(const Document&, Profile, Issues&) {}
Summary summarise(const Document&, const Bundle&) { return {}; }

}  // namespace

const Format format{
    .id = "til",
    .title = "SoulFu tile (recognised, cannot be read)",
    .game = "Secret of Ultimate Legendary Fantasy: Unleashed",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = {},
    .sniff = sniff,
    .read = read,
    .blank = blank_as<Document>,  // nothing is known to be in one
    .has_part = has_part,
    .describe = describe,
    .validate = validate,
    .summarise = summarise,
};

}  // namespace thaw::til
