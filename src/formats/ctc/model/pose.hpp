// The game's skinning: where the vertices are at a moment. CTC axes and units: left-handed, Y up, facing -Z.
#pragma once

#include <thaw/geometry.hpp>

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

// The game shows the model between two frames: (1 - back_lerp) of `frame` and back_lerp of `old_frame`.
struct Moment {
    u64 frame = 0;      // one that does not exist means frame 0
    u64 old_frame = 0;  // one that does not exist leaves `frame` alone
    double back_lerp = 0;
    std::span<const f32> morph_weights{};  // by morph; missing ones and ones that are not above 0 have no effect
};

// Of every vertex, in order. Total: a vertex without a bone that can be posed stays where the file has it.
std::vector<Vec3d> positions_at(const Document& document, const Moment& moment);

}  // namespace thaw::ctc
