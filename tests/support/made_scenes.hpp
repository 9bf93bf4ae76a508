// Small scenes made by code, for the tests of from_scene().
#pragma once

#include <string>

#include <thaw/scene.hpp>

#include "scene/maths.hpp"

namespace thaw::test {

// A quad in the air, without skin, material or clip.
inline Scene quad() {
    Scene scene;
    Mesh mesh;
    mesh.name = "quad";
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    Primitive part;
    part.points = {0, 1, 2, 3};
    part.indices = {0, 1, 2, 0, 2, 3};
    mesh.primitives.push_back(part);
    scene.meshes.push_back(mesh);
    scene.nodes.push_back({"quad", no_index, {}, 0, no_index, {}});
    return scene;
}

// A row of triangles that share no point.
inline Scene many_points(std::size_t points) {
    Scene scene = quad();
    Mesh& mesh = scene.meshes[0];
    Primitive& part = mesh.primitives[0];
    mesh.points.clear();
    part.points.clear();
    part.indices.clear();
    for (u32 p = 0; p < points; ++p) {
        mesh.points.push_back({static_cast<f32>(p / 3), p % 3 == 1 ? 1.0f : 0.0f, p % 3 == 2 ? 1.0f : 0.0f});
        part.points.push_back(p);
        if (p % 3 == 2) part.indices.insert(part.indices.end(), {p - 2, p - 1, p});
    }
    if (part.indices.back() + 1 < points) part.indices.insert(part.indices.end(), {0, 1, static_cast<u32>(points) - 1});
    return scene;
}

// The quad, held by the first, the last and the middle one of a row of joints.
inline Scene chain_of_joints(u32 joints) {
    Scene scene = quad();
    Skin skin;
    for (u32 j = 0; j < joints; ++j) {
        skin.joints.push_back(static_cast<u32>(scene.nodes.size()));
        skin.inverse_binds.push_back({});
        skin.inverse_binds.back().m[13] = -0.1f * static_cast<f32>(j);
        scene.nodes.push_back(
            {"j" + std::to_string(j), j == 0 ? no_index : skin.joints[j - 1], {}, no_index, no_index, {}});
        if (j > 0) scene.nodes.back().local.translation.y = 0.1f;
    }
    scene.skins.push_back(skin);
    scene.nodes[0].skin = 0;
    Influences& influences = scene.meshes[0].influences;
    influences.per_point = 1;
    influences.joints = {0, 0, static_cast<u16>(joints - 1), static_cast<u16>(joints / 2)};
    influences.weights.assign(4, 1);
    return scene;
}

// One node that turns, a key a frame.
inline Clip swing(u32 node, std::size_t keys, double fps) {
    Clip clip{.name = "swing"};
    Channel turn{.node = node, .path = Path::rotation};
    clip.timelines.emplace_back();
    for (std::size_t k = 0; k < keys; ++k) {
        clip.timelines[0].push_back(static_cast<f32>(static_cast<double>(k) / fps));
        const Quat q = axis_rotation({0, 0, 1}, 0.2 * static_cast<double>(k));
        turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
    }
    clip.channels.push_back(turn);
    return clip;
}

}  // namespace thaw::test
