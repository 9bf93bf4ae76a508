// The triangles of one base model, edited.
#pragma once

#include "formats/soulfu/build_shape.hpp"

namespace thaw::ddd {

struct ShapeEdit {
    const Scene& base_scene;
    const Scene& scene;
    u32 own;              // node of both scenes that has the base model's mesh; no_index if it had no triangles
    const BuildBase& is;  // its meshes now, hanging on the file's own bones
    const SlotPlan& plan_before;
    const SlotPlan& plan;
    std::span<const std::vector<u32>> source_points;  // by mesh of the scene
    double metres;                                    // a unit of the scene
};

struct ShapeNumbers {
    Rounding lengths;
    Rounding uvs{uv_step};
    ShapeLosses losses{};
};

// Number by number where the triangles are those of before. Else they are written anew, with the vertices that are left
// as they were: then it says why.
std::string edit_shape(const ShapeEdit& edit, ShapeNumbers& numbers, BaseModel& base);

}  // namespace thaw::ddd
