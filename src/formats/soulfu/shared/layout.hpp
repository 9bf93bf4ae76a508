// What DDD and RDY files have in common: the same fields in the same order, in numbers of another type.
#pragma once

#include <string>

#include "formats/soulfu/shared/bits.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "layout/codec.hpp"

namespace thaw::soulfu {

template <class Vertex>
void describe_binding(Codec& io, Vertex& v) {
    io.field("position", v.position);
    io.field("bones", v.bones, {.role = Role::index});
    io.bits("weight", v.weight, ddd::weight_parts);
}

template <class TexVertex>
void describe_tex_vertex(Codec& io, TexVertex& t) {
    io.field("u", t.u);
    io.field("v", t.v);
}

// False if the slot is unused: it is one byte then.
template <class Slot>
[[nodiscard]] bool describe_slot_head(Codec& io, Slot& s) {
    io.field("mode", s.mode);
    if (s.mode == 0) return false;
    io.bits("flags", s.flags, ddd::slot_flag_parts);
    io.field("alpha", s.alpha);
    return true;
}

template <class Bone>
void describe_bone_head(Codec& io, Bone& b) {
    io.field("id", b.id, {.names = ddd::bone_names});
    io.field("joints", b.joints, {.role = Role::index});
}

template <class BaseModel>
void describe_base(Codec& io, BaseModel& b) {
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

template <class Point>
void describe_point(Codec& io, Point& p) {
    io.field("x", p.x);
    io.field("y", p.y);
    if constexpr (requires { p.z; }) io.field("z", p.z);
}

template <class Shadow>
void describe_shadow(Codec& io, Shadow& s) {
    io.field("alpha", s.alpha);
    if (s.alpha != 0) io.field("corners", s.corners);  // D2: only a visible shadow has corners (257/257 files)
}

// The frame's base model: the one index whose target decides a size. Without it the rest of the file has no meaning, so
// null is a failure. `find` returns null if there is no such base model.
template <class Frame, class Find>
auto describe_frame_head(Codec& io, Frame& f, std::size_t num_base_models, Find&& find) {
    io.field("action", f.action, {.names = ddd::action_names});
    io.bits("events", f.events, ddd::event_parts);
    const u64 offset = io.position();
    io.index("base_model", f.base_model, num_base_models);
    const auto* base = find(f.base_model);
    if (base == nullptr) {
        io.fail("base_model", offset, Code::bad_index,
                "the frame uses base model " + std::to_string(f.base_model) + ", the file has " +
                    std::to_string(num_base_models));
    }
    return base;
}

}  // namespace thaw::soulfu
