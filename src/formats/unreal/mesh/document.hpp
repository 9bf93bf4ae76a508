// Unreal Engine 1 vertex mesh: a data file (polygons) and an aniv file (vertex frames). See README.md in this folder.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "../scripts/uc.hpp"  // next to this header, also where it is installed

namespace thaw::unreal {

struct Poly {
    static constexpr std::size_t disk_bytes = 16;
    std::array<u16, 3> vertices{};
    u8 type = 0;   // low 3 bits: style; bits 3 to 7: flags
    u8 color = 0;  // unused by every engine, kept
    std::array<std::array<u8, 2>, 3> uvs{};
    u8 texture = 0;  // skin slot
    u8 flags = 0;    // unused by every engine, kept
};

// *_d.3d
struct DataFile {
    u16 num_polys = 0;  // may be more than the file holds
    u16 num_vertices = 0;
    u16 bogus_rotation = 0;
    u16 bogus_frame = 0;
    std::array<u32, 3> bogus_normal{};
    u32 fix_scale = 0;
    std::array<u32, 3> unused{};
    std::array<u8, 12> padding{};
    std::vector<Poly> polys{};
    Blob trailing{};
};

// *_a.3d. Frame k starts at k * frame_size of `frames`; that rows may overlap or have gaps is why they stay raw.
struct AnivFile {
    u16 num_frames = 0;  // may be more than the file holds
    u16 frame_size = 0;  // stride in bytes, often not 4 * vertices (U1)
    Blob frames{};
    Blob trailing{};
};

struct Point {
    i32 x;
    i32 y;
    i32 z;
};

struct Document : thaw::Document {
    std::optional<DataFile> data;
    std::optional<AnivFile> aniv;
    // The class script of the model and which of its meshes this is. Read, never written: it is not a model file.
    std::optional<Script> script;
    std::vector<Part> scripts;  // all that it was parsed from; none if a MODELDEF is in its place
    std::optional<std::size_t> mesh_index;
    // How many files of the bundle (data, aniv, scripts) the pairing was chosen from: with as many it is still right.
    std::size_t chosen_from = 0;
    std::string chosen_model{};  // Bundle::model, with the same

    const Mesh* mesh() const { return mesh_index ? &script->meshes[*mesh_index] : nullptr; }

    bool is_deus_ex() const;
    u32 vertex_bytes() const { return is_deus_ex() ? 8 : 4; }
    u64 num_vertices() const;  // the data file's; without one, what the frame size allows
    u64 stride() const;        // bytes from one frame to the next (U1, U11)
    // The frame size is what 16 bits keep of a larger one (U11).
    bool has_wrapped_frame_size() const;

    // Frames of which at least one vertex is stored.
    u64 frames_present() const;
    // Vertices of frame k that are stored: fewer than num_vertices in a short last frame.
    u64 vertices_present(u64 frame) const;
    // Vertex v of frame k; only for v < vertices_present(k).
    Point vertex(u64 frame, u64 v) const;
};

// The vertex that starts at this byte; its 4 (Deus Ex: 8) bytes have to be there.
Point decode_vertex(const u8* from, bool deus_ex);

// The packed standard vertex: X bits 0-10, Y 11-21, Z 22-31, each two's complement.
Point unpack(u32 word);
u32 pack(Point point);  // saturates nothing: the caller has checked the ranges

}  // namespace thaw::unreal
