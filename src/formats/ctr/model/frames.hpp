// From the bytes of a frame to positions. Total: bits past the end are zero, vertices without bytes are left out.
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

// A vertex on the frame's grid of 256 steps, in the model's axes.
using GridPoint = std::array<u8, 3>;

struct GridFrame {
    std::vector<GridPoint> points{};
    bool complete = true;  // false: the data ended before the last vertex
};

// Bytes that a compressed frame takes, in whole words.
u64 stream_bytes(const std::vector<Delta>& deltas);
u64 raw_bytes(u64 vertices);

// The first `vertices` of a frame, fewer if the file has not all of them. `deltas` is null for raw bytes.
GridFrame decode_frame(const Frame& frame, const std::vector<Delta>* deltas, u64 vertices);

// In game units (R2). 64 of them are a metre.
Vec3d position_of(const GridPoint& point, const Frame& frame, const Mesh& mesh);

}  // namespace thaw::ctr
