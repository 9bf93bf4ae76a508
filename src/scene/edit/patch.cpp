#include "scene/edit/patch.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "scene/frames.hpp"
#include "scene/shapes.hpp"
#include "scene/targets.hpp"

namespace thaw::edit {

namespace {

constexpr Vec4 white{1, 1, 1, 1};

class Patching {
public:
    Patching(const PatchInput& input, Mesh& out)
        : in_(input), piece_(input.base.pieces[input.piece]), mesh_(*piece_.mesh), out_(out) {}

    void run() {
        lists_.resize(out_.primitives.size());
        is_of_edited_.resize(out_.primitives.size());
        base_point_of_edited();
        for (u32 t = in_.first_triangle; t < in_.end_triangle; ++t) keep(t);
        for (u32 t = 0; t < in_.edited.triangles.size(); ++t) {
            if (in_.is_new(t)) add(in_.edited.triangles[t]);
        }
        write_triangles();
        drop_unused_corners();
        write_points();
    }

private:
    struct Placed {
        Triple corners{};
        u32 source = no_index;
    };

    const Primitive& edited_primitive(const Surface::Triangle& t) const {
        return in_.edited.pieces[t.piece].mesh->primitives[t.primitive];
    }

    void base_point_of_edited() {
        for (u32 p = 0; p < mesh_.points.size(); ++p) {
            const u32 now = in_.match.points[piece_.first_point + p];
            if (now != no_index) point_of_.try_emplace(now, p);
        }
    }

    // --- triangles

    void keep(u32 t) {
        const Surface::Triangle& then = in_.base.triangles[t];
        const auto& found = in_.match.triangles[t];
        const u32 source = t - in_.first_triangle;
        if (found.triangle == no_index) {
            if (in_.unseen[t]) lists_[then.primitive].push_back({then.corners, source});
            return;
        }
        const Surface::Triangle& now = in_.edited.triangles[found.triangle];
        const Primitive& edited = edited_primitive(now);
        const bool moves = now.material != then.material && edited.material != no_index;
        const u32 target = moves ? primitive_for(edited, mesh_.primitives[then.primitive].flat) : then.primitive;
        Placed placed{.source = source};
        for (u32 k = 0; k < 3; ++k) {
            const Primitive& own = mesh_.primitives[then.primitive];
            const u32 corner = then.corners[k];
            const Corner is = edited_corner(own, corner, edited, now.corners[(k + found.turn) % 3]);
            const bool stays = target == then.primitive && is_as_in(out_.primitives[target], corner, is);
            placed.corners[k] = stays ? corner : new_corner(target, own.points[corner], is);
        }
        lists_[target].push_back(placed);
    }

    void add(const Surface::Triangle& now) {
        const Primitive& edited = edited_primitive(now);
        const u32 target = primitive_for(edited, edited.flat);
        Placed placed;
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 corner = now.corners[k];
            const Corner is{edited.uvs.empty() ? Vec2{} : edited.uvs[corner],
                            edited.colors.empty() ? white : edited.colors[corner]};
            placed.corners[k] = new_corner(target, point_for(now.points[k]), is);
        }
        lists_[target].push_back(placed);
    }

    u32 point_for(u32 edited_point) {
        const auto next = static_cast<u32>(mesh_.points.size() + new_points_.size());
        const auto [known, is_new] = point_of_.try_emplace(edited_point, next);
        if (is_new) new_points_.push_back(edited_point);
        return known->second;
    }

    // The primitive with this material, flat or not if there is such a one; else a new primitive.
    u32 primitive_for(const Primitive& edited, bool flat) {
        const u32 known = edited.material == no_index ? no_index : in_.work.material[edited.material];
        const bool is_new = edited.material != no_index && known == no_index;
        u32 found = no_index;
        for (u32 i = 0; i < out_.primitives.size(); ++i) {
            const Primitive& each = out_.primitives[i];
            if (each.topology != Topology::triangles || is_of_edited_[i] != is_new) continue;
            if (each.material != (is_new ? edited.material : known)) continue;
            if (found == no_index || each.flat == flat) found = i;
        }
        if (found != no_index) return found;
        found = static_cast<u32>(out_.primitives.size());
        out_.primitives.push_back({.material = is_new ? edited.material : known, .flat = flat});
        is_of_edited_.push_back(is_new);
        lists_.emplace_back();
        return found;
    }

    static bool is_as_in(const Primitive& primitive, u32 corner, const Corner& is) {
        return is_same_uv(primitive.uvs.empty() ? Vec2{} : primitive.uvs[corner], is.uv) &&
               is_same_color(primitive.colors.empty() ? white : primitive.colors[corner], is.color);
    }

    u32 new_corner(u32 target, u32 point, const Corner& is) {
        Primitive& primitive = out_.primitives[target];
        const auto next = static_cast<u32>(primitive.points.size());
        const auto bits = [](f32 x) { return std::bit_cast<u32>(x + 0.0f); };
        const std::array<u32, 8> key{
            target,           point,           bits(is.uv.x), bits(is.uv.y), bits(is.color.x), bits(is.color.y),
            bits(is.color.z), bits(is.color.w)};
        if (!primitive.flat) {
            const auto [known, is_new] = corners_.try_emplace(key, next);
            if (!is_new) return known->second;
        }
        if (primitive.uvs.empty() && is.uv != Vec2{}) primitive.uvs.resize(next);
        if (primitive.colors.empty() && is.color != white) primitive.colors.resize(next, white);
        // A list that is there has one for every corner.
        const bool has_uvs = !primitive.uvs.empty() || is.uv != Vec2{},
                   has_colors = !primitive.colors.empty() || is.color != white;
        primitive.points.push_back(point);
        if (has_uvs) primitive.uvs.push_back(is.uv);
        if (has_colors) primitive.colors.push_back(is.color);
        return next;
    }

    void write_triangles() {
        const u32 number = in_.work.base.nodes[piece_.node].mesh;
        auto& sources = in_.work.patched_triangles[number];
        std::vector<Primitive> parts;
        for (std::size_t i = 0; i < out_.primitives.size(); ++i) {
            Primitive& primitive = out_.primitives[i];
            if (primitive.topology == Topology::triangles) {
                primitive.indices.clear();
                for (const Placed& t : lists_[i]) {
                    primitive.indices.insert(primitive.indices.end(), t.corners.begin(), t.corners.end());
                    sources.push_back(t.source);
                }
                if (primitive.indices.empty()) continue;
                if (is_of_edited_[i]) in_.work.adopted.emplace_back(number, static_cast<u32>(parts.size()));
            }
            parts.push_back(std::move(primitive));
        }
        out_.primitives = std::move(parts);
    }

    // --- corners and points

    void drop_unused_corners() {
        for (Primitive& primitive : out_.primitives) {
            std::vector<u32> number(primitive.points.size(), no_index);
            for (const u32 corner : primitive.indices) number[corner] = 0;
            u32 count = 0;
            for (u32 corner = 0; corner < number.size(); ++corner) {
                if (number[corner] == no_index) continue;
                number[corner] = count;
                primitive.points[count] = primitive.points[corner];
                if (!primitive.uvs.empty()) primitive.uvs[count] = primitive.uvs[corner];
                if (!primitive.colors.empty()) primitive.colors[count] = primitive.colors[corner];
                ++count;
            }
            primitive.points.resize(count);
            if (!primitive.uvs.empty()) primitive.uvs.resize(count);
            if (!primitive.colors.empty()) primitive.colors.resize(count);
            for (u32& corner : primitive.indices) corner = number[corner];
        }
    }

    static void mark_used(const Mesh& mesh, std::vector<bool>& used) {
        for (const Primitive& primitive : mesh.primitives) {
            for (const u32 point : primitive.points) used[point] = true;
        }
    }

    void write_points() {
        const std::size_t before = mesh_.points.size(), all = before + new_points_.size();
        std::vector<bool> was_used(all), is_used(all);
        mark_used(mesh_, was_used);
        mark_used(out_, is_used);
        std::vector<u32> kept, number(all, no_index);
        for (u32 p = 0; p < all; ++p) {
            if (was_used[p] && !is_used[p]) continue;
            number[p] = static_cast<u32>(kept.size());
            kept.push_back(p);
        }
        auto& sources = in_.work.patched_points[in_.work.base.nodes[piece_.node].mesh];
        for (const u32 p : kept) sources.push_back(p < before ? p : no_index);
        if (kept.size() == before && new_points_.empty()) return;
        for (Primitive& primitive : out_.primitives) {
            for (u32& point : primitive.points) point = number[point];
        }
        write_shapes(kept, number);
        write_normals(kept);
        write_influences(kept);
    }

    Vec3 place(u32 p, const std::vector<Vec3>& own, const std::vector<Vec3>& edited) const {
        return p < own.size() ? own[p] : in_.back(edited[new_points_[p - own.size()]]);
    }

    void write_shapes(const std::vector<u32>& kept, const std::vector<u32>& number) {
        const Mesh before = out_;  // no bytes are copied
        std::vector<Vec3> own, edited;
        const auto row_of = [&](u32 shape, std::vector<Vec3>& row) {
            shape_points(before, shape, own);
            in_.edited.shape(shape, edited);
            row.clear();
            for (const u32 p : kept) row.push_back(place(p, own, edited));
        };
        row_of(0, out_.points);
        out_.places.clear();
        if (before.frames) {
            out_.frames = plain_frames(kept.size(), before.frames->count, before.frames->names, row_of);
            return;
        }
        std::vector<Vec3> row;
        for (u32 shape = 1; shape < shape_count(before); ++shape) {
            row_of(shape, row);
            out_.targets[shape - 1] = target_of(before, before.targets[shape - 1], kept, number, row);
        }
    }

    MorphTarget target_of(const Mesh& before, const MorphTarget& target, const std::vector<u32>& kept,
                          const std::vector<u32>& number, const std::vector<Vec3>& row) const {
        MorphTarget out{.name = target.name};
        const auto list = [&](u32 point, Vec3 offset) {
            out.points.push_back(point);
            out.offsets.push_back(offset);
        };
        each_offset(before, target, [&](u32 p, Vec3 offset) {
            if (number[p] != no_index) list(number[p], offset);
        });
        for (u32 i = 0; i < kept.size(); ++i) {
            if (kept[i] >= before.points.size() && row[i] != out_.points[i]) list(i, row[i] - out_.points[i]);
        }
        return out;
    }

    void write_normals(const std::vector<u32>& kept) {
        const std::size_t before = mesh_.points.size();
        out_.tangents.clear();
        if (out_.normals.empty()) return;
        std::vector<Vec3> normals;
        for (const u32 p : kept) normals.push_back(p < before ? out_.normals[p] : in_.normal(new_points_[p - before]));
        out_.normals = std::move(normals);
    }

    void write_influences(const std::vector<u32>& kept) {
        Influences& list = out_.influences;
        if (list.per_point == 0) return;
        const std::size_t before = mesh_.points.size();
        std::vector<Pulls> pulls;
        std::size_t width = list.per_point;
        for (const u32 p : new_points_) {
            pulls.push_back(in_.pulls(p));
            width = std::max(width, pulls.back().size());
        }
        Influences out{.per_point = static_cast<u32>(width),
                       .joints = std::vector<u16>(kept.size() * width),
                       .weights = std::vector<f32>(kept.size() * width)};
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const bool is_new = kept[i] >= before;
            const std::size_t count = is_new ? pulls[kept[i] - before].size() : list.per_point;
            for (std::size_t k = 0; k < count; ++k) {
                const auto [joint, weight] =
                    is_new ? pulls[kept[i] - before][k]
                           : std::pair(u32{list.joints[std::size_t{kept[i]} * list.per_point + k]},
                                       list.weights[std::size_t{kept[i]} * list.per_point + k]);
                out.joints[i * width + k] = static_cast<u16>(joint);
                out.weights[i * width + k] = weight;
            }
        }
        list = std::move(out);
    }

    const PatchInput& in_;
    const Surface::Piece& piece_;
    const Mesh& mesh_;
    Mesh& out_;
    std::vector<std::vector<Placed>> lists_{};  // by primitive of `out_`
    std::vector<bool> is_of_edited_{};          // likewise: its material is one of the edited scene's
    std::map<u32, u32> point_of_{};             // by point of the edited surface
    std::vector<u32> new_points_{};             // of the edited surface
    std::map<std::array<u32, 8>, u32> corners_{};
};

}  // namespace

void patch(const PatchInput& input, Mesh& out) { Patching(input, out).run(); }

}  // namespace thaw::edit
