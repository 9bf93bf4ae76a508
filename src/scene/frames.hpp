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

}  // namespace thaw
