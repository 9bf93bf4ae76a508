#include "formats/ctc/model/document.hpp"

#include <algorithm>
#include <cmath>

namespace thaw::ctc {

namespace {

constexpr u64 alignment = 4;
constexpr u64 largest_file = 0x7FFFFFFF;  // offsets are signed in the game
constexpr u64 morph_bytes = 32;

u64 aligned(u64 offset) { return (offset + alignment - 1) / alignment * alignment; }

template <class T>
u64 bytes_of(const std::vector<T>& table) {
    return table.size() * T::disk_bytes;
}

u64 skeleton_bytes(const Document& d) {
    if (d.vertices.empty()) return 0;
    return d.skeleton_magic.size() + 4 * d.influence_counts.size() + bytes_of(d.influences);
}

u64 tri3_area(const Document& d) { return d.collapses.empty() ? 0 : d.triangles.size() * tri3_bytes; }

u64 morphs_bytes(const Document& d) {
    return d.morphs.size() * morph_bytes + 4 * d.morph_indices.size() + bytes_of(d.morph_targets);
}

}  // namespace

bool Key::is_finite() const {
    const auto finite = [](f32 value) { return std::isfinite(value); };
    return std::all_of(translation.begin(), translation.end(), finite) &&
           std::all_of(angles.begin(), angles.end(), finite);
}

std::span<const Key> Document::bone_keys_of(u64 frame) const {
    const u64 first = frame * bones.size();
    if (frame >= num_frames() || first + bones.size() > bone_keys.size()) return {};
    return std::span(bone_keys).subspan(static_cast<std::size_t>(first), bones.size());
}

bool Document::lists_agree() const {
    u64 influenced = 0, morphed = 0;
    for (const u32 n : influence_counts) influenced += n;
    for (const Morph& morph : morphs) morphed += morph.count;
    return uvs.size() == triangles.size() && influence_counts.size() == vertices.size() &&
           influences.size() == influenced && bone_keys.size() == main_keys.size() * bones.size() &&
           morph_indices.size() == morphed && morph_targets.size() == morphed;
}

u64 Document::drawn_triangles() const {
    u64 drawn = 0;
    for (const i32 size : triangle_lists) drawn += size > 0 ? static_cast<u64>(size) : 0;
    return std::min<u64>(drawn, triangles.size());
}

std::vector<Extent> extents(const Document& d) {
    const Offsets& o = d.offsets;
    std::vector<Extent> all{
        {"skins", "ofs_skins", o.skins, bytes_of(d.skins)},
        {"vertices", "ofs_vertices", o.vertices, bytes_of(d.vertices)},
        {"out_vertices", "ofs_out_vertices", o.out_vertices, bytes_of(d.vertices)},
        {"triangles", "ofs_triangles", o.triangles, bytes_of(d.triangles)},
        {"uvs", "ofs_uvs", o.uvs, bytes_of(d.uvs)},
        {"bones", "ofs_bones", o.bones, bytes_of(d.bones)},
        {"skeleton", "ofs_skeleton", o.skeleton, skeleton_bytes(d)},
        {"animations", "ofs_animations", o.animations, bytes_of(d.animations)},
        {"frames", "ofs_frames", o.frames, bytes_of(d.main_keys) + bytes_of(d.bone_keys)},
        {"morphs", "ofs_morphs", o.morphs, morphs_bytes(d)},
        {"attachments", "ofs_attachments", o.attachments, bytes_of(d.attachments)},
        {"triangle_lists", "ofs_triangle_lists", o.triangle_lists, 4 * d.triangle_lists.size()},
        {"collapses", "ofs_collapses", o.collapses, bytes_of(d.collapses)},
        {"tri3", "ofs_tri3", o.tri3, tri3_area(d)},
        {"colours", "ofs_colours", o.colours, bytes_of(d.colours)},
    };
    std::erase_if(all, [](const Extent& extent) { return extent.size == 0; });
    return all;
}

Status relayout(Document& d) {
    Offsets offsets;
    u64 next = header_bytes;
    const auto place = [&](u32& offset, u64 bytes) {
        offset = static_cast<u32>(next);
        next = std::min(aligned(next + bytes), largest_file + 1);
    };
    place(offsets.skins, bytes_of(d.skins));
    place(offsets.vertices, bytes_of(d.vertices));
    place(offsets.out_vertices, bytes_of(d.vertices));
    place(offsets.triangles, bytes_of(d.triangles));
    place(offsets.uvs, bytes_of(d.uvs));
    place(offsets.bones, bytes_of(d.bones));
    place(offsets.skeleton, skeleton_bytes(d));
    place(offsets.animations, bytes_of(d.animations));
    place(offsets.frames, bytes_of(d.main_keys) + bytes_of(d.bone_keys));  // after the skeleton: C23
    place(offsets.gl_commands, 0);
    place(offsets.morphs, morphs_bytes(d));
    place(offsets.attachments, bytes_of(d.attachments));
    place(offsets.triangle_lists, 4 * d.triangle_lists.size());
    place(offsets.collapses, bytes_of(d.collapses));
    place(offsets.tri3, tri3_area(d));
    // The game looks at the next colour before each triangle, and stops at a zero: one stands at the end in any case.
    place(offsets.colours, bytes_of(d.colours) + Colour::disk_bytes);
    if (next > largest_file) return Error{Code::unrepresentable, "the model takes more than 2 GiB"};
    offsets.end = static_cast<u32>(next);

    d.offsets = offsets;
    d.image = Blob::take(std::vector<u8>(static_cast<std::size_t>(next)));
    d.out_vertices = Blob::take(std::vector<u8>(static_cast<std::size_t>(bytes_of(d.vertices))));
    d.tri3 = Blob::take(std::vector<u8>(static_cast<std::size_t>(tri3_area(d))));
    return Done{};
}

}  // namespace thaw::ctc
