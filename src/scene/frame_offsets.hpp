// How far the corners of a mesh are from where they are in frame 0: what morph targets are made of.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <thaw/scene.hpp>

#include "scene/step_kernels.hpp"

namespace thaw {

class FrameOffsets {
public:
    // Corners by their points, with what is needed to go over them quickly. The points have to stay.
    struct Corners {
        std::span<const u32> points{};
        std::vector<u32> first_words{};
        std::array<std::vector<i32>, 3> base{};
    };

    FrameOffsets(const VertexFrames& frames, std::size_t points);  // the frames have to stay

    Corners corners(std::span<const u32> points) const;
    // The same as though frame 0 were at 0, so that its own numbers come out.
    Corners from_zero(std::span<const u32> points) const;

    // Three floats a corner, of `count` corners from `first` on.
    void put(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to);
    Box3<f32> bounds(u32 frame, const Corners& corners);  // of all corners; empty if there are none

    // Where the stored numbers are whole and each axis of the scene is one stored axis times a step: that step, which
    // is positive. Then offsets are whole numbers of steps, too.
    std::optional<Vec3d> step() const;
    StepBounds step_bounds(u32 frame, const Corners& corners) const;
    // Three floats of steps a corner.
    void put_steps(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) const;
    // Three numbers of steps a corner and a zero, as i16 or i8, which they have to fit.
    void put_shorts(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) const;
    void put_bytes(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) const;

    // For the loops themselves.
    StepCorners step_corners(u32 frame, const Corners& corners, std::size_t first) const;

private:
    bool use_steps();
    std::span<const Vec3> decoded(u32 frame);

    const VertexFrames& frames_;
    std::size_t points_;
    const StepKernels& kernels_ = step_kernels();
    bool has_steps_ = false;
    std::array<StepAxis, 3> axes_{};
    // Of all other layouts:
    std::vector<Vec3> base_{}, offsets_{};
    u32 decoded_ = 0;  // the frame that offsets_ are of
};

}  // namespace thaw
