// A picture that can be neither turned nor mirrored unnoticed.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "scene/evaluate.hpp"
#include "scene/maths.hpp"
#include "support/scene.hpp"

namespace thaw::test {

// F, five by five, its holes dark.
inline constexpr std::array<std::string_view, 5> letter{"#####", "#....", "####.", "#....", "#...."};
inline constexpr std::array<u8, 4> letter_lit{255, 0, 0, 255};
inline constexpr std::array<u8, 4> letter_dark{0, 0, 255, 255};

// Where a point of the screen is within a triangle: the shares of its corners, none below 0. False outside, and where
// the triangle shows its back.
inline bool is_seen(const std::array<Vec3, 3>& corners, f32 x, f32 y, std::array<f32, 3>& shares) {
    const auto area = [](Vec3 a, Vec3 b, Vec3 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); };
    const f32 whole = area(corners[0], corners[1], corners[2]);
    if (!(whole > 0)) return false;
    const Vec3 point{x, y, 0};
    for (std::size_t i = 0; i < 3; ++i) {
        shares[i] = area(corners[(i + 1) % 3], corners[(i + 2) % 3], point) / whole;
        if (shares[i] < -1e-5f) return false;
    }
    return true;
}

// A viewer turns the triangles of such a node round.
inline bool is_mirrored(const Matrix& m) {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) +
               m[8] * (m[1] * m[6] - m[2] * m[5]) <
           0;
}

// Looks at the first mesh from the front (along -Z, up is Y, right is X) and reads the letter on its first primitive.
// `rgba` is the picture; `cells` are how many of the 25 have to be seen.
inline void expect_letter_seen(const Scene& scene, std::span<const u8> rgba, std::size_t cells) {
    ASSERT_EQ(rgba.size(), 100u);
    const auto node = std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& n) { return n.mesh == 0; });
    ASSERT_NE(node, scene.nodes.end());
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    const auto index = static_cast<u32>(node - scene.nodes.begin());
    std::vector<Vec3> points;
    posed_points(scene, pose, index, points);
    const std::size_t second = is_mirrored(pose.worlds[index]) ? 2 : 1;
    const Primitive& p = scene.meshes[0].primitives[0];
    Vec3 low = points[p.points[0]], high = low;
    for (const u32 i : p.points) {
        low = {std::min(low.x, points[i].x), std::min(low.y, points[i].y), 0};
        high = {std::max(high.x, points[i].x), std::max(high.y, points[i].y), 0};
    }
    std::size_t seen = 0;
    for (u32 cell = 0; cell < 25; ++cell) {
        const u32 column = cell % 5, row = cell / 5;
        const f32 x = low.x + (high.x - low.x) * (static_cast<f32>(column) + 0.5f) / 5;
        const f32 y = high.y - (high.y - low.y) * (static_cast<f32>(row) + 0.5f) / 5;
        for (std::size_t t = 0; t + 2 < p.indices.size(); t += 3) {
            std::array<f32, 3> shares{};
            const std::array<u32, 3> corners{p.indices[t], p.indices[t + second], p.indices[t + 3 - second]};
            const auto at = [&](std::size_t k) { return points[p.points[corners[k]]]; };
            if (!is_seen({at(0), at(1), at(2)}, x, y, shares)) continue;
            f32 u = 0, v = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                u += shares[k] * p.uvs[corners[k]].x;
                v += shares[k] * p.uvs[corners[k]].y;
            }
            const auto texel = static_cast<std::size_t>(5 * static_cast<int>(5 * v) + static_cast<int>(5 * u));
            ASSERT_LT(texel, 25u);
            const auto& expected = letter[row][column] == '#' ? letter_lit : letter_dark;
            EXPECT_TRUE(
                std::equal(expected.begin(), expected.end(), rgba.begin() + 4 * static_cast<std::ptrdiff_t>(texel)))
                << "column " << column << ", row " << row;
            ++seen;
            break;
        }
    }
    EXPECT_GE(seen, cells);
}

}  // namespace thaw::test
