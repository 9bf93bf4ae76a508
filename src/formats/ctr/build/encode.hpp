// From plain meshes to commands and frames: the inverse of strips.hpp and frames.hpp.
#pragma once

#include "formats/ctr/model/document.hpp"
#include "formats/ctr/model/frames.hpp"

namespace thaw::ctr {

// Counter-clockwise, seen from the front. A layout's corners 0, 1, 2 belong to the triangle's.
struct PlainTriangle {
    std::array<u32, 3> vertices{};
    std::array<u8, 3> colours{};
    std::optional<TextureLayout> layout{};
    bool two_sided = false;
};

struct EncodedStrips {
    std::vector<Command> commands{};  // with terminator
    std::vector<u32> vertices{};      // which vertex each stored one is; one that lost its slot is stored again
    std::vector<TextureLayout> layouts{};
};

struct StripOptions {
    // Other tools cannot read changes of colour inside a strip (R8); without them a strip ends there.
    bool recolour = false;
    u8 first_corner = 0;  // of the triangle that a strip begins with
    // Goes on with the triangle that has fewer neighbours left, so that none is left alone.
    bool tidy = false;
};

inline constexpr std::size_t most_layouts = 511;

// Greedy strips, whatever the number of layouts.
EncodedStrips strips_of(const std::vector<PlainTriangle>& triangles, const StripOptions& options = {});

struct GridPose {
    std::array<i16, 3> origin{};
    std::vector<GridPoint> points{};
};

// Three bytes per vertex and one that the game reads too, to whole words.
std::vector<u8> raw_data(const std::vector<GridPoint>& points);

struct Compressed {
    std::vector<Delta> deltas{};
    std::vector<std::vector<u8>> frames{};
};
// All poses have the same number of points.
Compressed compress(const std::vector<GridPose>& poses);
// A pose with deltas that there are already; nothing if it does not fit them.
std::vector<u8> compress_with(const std::vector<Delta>& deltas, const GridPose& pose);

}  // namespace thaw::ctr
