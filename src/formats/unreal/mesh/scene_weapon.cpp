// The weapon triangle: never drawn, it says where a held weapon is and how it is turned (U4).
#include <algorithm>
#include <cmath>

#include "base/field_path.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

// False if there is no direction.
bool normalise(Vec3d& a) {
    const double n = length(a);
    if (!(n > 1e-12)) return false;
    a = a / n;
    return true;
}

}  // namespace

std::optional<WeaponTriangle> find_weapon(SceneWork& work) {
    const auto& polys = work.document.data->polys;
    const auto is_weapon = [](const Poly& poly) { return (poly.type & weapon_bit) != 0; };
    const auto first = std::find_if(polys.begin(), polys.end(), is_weapon);
    if (first == polys.end()) return std::nullopt;
    const auto count = std::count_if(first, polys.end(), is_weapon);
    if (count > 1) {
        const auto second = std::find_if(first + 1, polys.end(), is_weapon);
        work.issues.add(issue::many_weapon_triangles, "data", field_path("polys", second - polys.begin(), "type"), "1",
                        std::to_string(count));
    }
    const u16 highest = *std::max_element(first->vertices.begin(), first->vertices.end());
    if (highest >= work.extent.points) {
        const bool exists = highest < work.document.data->num_vertices;
        work.issues.add(exists ? issue::vertex_not_stored : issue::index_out_of_range, "data",
                        field_path("polys", first - polys.begin(), "vertices"),
                        "below " + std::to_string(work.extent.points), std::to_string(highest));
        return std::nullopt;
    }
    WeaponTriangle out{first->vertices};
    // U5: the importer swaps the two as it does in every triangle of a mesh that it mirrors.
    const Mesh* mesh = work.mesh();
    if (mesh != nullptr && mesh->placement.unmirror) std::swap(out.vertices[1], out.vertices[2]);
    return out;
}

// In object space: O = (v0 + v2) / 2, X = |v1 - v0|, Y = |X x (v2 - v0)|, Z = X x Y. A weapon's forward, right and up
// lie along X, Y and Z. The scene is object space mirrored, so the cross products change their sign; its forward, left
// and up are the axes 2, 0 and 1.
Transform weapon_transform(const SceneWork& work, const WeaponTriangle& weapon, u32 frame) {
    std::array<Vec3d, 3> v{};
    for (std::size_t i = 0; i < 3; ++i) {
        v[i] = transformed(work.placing.scene, exact(work.document.vertex(frame, weapon.vertices[i])));
    }
    Transform out;
    out.translation = rounded((v[0] + v[2]) / 2);
    Vec3d forward = v[1] - v[0];
    if (!normalise(forward)) {
        out.scale = {0, 0, 0};
        return out;
    }
    Vec3d left = cross(forward, v[2] - v[0]);
    if (!normalise(left)) {
        out.scale = {0, 0, 0};  // animations shrink the triangle to nothing where the weapon is lost
        return out;
    }
    const Vec3d up = cross(forward, left);
    thaw::Matrix matrix = identity_matrix;
    for (std::size_t row = 0; row < 3; ++row) {
        matrix[row] = left[row];
        matrix[4 + row] = up[row];
        matrix[8 + row] = forward[row];
    }
    out.rotation = rotation_of(matrix);
    return out;
}

void add_weapon_channels(const SceneWork& work, const WeaponTriangle& weapon, const Play& play, u32 node, Clip& clip) {
    Channel translation{.node = node, .path = Path::translation};
    Channel rotation{.node = node, .path = Path::rotation};
    Channel scale{.node = node, .path = Path::scale};
    Quat previous;
    bool shrinks = false;
    for (const u32 frame : play.frames) {
        const Transform t = weapon_transform(work, weapon, frame);
        const bool gone = t.scale == Vec3{};
        shrinks = shrinks || gone;
        if (!gone) previous = nearer(t.rotation, previous);
        for (const f32 e : {t.translation.x, t.translation.y, t.translation.z}) translation.values.push_back(e);
        for (const f32 e : {previous.x, previous.y, previous.z, previous.w}) rotation.values.push_back(e);
        for (const f32 e : {t.scale.x, t.scale.y, t.scale.z}) scale.values.push_back(e);
    }
    clip.channels.push_back(std::move(translation));
    clip.channels.push_back(std::move(rotation));
    if (shrinks) clip.channels.push_back(std::move(scale));
}

}  // namespace thaw::unreal
