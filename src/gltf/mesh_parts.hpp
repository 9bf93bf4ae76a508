// A mesh of the file while it is read: its primitives, and which of their vertices are one point.
#pragma once

#include "gltf/read_parts.hpp"
#include "gltf/topology.hpp"

namespace thaw::gltf {

// One primitive. Its corners are those of its vertices that something uses.
struct MeshPart {
    Ref json{};
    Ref attributes{};
    u32 number = 0;           // among the primitives of the file's mesh
    u32 vertices = 0;         // as many as there are in the file
    std::vector<u32> used{};  // the vertex of each corner; empty: all of them, in order
    u32 corners = 0;
    u32 first_corner = 0;  // among those of the whole mesh
    std::vector<Ref> targets{};
    Primitive out{};

    u32 vertex(u32 corner) const { return used.empty() ? corner : used[corner]; }
};

// The primitives of a mesh that can be shown, with their indices. Fewer after an error.
std::vector<MeshPart> read_parts_of(Reading& r, Ref mesh);

// An attribute of the part, as `width` floats a vertex; null if there is none, or after an error.
const Numbers* attribute(Reading& r, const MeshPart& part, std::string_view name, std::initializer_list<u32> widths);
const Numbers* attribute_of(Reading& r, const MeshPart& part, Ref attributes, std::string_view name,
                            std::initializer_list<u32> widths);

// Points, influences and targets of the mesh; the points of each corner. `sources` gets the native vertices.
void read_points(Reading& r, Ref mesh, std::vector<MeshPart>& parts, Mesh& out, std::vector<u32>& sources);
// Coordinates, colours, materials and variants of the corners.
void read_corners(Reading& r, MeshPart& part);
// Normals and tangents. The parts' primitives are in the mesh by now.
void read_normals(Reading& r, Ref json, const std::vector<MeshPart>& parts, Mesh& mesh);

// Heaviest first, no joint twice, sum 1. `joints` and `weights` have `width` numbers a point; false where something had
// to be mended.
bool set_influences(const std::vector<f32>& joints, const std::vector<f32>& weights, std::size_t width,
                    Influences& out);

}  // namespace thaw::gltf
