// The game's skinning: where the vertices of a base model are in a frame. Raw DDD axes, feet.
#pragma once

#include <optional>

#include <thaw/geometry.hpp>

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

// The frame whose pose the vertices of a base model are stored in: the first one that names the base model.
std::optional<std::size_t> bind_frame(const File& animation, std::size_t base_index);

// A bone in a frame. `along` runs from joint to joint and keeps its length, so that bones may stretch; `forward` need
// not be at a right angle to it, so that the mesh may shear.
struct BoneAxes {
    Vec3d start;
    Vec3d along;
    Vec3d forward;
    Vec3d side;
};

// Of the bones that the frame has numbers for, in order; empty where a joint does not exist.
std::vector<std::optional<BoneAxes>> axes_in(const BaseModel& base, const Frame& frame, double feet_per_unit);

// One base model bound to the frames that move it. Neither may change or go away meanwhile.
// Total: a vertex whose bone or joint does not exist stays where the file has it, as does all of a base model without
// bind pose. Vertices that turn with the camera are posed like the others, as there is no camera here.
class Poser {
public:
    Poser(const Document& document, std::size_t base_index);

    // Of every vertex, in order. The frame may name another base model, as it does for the parts of a character.
    std::vector<Vec3d> positions(const Frame& frame) const;

private:
    // A vertex seen from a bone: how far along it (as a fraction), and how far along its forward and side directions.
    struct Local {
        double along = 0;
        double forward = 0;
        double side = 0;
    };
    struct Binding {
        std::array<Local, 2> locals{};
        bool bound = false;
    };

    Vec3d stored_position(const Vertex& vertex) const;

    const BaseModel* base_ = nullptr;
    double vertex_scale_;
    double joint_scale_;
    std::vector<Binding> bindings_{};  // one per vertex
};

// From the lowest to the highest of the points; empty for none.
std::optional<double> height_of(const std::vector<Vec3d>& points);

}  // namespace thaw::ddd
