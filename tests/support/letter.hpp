// Is an image upright and unmirrored on a model? A letter that has no symmetry, on a square, as somebody in front of
// the model sees it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <thaw/pose.hpp>
#include <vector>

#include "scene/maths.hpp"

namespace thaw::test {

// Of an image: row after row from the top.
inline constexpr std::array<std::string_view, 5> letter_f{"#####", "#....", "####.", "#....", "#...."};

// The colour of the image at (u, v) as glTF counts them: from the upper left, v downward.
inline char letter_texel(double u, double v) {
    const auto place = [](double t) { return static_cast<std::size_t>(std::clamp(t, 0.0, 0.999) * 5); };
    return letter_f[place(v)][place(u)];
}

// A corner of a triangle as it is seen: to the right, up, and where on the image.
struct SeenCorner {
    double x = 0, y = 0, u = 0, v = 0;
};

// Twice the area of a triangle, positive if its corners go round counter-clockwise: then it shows its front.
inline double seen_area(const SeenCorner& a, const SeenCorner& b, const SeenCorner& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// All triangles of a scene at rest, for a viewer who stands at +Z and looks back at the origin: +X is to the right.
inline std::vector<std::array<SeenCorner, 3>> seen_triangles(const Scene& scene) {
    std::vector<std::array<SeenCorner, 3>> out;
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        std::vector<Vec3> points;
        posed_points(scene, pose, n, points);
        const bool mirrored = scene.nodes[n].skin == no_index && is_mirror(pose.worlds[n]);
        for (const Primitive& p : scene.meshes[scene.nodes[n].mesh].primitives) {
            EXPECT_EQ(p.uvs.size(), p.points.size());
            for (std::size_t i = 0; i < p.indices.size(); ++i) {
                if (i % 3 == 0) out.emplace_back();
                const Vec3 at = points[p.points[p.indices[i]]];
                const Vec2 uv = p.uvs.at(p.indices[i]);
                // A viewer turns the triangles of a mirrored node round.
                out.back()[mirrored ? 2 - i % 3 : i % 3] = {double{at.x}, double{at.y}, double{uv.x}, double{uv.y}};
            }
        }
    }
    return out;
}

// What shows at the middles of 5 x 5 fields of a square, with the letter for every image. Blank where nothing does.
inline std::vector<std::string> seen_fields(const std::vector<std::array<SeenCorner, 3>>& triangles) {
    double left = 1e9, right = -1e9, low = 1e9, high = -1e9;
    for (const auto& corners : triangles) {
        for (const SeenCorner& c : corners) {
            left = std::min(left, c.x);
            right = std::max(right, c.x);
            low = std::min(low, c.y);
            high = std::max(high, c.y);
        }
    }
    std::vector<std::string> rows(5, std::string(5, ' '));
    for (std::size_t field = 0; field < 25; ++field) {
        const double across = (static_cast<double>(field % 5) + 0.5) / 5,
                     down = (static_cast<double>(field / 5) + 0.5) / 5;
        const SeenCorner here{left + (right - left) * across, high + (low - high) * down};
        for (const auto& [a, b, c] : triangles) {
            const double whole = seen_area(a, b, c);
            if (whole <= 0) continue;
            const double of_a = seen_area(b, c, here) / whole, of_b = seen_area(c, a, here) / whole;
            const double of_c = seen_area(a, b, here) / whole;
            if (std::min({of_a, of_b, of_c}) < -1e-6) continue;
            rows[field / 5][field % 5] =
                letter_texel(of_a * a.u + of_b * b.u + of_c * c.u, of_a * a.v + of_b * b.v + of_c * c.v);
        }
    }
    return rows;
}

inline void expect_letter_f(const Scene& scene) {
    EXPECT_EQ(seen_fields(seen_triangles(scene)), std::vector<std::string>(letter_f.begin(), letter_f.end()));
}

}  // namespace thaw::test
