// The bytes of an RDY. Everything is little-endian, as on the machines the game runs on, and nothing is aligned. Both
// tables are numbers like any other: what they point at follows in a fixed order and is read in that order.
#include "formats/soulfu/rdy/layout.hpp"

#include "formats/soulfu/ddd/layout.hpp"
#include "formats/soulfu/shared/layout.hpp"

namespace thaw::rdy {

namespace {

// A number on disk that counts something which is not a container here.
struct Number {
    std::size_t value;
    std::size_t size() const { return value; }
};

void describe_primitives(Codec& io, const char* count_name, const char* name, Primitives& p) {
    const auto n = io.count<u16>(count_name, p);
    std::size_t end = 0;
    io.repeat(name, n.value, [&](u64 i) {
        const auto corners = io.count<u16>("num_corners", p[static_cast<std::size_t>(i)]);
        io.run("corners", p.corners, end, corners.value);
        end += static_cast<std::size_t>(corners.value);
        if (i == p.ends.size()) p.ends.push_back(static_cast<u32>(end));
    });
}

}  // namespace

void describe(Codec& io, Vertex& v) {
    soulfu::describe_binding(io, v);
    io.field("normal", v.normal);
    io.field("along", v.along);
    io.field("forward", v.forward);
    io.field("side", v.side);
    io.field("bone_normal", v.bone_normal);
    io.field("hidden", v.hidden);
}

void describe(Codec& io, TexVertex& t) { soulfu::describe_tex_vertex(io, t); }

void describe(Codec& io, Slot& s) {
    if (!soulfu::describe_slot_head(io, s)) return;
    describe_primitives(io, "num_strips", "strips", s.strips);
    describe_primitives(io, "num_fans", "fans", s.fans);  // D12: still counted, always 0
}

void describe(Codec& io, Bone& b) {
    soulfu::describe_bone_head(io, b);
    io.field("length", b.length);
}

void describe(Codec& io, EdgeLine& e) {
    io.field("edge", e.edge, {.role = Role::index});
    io.field("corners", e.corners, {.role = Role::index});
}

void describe(Codec& io, BaseModel& b) {
    soulfu::describe_base(io, b);
    const auto edge_lines = io.count<u16>("num_edge_lines", b.edge_lines);
    io.items("edge_lines", b.edge_lines, edge_lines);
}

void describe(Codec& io, BoneAxes& a) {
    io.field("forward", a.forward);
    io.field("side", a.side);
}

void describe(Codec& io, Point& p) { soulfu::describe_point(io, p); }

void describe(Codec& io, ShadowCorner& c) { soulfu::describe_point(io, c); }

void describe(Codec& io, Shadow& s) { soulfu::describe_shadow(io, s); }

void describe(Codec& io, Pointers& p) { io.field("parts", p.parts, {.role = Role::offset}); }

void describe(Codec& io, Frame& f, const File& file) {
    const std::size_t num_base_models = file.bases.empty() ? 0 : file.num_base_models;
    const BaseModel* base =
        soulfu::describe_frame_head(io, f, num_base_models, [&file](std::size_t i) { return file.base(i); });
    if (base == nullptr) return;
    io.field("movement", f.movement);
    io.sized_by("axes", f.axes, base->bones.size());
    io.sized_by("joints", f.joints, base->joint_sizes.size());
    io.field("shadows", f.shadows);
}

void describe(Codec& io, File& f) {
    io.order(Order::little);
    io.bits("flags", f.flags, ddd::header_flag_parts);
    const auto levels = io.count<u8>("num_detail_levels", Number{f.num_detail_levels});
    const auto bases = io.count<u8>("num_base_models", Number{f.num_base_models});
    f.num_detail_levels = static_cast<u8>(levels.value);
    f.num_base_models = static_cast<u8>(bases.value);
    const auto frames = io.count<u16>("num_frames", Number{f.num_frames()});
    io.sized_by("first_frames", f.first_frames, f.layout.actions);
    io.field("shadow_textures", f.shadow_textures);
    io.sized_by("model_pointers", f.model_pointers, levels.value * bases.value);
    if (f.is_wide()) {
        io.items("frame_pointers", f.frame_pointers_wide, frames);
    } else {
        io.items("frame_pointers", f.frame_pointers_narrow, frames);
    }
    io.sized_by("bases", f.bases, levels.value * bases.value);
    if (!f.is_linked()) {
        io.items("frames", f.frames, frames, [&f](Codec& inner, Frame& frame) { describe(inner, frame, f); });
    }
    io.rest("trailing", f.trailing);
}

void describe(Codec& io, Document& d) { describe(io, d.file); }

}  // namespace thaw::rdy
