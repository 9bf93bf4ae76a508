#pragma once

#include "formats/ctr/memory/document.hpp"
#include "layout/codec.hpp"

namespace thaw::vrm {

void describe(Codec& io, Block& b);
void describe(Codec& io, Document& d);

}  // namespace thaw::vrm
