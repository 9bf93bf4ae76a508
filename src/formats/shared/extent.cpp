#include "formats/shared/extent.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "scene/targets.hpp"

namespace thaw::build {

namespace {

double largest(Vec3 v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

double largest(const std::vector<Vec3>& list) {
    double most = 0;
    for (const Vec3 v : list) most = std::max(most, largest(v));
    return most;
}

double largest(const std::vector<Mat4>& list) {
    double most = 0;
    for (const Mat4& matrix : list) {
        for (const f32 value : matrix.m) most = std::max<double>(most, std::abs(value));
    }
    return most;
}

// How far each node moves and enlarges at most, by itself.
struct Reach {
    double move = 0;
    double scale = 1;
};

std::vector<Reach> reaches_of(const Scene& scene) {
    std::vector<Reach> out;
    for (const Node& node : scene.nodes) {
        out.push_back({largest(node.local.translation), std::max(1.0, largest(node.local.scale))});
    }
    for (const Clip& clip : scene.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Path::translation && channel.path != Path::scale) continue;
            Reach& reach = out[channel.node];
            double& most = channel.path == Path::scale ? reach.scale : reach.move;
            for (const f32 value : channel.values) most = std::max<double>(most, std::abs(value));
        }
    }
    // Parents come first: what they do to their children adds up.
    for (std::size_t n = 0; n < out.size(); ++n) {
        if (scene.nodes[n].parent == no_index) continue;
        const Reach& above = out[scene.nodes[n].parent];
        out[n] = {above.move + above.scale * out[n].move, above.scale * out[n].scale};
    }
    return out;
}

// Targets count one by one: no game shows more than two frames at once.
double size_of(const Mesh& mesh) {
    double offset = 0;
    for (const MorphTarget& target : mesh.targets) {
        each_offset(mesh, target, [&](u32, Vec3 moved) { offset = std::max(offset, largest(moved)); });
    }
    return largest(mesh.points) + offset;
}

// Where a skinned mesh's points may come to lie.
double skinned_size(const Skin& skin, const std::vector<Reach>& worlds, double points) {
    Reach joints;
    for (const u32 joint : skin.joints) {
        joints.move = std::max(joints.move, worlds[joint].move);
        joints.scale = std::max(joints.scale, worlds[joint].scale);
    }
    return joints.move + joints.scale * largest(skin.inverse_binds) * (3 * points + 1);
}

std::string words(const char* what, const std::string& name) {
    return std::string(what) + (name.empty() ? std::string() : " of " + text::printable(name)) +
           " too large for any game";
}

}  // namespace

std::string too_large(const Scene& scene) {
    const auto fits = [](double size) { return size <= greatest_size; };  // what is no number does not
    const std::vector<Reach> worlds = reaches_of(scene);
    for (std::size_t n = 0; n < worlds.size(); ++n) {
        if (!fits(worlds[n].move)) return words("the place", scene.nodes[n].name);
        if (!fits(worlds[n].scale)) return words("the scale", scene.nodes[n].name);
    }
    for (const Skin& skin : scene.skins) {
        if (!fits(largest(skin.inverse_binds))) return words("bind matrices", skin.name);
    }
    std::vector<double> sizes;
    for (const Mesh& mesh : scene.meshes) {
        sizes.push_back(size_of(mesh));
        if (!fits(sizes.back())) return words("positions", mesh.name);
    }
    for (std::size_t n = 0; n < worlds.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (node.mesh == no_index) continue;
        const double points = sizes[node.mesh];
        const bool whole = node.skin == no_index ? fits(worlds[n].move + worlds[n].scale * points)
                                                 : fits(skinned_size(scene.skins[node.skin], worlds, points));
        if (!whole) return words("what is shown", scene.meshes[node.mesh].name);
    }
    return {};
}

}  // namespace thaw::build
