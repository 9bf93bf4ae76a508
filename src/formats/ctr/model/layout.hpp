#pragma once

#include "formats/ctr/model/document.hpp"
#include "layout/codec.hpp"

namespace thaw::ctr {

void describe(Codec& io, Pointer& p);
void describe(Codec& io, Model& m);
void describe(Codec& io, Mesh& m);
void describe(Codec& io, Command& c);
void describe(Codec& io, CommandList& l);
void describe(Codec& io, Colour& c);
void describe(Codec& io, TextureLayout& t);
void describe(Codec& io, Delta& d);
void describe(Codec& io, Animation& a);
void describe(Codec& io, PointerMap& m);
void describe(Codec& io, Icon& i);
void describe(Codec& io, Instance& i);
void describe(Codec& io, Pack& p);
void describe(Codec& io, Level& l);
void describe(Codec& io, File& f);

}  // namespace thaw::ctr
