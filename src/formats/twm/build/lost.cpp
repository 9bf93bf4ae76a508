// What a file has no place for: names, materials, colours, shapes, lines.
#include <algorithm>

#include "base/text.hpp"
#include "formats/twm/build/issues.hpp"
#include "formats/twm/build/parts.hpp"

namespace thaw::twm {

namespace {

struct Lost {
    u64 lines = 0;
    u64 colors = 0;
    u64 shapes = 0;
    u64 frames = 0;
    u64 looks = 0;
};

Lost lost_of(const thaw::Mesh& mesh) {
    Lost out;
    for (const Primitive& primitive : mesh.primitives) {
        if (primitive.topology == Topology::lines) out.lines += primitive.indices.size() / 2;
        out.colors += static_cast<u64>(std::count_if(primitive.colors.begin(), primitive.colors.end(),
                                                     [](Vec4 c) { return c != Vec4{1, 1, 1, 1}; }));
        out.looks += primitive.variants.empty() ? 0 : primitive.variants.size() - 1;
    }
    out.shapes = mesh.targets.size();
    out.frames = mesh.frames ? mesh.frames->count - 1 : 0;
    return out;
}

// "joint_007": what a reader calls it anyway.
bool is_own_name(std::string_view name, std::string_view stem, u64 number) {
    const auto at = name.rfind(stem);
    if (at == std::string_view::npos) return false;
    const std::string_view digits = name.substr(at + stem.size());
    const std::string wanted = std::to_string(number);
    return digits.size() >= wanted.size() && digits.ends_with(wanted) &&
           digits.substr(0, digits.size() - wanted.size()).find_first_not_of('0') == std::string_view::npos;
}

void count_into(std::string& list, u64 n, std::string_view one) {
    if (n > 0) list += (list.empty() ? "" : ", ") + text::plural(n, one);
}

void report_names(const BuildWork& work) {
    u64 meshes = 0, joints = 0, clips = 0, mesh = 0;
    for (std::size_t n = 0; n < work.scene.nodes.size(); ++n) {
        const Node& node = work.scene.nodes[n];
        if (node.mesh == no_index) continue;
        const bool is_own = is_own_name(node.name, ".Mesh.", mesh++);
        if (!is_own && !BuildWork::is_in(work.kept_nodes, n)) ++meshes;
    }
    for (std::size_t b = 0; b < work.rig.bones.size(); ++b) {
        const u32 node = work.rig.bones[b].node;
        if (node == no_index || BuildWork::is_in(work.kept_nodes, node)) continue;
        if (!is_own_name(work.scene.nodes[node].name, "joint_", b)) ++joints;
    }
    for (std::size_t c = 0; c < work.scene.clips.size() && !work.rig.bones.empty(); ++c) {
        if (BuildWork::is_in(work.kept_clips, c)) continue;
        if (!is_own_name(work.scene.clips[c].name, "animation_", c)) ++clips;
    }
    std::string found;
    count_into(found, meshes, "mesh");
    count_into(found, joints, "joint");
    count_into(found, clips, "clip");
    if (!found.empty()) work.issues.add(issue::names_dropped, {}, "names", {}, found);
}

}  // namespace

void report_lost(BuildWork& work) {
    for (std::size_t n = 0; n < work.scene.nodes.size(); ++n) {
        const Node& node = work.scene.nodes[n];
        if (node.mesh == no_index || BuildWork::is_in(work.kept_nodes, n)) continue;
        const Lost lost = lost_of(work.scene.meshes[node.mesh]);
        std::string found;
        count_into(found, lost.lines, "line");
        count_into(found, lost.colors, "colour");
        count_into(found, lost.shapes, "morph target");
        count_into(found, lost.frames, "frame");
        count_into(found, lost.looks, "variant");
        if (!found.empty()) work.issues.add(thaw::issue::not_kept, {}, node.name, {}, found);
    }
    u64 materials = 0, images = 0;
    for (std::size_t m = 0; m < work.scene.materials.size(); ++m) {
        const Material& material = work.scene.materials[m];
        const bool is_plain = material.image == no_index && material.name == "plain";
        if (!is_plain && !BuildWork::is_in(work.kept_materials, m)) ++materials;
    }
    for (std::size_t i = 0; i < work.scene.images.size(); ++i)
        images += BuildWork::is_in(work.kept_images, i) ? 0u : 1u;
    std::string found;
    count_into(found, materials, "material");
    count_into(found, images, "image");
    if (!found.empty()) work.issues.add(thaw::issue::not_kept, {}, "materials", {}, found);
    for (std::size_t c = 0; c < work.scene.clips.size(); ++c) {
        if (BuildWork::is_in(work.kept_clips, c)) continue;
        const Clip& clip = work.scene.clips[c];
        const auto shapes = static_cast<u64>(std::count_if(clip.channels.begin(), clip.channels.end(),
                                                           [](const Channel& c) { return c.path == Path::weights; }));
        if (shapes == 0) continue;
        work.issues.add(issue::shape_clip_dropped, {}, clip.name);
    }
    report_names(work);
}

}  // namespace thaw::twm
