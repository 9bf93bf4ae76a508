#pragma once

#include "formats/unreal/mesh/document.hpp"
#include "layout/codec.hpp"

namespace thaw::unreal {

void describe(Codec& io, Poly& p);
void describe(Codec& io, DataFile& d);
// The data file says how many vertices a frame has; without it a frame is `frame_size` bytes.
void describe(Codec& io, AnivFile& a, const Document& document);

}  // namespace thaw::unreal
