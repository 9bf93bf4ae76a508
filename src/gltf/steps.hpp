// Which meshes can be stored as the whole numbers that their file has, and be put back in place by their node.
#pragma once

#include <optional>

#include <thaw/scene.hpp>

#include "scene/frame_offsets.hpp"

namespace thaw::gltf {

struct WholeSteps {
    u32 node = 0;       // the only one that shows the mesh
    Transform local{};  // of that node, with the steps in it
};

// Nothing if the mesh's frames are no whole steps within 16 bits, or no node may carry the scale: one that moves, has
// children or is not alone. `offsets` are those of the mesh's frames.
std::optional<WholeSteps> whole_steps(const Scene& scene, u32 mesh, const FrameOffsets& offsets);

bool fits_shorts(const StepBounds& bounds);
bool fits_bytes(const StepBounds& bounds);

}  // namespace thaw::gltf
