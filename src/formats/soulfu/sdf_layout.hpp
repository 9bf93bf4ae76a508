#pragma once

#include "formats/soulfu/sdf.hpp"
#include "layout/codec.hpp"

namespace thaw::sdf {

void describe(Codec& io, Entry& e);
void describe(Codec& io, Document& d);

}  // namespace thaw::sdf
