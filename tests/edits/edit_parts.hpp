// The edits by what they change; edits.cpp chooses.
#pragma once

#include "edits/edits.hpp"

namespace edits::parts {

struct PrimitiveId {
    std::size_t mesh = 0, primitive = 0;
};

const json& primitive_of(const Glb& glb, PrimitiveId id);
json& primitive_of(Glb& glb, PrimitiveId id);
bool is_triangles(const json& primitive);
std::vector<std::uint32_t> indices_of(const Glb& glb, const json& primitive);
// The one with most triangles, among those that have the attribute; empty: any.
std::optional<PrimitiveId> largest_primitive(const Glb& glb, const std::string& attribute = {});
// The triangle in the middle of the list, preferably one with an area: the place of its first index.
std::size_t middle_triangle(const Glb& glb, PrimitiveId id);

bool move_vertex(Edited& out);
bool shrink_part(Edited& out);
bool move_uv(Edited& out);
bool recolor(Edited& out);
bool remove_face(Edited& out);
bool add_object(Edited& out, const EditOptions& options);

bool change_key(Edited& out, std::size_t animation, const EditOptions& options);
bool rename_clip(Edited& out, const EditOptions& options);
bool add_clip(Edited& out, const EditOptions& options);
bool remove_clip(Edited& out);

bool paint(Edited& out);
bool exchange_image(Edited& out);
bool recolor_material(Edited& out);
bool rename_node(Edited& out, const EditOptions& options);

}  // namespace edits::parts
