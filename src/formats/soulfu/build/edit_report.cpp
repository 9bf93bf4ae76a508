#include "formats/soulfu/build/edit_report.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/build/shape.hpp"
#include "formats/soulfu/scene/bases.hpp"
#include "formats/soulfu/scene/scene.hpp"
#include "formats/soulfu/shared/options.hpp"

namespace thaw::ddd {

namespace {

constexpr std::string_view fields_in_file[] = {"thaw_shadow_textures", "thaw_joint_sizes", "thaw_slot", "thaw_flags",
                                               "thaw_alpha",           "thaw_length",      "events",    "movement_feet",
                                               "shadows_feet",         "frames",           "rate"};

// Whether a field that the file holds is another now; others that are, are findings.
bool has_stored_field(const Edit& edit, const Scene& was, const Scene& is, Issues& issues) {
    bool has_stored = false;
    const auto compare = [&](const Extras& then, const Extras& now) {
        const auto* members = then.get_if<json::Object>();
        for (std::size_t i = 0; members != nullptr && i < members->size(); ++i) {
            const std::string& key = (*members)[i].first;
            if (!is_other_field(then, now, key)) continue;
            const auto end = std::end(fields_in_file);
            const bool stored = std::find(std::begin(fields_in_file), end, key) != end;
            if (!stored) issues.add(thaw::issue::not_kept, "ddd", {}, {}, "field " + text::printable(key));
            has_stored = has_stored || stored;
        }
    };
    const auto compare_all = [&](const auto& then, const auto& now) {
        for (std::size_t i = 0; i < then.size(); ++i) compare(then[i].extras, now[i].extras);
    };
    compare(was.extras, is.extras);
    compare_all(was.nodes, is.nodes);
    compare_all(was.meshes, is.meshes);
    compare_all(was.materials, edit.scene.materials);
    for (std::size_t c = 0; c < is.clips.size(); ++c) {
        if (edit.source_clips[c] != no_index) compare(was.clips[edit.source_clips[c]].extras, is.clips[c].extras);
    }
    return has_stored;
}

bool has_stored_look(const Scene& was, const Scene& is) {
    for (std::size_t m = 0; m < was.materials.size(); ++m) {
        const Material &a = was.materials[m], &b = is.materials[m];
        if (flags_of(a) != flags_of(b) || ddd::alpha_of(a) != ddd::alpha_of(b)) return true;
    }
    return false;
}

// By mesh: the node it is at.
std::vector<u32> mesh_nodes(const Scene& scene) {
    std::vector<u32> out(scene.meshes.size(), no_index);
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) out[scene.nodes[n].mesh] = n;
    }
    return out;
}

bool has_same_points(const Mesh& a, const Mesh& b) {
    return a.points.size() == b.points.size() &&
           std::equal(a.primitives.begin(), a.primitives.end(), b.primitives.begin(), b.primitives.end(),
                      [](const Primitive& x, const Primitive& y) { return x.points == y.points; });
}

// How far the farthest point is from the origin, in metres.
double reach_of(const Scene& scene) {
    double out = 0;
    for (const Mesh& mesh : scene.meshes) {
        for (const Vec3& p : mesh.points) out = std::max(out, double{length(p)});
    }
    return out * unit_of(scene);
}

// What a bone holds is `lever` away from it. Hidden ones have no axes.
double apart(const Matrix& a, const Matrix& b, double lever) {
    double out = 0;
    for (std::size_t c = 0; c < 16; c += 4) {
        const auto is_hidden = [&](const Matrix& m) { return m[c] == 0 && m[c + 1] == 0 && m[c + 2] == 0; };
        if (c < 12 && (is_hidden(a) || is_hidden(b))) continue;
        out = std::max(out, (c < 12 ? lever : 1) * std::hypot(a[c] - b[c], a[c + 1] - b[c + 1], a[c + 2] - b[c + 2]));
    }
    return out;
}

// The farthest that two scenes are apart in the frames of a clip, in metres.
double farthest_apart(const Scene& a, const Scene& b, std::size_t clip, const std::vector<std::size_t>& frames,
                      double lever) {
    const auto nodes_a = mesh_nodes(a), nodes_b = mesh_nodes(b);
    Pose pose_a, pose_b;
    std::vector<Vec3> points_a, points_b;
    double out = 0;
    for (const std::size_t frame : frames) {
        const auto seconds = [&](const Clip& c) {
            return static_cast<f32>(static_cast<double>(frame) / frame_rate_of(c));
        };
        evaluate(a, &a.clips[clip], seconds(a.clips[clip]), pose_a);
        evaluate(b, &b.clips[clip], seconds(b.clips[clip]), pose_b);
        for (std::size_t n = 0; a.nodes.size() == b.nodes.size() && n < a.nodes.size(); ++n) {
            out = std::max(out, apart(pose_a.worlds[n], pose_b.worlds[n], lever));
        }
        for (std::size_t m = 0; m < std::min(nodes_a.size(), nodes_b.size()); ++m) {
            if (nodes_a[m] == no_index || nodes_b[m] == no_index || !has_same_points(a.meshes[m], b.meshes[m]))
                continue;
            posed_points(a, pose_a, nodes_a[m], points_a);
            posed_points(b, pose_b, nodes_b[m], points_b);
            for (std::size_t p = 0; p < points_a.size(); ++p) {
                out = std::max(out, double{length(points_a[p] - points_b[p])});
            }
        }
    }
    return out;
}

}  // namespace

double unit_of(const Scene& scene) {
    const bool raw = !scene.nodes.empty() && scene.nodes[0].name == "raw" && scene.nodes[0].local.scale.x > 0;
    return raw ? double{scene.nodes[0].local.scale.x} : 1;
}

Matrix scaling_matrix(double scale) {
    Matrix out = identity_matrix;
    out[0] = out[5] = out[10] = scale;
    return out;
}

bool is_other_field(const Extras& was, const Extras& is, std::string_view key) {
    const json::Value *a = was.find(key), *b = is.find(key);
    if (a == nullptr || b == nullptr) return false;
    return json::to_text(*a) != json::to_text(*b);
}

std::vector<ChangeKind> kept_kinds(const Edit& edit, const Scene& was, const Scene& is, const EditedFrames& frames,
                                   bool has_flat, Issues& issues) {
    using enum ChangeKind;
    std::vector<ChangeKind> out{points, uvs, weights, binds, images, triangles, skins, clips, nodes};
    if (frames.changed) out.insert(out.end(), {keys, places});
    if (frames.renamed) out.push_back(clip_names);
    if (has_flat || has_stored_look(was, is)) out.push_back(materials);
    if (edit.has(fields) && has_stored_field(edit, was, is, issues)) out.push_back(fields);
    return out;
}

void report_poses(const Document& document, const SceneInput& input, const Scene& scene, const EditedFrames& frames,
                  Issues& issues) {
    const auto is_touched = [](const auto& list) { return !list.empty(); };
    if (std::none_of(frames.touched.begin(), frames.touched.end(), is_touched)) return;
    SceneOptions options{.raw = unit_of(*input.base_scene) != 1};
    const auto is_inner = [](const Node& node) { return node.name.ends_with("_shear"); };
    if (std::any_of(scene.nodes.begin(), scene.nodes.end(), is_inner)) {
        options.own.set(soulfu::option::rig.name, std::string(soulfu::option::rig_words[1]));
    }
    Issues known;
    const auto made = to_scene(document, input.base->bundle, options, known);
    if (!made || made->clips.size() != scene.clips.size()) return;
    constexpr std::size_t most_measured = 4096;
    const double lever = reach_of(scene) / 10;
    double worst = 0;
    std::size_t count = 0;
    for (std::size_t c = 0; c < scene.clips.size() && count < most_measured; ++c) {
        worst = std::max(worst, farthest_apart(scene, *made, c, frames.touched[c], lever));
        count += frames.touched[c].size();
    }
    const double step = document.file.feet_per_unit() * metres_per_foot;
    const std::string words = text::number(std::round(worst * 1e6) / 1e3) + " mm";
    if (worst > 4 * step) {
        issues.add(soulfu::issue::poses_off, "ddd", "frames", {},
                   text::plural(count, "frame") + " are at most " + words);
    } else if (worst > step / 2) {
        issues.add(soulfu::issue::poses_rounded, "ddd", "frames", {}, words);
    }
}

}  // namespace thaw::ddd
