// Positions out of packed vertex frames, one frame at a time.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

u32 encoded_bytes(VertexFrames::Encoding encoding);  // of one point

// The first points.size() points of a frame, in the scene's space. The frame and the points have to be there (check()).
void decode_frame(const VertexFrames& frames, u32 frame, std::span<Vec3> points);

// The same, axis by axis.
struct Planes {
    std::vector<f32> x{};
    std::vector<f32> y{};
    std::vector<f32> z{};
};
void decode_planes(const VertexFrames& frames, u32 frame, std::size_t points, Planes& out);

// How far the points of a frame are from those of frame 0: what a morph target is made of.
class FrameOffsets {
public:
    FrameOffsets(const VertexFrames& frames, std::size_t points);  // the frames have to stay

    void at(u32 frame, Planes& out) const;

private:
    const VertexFrames& frames_;
    std::size_t points_;
    bool packed_ = false;                       // each axis is one stored axis times a number
    std::array<std::size_t, 3> sources_{};      // which one
    std::array<std::vector<i32>, 3> stored_{};  // frame 0 as stored
    Planes base_{};                             // or as decoded
};

}  // namespace thaw
