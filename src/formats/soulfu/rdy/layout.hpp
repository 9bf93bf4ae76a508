#pragma once

#include "formats/soulfu/rdy/document.hpp"
#include "layout/codec.hpp"

namespace thaw::rdy {

void describe(Codec& io, Vertex& v);
void describe(Codec& io, TexVertex& t);
void describe(Codec& io, Slot& s);
void describe(Codec& io, Bone& b);
void describe(Codec& io, EdgeLine& e);
void describe(Codec& io, BaseModel& b);
void describe(Codec& io, BoneAxes& a);
void describe(Codec& io, Point& p);
void describe(Codec& io, ShadowCorner& c);
void describe(Codec& io, Shadow& s);
void describe(Codec& io, Pointers& p);
void describe(Codec& io, Frame& f, const File& file);
void describe(Codec& io, File& f);
void describe(Codec& io, Document& d);

}  // namespace thaw::rdy
