#pragma once

#include "formats/ctc/model/document.hpp"
#include "layout/codec.hpp"

namespace thaw::ctc {

void describe(Codec& io, Skin& s);
void describe(Codec& io, Vertex& v);
void describe(Codec& io, Triangle& t);
void describe(Codec& io, Uv& t);
void describe(Codec& io, TriangleUvs& t);
void describe(Codec& io, Bone& b);
void describe(Codec& io, Influence& i);
void describe(Codec& io, Animation& a);
void describe(Codec& io, Key& k);
void describe(Codec& io, Morph& m);
void describe(Codec& io, MorphTarget& t);
void describe(Codec& io, Attachment& a);
void describe(Codec& io, Collapse& c);
void describe(Codec& io, Colour& c);
void describe(Codec& io, Document& d);

}  // namespace thaw::ctc
