// Positions out of packed vertex frames, one frame at a time.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

u32 encoded_bytes(VertexFrames::Encoding encoding);  // of one point

// The first points.size() points of a frame, in the scene's space. The frame and the points have to be there (check()).
void decode_frame(const VertexFrames& frames, u32 frame, std::span<Vec3> points);

// Frames as plain numbers; `row` gives where the points of a frame are.
VertexFrames plain_frames(std::size_t points, u32 count, std::vector<std::string> names,
                          const std::function<void(u32 frame, std::vector<Vec3>& points)>& row);

// x y z 0: so that one move of the machine takes a point.
using PaddedPoint = std::array<f32, 4>;

// How far the points of a frame are from those of frame 0: what a morph target is made of.
class FrameOffsets {
public:
    FrameOffsets(const VertexFrames& frames, std::size_t points);  // the frames have to stay

    void at(u32 frame, std::vector<PaddedPoint>& out) const;

    static constexpr f32 limit = std::numeric_limits<f32>::infinity();
    struct Bounds {
        std::array<f32, 3> least{limit, limit, limit};
        std::array<f32, 3> most{-limit, -limit, -limit};

        void include(const PaddedPoint& point) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                least[axis] = std::min(least[axis], point[axis]);
                most[axis] = std::max(most[axis], point[axis]);
            }
        }
    };
    // Of all points; quicker than looking at each.
    Bounds bounds(u32 frame, std::vector<PaddedPoint>& scratch) const;

private:
    struct Lane;
    // Where each axis of the scene is one stored axis times a number.
    struct Axis {
        std::size_t source = 0;
        f32 scale = 0;
        std::vector<i32> base{};  // frame 0 as stored
    };

    Lane lane(std::size_t axis) const;
    void keep_base_halves();
    void unpack(u32 frame, PaddedPoint* out) const;
    Bounds bounds_of_packed(u32 frame) const;

    const VertexFrames& frames_;
    std::size_t points_;
    bool packed_ = false;
    std::array<Axis, 3> axes_{};      // if packed
    std::vector<i16> base_halves_{};  // if packed: frame 0 as bounds_of_packed() takes it, x y z of eight points each
    std::vector<Vec3> base_{};        // else: frame 0 as decoded
};

}  // namespace thaw
