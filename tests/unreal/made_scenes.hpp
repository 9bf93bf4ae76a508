// Scenes that never were Unreal models.
#pragma once

#include <array>

#include <thaw/scene.hpp>

namespace thaw::test {

// A closed box from -half to +half, twelve triangles that turn outward.
inline Mesh box(Vec3 half, u32 material = no_index) {
    Mesh mesh{.name = "box"};
    for (u32 i = 0; i < 8; ++i) {
        mesh.points.push_back(
            {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
    }
    constexpr std::array<std::array<u32, 4>, 6> sides{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    Primitive part{.material = material};
    for (const auto& side : sides) {
        const auto first = static_cast<u32>(part.points.size());
        for (u32 k = 0; k < 4; ++k) {
            part.points.push_back(side[k]);
            part.uvs.push_back({k == 1 || k == 2 ? 1.0f : 0.0f, k >= 2 ? 1.0f : 0.0f});
        }
        for (const u32 k : {0u, 1u, 2u, 0u, 2u, 3u}) part.indices.push_back(first + k);
    }
    mesh.primitives.push_back(std::move(part));
    return mesh;
}

inline Scene scene_with(Mesh mesh) {
    Scene scene{.name = "made"};
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "made", .mesh = 0});
    return scene;
}

// A clip that moves a node from one key to the next.
inline void add_move(Scene& scene, u32 node, std::vector<f32> times, std::vector<Vec3> places, std::string name) {
    Clip clip{.name = std::move(name)};
    Channel channel{.node = node};
    for (const Vec3 p : places) {
        for (const f32 e : {p.x, p.y, p.z}) channel.values.push_back(e);
    }
    clip.timelines.push_back(std::move(times));
    clip.channels.push_back(std::move(channel));
    scene.clips.push_back(std::move(clip));
}

// A fan over `points` points, with as many triangles as asked for.
inline Mesh fan(u32 points, u32 triangles) {
    Mesh mesh{.name = "fan"};
    for (u32 i = 0; i < points; ++i) {
        mesh.points.push_back({static_cast<f32>(i % 128), static_cast<f32>(i / 128 % 128), static_cast<f32>(i % 7)});
    }
    Primitive part;
    for (u32 i = 0; i < points; ++i) part.points.push_back(i);
    for (u32 t = 0; t < triangles; ++t) {
        const u32 k = t % (points - 2);
        for (const u32 corner : {0u, k + 1, k + 2}) part.indices.push_back(corner);
    }
    mesh.primitives.push_back(std::move(part));
    return mesh;
}

}  // namespace thaw::test
