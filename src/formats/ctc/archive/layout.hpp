#pragma once

#include "formats/ctc/archive/document.hpp"
#include "layout/codec.hpp"

namespace thaw::adat {

void describe(Codec& io, Entry& e);
void describe(Codec& io, Document& d);

}  // namespace thaw::adat
