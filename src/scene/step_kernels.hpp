// Loops over the corners of a frame whose stored numbers are whole: what they cost is what a conversion costs.
#pragma once

#include <array>

#include <thaw/bytes.hpp>

namespace thaw {

// One axis of the scene: a run of bits of one of a point's words times a step.
struct StepAxis {
    std::size_t word = 0;  // 0 or 1
    int up = 0, down = 0;  // moves that leave the bits alone, with their sign
    f32 step = 0;
    bool turned() const { return step < 0; }  // then whole steps are given the other way round
};

// The corners of one frame, and where they are in frame 0.
struct StepCorners {
    const u8* from = nullptr;
    const u32* first_words = nullptr;  // of each corner's point
    std::array<const i32*, 3> base{};  // as stored
    std::array<StepAxis, 3> axes{};

    StepCorners after(std::size_t corners) const {
        StepCorners out = *this;
        out.first_words += corners;
        for (const i32*& axis : out.base) axis += corners;
        return out;
    }
};

struct StepBounds {
    std::array<i32, 3> low{}, high{};
};

// How far each corner is from frame 0. All ways to do it give the same bytes.
struct StepKernels {
    void (*floats)(const StepCorners&, std::size_t count, u8* to);  // x y z
    void (*shorts)(const StepCorners&, std::size_t count, u8* to);  // x y z 0, in positive steps
    void (*bytes)(const StepCorners&, std::size_t count, u8* to);   // x y z 0, in positive steps
    // As stored.
    void (*widen)(const StepCorners&, std::size_t count, StepBounds& bounds);
};

extern const StepKernels plain_step_kernels;
#if defined(__x86_64__)
extern const StepKernels avx2_step_kernels;
#endif
const StepKernels& step_kernels();  // the quickest that this machine has

}  // namespace thaw
