#include "formats/soulfu/ddd/document.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::ddd {

namespace {

u64 visible_shadows(const Frame& frame) {
    return static_cast<u64>(
        std::count_if(frame.shadows.begin(), frame.shadows.end(), [](const Shadow& s) { return s.alpha != 0; }));
}

u64 disk_bytes(const BaseModel& base) {
    u64 total = 8 + base.vertices.size() * Vertex::disk_bytes + base.tex_vertices.size() * TexVertex::disk_bytes;
    for (const Slot& slot : base.slots) {
        total += slot.mode == 0 ? 1 : 5 + slot.triangles.size() * Triangle::disk_bytes;
    }
    return total + base.joint_sizes.size() + base.bones.size() * Bone::disk_bytes;
}

u64 disk_bytes(const Frame& frame) {
    return 7 + (frame.forwards.size() + frame.joints.size()) * Vector3::disk_bytes + shadow_count +
           visible_shadows(frame) * 4 * ShadowCorner::disk_bytes;
}

// The game's own image of a base model: wide vertices, strips instead of triangles, and the edges between them.
u64 ready_bytes(const BaseModel& base) {
    u64 triangles = 0;
    for (const Slot& slot : base.slots) triangles += slot.triangles.size();
    constexpr u64 strip_per_triangle = 14;  // at worst every triangle is a strip of its own
    constexpr u64 edges_per_triangle = 12;  // a closed surface has three edges for two triangles, of 8 bytes each
    return 8 + base.vertices.size() * 64 + base.tex_vertices.size() * 8 + slot_count * 7 +
           triangles * (strip_per_triangle + edges_per_triangle) + base.joint_sizes.size() * 4 + base.bones.size() * 9 +
           2;
}

u64 ready_bytes(const Frame& frame) {
    return 11 + frame.forwards.size() * 24 + frame.joints.size() * 12 + shadow_count + visible_shadows(frame) * 32;
}

}  // namespace

std::string_view File::link_name() const { return text::until_nul(link); }

u64 disk_bytes(const File& file) {
    u64 total = 12 + file.trailing.size();
    if (file.is_linked()) total += file.link.size();
    for (const BaseModel& base : file.bases) total += disk_bytes(base);
    for (const Frame& frame : file.frames) total += disk_bytes(frame);
    return total;
}

u64 ready_bytes_estimate(const File& file) {
    u64 total = 266 + file.bases.size() * 20 + file.frames.size() * 8;
    for (const BaseModel& base : file.bases) total += ready_bytes(base);
    for (const Frame& frame : file.frames) total += ready_bytes(frame);
    return total;
}

}  // namespace thaw::ddd
