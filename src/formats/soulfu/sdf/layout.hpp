#pragma once

#include "formats/soulfu/sdf/document.hpp"
#include "layout/codec.hpp"

namespace thaw::sdf {

void describe(Codec& io, Entry& e);
void describe(Codec& io, Document& d);

}  // namespace thaw::sdf
