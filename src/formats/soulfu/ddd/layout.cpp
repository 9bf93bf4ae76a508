// The bytes of a DDD. Everything is big-endian and nothing is aligned (D1).
#include "formats/soulfu/ddd/layout.hpp"

#include "formats/soulfu/shared/layout.hpp"

namespace thaw::ddd {

void describe(Codec& io, Vertex& v) { soulfu::describe_binding(io, v); }

void describe(Codec& io, TexVertex& t) { soulfu::describe_tex_vertex(io, t); }

void describe(Codec& io, Corner& c) {
    io.field("vertex", c.vertex, {.role = Role::index});
    io.field("tex_vertex", c.tex_vertex, {.role = Role::index});
}

void describe(Codec& io, Triangle& t) { io.field("corners", t.corners); }

void describe(Codec& io, Slot& s) {
    if (!soulfu::describe_slot_head(io, s)) return;
    const auto n = io.count<u16>("num_triangles", s.triangles);
    io.items("triangles", s.triangles, n);
}

void describe(Codec& io, Bone& b) { soulfu::describe_bone_head(io, b); }

void describe(Codec& io, BaseModel& b) { soulfu::describe_base(io, b); }

void describe(Codec& io, Vector3& v) { soulfu::describe_point(io, v); }

void describe(Codec& io, ShadowCorner& c) { soulfu::describe_point(io, c); }

void describe(Codec& io, Shadow& s) { soulfu::describe_shadow(io, s); }

void describe(Codec& io, Frame& f, const File& file) {
    const BaseModel* base = soulfu::describe_frame_head(
        io, f, file.bases.size(), [&file](std::size_t i) { return i < file.bases.size() ? &file.bases[i] : nullptr; });
    if (base == nullptr) return;
    io.field("movement", f.movement);
    io.sized_by("forwards", f.forwards, base->bones.size());
    io.sized_by("joints", f.joints, base->joint_sizes.size());
    io.field("shadows", f.shadows);
}

void describe(Codec& io, File& f) {
    io.order(Order::big);
    io.field("scaling", f.scaling);
    io.bits("flags", f.flags, header_flag_parts);
    io.field("padding", f.padding, {.role = Role::reserved});
    const auto bases = io.count<u8>("num_base_models", f.bases);
    Count frames{0};
    if (f.is_linked()) {
        io.field("num_frames", f.unused_frame_count, {.role = Role::reserved});  // D4: the linked file's frames count
    } else {
        frames = io.count<u16>("num_frames", f.frames);
    }
    io.field("shadow_textures", f.shadow_textures);
    if (f.is_linked()) io.text("link", f.link);
    io.items("bases", f.bases, bases);
    if (!f.is_linked()) {
        io.items("frames", f.frames, frames, [&f](Codec& inner, Frame& frame) { describe(inner, frame, f); });
    }
    io.rest("trailing", f.trailing);
}

void describe(Codec& io, Document& d) { describe(io, d.file); }

}  // namespace thaw::ddd
