// A scene to edit, and what an edit of it amounts to.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "scene/check.hpp"
#include "scene/edit/edit.hpp"
#include "scene/frames.hpp"

namespace thaw {

inline constexpr u32 points_of_box = 8;

inline Image image(u8 red) {
    Image out{.name = "skin.pcx", .width = 2, .height = 1};
    out.pixels = Blob::take({red, 0, 0, 255, 9, 9, 9, 0});
    return out;
}

inline Mesh box(const std::string& name, f32 left) {
    Mesh out{.name = name};
    for (u32 i = 0; i < points_of_box; ++i) {
        out.points.push_back({left + static_cast<f32>(i & 1), static_cast<f32>(i >> 1 & 1), static_cast<f32>(i >> 2)});
    }
    Primitive part{.material = 0};
    for (u32 i = 0; i < points_of_box; ++i) {
        part.points.push_back(i);
        part.uvs.push_back({static_cast<f32>(i) / 8, static_cast<f32>(i % 3) / 4});
    }
    part.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7};
    out.primitives.push_back(std::move(part));
    return out;
}

// Two boxes on a joint each, a clip that moves the joints, an image.
inline Scene robot() {
    Scene out;
    out.name = "robot";
    out.images.push_back(image(200));
    out.materials.push_back({.name = "skin", .image = 0});
    out.materials.back().extras.set("thaw_slot", 0);
    out.nodes.push_back({.name = "root"});
    out.nodes.back().extras.set("thaw_id", 7).set("thaw_list", "[1,2.5]");
    out.nodes.push_back({.name = "arm", .parent = 0, .local = {.translation = {0, 1, 0}}});
    out.nodes.push_back({.name = "hand", .parent = 1, .local = {.translation = {0, 1, 0}}});
    out.skins.push_back({"rig", {1, 2}, {{}, {}}});
    out.skins[0].inverse_binds[0].m[13] = -1;
    out.skins[0].inverse_binds[1].m[13] = -2;
    for (const u16 i : {u16{0}, u16{1}}) {
        out.meshes.push_back(box(i == 0 ? "lower" : "upper", i == 0 ? 0 : 3));
        out.meshes.back().influences = {.per_point = 1,
                                        .joints = std::vector<u16>(points_of_box, i),
                                        .weights = std::vector<f32>(points_of_box, 1)};
        out.nodes.push_back({.name = i == 0 ? "lower" : "upper", .mesh = i, .skin = 0});
    }
    Clip clip{.name = "wave"};
    clip.extras.set("fps", 10);
    clip.timelines.push_back({});
    Channel channel{.node = 1, .path = Path::translation};
    for (int k = 0; k <= 10; ++k) {
        clip.timelines[0].push_back(static_cast<f32>(k) / 10);
        channel.values.insert(channel.values.end(), {static_cast<f32>(k % 4), 1, 0});
    }
    clip.channels.push_back(channel);
    out.clips.push_back(clip);
    clip.name = "still";
    clip.channels[0].values.assign(clip.channels[0].values.size(), 0.25f);
    out.clips.push_back(clip);
    return out;
}

inline Edit compared(const Scene& edited, const Scene& base = robot()) {
    EXPECT_EQ(check(base), "");
    EXPECT_EQ(check(edited), "");
    Edit out = compare({.base = base, .edited = edited});
    EXPECT_EQ(check(out.scene), "");
    return out;
}

inline std::string words(const Edit& edit) {
    std::string out;
    for (const Change& change : edit.changes) out += (out.empty() ? "" : ", ") + change.text;
    return out;
}

// Points and triangles in another order, triangles starting at another corner.
inline Mesh shuffled(const Mesh& mesh) {
    Mesh out = mesh;
    const auto turned = [](u32 p) { return (p * 3 + 5) % points_of_box; };
    for (u32 p = 0; p < points_of_box; ++p) {
        out.points[turned(p)] = mesh.points[p];
        out.primitives[0].uvs[turned(p)] = mesh.primitives[0].uvs[p];
    }
    const auto& from = mesh.primitives[0].indices;
    auto& to = out.primitives[0].indices;
    for (std::size_t t = 0; t < from.size() / 3; ++t) {
        const std::size_t place = from.size() / 3 - 1 - t;
        for (std::size_t k = 0; k < 3; ++k) to[3 * place + k] = turned(from[3 * t + (k + t) % 3]);
    }
    return out;
}

// A box with four frames, of which each moves one point up, and clips over them.
inline Scene jumper(const std::vector<std::vector<u32>>& clips) {
    Scene out;
    out.materials.push_back({.name = "skin"});
    out.meshes.push_back(box("body", 0));
    Mesh& mesh = out.meshes[0];
    mesh.frames = plain_frames(points_of_box, 4, {"000", "001", "002", "003"}, [&](u32 frame, std::vector<Vec3>& row) {
        row = mesh.points;
        if (frame > 0) row[frame].y += 1;
    });
    out.nodes.push_back({.name = "body", .mesh = 0});
    for (const auto& frames : clips) {
        Clip clip{.name = "clip" + std::to_string(out.clips.size())};
        clip.timelines.push_back({});
        for (u32 k = 0; k < frames.size(); ++k) clip.timelines[0].push_back(static_cast<f32>(k) / 8);
        clip.channels.push_back({.node = 0, .path = Path::frame, .frames = frames});
        clip.extras.set("fps", 8).set("frames", frames.size());
        out.clips.push_back(std::move(clip));
    }
    return out;
}

}  // namespace thaw
