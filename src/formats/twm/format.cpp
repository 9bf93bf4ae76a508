// The TWM format record: what Thaw knows how to do with a TWM.
#include "formats/twm/family.hpp"

#include "formats/shared/record.hpp"
#include "formats/twm/build/edit.hpp"
#include "formats/twm/build/from_scene.hpp"
#include "formats/twm/container.hpp"
#include "formats/twm/convert.hpp"
#include "formats/twm/detect.hpp"
#include "formats/twm/elements.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/layout.hpp"
#include "formats/twm/options.hpp"
#include "formats/twm/scene.hpp"
#include "formats/twm/summary.hpp"
#include "formats/twm/validate.hpp"

namespace thaw::twm {

namespace {

constexpr PartRole parts[] = {{"twm", ".twm"}};
constexpr std::string_view extensions[] = {".twm"};
constexpr const FormatOption* scene_options[] = {&thaw::option::texture, &thaw::option::loop, &option::rotation};
constexpr std::string_view variants[] = {"v0", "v1", "v2", "v3"};

Document& as_twm(thaw::Document& document) { return static_cast<Document&>(document); }
const Document& as_twm(const thaw::Document& document) { return static_cast<const Document&>(document); }

Result<Blob> unpack(thaw::Document& document, const Part& part, const Context& context) {
    auto payload = open_container(as_twm(document), part.bytes, context);
    if (payload) settle_layout(as_twm(document), *payload, context);
    return payload;
}

Result<Blob> pack(const thaw::Document& document, std::string_view, const Blob& payload) {
    return close_container(as_twm(document), payload);
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
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .convert_variant = convert_variant_as<Document>,
    .unpack = unpack,
    .pack = pack,
    .to_scene = to_scene_as<Document>,
    .element_map = element_map_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .scene_options = scene_options,
    .option_ranges = option_ranges_as<Document>,
    .mime = "model/x-twilli-twm",
};

}  // namespace thaw::twm
