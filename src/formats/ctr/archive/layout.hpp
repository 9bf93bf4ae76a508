#pragma once

#include "formats/ctr/archive/document.hpp"
#include "layout/codec.hpp"

namespace thaw::big {

void describe(Codec& io, Entry& e);
void describe(Codec& io, Document& d);

}  // namespace thaw::big
