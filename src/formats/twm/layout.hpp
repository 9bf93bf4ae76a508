#pragma once

#include "formats/twm/document.hpp"
#include "layout/codec.hpp"

namespace thaw::twm {

void describe(Codec& io, Vec2& v);
void describe(Codec& io, Vec3& v);
void describe(Codec& io, Weight& w);
void describe(Codec& io, Key& k);
// Everything else depends on the version and on the layout that holds.
void describe(Codec& io, Document& d);

}  // namespace thaw::twm
