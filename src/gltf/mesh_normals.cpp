// Normals: a scene has one a point, one a triangle (flat), or none where they follow from the triangles.
// What a writer worked out from the triangles is recognised, so that it can be worked out again for other shapes.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "gltf/mesh_parts.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw::gltf {

namespace {

constexpr f32 flat_enough = 0.02f;  // what a normal may lack of a triangle's own in each direction

bool is_unit(Vec3 n) { return std::abs(static_cast<double>(dot(n, n)) - 1) < 1e-3; }

class NormalReader {
public:
    NormalReader(Reading& r, Ref json, const std::vector<MeshPart>& parts, Mesh& mesh)
        : r_(r), json_(json), parts_(parts), mesh_(mesh) {}

    void run() {
        u64 corners = 0;
        for (const MeshPart& part : parts_) corners += part.corners;
        const bool any = std::any_of(parts_.begin(), parts_.end(),
                                     [](const MeshPart& part) { return part.attributes.find("NORMAL"); });
        if (!any || !r_.input.charge(json_, corners * 29 + mesh_.points.size() * 36)) return;
        normals_.resize(parts_.size());
        rough_.resize(parts_.size());
        for (std::size_t i = 0; i < parts_.size() && r_.input.ok(); ++i) read_part(i);
        if (!r_.input.ok()) return;
        decide();
        read_tangents();
        note_targets();
    }

private:
    void read_part(std::size_t i) {
        const MeshPart& part = parts_[i];
        if (part.out.topology != Topology::triangles) return;
        const Numbers* numbers = attribute(r_, part, "NORMAL", {3});
        auto& out = normals_[i];
        if (numbers == nullptr || !r_.accessors.vectors(*numbers, out)) return;
        // Of a few bits: as near as those bits come to what was worked out.
        if (numbers->component != Component::f32) rough_[i] = flat_enough;
        bool directed = true;
        for (u32 c = 0; c < part.corners; ++c) {
            Vec3& n = out[c];
            n = out[part.vertex(c)];
            if (is_unit(n)) continue;
            directed = directed && !(n == Vec3{});
            n = direction_of(n, smooth()[mesh_.primitives[i].points[c]]);
        }
        out.resize(part.corners);
        if (!directed) r_.input.note(issue::normals, numbers->json);
    }

    // By point, from the triangles.
    const std::vector<Vec3>& smooth() {
        if (smooth_.empty()) compute_normals(mesh_, mesh_.points, smooth_);
        return smooth_;
    }

    // Is that the normal, as far as the part's numbers can tell?
    bool is_near(std::size_t i, Vec3 stored, Vec3 normal) const {
        return stored == normal || length(stored - normal) < rough_[i];
    }

    bool is_smooth(std::size_t i) {
        const Primitive& primitive = mesh_.primitives[i];
        if (smooth_.empty() && !is_smooth_at(i, primitive.indices[primitive.indices.size() / 2])) return false;
        for (std::size_t c = 0; c < primitive.points.size(); ++c) {
            if (!is_near(i, normals_[i][c], smooth()[primitive.points[c]])) return false;
        }
        return true;
    }

    // What the triangles say at a single corner, which mostly decides.
    bool is_smooth_at(std::size_t i, u32 corner) const {
        const u32 point = mesh_.primitives[i].points[corner];
        Vec3 sum{};
        for (const Primitive& primitive : mesh_.primitives) {
            if (primitive.topology != Topology::triangles) continue;
            std::vector<u8> is_there(primitive.points.size());
            std::transform(primitive.points.begin(), primitive.points.end(), is_there.begin(),
                           [&](u32 p) { return static_cast<u8>(p == point); });
            for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
                const u32* corners = primitive.indices.data() + t;
                const int times = is_there[corners[0]] + is_there[corners[1]] + is_there[corners[2]];
                for (int k = 0; k < times; ++k) sum = sum + area_of(primitive, corners);
            }
        }
        return is_near(i, normals_[i][corner], direction_of(sum));
    }

    static bool has_own_corners(const Primitive& primitive) {
        std::vector<bool> used(primitive.points.size(), false);
        for (const u32 corner : primitive.indices) {
            if (used[corner]) return false;
            used[corner] = true;
        }
        return true;
    }

    Vec3 area_of(const Primitive& primitive, const u32* corner) const {
        const Vec3 a = mesh_.points[primitive.points[corner[0]]];
        const Vec3 b = mesh_.points[primitive.points[corner[1]]];
        const Vec3 c = mesh_.points[primitive.points[corner[2]]];
        return cross(b - a, c - a);
    }

    // Corners of triangles with an area.
    std::vector<bool> shown_corners(const Primitive& primitive) const {
        std::vector<bool> out(primitive.points.size(), false);
        for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
            const u32* corner = primitive.indices.data() + t;
            if (area_of(primitive, corner) == Vec3{}) continue;
            for (std::size_t k = 0; k < 3; ++k) out[corner[k]] = true;
        }
        return out;
    }

    // Is every corner's normal its triangle's, give or take `tolerance`? Triangles without area agree with any.
    bool is_flat(std::size_t i, f32 tolerance) const {
        const Primitive& primitive = mesh_.primitives[i];
        for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
            const u32* corner = primitive.indices.data() + t;
            const Vec3 area = area_of(primitive, corner);
            const Vec3 normal = direction_of(area);
            if (tolerance > 0 && area == Vec3{}) continue;
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 d = normals_[i][corner[k]] - normal;
                if (std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) > tolerance) return false;
            }
        }
        return true;
    }

    // Three corners for each triangle.
    void expand(std::size_t i) {
        Primitive& p = mesh_.primitives[i];
        if (!r_.input.charge(json_, p.indices.size() * u64{28})) return;
        const auto expanded = [&](const auto& values) {
            std::remove_cvref_t<decltype(values)> out;
            if (values.empty()) return out;
            out.reserve(p.indices.size());
            for (const u32 corner : p.indices) out.push_back(values[corner]);
            return out;
        };
        p.points = expanded(p.points);
        p.uvs = expanded(p.uvs);
        p.colors = expanded(p.colors);
        for (u32 c = 0; c < p.indices.size(); ++c) p.indices[c] = c;
    }

    void decide() {
        std::vector<std::size_t> own;  // parts with normals of their own
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (normals_[i].empty() || is_smooth(i)) continue;
            if (is_flat(i, rough_[i]) && has_own_corners(mesh_.primitives[i])) {
                mesh_.primitives[i].flat = true;
            } else {
                own.push_back(i);
            }
        }
        if (own.empty()) return;
        if (!gather(own)) {
            // Points with several normals: flat shading may explain it.
            std::vector<std::size_t> left;
            for (const std::size_t i : own) {
                if (is_flat(i, flat_enough)) {
                    if (!has_own_corners(mesh_.primitives[i])) expand(i);
                    mesh_.primitives[i].flat = true;
                } else {
                    left.push_back(i);
                }
            }
            mesh_.normals.clear();
            if (left.empty()) return;
            if (!gather(left)) r_.input.note(issue::hard_edges, json_);
        }
    }

    // One normal a point: that of the parts given, and of all others that are smooth; else what the triangles say.
    // False if a point has several; then it gets their mean. Editors make up normals for triangles without area: those
    // do not count.
    bool gather(const std::vector<std::size_t>& own) {
        std::vector<bool> wanted(parts_.size(), false);
        for (const std::size_t i : own) wanted[i] = true;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            wanted[i] = wanted[i] || !(normals_[i].empty() || mesh_.primitives[i].flat);
        }
        return take(wanted) || gather_parts(wanted);
    }

    static bool is_counting(const std::vector<u32>& numbers) {
        u32 different = 0;
        for (u32 i = 0; i < numbers.size(); ++i) different |= numbers[i] ^ i;
        return different == 0;
    }

    // If all corners agree, as they mostly do.
    bool take(const std::vector<bool>& wanted) {
        if (parts_.size() == 1 && is_counting(mesh_.primitives[0].points)) {  // each corner is a point
            mesh_.normals = std::move(normals_[0]);
            return true;
        }
        mesh_.normals.assign(mesh_.points.size(), Vec3{});
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const std::vector<u32>& points = mesh_.primitives[i].points;
            for (std::size_t c = 0; wanted[i] && c < points.size(); ++c) {
                const Vec3 n = normals_[i][c];
                Vec3& known = mesh_.normals[points[c]];
                if (known == Vec3{}) known = n;
                if (!(known == n)) return false;
            }
        }
        for (std::size_t p = 0; p < mesh_.normals.size(); ++p) {
            if (mesh_.normals[p] == Vec3{}) mesh_.normals[p] = smooth()[p];
        }
        return true;
    }

    bool gather_parts(const std::vector<bool>& wanted) {
        std::vector<Vec3> sums(mesh_.points.size());
        std::vector<Vec3> firsts(mesh_.points.size());
        std::vector<Vec3> unseen(mesh_.points.size());  // of points that nothing else shows
        std::vector<bool> several(mesh_.points.size(), false);
        bool same = true;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const Primitive& primitive = mesh_.primitives[i];
            if (!wanted[i]) continue;
            const std::vector<bool> shown = shown_corners(primitive);
            for (std::size_t c = 0; c < primitive.points.size(); ++c) {
                const u32 point = primitive.points[c];
                const Vec3 n = normals_[i][c];
                if (!shown[c]) {
                    unseen[point] = n;
                    continue;
                }
                if (firsts[point] == Vec3{}) firsts[point] = n;
                if (!(firsts[point] == n)) {
                    several[point] = true;
                    same = false;
                }
                sums[point] = sums[point] + n;
            }
        }
        mesh_.normals.resize(mesh_.points.size());
        for (std::size_t p = 0; p < sums.size(); ++p) {
            if (firsts[p] == Vec3{}) firsts[p] = unseen[p];
            const bool known = !(firsts[p] == Vec3{});
            mesh_.normals[p] = !known ? smooth()[p] : several[p] ? direction_of(sums[p], firsts[p]) : firsts[p];
        }
        return same;
    }

    void read_tangents() {
        std::vector<Vec4> out(mesh_.points.size());
        std::vector<bool> known(mesh_.points.size(), false);
        bool any = false;
        bool directed = true;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const MeshPart& part = parts_[i];
            const Primitive& primitive = mesh_.primitives[i];
            if (primitive.flat || primitive.topology != Topology::triangles) continue;
            const Numbers* numbers = attribute(r_, part, "TANGENT", {4});
            std::vector<f32> values;
            if (numbers == nullptr || !r_.accessors.floats(*numbers, values)) continue;
            any = true;
            for (u32 c = 0; c < part.corners; ++c) {
                const f32* from = values.data() + std::size_t{4} * part.vertex(c);
                Vec3 t{from[0], from[1], from[2]};
                if (!is_unit(t)) {
                    directed = directed && !(t == Vec3{});
                    t = direction_of(t, {1, 0, 0});
                }
                const Vec4 tangent{t.x, t.y, t.z, from[3] < 0 ? -1.0f : 1.0f};
                const u32 point = primitive.points[c];
                if (known[point] && !(out[point] == tangent)) {
                    r_.input.note(issue::tangents, json_);
                    return;
                }
                out[point] = tangent;
                known[point] = true;
            }
        }
        if (!any || !r_.input.ok() || !r_.input.charge(json_, out.size() * 32)) return;
        if (!directed) r_.input.note(issue::normals, json_);
        for (std::size_t p = 0; p < out.size(); ++p) {
            if (!known[p]) out[p] = {1, 0, 0, 1};
        }
        mesh_.tangents = std::move(out);
    }

    // Normals that follow from the triangles follow in every shape.
    void note_targets() {
        if (mesh_.normals.empty()) return;
        for (const MeshPart& part : parts_) {
            for (const Ref target : part.targets) {
                if (!target.find("NORMAL")) continue;
                r_.input.note(issue::morph_normals, json_);
                return;
            }
        }
    }

    Reading& r_;
    Ref json_;
    const std::vector<MeshPart>& parts_;
    Mesh& mesh_;
    std::vector<Vec3> smooth_;                // by point, once somebody asks
    std::vector<std::vector<Vec3>> normals_;  // by part and corner
    std::vector<f32> rough_;                  // by part: how far they may be from what the triangles give
};

}  // namespace

void read_normals(Reading& r, Ref json, const std::vector<MeshPart>& parts, Mesh& mesh) {
    NormalReader(r, json, parts, mesh).run();
}

}  // namespace thaw::gltf
