// The record: what Thaw knows how to do with a toy model.
#include "formats/shared/record.hpp"
#include "formats/toy/family.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

namespace {

constexpr PartRole parts[] = {{"toy", ".toy"}};
constexpr std::string_view extensions[] = {".toy"};
constexpr const FormatOption* scene_options[] = {&thaw::option::texture, &option::toy_unit};

}  // namespace

const Format format{
    .id = "toy",
    .title = "Toy model",
    .game = "Toy Town",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .to_scene = to_scene_as<Document>,
    .from_scene = from_scene,
    .scene_options = scene_options,
    .option_ranges = option_ranges_as<Document>,
};

}  // namespace thaw::toy
