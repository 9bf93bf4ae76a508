#include "formats/unreal/mesh/survey.hpp"

#include <algorithm>
#include <tuple>

#include "base/endian.hpp"
#include "base/text.hpp"

namespace thaw::unreal {

namespace {

bool is_at_limit(Point p, bool deus_ex) {
    const i32 wide = deus_ex ? 32768 : 1024;
    const i32 narrow = deus_ex ? 32768 : 512;
    const auto on = [](i32 v, i32 limit) { return v == -limit || v == limit - 1; };
    return on(p.x, wide) || on(p.y, wide) || on(p.z, narrow);
}

void see(Sighting& sighting, u64 frame, u64 vertex) {
    if (sighting.count++ == 0) sighting = {frame, vertex, 1};
}

// Vertices of a frame that no later frame shows again. Where frames overlap only the first `stride` bytes of each are
// its own, so that a walk over all frames stays a walk over the file.
u64 own_vertices(const Document& document, u64 frame, u64 frames) {
    const u64 present = document.vertices_present(frame);
    if (frame + 1 == frames) return present;
    return std::min(present, (document.stride() + document.vertex_bytes() - 1) / document.vertex_bytes());
}

}  // namespace

PolySurvey survey_polys(const DataFile& data) {
    PolySurvey out;
    out.used.assign(data.num_vertices, false);
    out.min_index = data.polys.empty() ? 0 : 0xFFFF;
    for (const Poly& poly : data.polys) {
        for (const u16 v : poly.vertices) {
            out.min_index = std::min<u32>(out.min_index, v);
            out.max_index = std::max<u32>(out.max_index, v);
            if (v >= data.num_vertices) {
                ++out.out_of_range;
                continue;
            }
            out.used_end = std::max<u64>(out.used_end, v + 1u);
            if (!out.used[v]) ++out.used_count;
            out.used[v] = true;
        }
    }
    return out;
}

bool is_degenerate(const Poly& poly) {
    const auto& v = poly.vertices;
    return v[0] == v[1] || v[1] == v[2] || v[0] == v[2];
}

std::vector<Duplicate> duplicate_triangles(const DataFile& data) {
    struct Key {
        u64 vertices;  // sorted, 16 bits each
        u32 poly;
    };
    std::vector<Key> keys;
    for (std::size_t i = 0; i < data.polys.size(); ++i) {
        if (is_degenerate(data.polys[i])) continue;
        auto v = data.polys[i].vertices;
        std::sort(v.begin(), v.end());
        if (v[2] >= data.num_vertices) continue;
        keys.push_back({u64{v[0]} << 32 | u64{v[1]} << 16 | v[2], static_cast<u32>(i)});
    }
    std::sort(keys.begin(), keys.end(),
              [](const Key& a, const Key& b) { return std::tie(a.vertices, a.poly) < std::tie(b.vertices, b.poly); });
    std::vector<Duplicate> out;
    u32 first = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i == 0 || keys[i].vertices != keys[i - 1].vertices) {
            first = keys[i].poly;
        } else {
            out.push_back({keys[i].poly, first});
        }
    }
    std::sort(out.begin(), out.end(), [](const Duplicate& a, const Duplicate& b) { return a.poly < b.poly; });
    return out;
}

FrameSurvey survey_frames(const Document& document) {
    FrameSurvey out;
    const u64 frames = document.frames_present();
    const bool deus_ex = document.is_deus_ex();
    const u64 vertex_bytes = document.vertex_bytes();
    const u64 stride = document.stride();
    // Every frame is the first one: looking at the last of them is enough.
    for (u64 frame = stride == 0 && frames > 0 ? frames - 1 : 0; frame < frames; ++frame) {
        const u64 vertices = own_vertices(document, frame, frames);
        const u8* raw = document.aniv->frames.data() + frame * stride;
        for (u64 v = 0; v < vertices; ++v, raw += vertex_bytes) {
            const Point p = decode_vertex(raw, deus_ex);
            if (!out.any) out.low = out.high = p;
            out.any = true;
            out.low = {std::min(out.low.x, p.x), std::min(out.low.y, p.y), std::min(out.low.z, p.z)};
            out.high = {std::max(out.high.x, p.x), std::max(out.high.y, p.y), std::max(out.high.z, p.z)};
            if (is_at_limit(p, deus_ex)) see(out.at_limit, frame, v);
            if (deus_ex && load<u16>(raw + 6, Order::little) != 0) see(out.pad, frame, v);
        }
    }
    return out;
}

bool frames_are_identical(const Document& document) {
    u64 frames = document.frames_present();
    const u64 row = document.num_vertices() * document.vertex_bytes();
    if (frames > 1 && document.vertices_present(frames - 1) < document.num_vertices()) {
        if (document.stride() < row) return false;  // several frames are short; nothing certain is known
        --frames;
    }
    if (frames < 2) return false;
    const u64 stride = document.stride();
    const u8* bytes = document.aniv->frames.data();
    if (stride < row) {
        // Overlapping rows are all equal exactly if every byte equals the one a stride later: one walk, not one a
        // frame.
        const u64 end = (frames - 2) * stride + row;
        return std::equal(bytes, bytes + end, bytes + stride);
    }
    for (u64 frame = 1; frame < frames; ++frame) {
        if (!std::equal(bytes, bytes + row, bytes + frame * stride)) return false;
    }
    return true;
}

std::string wanted_for_slot(const Mesh& mesh, const SkinSlot* skin) {
    if (mesh.modeldef) return "a Skin or SurfaceSkin";
    const std::string_view package = skin == nullptr ? std::string_view() : package_in(skin->texture);
    return package.empty() ? "a TEXTURE IMPORT" : "the package " + text::printable(package);
}

bool is_mismatched_pair(const Document& document, u64 used_end) {
    if (!document.data || !document.aniv || used_end == 0) return false;
    const u64 row = document.num_vertices() * document.vertex_bytes();
    if (document.stride() == row) return false;
    if (document.aniv->num_frames > 1) return document.stride() < used_end * document.vertex_bytes();
    return document.frames_present() > 0 && document.vertices_present(0) < used_end;
}

}  // namespace thaw::unreal
