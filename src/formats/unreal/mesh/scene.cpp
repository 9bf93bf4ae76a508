#include "formats/unreal/mesh/scene.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "formats/shared/options.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/options.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "scene/loops.hpp"

namespace thaw::unreal {

namespace {

constexpr u32 common_target_limit = 255;

std::string name_of(const Document& d, const Bundle& bundle) {
    if (const Mesh* mesh = d.mesh()) return text::to_utf8(mesh->name);
    const std::string_view stem = model_stem(bundle.name_of("data"));
    return stem.empty() ? "model" : text::to_utf8(stem);
}

Status check_document(const Document& d) {
    if (!d.data) {
        return Error{Code::missing_part,
                     "animation only: the polygons are in the data file (_d.3d), which was not found"};
    }
    if (!d.aniv) {
        return Error{Code::missing_part,
                     "polygons only: the vertices are in the aniv file (_a.3d), which was not found"};
    }
    if (is_mismatched_pair(d, survey_polys(*d.data).used_end)) {
        return Error{Code::missing_part,
                     "the data file and the aniv file do not belong together: a frame is too small for the vertices "
                     "that polygons use; the class script (.uc) says which files make a model",
                     {},
                     "frame_size"};
    }
    return Done{};
}

Status check_options(const SceneOptions& options, const Extent& extent) {
    if (options.fps && !is_speed(*options.fps)) {
        return Error{Code::bad_value,
                     "a rate of " + text::number(*options.fps) + " frames a second is not one to play"};
    }
    if (options.frame && *options.frame >= extent.frames) {
        return Error{Code::bad_value, "there is no frame " + std::to_string(*options.frame) + ": the model has " +
                                          text::plural(extent.frames, "frame")};
    }
    return Done{};
}

void report_extent(SceneWork& work) {
    const u64 present = work.document.frames_present();
    if (work.extent.frames == present) return;
    work.issues.add(issue::frames_skipped, "aniv", "num_frames", text::plural(present, "frame"),
                    text::plural(work.extent.frames, "frame"));
}

void place(SceneWork& work) {
    const Mesh* mesh = work.mesh();
    work.placing = placing_of(placement_of(work.document), work.options.raw);
    if (mesh == nullptr) {
        work.issues.add(issue::script_defaults, "data", {}, "class script (.uc) or MODELDEF");
        return;
    }
    if (mesh->unmirror_texture >= 0) {
        work.issues.add(Issue{&issue::unmirrored_texture,
                              issue::unmirrored_texture.severity,
                              "uc",
                              mesh->line(),
                              mesh->offset,
                              {},
                              "skin slot " + std::to_string(mesh->unmirror_texture)});
    }
    if (!is_usable(work.placing)) {
        work.issues.add(Issue{&issue::placement_unusable,
                              issue::placement_unusable.severity,
                              std::string(mesh->part()),
                              mesh->line(),
                              mesh->offset,
                              {},
                              {}});
        Placement usual = usual_placement(work.document);
        usual.unmirror = mesh->placement.unmirror;
        work.placing = placing_of(usual, work.options.raw);
    }
    if (work.options.raw) return;
    work.draw_scale = usable_draw_scale(work.mesh());
    if (is_usable(work.placing, work.draw_scale) && work.draw_scale == mesh->draw_scale) return;
    work.draw_scale = 1;
    work.issues.add(issue::draw_scale_unusable, "uc", "DrawScale", {}, text::number(mesh->draw_scale));
}

json::Value numbers(const Vec3d& v) { return json::Array{v.x, v.y, v.z}; }

// What the script says of the mesh and the scene shows only in effect.
void add_extras(const SceneWork& work, thaw::Mesh& out) {
    out.extras.set("thaw_variant", work.document.is_deus_ex() ? "deusex" : "standard");
    const Mesh* mesh = work.mesh();
    if (mesh == nullptr || !is_usable(placing_of(placement_of(work.document), false))) return;
    json::Value placement;
    if (mesh->modeldef) {
        const ModeldefUse& use = *mesh->modeldef;
        placement.set("class", text::to_utf8(use.class_name)).set("model", use.index);
        placement.set("scale", numbers(use.scale)).set("offset", numbers(use.offset));
        placement.set("angle", use.angle).set("pitch", use.pitch).set("roll", use.roll);
        out.extras.set("thaw_modeldef", json::to_text(placement));
        return;
    }
    const Placement& p = mesh->placement;
    placement.set("origin", numbers(p.origin)).set("scale", numbers(p.scale));
    placement.set("yaw", p.yaw).set("pitch", p.pitch).set("roll", p.roll).set("unmirror", p.unmirror);
    out.extras.set("thaw_placement", json::to_text(placement));
}

// The class shows the whole of it larger or smaller. Building has to undo that.
void scale_as_drawn(SceneWork& work) {
    if (work.draw_scale == 1) return;
    const f32 scale = static_cast<f32>(work.draw_scale);
    for (Node& node : work.scene.nodes) {
        if (node.parent != no_index) continue;
        node.local.scale = {scale, scale, scale};
        node.extras.set("thaw_draw_scale", work.draw_scale);
    }
}

u32 add_node(Scene& scene, std::string name, u32 parent, const Transform& local) {
    scene.nodes.push_back({.name = std::move(name), .parent = parent, .local = local});
    return static_cast<u32>(scene.nodes.size() - 1);
}

u32 add_shown(SceneWork& work, u32 root, thaw::Mesh mesh) {
    if (work.placing.outer) root = add_node(work.scene, mesh.name + "_stretch", root, *work.placing.outer);
    const u32 node = add_node(work.scene, mesh.name, root, work.placing.node);
    work.scene.nodes[node].mesh = static_cast<u32>(work.scene.meshes.size());
    work.scene.meshes.push_back(std::move(mesh));
    return node;
}

void add_clips(SceneWork& work, u32 node, std::optional<WeaponTriangle> weapon, u32 weapon_node) {
    for (const Play& play : work.plays) {
        Clip clip = make_clip(play, node, 0);
        if (weapon) add_weapon_channels(work, *weapon, play, weapon_node, clip);
        finish_clip(work.scene, clip, static_cast<f32>(static_cast<double>(play.frames.size()) / play.rate),
                    work.options.loop);
        work.scene.clips.push_back(std::move(clip));
    }
}

// The whole clip long.
Channel scaled(u32 node, Vec3 scale, std::size_t keys) {
    Channel out{.node = node, .path = Path::scale};
    for (std::size_t i = 0; i < keys; ++i) {
        for (const f32 e : {scale.x, scale.y, scale.z}) out.values.push_back(e);
    }
    return out;
}

// A mesh for each clip. All but the first are scaled to nothing, and come out where their clip plays.
void add_split(SceneWork& work, const std::vector<Primitive>& primitives, u32 root,
               std::optional<WeaponTriangle> weapon, u32 weapon_node) {
    const auto names = frame_names(work);
    u32 first_node = no_index;
    for (const Play& play : work.plays) {
        const u32 first = play.first();
        const u32 count = play.last() - first + 1;
        thaw::Mesh mesh = make_mesh(work, primitives, first, count);
        mesh.name += "_" + play.name;
        if (mesh.frames) {
            for (u32 i = 0; i < count; ++i) mesh.frames->names.push_back(names[first + i]);
        }
        const u32 node = add_shown(work, root, std::move(mesh));
        first_node = std::min(first_node, node);
        if (node != first_node) work.scene.nodes[node].local.scale = {};
        Clip clip = make_clip(play, node, first);
        if (count == 1) clip.channels.clear();  // nothing moves
        const std::size_t keys = play.frames.size();
        clip.channels.push_back(scaled(node, work.placing.node.scale, keys));
        if (node != first_node) clip.channels.push_back(scaled(first_node, {}, keys));
        if (weapon) add_weapon_channels(work, *weapon, play, weapon_node, clip);
        finish_clip(work.scene, clip, static_cast<f32>(static_cast<double>(keys) / play.rate), work.options.loop);
        work.scene.clips.push_back(std::move(clip));
    }
}

// Every mesh repeats points and corners; a script of many short lines could ask for any number of them.
bool may_split(const SceneWork& work, const std::vector<Primitive>& primitives) {
    const Document& d = work.document;
    const u64 stored = d.data->polys.size() * Poly::disk_bytes + d.aniv->frames.size();
    u64 mesh = work.extent.points;
    for (const Primitive& primitive : primitives) mesh += primitive.indices.size();
    u64 sum = mesh * work.plays.size();
    for (const Play& play : work.plays) sum += play.last() - play.first();
    return sum <= 65536 + 16 * stored;
}

// The scene has the model's name alone.
Scene nothing_shown(SceneWork& work, const IssueKind& kind, std::string_view part, std::string path) {
    work.issues.add(kind, part, std::move(path));
    add_node(work.scene, work.name, no_index, {});
    return std::move(work.scene);
}

void report_targets(SceneWork& work) {
    u32 most = 0;
    for (const thaw::Mesh& mesh : work.scene.meshes) {
        if (mesh.frames) most = std::max(most, mesh.frames->count - 1);
    }
    if (most <= common_target_limit) return;
    work.issues.add(issue::many_targets, "aniv", "num_frames", std::to_string(common_target_limit),
                    std::to_string(most));
}

void choose_outfits(SceneWork& work) {
    const Mesh* mesh = work.mesh();
    if (mesh != nullptr) work.outfits = outfits_of(mesh->player_skins, work.bundle);
    if (work.outfits.size() < 2) return;
    for (const Outfit& outfit : work.outfits) work.scene.variants.push_back(text::to_utf8(outfit.name));
}

// The class that somebody asked for, of those that show the mesh; null if nobody did or there is none of that name.
const Look* look_asked_for(const Document& document, const SceneOptions& options) {
    const std::string* name = options.own.find(option::show_class.name);
    const Mesh* mesh = document.mesh();
    if (name == nullptr || mesh == nullptr) return nullptr;
    const auto found = std::find_if(mesh->looks.begin(), mesh->looks.end(), [&](const Look& look) {
        return text::equal_ignoring_case(look.class_name, *name);
    });
    return found == mesh->looks.end() ? nullptr : &*found;
}

OptionRange class_range(const Mesh* mesh) {
    OptionRange out{.option = option::show_class.name, .text = "no class is known to show the model"};
    if (mesh == nullptr) return out;
    for (const Look& look : mesh->looks) {
        if (!look.class_name.empty()) out.keys.push_back(look.class_name);
    }
    for (std::size_t i = 0; i < out.keys.size(); ++i) {
        out.text = (i == 0 ? std::string("the mesh is shown by ") : out.text + ", ") + text::printable(out.keys[i]);
    }
    return out;
}

}  // namespace

std::vector<OptionRange> option_ranges(const Document& document, const Bundle&, const SceneOptions&) {
    if (!check_document(document)) return {};  // to_scene() reports why there is none
    const Extent extent = extent_of(document);
    std::set<u8> used;
    for (const Poly& poly : document.data->polys) {
        if (shown_of(poly, document, extent) == Shown::drawn) used.insert(poly.texture);
    }
    std::vector<std::string> slots;
    for (const u8 slot : used) slots.push_back(std::to_string(slot));
    return {frame_range(extent.frames), slot_range(std::move(slots)), class_range(document.mesh())};
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    if (auto status = check_document(document); !status) return status.error();
    SceneWork work{document, bundle, options, issues};
    std::optional<Mesh> dressed;
    if (const Look* look = look_asked_for(document, options)) {
        dressed = *document.mesh();
        dress(*document.script, *dressed, *look);
        work.as_shown = &*dressed;
    }
    work.extent = extent_of(document);
    work.name = name_of(document, bundle);
    work.scene.name = work.name;
    if (work.extent.frames == 0) return nothing_shown(work, issue::no_frame_stored, "aniv", "num_frames");
    if (auto status = check_options(options, work.extent); !status) return status.error();
    report_extent(work);
    place(work);
    choose_outfits(work);
    const auto primitives = make_primitives(work);
    if (primitives.empty()) return nothing_shown(work, issue::nothing_drawn, "data", "num_polys");
    const auto weapon = find_weapon(work);
    if (!options.frame) work.plays = plays_of(work);
    const bool split = options.split_clips && work.plays.size() > 1;
    if (split && !may_split(work, primitives)) {
        return Error{Code::over_budget, "a mesh for each of " + text::plural(work.plays.size(), "clip") +
                                            " would be far larger than any model; do without that"};
    }

    Scene& scene = work.scene;
    const u32 still = static_cast<u32>(options.frame.value_or(0));
    // A weapon is no part of the mesh, whose node may be scaled. Neither is what hides a mesh while others play.
    const bool rooted = weapon || (split && work.draw_scale != 1);
    const u32 root = rooted ? add_node(scene, work.name, no_index, {}) : no_index;
    u32 weapon_node = no_index;
    if (weapon) {
        Transform rest = weapon_transform(work, *weapon, still);
        rest.scale = {1, 1, 1};
        weapon_node = add_node(scene, "WeaponAttach", root, rest);
    }
    if (split) {
        add_split(work, primitives, root, weapon, weapon_node);
    } else {
        thaw::Mesh mesh = make_mesh(work, primitives, still, options.frame ? 1 : work.extent.frames);
        if (mesh.frames) mesh.frames->names = frame_names(work);
        add_clips(work, add_shown(work, root, std::move(mesh)), weapon, weapon_node);
    }
    scale_as_drawn(work);
    for (thaw::Mesh& mesh : scene.meshes) add_extras(work, mesh);
    report_targets(work);
    return std::move(work.scene);
}

}  // namespace thaw::unreal
