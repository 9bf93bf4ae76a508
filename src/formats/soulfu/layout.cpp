// The bytes of a DDD. Everything is big-endian and nothing is aligned (D1).
#include "formats/soulfu/layout.hpp"

#include "formats/soulfu/bits.hpp"
#include "formats/soulfu/names.hpp"

namespace thaw::ddd {

void describe(Codec& io, Vertex& v) {
    io.field("position", v.position);
    io.field("bones", v.bones, {.role = Role::index});
    io.bits("weight", v.weight, weight_parts);
}

void describe(Codec& io, TexVertex& t) {
    io.field("u", t.u);
    io.field("v", t.v);
}

void describe(Codec& io, Corner& c) {
    io.field("vertex", c.vertex, {.role = Role::index});
    io.field("tex_vertex", c.tex_vertex, {.role = Role::index});
}

void describe(Codec& io, Triangle& t) { io.field("corners", t.corners); }

void describe(Codec& io, Slot& s) {
    io.field("mode", s.mode);
    if (s.mode == 0) return;  // an unused slot is one byte
    io.bits("flags", s.flags, slot_flag_parts);
    io.field("alpha", s.alpha);
    const auto n = io.count<u16>("num_triangles", s.triangles);
    io.items("triangles", s.triangles, n);
}

void describe(Codec& io, Bone& b) {
    io.field("id", b.id, {.names = bone_names});
    io.field("joints", b.joints, {.role = Role::index});
}

void describe(Codec& io, BaseModel& b) {
    const auto vertices = io.count<u16>("num_vertices", b.vertices);
    const auto tex_vertices = io.count<u16>("num_tex_vertices", b.tex_vertices);
    const auto joints = io.count<u16>("num_joints", b.joint_sizes);
    const auto bones = io.count<u16>("num_bones", b.bones);
    io.items("vertices", b.vertices, vertices);
    io.items("tex_vertices", b.tex_vertices, tex_vertices);
    io.field("slots", b.slots);
    io.items("joint_sizes", b.joint_sizes, joints);
    io.items("bones", b.bones, bones);
}

void describe(Codec& io, Vector3& v) {
    io.field("x", v.x);
    io.field("y", v.y);
    io.field("z", v.z);
}

void describe(Codec& io, ShadowCorner& c) {
    io.field("x", c.x);
    io.field("y", c.y);
}

void describe(Codec& io, Shadow& s) {
    io.field("alpha", s.alpha);
    if (s.alpha != 0) io.field("corners", s.corners);  // D2: only a visible shadow has corners (257/257 files)
}

void describe(Codec& io, Frame& f, const File& file) {
    io.field("action", f.action, {.names = action_names});
    io.bits("events", f.events, event_parts);
    const u64 base_model_offset = io.position();
    io.index("base_model", f.base_model, file.bases.size());
    if (f.base_model >= file.bases.size()) {
        // The one index whose target decides a size: without it the rest of the file has no meaning.
        return io.fail("base_model", base_model_offset, Code::bad_index,
                       "the frame uses base model " + std::to_string(f.base_model) + ", the file has " +
                           std::to_string(file.bases.size()));
    }
    const BaseModel& base = file.bases[f.base_model];
    io.field("movement", f.movement);
    io.sized_by("forwards", f.forwards, base.bones.size());
    io.sized_by("joints", f.joints, base.joint_sizes.size());
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

}  // namespace thaw::ddd
