// The DDD format record: what Thaw knows how to do with a DDD.
#include "formats/soulfu/family.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"
#include "formats/soulfu/build/ddd.hpp"
#include "formats/soulfu/build/edit.hpp"
#include "formats/soulfu/build/from_scene.hpp"
#include "formats/soulfu/ddd/detect.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/ddd/elements.hpp"
#include "formats/soulfu/ddd/issues.hpp"
#include "formats/soulfu/ddd/layout.hpp"
#include "formats/soulfu/ddd/summary.hpp"
#include "formats/soulfu/ddd/validate.hpp"
#include "formats/soulfu/scene/animation_sources.hpp"
#include "formats/soulfu/scene/scene.hpp"
#include "formats/soulfu/scripts/body_parts.hpp"
#include "formats/soulfu/scripts/outfit_looks.hpp"
#include "formats/soulfu/scripts/wardrobe.hpp"
#include "formats/soulfu/shared/options.hpp"

namespace thaw::ddd {

namespace {

constexpr PartRole parts[] = {{"ddd", ".ddd"}};
constexpr std::string_view extensions[] = {".ddd"};
constexpr std::string_view naming_endings[] = {".src"};

// The linked file is a companion: whatever is wrong with it, the model itself can be read.
Status read_link(Document& document, const Part& part, const Context& context) {
    if (document.has_read(part)) return Done{};
    Document linked;
    const auto status = read_part(format, linked, {"ddd", part.name, part.bytes}, context);
    if (!status && status.error().code == Code::cancelled) return status;
    document.linked.reset();
    if (status) document.linked = std::move(linked.file);
    document.link_error = status ? std::string() : to_string(status.error());
    document.sources.push_back(part);
    return Done{};
}

// The file whose frames move the model: the one it names or is given, else the only one that fits. A file that names no
// other may still be given one: so the game moves the parts of a character.
const Part* animation_source(Document& document, const Bundle& bundle) {
    document.fitting_animations.clear();
    if (const Part* link = bundle.find("link")) return link;
    const Part* only = nullptr;
    for (const Part& part : bundle.parts) {
        if (!is_animation_source(part.role)) continue;
        only = &part;
        document.fitting_animations.push_back(std::string(text::file_name(part.name)));
    }
    return document.fitting_animations.size() == 1 ? only : nullptr;
}

Status read(thaw::Document& as_read, const Bundle& bundle, const Context& context) {
    auto& document = static_cast<Document&>(as_read);
    const Part* part = bundle.find("ddd");
    if (part == nullptr) return Error{Code::missing_part, "the DDD itself is not there"};
    if (auto status = read_part(format, document, *part, context); !status) return status;
    const Part* source = animation_source(document, bundle);
    if (source != nullptr) return read_link(document, *source, context);
    document.linked.reset();
    document.link_error.clear();
    return Done{};
}

std::vector<Want> needs(const thaw::Document& document, const Bundle& bundle) {
    const File& file = static_cast<const Document&>(document).file;
    // A name the game could not have is not looked for either: it may hold wildcards or folders.
    std::vector<Want> wants = image_needs(bundle, used_slots(file));
    if (file.is_linked() && bundle.find("link") == nullptr && is_good_link_name(file)) {
        wants.push_back(
            {.role = "link", .names = {std::string(file.link_name()) + ".DDD"}, .mentions = {}, .required = true});
    }
    if (may_be_a_part(file) && bundle.find("link") == nullptr) {
        wants.push_back({.role = std::string(animation_source_role),
                         .names = {"*.DDD"},
                         .mentions = {},
                         .mentioned = false,
                         .all = true,
                         .accepts = [&file](const Blob& bytes) { return is_body_of(bytes, file); }});
    }
    return wants;
}

Result<std::unique_ptr<thaw::Document>> convert_from(const Format& source, const thaw::Document& document,
                                                     Issues& issues) {
    if (&source != &rdy::format) return cannot_convert(source, format);
    auto file = rdy::build_ddd(static_cast<const rdy::Document&>(document).file, issues);
    if (!file) return file.error();
    auto made = std::make_unique<Document>();
    made->file = std::move(*file);
    return std::unique_ptr<thaw::Document>(std::move(made));
}

// The parts of a character, and whose frames move it; of several models that might none does.
bool keeps(const Bundle& bundle, std::string_view role) {
    if (role == "link" || role.starts_with("part:")) return true;
    return is_animation_source(role) && std::count_if(bundle.parts.begin(), bundle.parts.end(),
                                                      [&](const Part& part) { return part.role == role; }) == 1;
}

constexpr const FormatOption* scene_options[] = {&thaw::option::texture, &thaw::option::fps,   &thaw::option::frame,
                                                 &thaw::option::loop,    &thaw::option::raw,   &soulfu::option::part,
                                                 &thaw::option::skin,    &soulfu::option::rig, &soulfu::option::smooth,
                                                 &soulfu::option::lines, &soulfu::option::anim};

}  // namespace

const Format format{
    .id = "ddd",
    .title = "SoulFu model",
    .game = "Secret of Ultimate Legendary Fantasy: Unleashed",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .read = read,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs,
    .summarise = summarise_as<Document>,
    .convert_from = convert_from,
    .to_scene = to_scene_as<Document>,
    .element_map = element_map_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .cuts_corners = true,
    .plain_scene = plain_scene,
    .keeps = keeps,
    .has_flat_names = true,
    .scene_options = scene_options,
    .option_ranges = option_ranges_as<Document>,
    .mime = "model/x-soulfu-ddd",
    .style = game_style,
    .side_file_ending = ".textures.json",
    .models_named_by = characters_named_by,
    .naming_endings = naming_endings,
};

}  // namespace thaw::ddd
