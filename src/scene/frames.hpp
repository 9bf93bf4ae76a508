// Positions out of packed vertex frames, one frame at a time.
#pragma once

#include <span>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

u32 encoded_bytes(VertexFrames::Encoding encoding);  // of one point

// The first points.size() points of a frame, in the scene's space. The frame and the points have to be there (check()).
void decode_frame(const VertexFrames& frames, u32 frame, std::span<Vec3> points);

// The same, axis by axis: for loops over many frames.
struct Planes {
    std::vector<f32> x{};
    std::vector<f32> y{};
    std::vector<f32> z{};
};
void decode_planes(const VertexFrames& frames, u32 frame, std::size_t points, Planes& out);

}  // namespace thaw
