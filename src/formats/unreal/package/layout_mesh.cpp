// The bytes of a Mesh and of a LodMesh, after their properties.
#include "formats/unreal/package/layout.hpp"

namespace thaw::upackage {

namespace {

constexpr BitPart packed_point[] = {{"x", 0, 11, true}, {"y", 11, 11, true}, {"z", 22, 10, true}};
constexpr const char* wide_point[] = {"x", "y", "z", "pad"};

void describe_sphere(Codec& io, Sphere& s, u16 version, const char* center = "center", const char* radius = "radius") {
    io.field(center, s.center);
    if (version >= first_with_sphere_radius) io.field(radius, s.radius);
}

// The list says how long a vertex is only by where it ends.
void describe_vertices(Codec& io, MeshBody& m, u16 version) {
    if (version >= first_with_lazy_ends) io.field("vertices_end", m.vertices_end, {.role = Role::offset});
    io.compact("vertex_count", m.vertex_count, {.role = Role::count});
    const u64 n = elements_of(io, m.vertex_count);
    const bool wide = version >= first_with_lazy_ends && n > 0 && m.vertices_end == io.position() + 8 * n;
    m.vertex_bytes = wide ? 8 : 4;
    Grid grid{.rows = n == 0 ? 0u : 1u,
              .stride = n * m.vertex_bytes,
              .cells = n,
              .cell_name = "vertices",
              .cell_kind = Kind::unsigned32,
              .parts = packed_point};
    if (wide) {
        grid.cell_kind = Kind::signed16;
        grid.cell_repeat = 4;
        grid.parts = {};
        grid.cell_parts = wide_point;
    }
    io.strided("vertices", m.vertices, grid);
    m.vertices_real_end = io.position();
}

template <class T>
void describe_lazy(Codec& io, const char* name, LazyList<T>& list, u16 version) {
    list.has_end = version >= first_with_lazy_ends;
    io.field(name, list);
}

}  // namespace

void describe(Codec& io, Box& b) {
    io.field("low", b.low);
    io.field("high", b.high);
    io.field("is_valid", b.is_valid);
}

void describe(Codec& io, Triangle& t) {
    io.field("vertices", t.vertices, {.role = Role::index});
    io.field("uv0", t.uvs[0]);
    io.field("uv1", t.uvs[1]);
    io.field("uv2", t.uvs[2]);
    io.field("flags", t.flags, {.role = Role::flags});
    io.field("texture", t.texture);
}

void describe(Codec& io, SequenceNotify& n) {
    io.field("time", n.time);
    io.compact("function", n.function);
}

void describe(Codec& io, AnimSequence& s) {
    io.compact("name", s.name);
    io.compact("group", s.group);
    io.field("start", s.start);
    io.field("frames", s.frames);
    io.field("notifies", s.notifies);
    io.field("rate", s.rate);
}

void describe(Codec& io, Connect& c) {
    io.field("count", c.count);
    io.field("first", c.first);
}

void describe(Codec& io, Face& f) {
    io.field("wedges", f.wedges, {.role = Role::index});
    io.field("material", f.material, {.role = Role::index});
}

void describe(Codec& io, Wedge& w) {
    io.field("vertex", w.vertex, {.role = Role::index});
    io.field("uv", w.uv);
}

void describe(Codec& io, Material& m) {
    io.field("flags", m.flags, {.role = Role::flags});
    io.field("texture", m.texture);
}

void describe(Codec& io, LodBody& l) {
    io.field("collapse_points", l.collapse_points);
    io.field("face_levels", l.face_levels);
    io.field("faces", l.faces);
    io.field("collapse_wedges", l.collapse_wedges);
    io.field("wedges", l.wedges);
    io.field("materials", l.materials);
    io.field("special_faces", l.special_faces);
    io.field("model_vertices", l.model_vertices, {.role = Role::count});
    io.field("special_vertices", l.special_vertices, {.role = Role::count});
    io.field("scale_max", l.scale_max);
    io.field("hysteresis", l.hysteresis);
    io.field("strength", l.strength);
    io.field("least_vertices", l.least_vertices);
    io.field("morph", l.morph);
    io.field("z_displace", l.z_displace);
    io.field("remap", l.remap);
    io.field("old_frame_vertices", l.old_frame_vertices, {.role = Role::count});
}

void describe_mesh(Codec& io, MeshBody& m, u16 version, bool is_lod) {
    io.field("box", m.box);
    describe_sphere(io, m.sphere, version, "sphere_center", "sphere_radius");
    describe_vertices(io, m, version);
    describe_lazy(io, "triangles", m.triangles, version);
    io.field("sequences", m.sequences);
    describe_lazy(io, "connects", m.connects, version);
    io.field("frame_box", m.frame_box);
    describe_sphere(io, m.frame_sphere, version, "frame_sphere_center", "frame_sphere_radius");
    describe_lazy(io, "vertex_links", m.vertex_links, version);
    io.field("textures", m.textures);
    io.field("boxes", m.boxes);
    io.compact("sphere_count", m.sphere_count, {.role = Role::count});
    const u64 spheres = elements_of(io, m.sphere_count);
    io.items("spheres", m.spheres, Count{spheres},
             [version](Codec& in, Sphere& s) { describe_sphere(in, s, version); });
    io.field("frame_vertices", m.frame_vertices, {.role = Role::count});
    io.field("frames", m.frames, {.role = Role::count});
    io.field("and_flags", m.and_flags, {.role = Role::flags});
    io.field("or_flags", m.or_flags, {.role = Role::flags});
    io.field("scale", m.scale);
    io.field("origin", m.origin);
    io.field("rotation", m.rotation);
    io.field("current_poly", m.current_poly);
    io.field("current_vertex", m.current_vertex);
    if (version == version_with_one_texture_lod) io.field("texture_lod", m.texture_lod);
    if (version >= first_with_texture_lods) io.field("texture_lods", m.texture_lods);
    if (is_lod) io.field("lod", m.lod);
}

}  // namespace thaw::upackage
