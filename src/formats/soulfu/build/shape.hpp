// Meshes of a scene as one base model: vertices on two bones, texture slots, before anything is rounded.
#pragma once

#include <array>
#include <vector>

#include <thaw/format.hpp>

#include "formats/soulfu/build/bones.hpp"
#include "formats/soulfu/build/numbers.hpp"

namespace thaw::ddd {

struct BuildVertex {
    Vec3d position{};  // bound, in the game's axes and feet
    std::array<u8, 2> bones{};
    u8 weight = 0;
    bool loose = false;     // hangs on what is no bone of the file
    u32 source = no_index;  // which vertex of the native model it was
};

struct BuildCorner {
    u32 vertex = 0;
    Vec2 uv{};
};

struct BuildSlot {
    bool used = false;
    u8 flags = 0;
    u8 alpha = 255;
    std::vector<std::array<BuildCorner, 3>> triangles{};  // in the game's order
};

struct BuildShape {
    std::vector<BuildVertex> vertices{};
    std::array<BuildSlot, slot_count> slots{};
};

// Which texture slot each material goes to.
struct SlotPlan {
    std::vector<std::size_t> slot_of{};  // by material; slot_count for the triangles without any
    std::size_t slot_without = 0;
    std::array<u32, slot_count> material{no_index, no_index, no_index,
                                         no_index};  // the first of each, with an image if any
};
// More than four materials share the last slot, if that is wanted; else it is an error.
Result<SlotPlan> plan_slots(const Scene& scene, const std::vector<BuildBase>& bases, bool fit, Issues& issues);

// What did not fit, over all base models.
struct ShapeLosses {
    u64 points = 0;
    u64 points_with_more_bones = 0;
    double largest_weight_lost = 0;
    u64 lines = 0;
    u64 moving_points = 0;  // morph targets and vertex frames
    u64 colored = 0;        // primitives with vertex colours

    void report(Issues& issues) const;
};

// What was rounded or lost on the way into a file.
struct ShapeNumbers {
    Rounding lengths;
    Rounding uvs{uv_step};
    ShapeLosses losses{};

    void report(Issues& issues) const;
};

BuildShape shape_of(const Scene& scene, const BuildBase& base, const SlotPlan& slots,
                    std::span<const std::vector<u32>> source_points, ShapeLosses& losses);

// The two bones of a point, the heavier first, as the game keeps them.
void bind_vertex(const Influences& influences, std::size_t point, const BuildMesh& mesh, BuildVertex& out,
                 ShapeLosses& losses);

// What the slot of a material says.
u8 flags_of(const Material& material);
u8 alpha_of(const Material& material);

// The vertices, texture vertices and slots of a base model; those that stay as they are keep their mode.
void put_shape(const BuildShape& shape, Rounding& lengths, Rounding& uvs, BaseModel& base);

}  // namespace thaw::ddd
