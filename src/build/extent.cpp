#include "build/extent.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"

namespace thaw::build {

namespace {

double largest(Vec3 v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

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
    return out;
}

std::string words(const char* what, const std::string& name) {
    return std::string(what) + (name.empty() ? std::string() : " of " + text::printable(name)) +
           " too large for any game";
}

bool is_large_mesh(const Mesh& mesh) {
    const auto large = [](Vec3 v) { return !(largest(v) <= greatest_size); };
    if (std::any_of(mesh.points.begin(), mesh.points.end(), large)) return true;
    return std::any_of(mesh.targets.begin(), mesh.targets.end(), [&](const MorphTarget& target) {
        return std::any_of(target.offsets.begin(), target.offsets.end(), large);
    });
}

}  // namespace

std::string too_large(const Scene& scene) {
    for (const Mesh& mesh : scene.meshes) {
        if (is_large_mesh(mesh)) return words("positions", mesh.name);
    }
    for (const Skin& skin : scene.skins) {
        for (const Mat4& matrix : skin.inverse_binds) {
            for (const f32 value : matrix.m) {
                if (!(std::abs(value) <= greatest_size)) return words("bind matrices", skin.name);
            }
        }
    }
    // Parents come first: what they do to their children adds up.
    std::vector<Reach> worlds = reaches_of(scene);
    for (std::size_t n = 0; n < worlds.size(); ++n) {
        if (scene.nodes[n].parent != no_index) {
            const Reach& above = worlds[scene.nodes[n].parent];
            worlds[n] = {above.move + above.scale * worlds[n].move, above.scale * worlds[n].scale};
        }
        if (!(worlds[n].move <= greatest_size)) return words("the place", scene.nodes[n].name);
        if (!(worlds[n].scale <= greatest_size)) return words("the scale", scene.nodes[n].name);
    }
    return {};
}

}  // namespace thaw::build
