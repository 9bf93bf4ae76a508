#include "gltf/scenes.hpp"

#include <cstring>

#include "scene/frames.hpp"
#include "scene/loops.hpp"

namespace thaw::test {

namespace {

// A PNG of one red pixel.
constexpr std::array<u8, 69> red_png{0x89, 'P',  'N',  'G',  0x0d, 0x0a, 0x1a, 0x0a, 0,    0,    0,    13,   'I',  'H',
                                     'D',  'R',  0,    0,    0,    1,    0,    0,    0,    1,    8,    2,    0,    0,
                                     0,    0x90, 0x77, 0x53, 0xde, 0,    0,    0,    12,   'I',  'D',  'A',  'T',  0x08,
                                     0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0,    0,    0x03, 0x01, 0x01, 0,    0x18, 0xdd, 0x8d,
                                     0xb0, 0,    0,    0,    0,    'I',  'E',  'N',  'D',  0xae, 0x42, 0x60, 0x82};

// Frame f: a unit square whose free corners rise by f.
VertexFrames rising_frames(u32 count) {
    std::vector<u8> bytes;
    for (u32 f = 0; f < count; ++f) {
        const std::array<std::array<i32, 3>, 4> corners{
            {{0, 0, 0}, {10, 0, 0}, {10, 10, static_cast<i32>(f)}, {0, 10, static_cast<i32>(f)}}};
        for (const auto& c : corners) {
            const u32 word = (static_cast<u32>(c[0]) & 0x7FF) | (static_cast<u32>(c[1]) & 0x7FF) << 11 |
                             static_cast<u32>(c[2]) << 22;
            for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<u8>(word >> shift));
        }
    }
    VertexFrames frames;
    frames.layout = word_points;
    frames.bytes = Blob::take(std::move(bytes));
    frames.stride = 16;
    frames.count = count;
    frames.transform.rows = {{{0.1, 0, 0}, {0, 0, 0.1}, {0, -0.1, 0}}};
    for (u32 f = 0; f < count; ++f) frames.names.push_back("frame " + std::to_string(f));
    return frames;
}

}  // namespace

Scene flapping_quad() {
    Scene scene{.name = "quad"};
    Mesh mesh{.name = "quad"};
    mesh.points.resize(4);
    mesh.frames = rising_frames(5);
    decode_frame(*mesh.frames, 0, mesh.points);
    // A seam: point 1 has two corners.
    mesh.primitives.push_back({.material = 0,
                               .points = {0, 1, 2, 1},
                               .uvs = {{0, 1}, {1, 1}, {1, 0}, {0.5f, 1}},
                               .indices = {0, 1, 2, 0, 3, 2}});
    mesh.primitives.push_back(
        {.material = 1, .flat = true, .points = {0, 2, 3}, .uvs = {{0, 1}, {1, 0}, {0, 0}}, .indices = {0, 1, 2}});
    scene.meshes.push_back(std::move(mesh));
    scene.materials.push_back(
        {.name = "red", .image = 0, .alpha = AlphaMode::mask, .double_sided = true, .nearest = true});
    scene.materials.push_back({.name = "lit", .image = 0, .unlit = false, .clamp = true});
    scene.materials[1].blend = BlendMode::additive;
    scene.images.push_back({.name = "red", .file = Blob::copy_of(red_png)});
    scene.nodes.push_back({.name = "quad", .mesh = 0});
    Clip clip{.name = "flap"};
    clip.timelines = {{0, 0.1f, 0.2f, 0.3f}};
    clip.channels.push_back({.node = 0, .path = Path::frame, .frames = {1, 2, 3, 4}});
    clip.extras.set("rate", 10);
    scene.clips.push_back(std::move(clip));
    finish_clip(scene, scene.clips[0], 0.4f, SceneOptions::Loop::close);
    scene.extras.set("thaw_version", 8).set("thaw_counts", json::Array{1, 2, 3});
    return scene;
}

Scene bending_strip() {
    Scene scene{.name = "strip"};
    scene.nodes.push_back({.name = "root"});
    for (u32 i = 0; i < 5; ++i)
        scene.nodes.push_back({.name = "joint", .parent = i, .local = {.translation = {0, i == 0 ? 0.0f : 1.0f, 0}}});
    scene.nodes.push_back({.name = "strip", .mesh = 0, .skin = 0});
    Skin skin{.joints = {1, 2, 3, 4, 5}};
    for (u32 i = 0; i < 5; ++i) {
        Mat4 bind;
        bind.m[13] = -static_cast<f32>(i);
        skin.inverse_binds.push_back(bind);
    }
    scene.skins.push_back(std::move(skin));
    Mesh mesh{.name = "strip"};
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 4, 0}, {0, 4, 0}};
    mesh.normals.assign(4, {0, 0, 1});
    mesh.tangents.assign(4, {1, 0, 0, 1});
    mesh.influences.per_point = 5;
    for (u32 p = 0; p < 4; ++p) {
        const bool top = p >= 2;
        for (u16 i = 0; i < 5; ++i) {
            mesh.influences.joints.push_back(top ? i : u16{0});
            mesh.influences.weights.push_back(top ? 0.2f : (i == 0 ? 1.0f : 0.0f));
        }
    }
    mesh.targets.push_back({"wide", {1, 2}, {{1, 0, 0}, {1, 0, 0}}});
    mesh.targets.push_back({"none", {}, {}});
    mesh.primitives.push_back({.material = 0,
                               .points = {0, 1, 2, 3},
                               .colors = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 0.5f}, {1, 1, 1, 1}},
                               .indices = {0, 1, 2, 0, 2, 3},
                               .variants = {0, 1}});
    mesh.primitives.push_back({.topology = Topology::lines, .points = {0, 2}, .indices = {0, 1}});
    scene.meshes.push_back(std::move(mesh));
    scene.variants = {"day", "night"};
    scene.materials.push_back({.name = "day", .alpha = AlphaMode::blend});
    scene.materials.push_back({.name = "night", .base_color = {0, 0, 0.2f, 1}});
    scene.materials[0].extras.set("thaw_slot", 0);
    Clip clip{.name = "bend"};
    clip.timelines = {{0, 0.5f}, {0, 0.25f, 1}};
    clip.channels.push_back({.node = 2,
                             .path = Path::rotation,
                             .interpolation = Interpolation::step,
                             .timeline = 0,
                             .values = {0, 0, 0, 1, 0, 0, 1, 0}});
    clip.channels.push_back(
        {.node = 1, .path = Path::translation, .timeline = 1, .values = {0, 0, 0, 0, 0, 1, 0, 0, 2}});
    clip.channels.push_back({.node = 6, .path = Path::weights, .timeline = 0, .values = {0, 0, 1, 0}});
    scene.clips.push_back(std::move(clip));
    return scene;
}

Scene lone_marker() {
    Scene scene;
    scene.nodes.push_back({.name = "marker", .local = {.translation = {1, 2, 3}}});
    return scene;
}

}  // namespace thaw::test
