// The descriptions of an Unreal package; see layout.cpp.
#pragma once

#include "formats/unreal/package/document.hpp"
#include "formats/unreal/stored.hpp"
#include "layout/codec.hpp"

namespace thaw::upackage {

using unreal::elements_of;

void describe(Codec& io, Document& document);
// Header and tables alone.
void describe_tables(Codec& io, Document& document);
// One export, by its shape, where the codec stands.
void describe_object(Codec& io, Object& object, const Document& document);

void describe(Codec& io, Guid& guid);
void describe(Codec& io, Generation& generation);
void describe(Codec& io, StateFrame& frame);
void describe(Codec& io, Color& color);
void describe(Codec& io, Dependency& dependency);
void describe(Codec& io, Box& box);
void describe(Codec& io, Triangle& triangle);
void describe(Codec& io, SequenceNotify& notify);
void describe(Codec& io, AnimSequence& sequence);
void describe(Codec& io, Connect& connect);
void describe(Codec& io, Face& face);
void describe(Codec& io, Wedge& wedge);
void describe(Codec& io, Material& material);
void describe(Codec& io, LodBody& lod);

void describe_mesh(Codec& io, MeshBody& mesh, u16 version, bool is_lod);

template <class T>
void describe(Codec& io, List<T>& list) {
    io.compact("count", list.count, {.role = Role::count});
    io.sized_by("items", list.items, elements_of(io, list.count));
}

template <class T>
void describe(Codec& io, LazyList<T>& list) {
    if (list.has_end) io.field("end", list.end, {.role = Role::offset});
    io.compact("count", list.count, {.role = Role::count});
    io.sized_by("items", list.items, elements_of(io, list.count));
    list.real_end = io.position();
}

}  // namespace thaw::upackage
