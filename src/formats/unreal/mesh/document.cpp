#include "formats/unreal/mesh/document.hpp"

#include <algorithm>

#include "base/endian.hpp"

namespace thaw::unreal {

namespace {
u32 in_16_bits(u32 vertex_bytes, u32 vertices) { return (vertex_bytes * vertices) & 0xFFFF; }
}  // namespace

bool Document::is_deus_ex() const {
    if (!data || !aniv || data->num_vertices == 0) return false;
    // U2: exact equality and nothing else (68 of 68 Deus Ex pairs, none of 824 others). Past 8191 vertices the field
    // holds what 16 bits keep of it (U11).
    return aniv->frame_size == in_16_bits(8, data->num_vertices) &&
           aniv->frame_size != in_16_bits(4, data->num_vertices);
}

bool Document::has_wrapped_frame_size() const {
    if (!data || !aniv) return false;
    const u32 needed = vertex_bytes() * data->num_vertices;
    return needed > 0xFFFF && aniv->frame_size == in_16_bits(vertex_bytes(), data->num_vertices);
}

u64 Document::stride() const {
    if (!aniv) return 0;
    return has_wrapped_frame_size() ? u64{vertex_bytes()} * data->num_vertices : aniv->frame_size;
}

u64 Document::num_vertices() const {
    if (data) return data->num_vertices;
    return aniv ? aniv->frame_size / 4u : 0;
}

u64 Document::frames_present() const {
    if (!aniv || num_vertices() == 0) return 0;
    const u64 size = aniv->frames.size();
    if (size < vertex_bytes()) return 0;
    if (stride() == 0) return aniv->num_frames;  // every frame is the first one
    return std::min<u64>(aniv->num_frames, (size - vertex_bytes()) / stride() + 1);
}

u64 Document::vertices_present(u64 frame) const {
    if (!aniv || frame >= aniv->num_frames) return 0;
    const u64 start = frame * stride();
    const u64 size = aniv->frames.size();
    return start >= size ? 0 : std::min<u64>(num_vertices(), (size - start) / vertex_bytes());
}

Point Document::vertex(u64 frame, u64 v) const {
    return decode_vertex(aniv->frames.data() + frame * stride() + v * vertex_bytes(), is_deus_ex());
}

Point decode_vertex(const u8* from, bool deus_ex) {
    if (!deus_ex) return unpack(load<u32>(from, Order::little));
    return {load<i16>(from, Order::little), load<i16>(from + 2, Order::little), load<i16>(from + 4, Order::little)};
}

Point unpack(u32 word) {
    const auto field = [&](u32 shift, u32 sign) {
        const u32 raw = (word >> shift) & (2 * sign - 1);
        return static_cast<i32>(raw ^ sign) - static_cast<i32>(sign);
    };
    return {field(0, 0x400), field(11, 0x400), field(22, 0x200)};
}

u32 pack(Point point) {
    return (static_cast<u32>(point.x) & 0x7FF) | (static_cast<u32>(point.y) & 0x7FF) << 11 |
           (static_cast<u32>(point.z) & 0x3FF) << 22;
}

}  // namespace thaw::unreal
