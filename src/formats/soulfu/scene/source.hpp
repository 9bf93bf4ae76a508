// What a DDD and an RDY have in common once their numbers are feet: all that a scene is made from.
// Scene axes: the game's Y and Z are swapped, which also turns its left-handed space into a right-handed one.
#pragma once

#include <algorithm>
#include <string_view>

#include <thaw/issue.hpp>

#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/scene/rig.hpp"

namespace thaw::ddd {

// For the same reason triangles turn round.
inline constexpr std::array<std::size_t, 3> corners_in_scene{0, 2, 1};

// A triangle whose corners lead nowhere is not part of a scene.
inline bool is_whole(const Triangle& triangle, std::size_t vertices, std::size_t tex_vertices) {
    return std::all_of(triangle.corners.begin(), triangle.corners.end(),
                       [&](const Corner& c) { return c.vertex < vertices && c.tex_vertex < tex_vertices; });
}

inline Vec3d to_scene_axes(double x, double y, double z) { return {x, z, y}; }

struct ShapeVertex {
    Vec3d position{};  // in the bind pose
    std::array<u8, 2> bones{};
    u8 weight = 0;
};

struct ShapeSlot {
    bool used = false;
    u8 flags = 0;
    u8 alpha = 255;
    std::vector<Triangle> triangles{};
};

// One base model in one level of detail.
struct Shape {
    std::vector<ShapeVertex> vertices{};
    std::vector<Vec2> uvs{};
    std::array<ShapeSlot, slot_count> slots{};
    std::vector<double> joint_sizes{};
    std::vector<Bone> bones{};
    std::vector<std::array<u16, 2>> lines{};  // only if asked for
};

struct ShadowQuad {
    u8 alpha = 0;
    std::array<std::array<double, 2>, 4> corners{};  // the game's X and Y
};

struct FrameHead {
    u8 action = 0;
    u8 events = 0;
    std::size_t base = 0;
    std::array<double, 2> movement{};  // the game's X and Y
    std::array<ShadowQuad, shadow_count> shadows{};
};

class SceneSource {
public:
    virtual ~SceneSource() = default;

    virtual std::string_view part() const = 0;     // role of the file
    virtual const IssueKind& anchors() const = 0;  // the format's own kinds of these two findings
    virtual const IssueKind& split_action() const = 0;
    virtual double feet_per_unit() const = 0;  // of the numbers in the file
    virtual std::array<u8, shadow_count> shadow_textures() const = 0;
    virtual std::size_t bases() const = 0;
    virtual std::size_t levels() const = 0;
    virtual std::size_t frames() const = 0;
    virtual Shape shape(std::size_t base, std::size_t level, bool with_lines) const = 0;
    virtual FrameHead head(std::size_t frame) const = 0;
    // As many as the frame has numbers for: a frame that was made for fewer bones does not fit the base model.
    virtual BonePose pose(std::size_t base, std::size_t frame) const = 0;
    // Empty if the base model has no bind pose.
    virtual BonePose bind_pose(std::size_t base) const = 0;
};

}  // namespace thaw::ddd
