// A mesh of a package as the two `.3d` files it was imported from.
#include <algorithm>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

// The engine's flags of a polygon.
constexpr u32 flag_invisible = 0x1;
constexpr u32 flag_masked = 0x2;
constexpr u32 flag_translucent = 0x4;
constexpr u32 flag_environment = 0x10;
constexpr u32 flag_modulated = 0x40;
constexpr u32 flag_two_sided = 0x100;
constexpr u32 flag_no_smooth = 0x800;
constexpr u32 flag_special = 0x1000;
constexpr u32 flag_flat = 0x4000;
constexpr u32 flag_alpha_blend = 0x20000;
constexpr u32 flag_unlit = 0x400000;

constexpr u64 most_16_bits = 0xFFFF;

u32 flags_of_type(u8 type) {
    constexpr std::array<u32, 8> styles{0,
                                        flag_two_sided,
                                        flag_two_sided | flag_translucent,
                                        flag_two_sided | flag_masked,
                                        flag_two_sided | flag_modulated,
                                        flag_two_sided | flag_alpha_blend,
                                        0,
                                        0};
    u32 flags = styles[type & unreal::style_bits];
    if ((type & unreal::unlit_bit) != 0) flags |= flag_unlit;
    if ((type & unreal::flat_bit) != 0) flags |= flag_flat;
    if ((type & unreal::environment_bit) != 0) flags |= flag_environment;
    if ((type & unreal::no_smooth_bit) != 0) flags |= flag_no_smooth;
    return flags;
}

class PolyMaker {
public:
    PolyMaker(const MeshBody& mesh, bool is_lod, u64 vertices) : mesh_(mesh), is_lod_(is_lod), vertices_(vertices) {}

    void run(MeshFiles& out) {
        const LodBody& lod = mesh_.lod;
        const bool by_faces = is_lod_ && (!lod.faces.items.empty() || !lod.special_faces.items.empty());
        if (!by_faces) {
            for (const Triangle& triangle : mesh_.triangles.items) add(from_triangle(triangle), triangle.flags, out);
            return;
        }
        // The engine puts the vertices of the weapon triangle in front of all others, in its order.
        for (std::size_t i = 0; i < lod.special_faces.items.size(); ++i) add(from_special(i), flag_special, out);
        for (const Face& face : lod.faces.items) {
            const bool has_material = face.material < lod.materials.items.size();
            add(from_face(face), has_material ? lod.materials.items[face.material].flags : 0, out);
        }
    }

private:
    static void add(std::optional<unreal::Poly> poly, u32 flags, MeshFiles& out) {
        ++out.faces;
        if (!poly) {
            ++out.faces_dropped;
            return;
        }
        poly->type = type_of_flags(flags);
        if (flags_dropped(flags) != 0) ++out.flags_dropped;
        out.document.data->polys.push_back(*poly);
    }

    static std::optional<unreal::Poly> from_triangle(const Triangle& triangle) {
        if (triangle.texture < 0 || triangle.texture > 0xFF) return std::nullopt;
        unreal::Poly poly;
        poly.vertices = triangle.vertices;
        poly.uvs = triangle.uvs;
        poly.texture = static_cast<u8>(triangle.texture);
        return poly;
    }

    std::optional<unreal::Poly> from_special(std::size_t i) const {
        const u64 first = 3 * u64{i};
        if (first + 3 > std::min(vertices_, most_16_bits)) return std::nullopt;
        unreal::Poly poly;
        for (u64 corner = 0; corner < 3; ++corner) {
            poly.vertices[static_cast<std::size_t>(corner)] = static_cast<u16>(first + corner);
        }
        return poly;
    }

    std::optional<unreal::Poly> from_face(const Face& face) const {
        const LodBody& lod = mesh_.lod;
        if (face.material >= lod.materials.items.size()) return std::nullopt;
        const i32 texture = lod.materials.items[face.material].texture;
        if (texture < 0 || texture > 0xFF) return std::nullopt;
        unreal::Poly poly;
        poly.texture = static_cast<u8>(texture);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            if (face.wedges[corner] >= lod.wedges.items.size()) return std::nullopt;
            const Wedge& wedge = lod.wedges.items[face.wedges[corner]];
            const i64 vertex = i64{wedge.vertex} + lod.special_vertices;
            if (vertex < 0 || static_cast<u64>(vertex) >= std::min(vertices_, most_16_bits)) return std::nullopt;
            poly.vertices[corner] = static_cast<u16>(vertex);
            poly.uvs[corner] = wedge.uv;
        }
        return poly;
    }

    const MeshBody& mesh_;
    bool is_lod_;
    u64 vertices_;
};

// The frames with each vertex where the remap says.
Blob remapped_frames(const MeshBody& mesh, const FrameGrid& grid, u64 frames) {
    const std::size_t bytes = mesh.vertex_bytes;
    std::vector<u8> out;
    for (u64 frame = 0; frame < frames; ++frame) {
        for (const u16 from : mesh.lod.remap.items) {
            const Blob vertex =
                from < grid.stride ? mesh.vertices.slice((frame * grid.stride + from) * bytes, bytes) : Blob();
            out.insert(out.end(), vertex.bytes().begin(), vertex.bytes().end());
            out.insert(out.end(), bytes - vertex.size(), u8{0});
        }
    }
    return Blob::take(std::move(out));
}

std::string what_does_not_fit(const MeshFiles& files, const FrameGrid& grid, u32 vertex_bytes, u64 most_bytes) {
    if (grid.vertices == 0 || grid.frames == 0) return "no vertices or no frames";
    if (grid.vertices * vertex_bytes > most_16_bits) return text::plural(grid.vertices, "vertex") + " a frame";
    if (grid.frames > most_16_bits) return text::plural(grid.frames, "frame");
    if (files.document.data->polys.size() > most_16_bits) {
        return text::plural(files.document.data->polys.size(), "polygon");
    }
    const u64 bytes = files.stored_frames * grid.vertices * vertex_bytes;
    if (grid.remapped && bytes > most_bytes) return "more frames than a package of this size justifies";
    return {};
}

}  // namespace

u8 type_of_flags(u32 flags) {
    if ((flags & (flag_invisible | flag_special)) != 0) return unreal::weapon_bit;
    u8 type = 0;
    if ((flags & flag_translucent) != 0) {
        type = 2;
    } else if ((flags & flag_modulated) != 0) {
        type = 4;
    } else if ((flags & flag_masked) != 0) {
        type = 3;
    } else if ((flags & flag_alpha_blend) != 0) {
        type = 5;
    } else if ((flags & flag_two_sided) != 0) {
        type = 1;
    }
    if ((flags & flag_unlit) != 0) type |= unreal::unlit_bit;
    if ((flags & flag_flat) != 0) type |= unreal::flat_bit;
    if ((flags & flag_environment) != 0) type |= unreal::environment_bit;
    if ((flags & flag_no_smooth) != 0) type |= unreal::no_smooth_bit;
    return type;
}

u32 flags_dropped(u32 flags) {
    const u8 type = type_of_flags(flags);
    if (type == unreal::weapon_bit) return 0;  // never drawn
    return flags ^ flags_of_type(type);
}

FrameGrid frame_grid(const MeshBody& mesh, bool is_lod) {
    FrameGrid grid;
    const u64 own = static_cast<u64>(std::max(mesh.frame_vertices, 0));
    grid.frames = static_cast<u64>(std::max(mesh.frames, 0));
    grid.remapped = is_lod && !mesh.lod.remap.items.empty();
    grid.vertices = grid.remapped ? mesh.lod.remap.items.size() : own;
    grid.stride = own;
    if (!grid.remapped) return grid;
    const u64 old = static_cast<u64>(std::max(mesh.lod.old_frame_vertices, 0));
    // Some compilers leave the old number at 0; what is stored decides then.
    if (old > 0 && (grid.frames * old == mesh.stored_vertices() || grid.frames * own != mesh.stored_vertices())) {
        grid.stride = old;
    }
    return grid;
}

MeshFiles mesh_files(const MeshBody& mesh, bool is_lod, bool with_frames, u64 most_bytes) {
    MeshFiles out;
    const FrameGrid grid = frame_grid(mesh, is_lod);
    unreal::DataFile& data = out.document.data.emplace();
    PolyMaker(mesh, is_lod, grid.vertices).run(out);
    out.stored_frames = grid.stride == 0 ? 0 : std::min(grid.frames, mesh.stored_vertices() / grid.stride);
    out.too_large = what_does_not_fit(out, grid, mesh.vertex_bytes, most_bytes);
    if (!out.too_large.empty()) {
        out.document = {};
        return out;
    }
    data.num_polys = static_cast<u16>(data.polys.size());
    data.num_vertices = static_cast<u16>(grid.vertices);
    unreal::AnivFile& aniv = out.document.aniv.emplace();
    aniv.num_frames = static_cast<u16>(out.stored_frames);
    aniv.frame_size = static_cast<u16>(grid.vertices * mesh.vertex_bytes);
    if (!with_frames) return out;
    aniv.frames = grid.remapped ? remapped_frames(mesh, grid, out.stored_frames)
                                : mesh.vertices.slice(0, u64{aniv.num_frames} * aniv.frame_size);
    return out;
}

}  // namespace thaw::upackage
