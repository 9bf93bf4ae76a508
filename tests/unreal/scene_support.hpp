// Shared by the tests of Unreal scenes.
#pragma once

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>
#include <thaw/pose.hpp>

#include "formats/unreal/mesh/document.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "support/scene.hpp"

namespace thaw::test {

inline const unreal::Document& unreal_document(const Model& model) {
    return static_cast<const unreal::Document&>(*model.document);
}

// Six times the volume that the triangles enclose; positive if they turn outward.
inline double signed_volume(const Mesh& mesh, const std::vector<Vec3>& points) {
    double sum = 0;
    for (const Primitive& p : mesh.primitives) {
        for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
            const Vec3 a = points[p.points[p.indices[i]]];
            const Vec3 b = points[p.points[p.indices[i + 1]]];
            const Vec3 c = points[p.points[p.indices[i + 2]]];
            sum += double{dot(a, cross(b, c))};
        }
    }
    return sum;
}

// Every frame of the document against what the scene makes of it, all of them as exact integers.
inline void expect_integers(const Model& model) {
    const unreal::Document& d = unreal_document(model);
    const Scene scene = scene_of(model, {.raw = true});
    if (scene.meshes.empty()) return;
    const Mesh& mesh = scene.meshes[0];
    std::vector<Vec3> points = mesh.points;
    const u32 frames = mesh.frames ? mesh.frames->count : 1;
    for (u32 f = 0; f < frames; ++f) {
        if (mesh.frames) decode_frame(*mesh.frames, f, points);
        for (u64 v = 0; v < points.size(); ++v) {
            const unreal::Point p = d.vertex(f, v);
            const Vec3 expected{static_cast<f32>(-p.y), static_cast<f32>(p.z), static_cast<f32>(p.x)};
            ASSERT_EQ(points[v], expected) << "frame " << f << " vertex " << v;
        }
    }
}

}  // namespace thaw::test
