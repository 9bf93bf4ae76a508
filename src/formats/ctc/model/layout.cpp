// The bytes of a CTC: a header of counts and offsets, then tables anywhere. Little-endian.
#include "formats/ctc/model/layout.hpp"

namespace thaw::ctc {

namespace {

// A count whose elements lie in a flat array shared with other lists.
struct Length {
    u32 n;
    u64 size() const { return n; }
};

void describe_length(Codec& io, u32& n) { n = static_cast<u32>(io.count<i32>("count", Length{n}).value); }

struct Counts {
    Count skins, vertices, triangles, frames, animations, bones, morphs, attachments, triangle_lists, collapses,
        colours;
    // Tables that exist because of another one.
    Count tri3() const { return {collapses.value > 0 ? triangles.value : 0}; }
};

Counts describe_counts(Codec& io, Document& d) {
    Counts n{};
    io.field("skin_width", d.skin_width);
    io.field("skin_height", d.skin_height);
    io.field("frame_size", d.frame_size);
    n.skins = io.count<i32>("num_skins", d.skins);
    n.vertices = io.count<i32>("num_vertices", d.vertices);
    io.field("num_tex_coords", d.num_tex_coords);
    n.triangles = io.count<i32>("num_triangles", d.triangles);
    io.field("num_gl_commands", d.num_gl_commands);
    n.frames = io.count<i32>("num_frames", d.main_keys);
    n.animations = io.count<i32>("num_animations", d.animations);
    n.bones = io.count<i32>("num_bones", d.bones);
    n.morphs = io.count<i32>("num_morphs", d.morphs);
    n.attachments = io.count<i32>("num_attachments", d.attachments);
    n.triangle_lists = io.count<i32>("num_triangle_lists", d.triangle_lists);
    n.collapses = io.count<i32>("num_collapses", d.collapses);
    io.field("lod_cache", d.lod_cache);
    n.colours = io.count<i32>("num_colours", d.colours);
    return n;
}

void describe_offsets(Codec& io, Offsets& o, const Counts& n) {
    io.offset("ofs_skins", o.skins, n.skins);
    io.offset("ofs_vertices", o.vertices, n.vertices);
    io.offset("ofs_out_vertices", o.out_vertices, n.vertices);
    io.offset("ofs_triangles", o.triangles, n.triangles);
    io.offset("ofs_uvs", o.uvs, n.triangles);
    io.offset("ofs_bones", o.bones, n.bones);
    io.offset("ofs_skeleton", o.skeleton, n.vertices);
    io.offset("ofs_animations", o.animations, n.animations);
    io.offset("ofs_frames", o.frames, n.frames);
    io.offset("ofs_gl_commands", o.gl_commands, {0});
    io.offset("ofs_morphs", o.morphs, n.morphs);
    io.offset("ofs_attachments", o.attachments, n.attachments);
    io.offset("ofs_triangle_lists", o.triangle_lists, n.triangle_lists);
    io.offset("ofs_collapses", o.collapses, n.collapses);
    io.offset("ofs_tri3", o.tri3, n.tri3());
    io.offset("ofs_colours", o.colours, n.colours);
    io.offset("ofs_end", o.end, {0});
}

// First of all tables, so that one that overlaps them has the last word when written.
void describe_scratch(Codec& io, Document& d, const Counts& n) {
    const u64 vertices = n.vertices.value, triangles = n.tri3().value;
    if (vertices > 0) {
        io.at(d.offsets.out_vertices, [&] { io.bytes("out_vertices", d.out_vertices, vertices * Vertex::disk_bytes); });
    }
    if (triangles > 0) io.at(d.offsets.tri3, [&] { io.bytes("tri3", d.tri3, triangles * tri3_bytes); });
}

void describe_skeleton(Codec& io, Document& d, Count vertices) {
    if (vertices.value == 0) return;
    io.at(d.offsets.skeleton, [&] {
        io.text("skeleton_magic", d.skeleton_magic);
        std::size_t first = 0;
        io.items("skeleton", d.influence_counts, vertices, [&](Codec& inner, u32& n) {
            describe_length(inner, n);
            inner.run("influences", d.influences, first, n);
            first += n;
        });
    });
}

void describe_frames(Codec& io, Document& d, Count frames) {
    if (frames.value == 0) return;
    const std::size_t bones = d.bones.size();
    io.at(d.offsets.frames, [&] {
        io.repeat("frames", frames.value, [&](u64 f) {
            const auto frame = static_cast<std::size_t>(f);
            io.run("main", d.main_keys, frame, 1);
            io.run("keys", d.bone_keys, frame * bones, bones);
        });
    });
}

void describe_morphs(Codec& io, Document& d, Count morphs) {
    if (morphs.value == 0) return;
    io.at(d.offsets.morphs, [&] {
        io.items("morphs", d.morphs, morphs);
        std::size_t first = 0;
        io.repeat("morph_data", d.morphs.size(), [&](u64 m) {
            const u32 n = d.morphs[static_cast<std::size_t>(m)].count;
            io.run("indices", d.morph_indices, first, n,
                   {.role = Role::index, .names = {}, .parts = {}, .limit = d.vertices.size()});
            io.run("targets", d.morph_targets, first, n);
            first += n;
        });
    });
}

}  // namespace

void describe(Codec& io, Skin& s) { io.text("name", s.name); }

void describe(Codec& io, Vertex& v) {
    io.field("position", v.position);
    io.field("normal", v.normal);
}

void describe(Codec& io, Triangle& t) { io.field("vertices", t.vertices, {.role = Role::index}); }

void describe(Codec& io, Uv& t) {
    io.field("u", t.u);
    io.field("v", t.v);
}

void describe(Codec& io, TriangleUvs& t) { io.field("corners", t.corners); }

void describe(Codec& io, Bone& b) {
    io.field("parent_plus_one", b.parent_plus_one, {.role = Role::index});
    io.field("child_count", b.child_count, {.role = Role::count});
    io.field("child_list", b.child_list, {.role = Role::reserved});
    io.field("unknown_0x0c", b.unknown_0x0c);
    io.field("final_transform", b.final_transform);
    io.field("base_transform", b.base_transform);
}

void describe(Codec& io, Influence& i) {
    io.field("bone", i.bone, {.role = Role::index});
    io.field("weight", i.weight);
}

void describe(Codec& io, Animation& a) {
    io.text("name", a.name);
    io.field("a", a.a);
    io.field("b", a.b);
}

void describe(Codec& io, Key& k) {
    io.field("translation", k.translation);
    io.field("angles", k.angles);
}

void describe(Codec& io, Morph& m) {
    io.text("name", m.name);
    describe_length(io, m.count);
    io.field("weight", m.weight);
    io.field("pointers", m.pointers, {.role = Role::reserved});
}

void describe(Codec& io, MorphTarget& t) { io.field("position", t.position); }

void describe(Codec& io, Attachment& a) {
    io.text("name", a.name);
    io.field("triangle", a.triangle, {.role = Role::index});
}

void describe(Codec& io, Collapse& c) {
    io.field("from", c.from, {.role = Role::index});
    io.field("to", c.to, {.role = Role::index});
    io.field("unknown_0x08", c.unknown_0x08);
    io.field("u", c.u);
    io.field("v", c.v);
}

void describe(Codec& io, Colour& c) { io.field("rgba", c.rgba); }

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.image(d.image);
    io.magic("magic", "SMDL");
    io.within("version", d.version, lowest_version, highest_version, Code::bad_version);
    io.field("unknown_0x06", d.unknown_0x06);
    const Counts n = describe_counts(io, d);
    describe_offsets(io, d.offsets, n);
    describe_scratch(io, d, n);
    io.items_at("skins", d.offsets.skins, d.skins, n.skins);
    io.items_at("vertices", d.offsets.vertices, d.vertices, n.vertices);
    io.items_at("triangles", d.offsets.triangles, d.triangles, n.triangles);
    io.items_at("uvs", d.offsets.uvs, d.uvs, n.triangles);
    io.items_at("bones", d.offsets.bones, d.bones, n.bones);
    describe_skeleton(io, d, n.vertices);
    io.items_at("animations", d.offsets.animations, d.animations, n.animations);
    describe_frames(io, d, n.frames);
    describe_morphs(io, d, n.morphs);
    io.items_at("attachments", d.offsets.attachments, d.attachments, n.attachments);
    io.items_at("triangle_lists", d.offsets.triangle_lists, d.triangle_lists, n.triangle_lists);
    io.items_at("collapses", d.offsets.collapses, d.collapses, n.collapses);
    io.items_at("colours", d.offsets.colours, d.colours, n.colours);
    // Elements that no list claims would be lost in writing.
    if (!d.lists_agree()) io.fail(Code::unrepresentable, "arrays that belong together differ in their lengths");
}

}  // namespace thaw::ctc
