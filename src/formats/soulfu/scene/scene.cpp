#include "formats/soulfu/scene/scene.hpp"

#include <algorithm>
#include <span>

#include "base/text.hpp"
#include "formats/shared/model_name.hpp"
#include "formats/soulfu/ddd/source.hpp"
#include "formats/soulfu/scene/bases.hpp"
#include "formats/soulfu/scene/clips.hpp"
#include "formats/soulfu/scene/extras.hpp"
#include "formats/soulfu/scene/issues.hpp"
#include "formats/soulfu/scene/materials.hpp"
#include "formats/soulfu/scene/pieces.hpp"
#include "formats/soulfu/scripts/outfit_looks.hpp"
#include "formats/soulfu/scripts/wardrobe.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "formats/soulfu/shared/options.hpp"

namespace thaw::ddd {

namespace {

UsedSlots slots_used_by(const SceneSource& source) {
    UsedSlots used;
    for (std::size_t base = 0; base < source.bases(); ++base) {
        const Shape shape = source.shape(base, 0, false);
        for (std::size_t s = 0; s < slot_count; ++s) {
            if (shape.slots[s].used) used.add(s, shape.slots[s].flags);
        }
    }
    return used;
}

void add_slots(const UsedSlots& used, const std::string& before, std::vector<std::string>& keys) {
    for (std::size_t s = 0; s < slot_count; ++s) {
        if (used.slots[s]) keys.push_back(before + std::to_string(s));
    }
}

// Where parts can hang: on all bones, or on one that a script names.
OptionRange part_range(const SceneSource& source) {
    OptionRange out{.option = soulfu::option::part.name};
    const std::vector<Bone> bones = source.shape(0, 0, false).bones;
    if (bones.empty()) {
        out.text = "the model has no bones, so it is no character";
        return out;
    }
    out.text = "the model has no bone to hold anything there";
    out.all_but_keys = true;
    for (std::size_t id = 1; id < bone_names.size(); ++id) {
        const auto is_it = [&](const Bone& bone) { return bone.id == id; };
        if (std::any_of(bones.begin(), bones.end(), is_it)) continue;
        out.keys.emplace_back(bone_names[id]);
        if (grip_of("RIDER") == bone_names[id]) out.keys.emplace_back("RIDER");
    }
    return out;
}

// Of a character as its script is called, with the number that somebody chose: several have one body.
std::string name_of_scene(const SceneSource& source, const Bundle& bundle) {
    const std::string body = model_name(bundle.name_of(source.part()));
    if (bundle.model.empty()) return body;
    const std::string name = model_name(bundle.model);
    const std::string_view skin = bundle.name_of(skin_role);
    return skin.empty() ? name : name + "_" + text::printable(skin);
}

// What a script of the character's counts.
OptionRange skin_range(const Bundle& bundle) {
    OptionRange out{.option = thaw::option::skin.name};
    const Wardrobe wardrobe = wardrobe_of(bundle);
    out.text = "no script of a character was given: name one, for example CRAT.SRC";
    if (wardrobe.outfits.empty()) return out;
    out.most = wardrobe.most();
    out.text = "the script has numbers from 0 to " + std::to_string(wardrobe.most());
    return out;
}

}  // namespace

std::vector<OptionRange> ranges_of(const SceneSource& source, const Bundle& bundle) {
    if (source.bases() == 0 || source.levels() == 0) return {};  // to_scene() reports why there is none
    std::vector<std::string> slots;
    add_slots(slots_used_by(source), {}, slots);
    for (const Piece& piece : pieces_in(bundle)) {
        add_slots(used_slots(piece.document.file), piece.place + ".", slots);
    }
    return {frame_range(source.frames()), level_range(source.levels()), slot_range(std::move(slots)),
            part_range(source), skin_range(bundle)};
}

std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions&) {
    Issues known;
    return ranges_of(DddSource(document, known), bundle);
}

Result<Scene> build_scene(const SceneSource& source, const Bundle& bundle, const SceneOptions& options,
                          Issues& issues) {
    if (source.bases() == 0 || source.levels() == 0) {
        return Error{Code::unrepresentable, "there is no base model, so there is nothing to show"};
    }
    std::optional<std::size_t> still;
    if (options.frame) {
        if (*options.frame >= source.frames()) {
            return Error{Code::unrepresentable, "there is no frame " + std::to_string(*options.frame) + ", only " +
                                                    text::plural(source.frames(), "frame")};
        }
        still = static_cast<std::size_t>(*options.frame);
    }
    Scene scene;
    scene.name = name_of_scene(source, bundle);
    const auto images = source.shadow_textures();
    scene.extras.set("thaw_shadow_textures", numbers_text(std::vector<double>(images.begin(), images.end())));
    scene.extras.set("thaw_feet_per_unit", source.feet_per_unit());
    u32 root = no_index;
    if (options.raw) {
        Node node;
        node.name = "raw";
        const auto scale = static_cast<f32>(metres_per_foot * source.feet_per_unit());
        node.local.scale = scale > 0 ? Vec3{scale, scale, scale} : Vec3{1, 1, 1};
        root = 0;
        scene.nodes.push_back(std::move(node));
    }
    const std::vector<Piece> pieces = pieces_in(bundle);
    DressedModels dressed = dress_models(bundle, source.part(), slots_used_by(source), pieces);
    const std::vector<SceneLooks>& looks = dressed.looks;
    scene.variants = std::move(dressed.variants);
    Materials materials(source, bundle, looks[0], issues, scene);
    double units_per_foot = metres_per_foot;
    if (options.raw && source.feet_per_unit() > 0) units_per_foot = 1 / source.feet_per_unit();
    BaseBuilder builder(
        source, options, materials, issues, scene,
        {.name = model_name(bundle.name_of(source.part())), .place = {}, .units_per_foot = units_per_foot});
    std::size_t shown = still ? source.head(*still).base : 0;
    if (shown >= source.bases()) {
        issues.add(soulfu::issue::base_does_not_exist, source.part(), {}, {}, std::to_string(shown));
        shown = 0;
    }
    std::vector<BaseNodes> bases;
    for (std::size_t base = 0; base < source.bases(); ++base) {
        bases.push_back(builder.add(base, root, base == shown ? still : std::nullopt));
        if (base != shown) scene.nodes[bases.back().node].local.scale = {};
    }
    const std::size_t rest = still.value_or(0);
    const u8 events = rest < source.frames() ? source.head(rest).events : u8{0};
    const std::vector<HeldItem> held = add_pieces({source, bases[0], units_per_foot}, pieces,
                                                  std::span(looks).subspan(1), events, options, issues, scene);
    if (!still) add_clips(source, bases, held, units_per_foot, options, issues, scene);
    return scene;
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    return build_scene(DddSource(document, issues), bundle, options, issues);
}

}  // namespace thaw::ddd
