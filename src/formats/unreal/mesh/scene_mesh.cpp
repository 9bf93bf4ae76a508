// Points, frames and primitives.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/field_path.hpp"
#include "base/text.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/unique.hpp"

namespace thaw::unreal {

namespace {

constexpr double largest_coordinate = 1e12;  // metres; what is beyond is a mistake in the script

// Object space is X forward, Y right, Z up; the scene is Z forward, -X right, Y up.
Affine with_axes_swapped(const Affine& a, double factor) {
    Affine out;
    constexpr std::array<std::size_t, 3> source{1, 2, 0};
    constexpr Vec3d sign{-1, 1, 1};
    for (std::size_t row = 0; row < 3; ++row) {
        const double k = sign[row] * factor;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // + 0.0: no negative zeros among the positions.
            out.rows[row][axis] = k * a.rows[source[row]][axis] + 0.0;
        }
        out.offset[row] = k * a.offset[source[row]] + 0.0;
    }
    return out;
}

double determinant(const Affine& a) {
    const auto& r = a.rows;
    return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) - r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
           r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
}

bool is_uniform(const Vec3d& s) { return s[0] == s[1] && s[1] == s[2]; }

Vec3 swapped(const Vec3d& forward_right_up) {
    const auto& [forward, right, up] = forward_right_up;
    return {static_cast<f32>(right), static_cast<f32>(up), static_cast<f32>(forward)};
}

// The node that takes a mesh whose axes alone were swapped to its place in the scene.
Transform node_of(const Placement& placement, const Affine& scene) {
    Placement turned;
    turned.yaw = placement.yaw;
    turned.pitch = placement.pitch;
    turned.roll = placement.roll;
    const Affine rotation = with_axes_swapped(ObjectSpace(turned).affine(), 1);
    // The mesh's axes are -Y, Z and X of the file.
    thaw::Matrix matrix = identity_matrix;
    for (std::size_t row = 0; row < 3; ++row) {
        matrix[row] = -rotation.rows[row][1];
        matrix[4 + row] = rotation.rows[row][2];
        matrix[8 + row] = rotation.rows[row][0];
    }
    const double mirror = placement.unmirror ? -1 : 1;
    Vec3d s = placement.scale;
    if (is_uniform(placement.stretch)) s = s * placement.stretch.x;
    const auto single = [](double v) { return static_cast<f32>(v); };
    return {rounded(scene.offset),
            rotation_of(matrix),
            {single(s[1] * metres_per_unit), single(s[2] * metres_per_unit), single(mirror * s[0] * metres_per_unit)}};
}

// Polygons that can be drawn, by slot and type; the others are reported, one finding for each way in which they fail.
class Sorter {
public:
    explicit Sorter(SceneWork& work) : work_(work) {}

    std::map<u16, std::vector<u32>> run() {
        const auto& polys = work_.document.data->polys;
        for (u32 i = 0; i < polys.size(); ++i) {
            const Poly& poly = polys[i];
            const Shown shown = shown_of(poly, work_.document, work_.extent);
            if (shown == Shown::weapon) continue;
            styles_.note_if((poly.type & style_bits) > 5, i);
            outside_.note_if(shown == Shown::outside, i);
            missing_.note_if(shown == Shown::missing, i);
            degenerate_.note_if(shown == Shown::degenerate, i);
            if (shown == Shown::drawn) drawn_[material_key(poly)].push_back(i);
        }
        report(issue::polygons_out_of_range, outside_, "vertices",
               "below " + std::to_string(work_.document.data->num_vertices));
        report(issue::polygons_not_stored, missing_, "vertices", "below " + std::to_string(work_.extent.points));
        report(issue::degenerate_polygons, degenerate_, "vertices", "three different vertices");
        report(issue::unknown_styles, styles_, "type", "0 to 5");
        return std::move(drawn_);
    }

private:
    void report(const IssueKind& kind, const Offenders& tally, const char* field, std::string expected) {
        if (!tally) return;
        work_.issues.add(kind, "data", field_path("polys", tally.first(), field), std::move(expected),
                         text::plural(tally.count(), "polygon"));
    }

    SceneWork& work_;
    std::map<u16, std::vector<u32>> drawn_;
    Offenders outside_, missing_, degenerate_, styles_;
};

Primitive make_primitive(const SceneWork& work, const std::vector<u32>& polys, bool flat) {
    Primitive out;
    out.flat = flat;
    // A corner is its vertex and its place on the image, which fit into one word.
    std::vector<std::array<u32, 1>> keys;
    keys.reserve(3 * polys.size());
    for (const u32 i : polys) {
        const Poly& poly = work.document.data->polys[i];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto [u, v] = poly.uvs[corner];
            keys.push_back({u32{poly.vertices[corner]} << 16 | u32{u} << 8 | v});
        }
    }
    Unique corners;
    if (flat) {
        corners.index.resize(keys.size());
        std::iota(corners.index.begin(), corners.index.end(), u32{0});
        corners.firsts = corners.index;
    } else {
        corners = unique_of(keys);
    }
    out.points.reserve(corners.firsts.size());
    out.uvs.reserve(corners.firsts.size());
    for (const u32 first : corners.firsts) {
        const u32 key = keys[first][0];
        out.points.push_back(key >> 16);
        // By 256, as the engine does; row 0 of an image is its top.
        out.uvs.push_back({static_cast<f32>(key >> 8 & 255) / 256, static_cast<f32>(key & 255) / 256});
    }
    out.indices = std::move(corners.index);
    if (work.placing.turned) {
        for (std::size_t t = 0; t + 2 < out.indices.size(); t += 3) std::swap(out.indices[t + 1], out.indices[t + 2]);
    }
    return out;
}

}  // namespace

Extent extent_of(const Document& document) {
    const u64 present = document.frames_present();
    if (present == 0) return {};
    const u64 in_use = std::min(survey_polys(*document.data).used_end, document.vertices_present(0));
    // Where frames overlap several of the last ones may be short.
    u64 frames = present;
    if (const u64 stride = document.stride(); stride > 0) {
        const u64 spare = document.aniv->frames.size() - in_use * document.vertex_bytes();
        frames = std::min(present, spare / stride + 1);
    }
    return {static_cast<u32>(document.vertices_present(frames - 1)), static_cast<u32>(frames)};
}

Shown shown_of(const Poly& poly, const Document& document, const Extent& extent) {
    if ((poly.type & weapon_bit) != 0) return Shown::weapon;
    const u16 highest = *std::max_element(poly.vertices.begin(), poly.vertices.end());
    if (highest >= document.data->num_vertices) return Shown::outside;
    if (highest >= extent.points) return Shown::missing;
    return is_degenerate(poly) ? Shown::degenerate : Shown::drawn;
}

u16 material_key(const Poly& poly) { return static_cast<u16>(poly.texture << 8 | poly.type); }

Placing placing_of(const Placement& placement, bool raw) {
    Placing out;
    out.scene = with_axes_swapped(ObjectSpace(placement).affine(), metres_per_unit);
    out.mesh = raw ? with_axes_swapped(Affine{}, 1) : out.scene;
    if (raw) out.node = node_of(placement, out.scene);
    if (raw && !is_uniform(placement.stretch)) {
        out.outer = Transform{.translation = out.node.translation, .scale = swapped(placement.stretch)};
        out.node.translation = {};  // a MODELDEF has no origin in the numbers of the file
    }
    // U3: on the numbers in the file triangles turn outward, so a mapping that mirrors turns them round.
    out.turned = !(determinant(out.mesh) > 0);
    return out;
}

bool is_usable(const Placing& placing, double draw_scale) {
    for (std::size_t row = 0; row < 3; ++row) {
        double reach = std::abs(placing.scene.offset[row]);
        for (std::size_t axis = 0; axis < 3; ++axis) reach += 32768 * std::abs(placing.scene.rows[row][axis]);
        if (!(draw_scale * reach < largest_coordinate)) return false;  // also where it is no number
    }
    return true;
}

std::vector<Primitive> make_primitives(SceneWork& work) {
    std::vector<Primitive> out;
    for (const auto& [key, polys] : Sorter(work).run()) {
        const u8 type = static_cast<u8>(key & 255);
        out.push_back(make_primitive(work, polys, (type & flat_bit) != 0));
        add_materials(work, static_cast<u8>(key >> 8), type, polys.front(), out.back());
    }
    return out;
}

thaw::Mesh make_mesh(const SceneWork& work, const std::vector<Primitive>& primitives, u32 first, u32 count) {
    const Document& d = work.document;
    VertexFrames frames{.layout = d.is_deus_ex() ? short_points : word_points,
                        .bytes = d.aniv->frames,
                        .offset = first * d.stride(),
                        .stride = d.stride(),
                        .count = count,
                        .transform = work.placing.mesh};
    thaw::Mesh mesh;
    mesh.name = work.name;
    mesh.points.resize(work.extent.points);
    decode_frame(frames, 0, mesh.points);
    mesh.primitives = primitives;
    if (count > 1) mesh.frames = std::move(frames);
    return mesh;
}

}  // namespace thaw::unreal
