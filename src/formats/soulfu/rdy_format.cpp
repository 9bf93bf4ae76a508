// The RDY format record: what Thaw knows how to do with an RDY.
#include "build/issues.hpp"
#include "formats/record.hpp"
#include "formats/soulfu/build_rdy.hpp"
#include "formats/soulfu/format.hpp"
#include "formats/soulfu/from_scene.hpp"
#include "formats/soulfu/pieces.hpp"
#include "formats/soulfu/rdy.hpp"
#include "formats/soulfu/rdy_issues.hpp"
#include "formats/soulfu/rdy_layout.hpp"
#include "formats/soulfu/rdy_scene.hpp"
#include "formats/soulfu/rdy_sniff.hpp"
#include "formats/soulfu/rdy_summarise.hpp"
#include "formats/soulfu/rdy_trial.hpp"
#include "formats/soulfu/rdy_validate.hpp"
#include "formats/soulfu/rdy_variant.hpp"
#include "formats/soulfu/texture_names.hpp"

namespace thaw::rdy {

namespace {

constexpr PartRole parts[] = {{"rdy", ".rdy"}};
constexpr std::string_view extensions[] = {".rdy"};

File& file_of(thaw::Document& document) { return static_cast<Document&>(document).file; }

std::unique_ptr<thaw::Document> blank() {
    auto document = std::make_unique<Document>();
    document->file.first_frames = first_frames_of(document->file);
    return document;
}

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

// The game makes an RDY of a DDD, and so does the way back.
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    auto built = ddd::from_scene({.scene = input.scene, .source_points = input.source_points}, options, issues);
    if (!built) return built;
    auto file = build_rdy(static_cast<const ddd::Document&>(*built->document), issues);
    if (!file) return file.error();
    if (input.base != nullptr) {
        issues.add(thaw::issue::base_rebuilt, "rdy", {}, {}, "the whole file: an RDY is what the game makes of a DDD");
    }
    if (!options.variant.empty()) {
        if (auto status = convert_variant(*file, options.variant); !status) return status.error();
    }
    auto document = std::make_unique<Document>();
    document->file = std::move(*file);
    built->document = std::move(document);
    return built;
}

std::vector<Want> needs(const thaw::Document& document, const Bundle& bundle) {
    ddd::UsedSlots used{};
    for (const BaseModel& base : static_cast<const Document&>(document).file.bases) {
        for (std::size_t s = 0; s < used.slots.size(); ++s) {
            if (base.slots[s].mode != 0) used.add(s, base.slots[s].flags);
        }
    }
    std::vector<Want> wants = ddd::texture_needs(bundle, "rdy", used);
    for (Want& want : ddd::piece_needs(bundle)) wants.push_back(std::move(want));
    return wants;
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
    .blank = blank,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs,
    .summarise = summarise_as<Document>,
    .convert_variant = convert_document,
    .convert_from = convert_from,
    .unpack = unpack,
    .to_scene = to_scene_as<Document>,
    .from_scene = from_scene,
};

}  // namespace thaw::rdy
