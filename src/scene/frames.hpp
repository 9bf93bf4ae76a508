// Positions out of packed vertex frames, one frame at a time.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

// Layouts of points that files have most often; these are decoded quickly, all others bit by bit.
inline constexpr PointLayout float_points{};
inline constexpr PointLayout short_points{// four numbers, of which the last is not used
                                          PointLayout::Numbers::signed_integers,
                                          8,
                                          {0, 16, 32},
                                          {16, 16, 16}};
inline constexpr PointLayout word_points{// one word: 11 bits, 11 bits and 10 bits
                                         PointLayout::Numbers::signed_integers,
                                         4,
                                         {0, 11, 22},
                                         {11, 11, 10}};

// Do its numbers lie within its bytes?
bool is_valid(const PointLayout& layout);

// Points of a frame from `first` on, in the scene's space. The frame and the points have to be there (check()).
void decode_frame(const VertexFrames& frames, u32 frame, std::span<Vec3> points, std::size_t first = 0);

// Frames as plain numbers; `row` gives where the points of a frame are.
VertexFrames plain_frames(std::size_t points, u32 count, std::vector<std::string> names,
                          const std::function<void(u32 frame, std::vector<Vec3>& points)>& row);

// x y z 0: so that one move of the machine takes a point.
using PaddedPoint = std::array<f32, 4>;
inline Vec3 unpadded(const PaddedPoint& p) { return {p[0], p[1], p[2]}; }

// How far the points of a frame are from those of frame 0: what a morph target is made of.
class FrameOffsets {
public:
    FrameOffsets(const VertexFrames& frames, std::size_t points);  // the frames have to stay

    void at(u32 frame, std::vector<PaddedPoint>& out) const;

    // Of all points; quicker than looking at each.
    Box3<f32> bounds(u32 frame, std::vector<PaddedPoint>& scratch) const;

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
    void unpack_words(u32 frame, PaddedPoint* out) const;
    Box3<f32> bounds_of_words(u32 frame) const;

    const VertexFrames& frames_;
    std::size_t points_;
    bool words_ = false;              // word_points, each axis of the scene from one of theirs
    std::array<Axis, 3> axes_{};      // of words
    std::vector<i16> base_halves_{};  // of words: frame 0 as bounds_of_words() takes it, x y z of eight points each
    std::vector<Vec3> base_{};        // else: frame 0 as decoded
};

}  // namespace thaw
