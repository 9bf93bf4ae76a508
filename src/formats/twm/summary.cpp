// What `thaw info` says about a TWM.
#include "formats/twm/summary.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate.hpp"

namespace thaw::twm {

namespace {

template <class Number>
u64 sum_over(const std::vector<Mesh>& meshes, Number&& number) {
    u64 sum = 0;
    for (const Mesh& mesh : meshes) sum += number(mesh);
    return sum;
}

u64 declared_of(const Document& document) {
    const bool half = document.index_form() == IndexForm::half;
    return sum_over(document.meshes, [&](const Mesh& mesh) { return mesh.declared_indices(half); });
}

// Frames are the keys of the joint that has most, since nothing else divides the time; the speed then is what makes
// them last as long as the largest key time says.
ClipSummary clip_of(const Animation& animation, std::size_t a) {
    const auto most = std::max_element(animation.key_counts.begin(), animation.key_counts.end());
    const u64 frames = most == animation.key_counts.end() ? 0 : *most;
    const double seconds = duration_ms(animation) / 1000.0;
    return {"animation_" + std::to_string(a), frames, seconds > 0 ? static_cast<double>(frames) / seconds : 0, false};
}

Totals totals_of(const Document& document, const std::vector<ClipSummary>& clips) {
    Totals totals;
    totals.meshes = document.meshes.size();
    totals.vertices = vertices_of(document);
    totals.triangles = sum_over(document.meshes, [](const Mesh& mesh) { return mesh.stored_indices() / 3; });
    totals.bones = document.joints.size();
    for (const ClipSummary& clip : clips) totals.frames += clip.frames;
    return totals;
}

void add_layout_remarks(const Document& document, std::vector<std::string>& out) {
    out.push_back("layout: " + layout_name(document.layout));
    if (document.ancestor) out.emplace_back("this is the format of 2018, before it was called TWM");
    if (document.skeleton_flag != 0 && !document.has_joint_block()) {
        out.emplace_back("the header promises a skeleton that is not there");
    }
    if (document.version < newest_version) {
        out.push_back("version " + std::to_string(document.version) +
                      " does not load in the published engine: `thaw convert --variant v3` brings it up to date");
    }
}

void add_repair_remarks(const Document& document, std::vector<std::string>& out) {
    const u64 lost = declared_of(document) / 3 -
                     sum_over(document.meshes, [](const Mesh& mesh) { return mesh.stored_indices() / 3; });
    if (document.index_form() == IndexForm::half && lost > 0) {
        out.push_back(text::plural(lost, "triangle") + " were never written and are lost");
    }
    if (document.layout.salvaged) out.emplace_back("only the shape can be used: normals and UVs cannot be told apart");
    u64 uvs = 0;
    bool dull = false;
    for (const Mesh& mesh : document.meshes) {
        if (has_uv_stride_bug(document, mesh)) uvs += uvs_lost(mesh);
        dull = dull || std::any_of(mesh.normals.begin(), mesh.normals.end(), [](const Vec3& n) {
                   return std::abs(double{n.x} * n.x + double{n.y} * n.y + double{n.z} * n.z - 1) > 0.02;
               });
    }
    if (uvs > 0) {
        out.push_back("a conversion puts the texture coordinates right; " + std::to_string(uvs) + " of them are lost");
    }
    if (dull) out.emplace_back("a conversion makes the normals unit length");
    const bool euler = std::any_of(document.animations.begin(), document.animations.end(), [](const Animation& each) {
        return rotations_of(each) == Rotations::euler_degrees;
    });
    if (euler) out.emplace_back("rotations are degrees; a conversion makes quaternions of them");
}

json::Value vector_json(const thaw::Vec3& v) {
    return json::Array{json::Value(double{v.x}), json::Value(double{v.y}), json::Value(double{v.z})};
}

json::Value mesh_json(const Document& document, const Mesh& mesh) {
    json::Value out;
    out.set("vertices", mesh.positions.size()).set("indices", mesh.stored_indices());
    out.set("normals", mesh.has_normals != 0).set("uvs", mesh.has_uvs != 0);
    out.set("tangents", mesh.has_tangents != 0).set("binormals", mesh.has_binormals != 0);
    out.set("weights", mesh.weights.size()).set("uv_stride_bug", has_uv_stride_bug(document, mesh));
    return out;
}

json::Value native_json(const Document& document) {
    json::Array per_mesh;
    u32 longest = 0;
    for (const Mesh& mesh : document.meshes) per_mesh.push_back(mesh_json(document, mesh));
    for (const Animation& animation : document.animations) longest = std::max(longest, duration_ms(animation));
    json::Value out;
    out.set("version", document.version).set("magic", document.magic());
    out.set("container", document.container == Container::lz4 ? "lz4" : "plain");
    out.set("layout", layout_name(document.layout)).set("skeleton_flag", document.skeleton_flag);
    out.set("meshes", document.meshes.size()).set("vertices", vertices_of(document));
    out.set("indices", sum_over(document.meshes, [](const Mesh& mesh) { return mesh.stored_indices(); }));
    out.set("declared_indices", declared_of(document));
    out.set("joints", document.joints.size()).set("roots", roots_of(document));
    out.set("max_weights", most_weights_of(document));
    out.set("animations", document.num_animations()).set("keys", keys_of(document)).set("duration_ms", longest);
    const Box3<f32> box = bounds_of(document);
    out.set("bounds_min", box.is_empty() ? json::Value() : vector_json(box.low));
    out.set("bounds_max", box.is_empty() ? json::Value() : vector_json(box.high));
    out.set("trailing", document.trailing.size()).set("per_mesh", std::move(per_mesh));
    return out;
}

}  // namespace

Box3<f32> bounds_of(const Document& document) {
    Box3<f32> box;
    for (const Mesh& mesh : document.meshes) {
        for (const Vec3& p : mesh.positions) {
            if (is_finite(p)) box.include(scene_vector(p));
        }
    }
    return box;
}

u64 vertices_of(const Document& document) {
    return sum_over(document.meshes, [](const Mesh& mesh) { return u64{mesh.positions.size()}; });
}

u64 keys_of(const Document& document) {
    u64 keys = 0;
    for (const Animation& animation : document.animations) keys += animation.keys.size();
    return keys;
}

u64 roots_of(const Document& document) {
    u64 roots = 0;
    for (std::size_t j = 0; j < document.joints.size(); ++j) {
        if (document.is_root(j)) ++roots;
    }
    return roots;
}

u64 most_weights_of(const Document& document) {
    u64 most = 0;
    for (const Mesh& mesh : document.meshes) {
        for (const u64 n : mesh.weight_counts) most = std::max(most, n);
    }
    return most;
}

u32 duration_ms(const Animation& animation) {
    u32 last = 0;
    for (const Key& key : animation.keys) last = std::max(last, key.ms);
    return last;
}

Summary summarise(const Document& document, const Bundle&) {
    Summary summary;
    summary.variant = "v" + std::to_string(document.version);
    for (std::size_t a = 0; a < document.animations.size(); ++a) {
        summary.clips.push_back(clip_of(document.animations[a], a));
    }
    summary.totals = totals_of(document, summary.clips);
    add_layout_remarks(document, summary.remarks);
    add_repair_remarks(document, summary.remarks);
    if (const Box3<f32> box = bounds_of(document); !box.is_empty()) {
        summary.height_metres = double{box.high.y} - double{box.low.y};
    }
    summary.native = native_json(document);
    return summary;
}

}  // namespace thaw::twm
