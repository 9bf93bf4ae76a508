#include "gltf/steps.hpp"

#include <thaw/gltf.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/text.hpp"
#include "gltf/read_issues.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace gltf {

namespace {

template <class T>
bool fits(const StepBounds& bounds) {
    for (std::size_t a = 0; a < 3; ++a) {
        if (bounds.low[a] < std::numeric_limits<T>::min() || bounds.high[a] > std::numeric_limits<T>::max())
            return false;
    }
    return true;
}

bool may_carry(const Scene& scene, u32 node) {
    const bool has_children =
        std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& other) { return other.parent == node; });
    const auto moves = [&](const Channel& channel) {
        return channel.node == node && channel.path != Path::frame && channel.path != Path::weights;
    };
    const bool is_moved = std::any_of(scene.clips.begin(), scene.clips.end(), [&](const Clip& clip) {
        return std::any_of(clip.channels.begin(), clip.channels.end(), moves);
    });
    return !has_children && !is_moved && scene.nodes[node].skin == no_index;
}

// The node that shows the mesh, if that is one alone.
std::optional<u32> only_node(const Scene& scene, u32 mesh) {
    std::optional<u32> found;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != mesh) continue;
        if (found) return std::nullopt;
        found = n;
    }
    return found;
}

// Then not even the distance of two numbers needs more.
bool has_narrow_numbers(const Mesh& mesh) {
    const auto& bits = mesh.frames->layout.bits;
    return *std::max_element(bits.begin(), bits.end()) < 16;
}

std::vector<u32> every_point(const Mesh& mesh) {
    std::vector<u32> out(mesh.points.size());
    std::iota(out.begin(), out.end(), u32{0});
    return out;
}

}  // namespace

bool fits_shorts(const StepBounds& bounds) { return fits<i16>(bounds); }
bool fits_bytes(const StepBounds& bounds) { return fits<i8>(bounds); }

std::optional<WholeSteps> whole_steps(const Scene& scene, u32 mesh, const FrameOffsets& offsets) {
    const auto step = offsets.step();
    const auto node = only_node(scene, mesh);
    // Normals of the model's own would not come back to the last bit.
    const bool has_normals = !scene.meshes[mesh].normals.empty();
    if (!step || !node || has_normals || !may_carry(scene, *node)) return std::nullopt;
    if (!has_narrow_numbers(scene.meshes[mesh])) {
        const std::vector<u32> all = every_point(scene.meshes[mesh]);
        if (!fits_shorts(offsets.step_bounds(0, offsets.from_zero(all)))) return std::nullopt;
    }
    WholeSteps out{*node, scene.nodes[*node].local};
    const Matrix placed = matrix_of(out.local);
    out.local.translation = rounded(transformed(placed, scene.meshes[mesh].frames->transform.offset));
    const Vec3 scale = out.local.scale;
    out.local.scale = rounded(Vec3d{scale.x * step->x, scale.y * step->y, scale.z * step->z});
    return out;
}

namespace {

// How many shapes of the mesh move farther than 16 bits reach.
u64 wide_shapes(const Mesh& mesh, const FrameOffsets& offsets) {
    if (has_narrow_numbers(mesh)) return 0;
    const std::vector<u32> all = every_point(mesh);
    const FrameOffsets::Corners corners = offsets.corners(all);
    u64 wide = 0;
    for (u32 f = 1; f < mesh.frames->count; ++f) wide += fits_shorts(offsets.step_bounds(f, corners)) ? 0u : 1u;
    return wide;
}

}  // namespace

}  // namespace gltf

void report_gltf_losses(const Scene& scene, const GltfOptions& options, Issues& issues) {
    if (!options.compact) return;
    for (u32 m = 0; m < scene.meshes.size(); ++m) {
        const Mesh& mesh = scene.meshes[m];
        if (!mesh.frames || mesh.frames->count < 2) continue;
        const FrameOffsets offsets(*mesh.frames, mesh.points.size());
        const bool whole = gltf::whole_steps(scene, m, offsets).has_value();
        const u64 wide = whole ? gltf::wide_shapes(mesh, offsets) : mesh.frames->count - 1;
        if (wide == 0) continue;
        const std::string words = std::to_string(wide) + " of " + text::plural(mesh.frames->count - 1, "shape");
        issues.add(gltf::issue::wide, "meshes[" + std::to_string(m) + "]", {}, {}, words);
    }
}

}  // namespace thaw
