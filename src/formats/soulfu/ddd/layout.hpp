#pragma once

#include "formats/soulfu/ddd/document.hpp"
#include "layout/codec.hpp"

namespace thaw::ddd {

void describe(Codec& io, Vertex& v);
void describe(Codec& io, TexVertex& t);
void describe(Codec& io, Corner& c);
void describe(Codec& io, Triangle& t);
void describe(Codec& io, Slot& s);
void describe(Codec& io, Bone& b);
void describe(Codec& io, BaseModel& b);
void describe(Codec& io, Vector3& v);
void describe(Codec& io, ShadowCorner& c);
void describe(Codec& io, Shadow& s);
void describe(Codec& io, Frame& f, const File& file);
void describe(Codec& io, File& f);
void describe(Codec& io, Document& d);

}  // namespace thaw::ddd
