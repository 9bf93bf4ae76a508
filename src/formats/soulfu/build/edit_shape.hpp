// The triangles of one base model, edited.
#pragma once

#include "formats/soulfu/build/shape.hpp"

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

// Number by number where the triangles are those of before. Else they are written anew, with the vertices that are left
// as they were: then it is true.
bool edit_shape(const ShapeEdit& edit, ShapeNumbers& numbers, BaseModel& base);

inline constexpr u16 most_scaling = 65535;
// The scaling at which all of these fit; 0 if they do already.
u16 scaling_for(const Rounding& lengths);
// The same lengths in other steps.
void rescale(File& file, u16 scaling);

}  // namespace thaw::ddd
