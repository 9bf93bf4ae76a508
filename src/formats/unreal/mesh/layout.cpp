// The bytes of a data file and of an aniv file. Everything is little-endian.
#include "formats/unreal/mesh/layout.hpp"

namespace thaw::unreal {

namespace {

constexpr BitPart type_parts[] = {{"style", 0, 3}, {"weapon", 3, 1},      {"unlit", 4, 1},
                                  {"flat", 5, 1},  {"environment", 6, 1}, {"no_smooth", 7, 1}};
constexpr BitPart packed_vertex[] = {{"x", 0, 11, true}, {"y", 11, 11, true}, {"z", 22, 10, true}};
constexpr const char* deus_ex_vertex[] = {"x", "y", "z", "pad"};

}  // namespace

void describe(Codec& io, Poly& p) {
    io.field("vertices", p.vertices, {.role = Role::index});
    io.bits("type", p.type, type_parts);
    io.field("color", p.color, {.role = Role::reserved});
    io.field("uv0", p.uvs[0]);
    io.field("uv1", p.uvs[1]);
    io.field("uv2", p.uvs[2]);
    io.field("texture", p.texture);
    io.field("flags", p.flags, {.role = Role::reserved});
}

void describe(Codec& io, DataFile& d) {
    io.field("num_polys", d.num_polys, {.role = Role::count});
    io.field("num_vertices", d.num_vertices, {.role = Role::count});
    io.field("bogus_rotation", d.bogus_rotation, {.role = Role::reserved});
    io.field("bogus_frame", d.bogus_frame, {.role = Role::reserved});
    io.field("bogus_normal", d.bogus_normal, {.role = Role::reserved});
    io.field("fix_scale", d.fix_scale, {.role = Role::reserved});
    io.field("unused", d.unused, {.role = Role::reserved});
    io.field("padding", d.padding, {.role = Role::reserved});
    io.tail("polys", d.polys, d.num_polys);
    io.rest("trailing", d.trailing);
}

void describe(Codec& io, AnivFile& a, const Document& document) {
    io.field("num_frames", a.num_frames, {.role = Role::count});
    io.field("frame_size", a.frame_size, {.role = Role::count});
    Grid grid{.rows = a.num_frames,
              .stride = document.data ? document.stride() : a.frame_size,
              .cells = document.num_vertices(),
              .cell_name = "vertices",
              .cell_kind = Kind::unsigned32,
              .parts = packed_vertex};
    if (document.is_deus_ex()) {
        grid.cell_kind = Kind::signed16;
        grid.cell_repeat = 4;
        grid.parts = {};
        grid.cell_parts = deus_ex_vertex;
    }
    io.strided("frames", a.frames, grid);
    io.rest("trailing", a.trailing);
}

}  // namespace thaw::unreal
