// Points, corners and triangles.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"
#include "scene/edit/patch.hpp"
#include "scene/frames.hpp"
#include "scene/normals.hpp"
#include "scene/shapes.hpp"
#include "scene/targets.hpp"

namespace thaw::edit {

bool is_same_uv(Vec2 a, Vec2 b) {
    const f32 most = same_uv * std::max({1.0f, std::abs(a.x), std::abs(a.y)});
    return std::abs(a.x - b.x) <= most && std::abs(a.y - b.y) <= most;
}

bool is_same_color(const Vec4& a, const Vec4& b) {
    const auto near = [](f32 x, f32 y) {
        return x == y || std::abs(linear_to_srgb(x) - linear_to_srgb(y)) <= same_color;
    };
    return near(a.x, b.x) && near(a.y, b.y) && near(a.z, b.z) && std::abs(a.w - b.w) <= same_color;
}

// A corner that nobody gave coordinates or colours has the base's.
Corner edited_corner(const Primitive& base, u32 corner, const Primitive& edited, u32 other) {
    const Vec4 white{1, 1, 1, 1};
    Corner out{base.uvs.empty() ? Vec2{} : base.uvs[corner], base.colors.empty() ? white : base.colors[corner]};
    if (!edited.uvs.empty() && !is_same_uv(out.uv, edited.uvs[other])) out.uv = edited.uvs[other];
    if (!edited.colors.empty() && !is_same_color(out.color, edited.colors[other])) out.color = edited.colors[other];
    return out;
}

namespace {

bool is_near(Vec3 a, Vec3 b, double most) {
    return std::abs(double{a.x} - double{b.x}) <= most && std::abs(double{a.y} - double{b.y}) <= most &&
           std::abs(double{a.z} - double{b.z}) <= most;
}

bool is_same_matrix(const Matrix& a, const Matrix& b, double size) {
    for (std::size_t i = 0; i < 15; ++i) {
        if (!(std::abs(a[i] - b[i]) <= (i >= 12 ? same_length * size : same_rotation))) return false;
    }
    return true;
}

// Editors cannot hold triangles without area, nor one upon another of the same material; they are not missed.
std::vector<bool> unseen_triangles(const Surface& surface) {
    std::vector<bool> out;
    std::set<std::array<u32, 5>> seen;
    std::vector<Vec3> places;
    surface.shape(surface.clearest_shape(), places);
    for (const Surface::Triangle& t : surface.triangles) {
        const Vec3 a = places[t.points[0]], b = places[t.points[1]], c = places[t.points[2]];
        const bool thin = a == b || b == c || c == a;
        Triple points = t.points;
        std::sort(points.begin(), points.end());
        out.push_back(thin || !seen.insert({points[0], points[1], points[2], t.node, t.material}).second);
    }
    return out;
}

class MeshComparing {
public:
    explicit MeshComparing(Work& work) : work_(work), base_(work.base), edited_(work.edited) {}

    void run() {
        match();
        // Objects that are missing were removed, or joined to others.
        if (!every_mesh_node_is_found() && !is_all_known(match_)) {
            const SurfaceMatch by_node = std::move(match_);
            by_node_ = false;
            match();
            if (pairs_in(match_) <= pairs_in(by_node)) {
                by_node_ = true;
                match();
            }
        }
        pair_materials_by_triangles();
        first_triangle_.assign(base_surface_.pieces.size() + 1, 0);
        for (const auto& t : base_surface_.triangles) ++first_triangle_[t.piece + 1];
        for (std::size_t i = 1; i < first_triangle_.size(); ++i) first_triangle_[i] += first_triangle_[i - 1];
        find_structure();
        for (u32 piece = 0; piece < base_surface_.pieces.size(); ++piece) {
            if (!replaced_[piece]) compare_piece(piece);
        }
        report();
        for (u32 piece = 0; piece < base_surface_.pieces.size(); ++piece) {
            if (replaced_[piece]) replace(piece);
        }
    }

private:
    // --- surfaces

    void match() {
        base_surface_ = surface_of(base_, true);
        piece_at_.assign(base_.nodes.size(), no_index);
        for (u32 i = 0; i < base_surface_.pieces.size(); ++i) piece_at_[base_surface_.pieces[i].node] = i;
        edited_surface_ = surface_of(edited_, false);
        match_ = match_surfaces(base_surface_, edited_surface_, static_cast<f32>(same_length * work_.size));
    }

    static bool is_all_known(const SurfaceMatch& match) {
        return std::find(match.is_known.begin(), match.is_known.end(), false) == match.is_known.end();
    }

    static std::ptrdiff_t pairs_in(const SurfaceMatch& match) {
        return std::count(match.is_known.begin(), match.is_known.end(), true);
    }

    bool every_mesh_node_is_found() const {
        for (std::size_t b = 0; b < base_.nodes.size(); ++b) {
            if (base_.nodes[b].mesh != no_index && work_.edited_node[b] == no_index) return false;
        }
        return true;
    }

    // Objects that were joined or cut apart can only be compared as one, where they are in the scene.
    std::optional<Matrix> placing_of(const Scene& scene, u32 node, bool is_base) const {
        if (scene.nodes[node].skin != no_index) return std::nullopt;
        const Matrix& world = (is_base ? work_.base_rest : work_.edited_rest).worlds[node];
        if (!by_node_) return is_same_matrix(world, identity_matrix, work_.size) ? std::nullopt : std::optional(world);
        const u32 base_node = is_base ? node : work_.base_node[node];
        if (is_base || base_node == no_index) return std::nullopt;
        const Matrix& own = work_.out_worlds[base_node];
        const auto back = inverse_of(own);
        if (!back || !is_finite(*back) || is_same_matrix(own, world, work_.size)) return std::nullopt;
        return *back * world;
    }

    u64 pull_of(const Scene& scene, u32 node, std::size_t point, bool is_base) const {
        const Mesh& mesh = scene.meshes[scene.nodes[node].mesh];
        const u32 skin = scene.nodes[node].skin;
        if (skin == no_index || mesh.influences.per_point == 0) return 0;
        const u32 joint = scene.skins[skin].joints[mesh.influences.joints[point * mesh.influences.per_point]];
        return u64{1} + (is_base ? joint : work_.base_node[joint]);
    }

    Surface surface_of(const Scene& scene, bool is_base) const {
        Surface out;
        for (u32 n = 0; n < scene.nodes.size(); ++n) {
            if (scene.nodes[n].mesh == no_index) continue;
            const u32 number = scene.nodes[n].mesh;
            const Mesh& mesh = scene.meshes[number];
            const auto first = static_cast<u32>(out.points.size());
            const auto piece = static_cast<u32>(out.pieces.size());
            const u32 node = !by_node_ ? 0 : is_base ? n : work_.base_node[n];
            out.pieces.push_back({n, first, &mesh, placing_of(scene, n, is_base)});
            for (std::size_t p = 0; p < mesh.points.size(); ++p) {
                out.points.push_back(out.pieces.back().placed(mesh.points[p]));
                out.nodes.push_back(node);
                out.pulls.push_back(pull_of(scene, n, p, is_base));
                if (!is_base) out.sources.push_back(source_of(number, node, p));
            }
            for (u32 i = 0; i < mesh.primitives.size(); ++i) {
                const Primitive& primitive = mesh.primitives[i];
                if (primitive.topology != Topology::triangles) continue;
                const u32 material =
                    primitive.material == no_index || is_base ? primitive.material : work_.material[primitive.material];
                for (std::size_t k = 0; k + 2 < primitive.indices.size(); k += 3) {
                    const Triple corners{primitive.indices[k], primitive.indices[k + 1], primitive.indices[k + 2]};
                    const auto point = [&](std::size_t c) { return first + primitive.points[corners[c]]; };
                    out.triangles.push_back({{point(0), point(1), point(2)}, corners, node, material, piece, i});
                }
            }
        }
        return out;
    }

    // Among all points of the base.
    u32 source_of(u32 mesh, u32 node, std::size_t point) const {
        const auto given = work_.input.source_points;
        if (mesh >= given.size() || point >= given[mesh].size() || given[mesh][point] == no_index) return no_index;
        if (!by_node_ && base_surface_.pieces.size() != 1) return no_index;
        const u32 number = !by_node_ ? 0 : node == no_index ? no_index : piece_at_[node];
        if (number == no_index) return no_index;
        const Surface::Piece& piece = base_surface_.pieces[number];
        return given[mesh][point] < piece.mesh->points.size() ? piece.first_point + given[mesh][point] : no_index;
    }

    // A material of another name was one of the base's if the triangles that wear it wore that one.
    void pair_materials_by_triangles() {
        std::map<u32, std::map<u32, u64>> votes;  // by material of the edited scene, then of the base
        std::set<u32> free;
        for (u32 m = 0; m < base_.materials.size(); ++m) {
            if (std::find(work_.material.begin(), work_.material.end(), m) == work_.material.end()) free.insert(m);
        }
        if (free.empty()) return;
        for (u32 t = 0; t < match_.triangles.size(); ++t) {
            const u32 found = match_.triangles[t].triangle;
            if (found == no_index) continue;
            const auto& now = edited_surface_.triangles[found];
            const u32 material = edited_surface_.pieces[now.piece].mesh->primitives[now.primitive].material;
            if (material == no_index || work_.material[material] != no_index) continue;
            ++votes[material][base_surface_.triangles[t].material];
        }
        for (const auto& [material, of] : votes) {
            const auto most = std::max_element(of.begin(), of.end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
            if (free.erase(most->first) > 0) work_.material[material] = most->first;
        }
        for (Surface::Triangle& t : edited_surface_.triangles) {
            const u32 material = edited_surface_.pieces[t.piece].mesh->primitives[t.primitive].material;
            t.material = material == no_index ? no_index : work_.material[material];
        }
    }

    // --- structure

    // A mesh that has other triangles, shapes or a skeleton now is taken as it is in the edited scene.
    void find_structure() {
        replaced_.assign(base_surface_.pieces.size(), false);
        patched_.assign(base_surface_.pieces.size(), false);
        work_.replaced.assign(base_.meshes.size(), false);
        unseen_ = unseen_triangles(base_surface_);
        work_.replaced_points.assign(base_.meshes.size(), {});
        u64 removed = 0, added = 0, rematerialised = 0;
        for (u32 t = 0; t < match_.triangles.size(); ++t) {
            const auto& then = base_surface_.triangles[t];
            const u32 found = match_.triangles[t].triangle;
            if (found == no_index && !unseen_[t]) {
                ++removed;
                patched_[then.piece] = true;
            }
            if (found == no_index || edited_surface_.triangles[found].material == then.material) continue;
            if (!wears_any_material(edited_surface_.triangles[found])) continue;  // dropped on the way
            ++rematerialised;
            patched_[then.piece] = true;
        }
        work_.new_triangles.assign(edited_.nodes.size(), false);
        for (u32 t = 0; t < match_.is_known.size(); ++t) {
            if (match_.is_known[t]) continue;
            const u32 node = edited_surface_.pieces[edited_surface_.triangles[t].piece].node;
            work_.new_triangles[node] = true;
            const u32 piece = base_piece_at(node);
            if (piece == no_index) continue;  // of an object that was added
            ++added;
            patched_[piece] = true;
        }
        if (removed > 0) work_.change(ChangeKind::triangles, removed, text::plural(removed, "triangle") + " removed");
        if (added > 0) work_.change(ChangeKind::triangles, added, text::plural(added, "triangle") + " added");
        if (rematerialised > 0) {
            work_.change(ChangeKind::triangles, rematerialised,
                         "material of " + text::plural(rematerialised, "triangle") + " changed");
        }
        find_edited_pieces();
        find_other_shapes();
        find_other_skins();
        for (u32 piece = 0; piece < patched_.size(); ++piece) {
            if (patched_[piece] && !can_patch(piece)) replaced_[piece] = true;
        }
        if (!by_node_ && std::find(replaced_.begin(), replaced_.end(), true) != replaced_.end()) {
            replaced_.assign(replaced_.size(), true);
            work_.all_meshes_new = true;
        }
    }

    // A mesh of which little is left is better taken as it is now.
    bool can_patch(u32 piece) const {
        u32 users = 0, found = 0;
        for (const Surface::Piece& other : base_surface_.pieces)
            users += other.mesh == base_surface_.pieces[piece].mesh;
        for (u32 t = first_triangle_[piece]; t < first_triangle_[piece + 1]; ++t) {
            found += match_.triangles[t].triangle == no_index ? 0u : 1u;
        }
        return by_node_ && users == 1 && 2 * found >= first_triangle_[piece + 1] - first_triangle_[piece];
    }

    bool wears_any_material(const Surface::Triangle& t) const {
        return edited_surface_.pieces[t.piece].mesh->primitives[t.primitive].material != no_index;
    }

    u32 base_piece_at(u32 edited_node) const {
        if (!by_node_) return 0;
        const u32 node = work_.base_node[edited_node];
        return node == no_index ? no_index : piece_at_[node];
    }

    // By piece of the base: the edited ones in which its triangles are now.
    void find_edited_pieces() {
        edited_pieces_.assign(base_surface_.pieces.size(), {});
        for (u32 t = 0; t < match_.triangles.size(); ++t) {
            const u32 found = match_.triangles[t].triangle;
            if (found == no_index) continue;
            edited_pieces_[base_surface_.triangles[t].piece].insert(edited_surface_.triangles[found].piece);
        }
    }

    void find_other_shapes() {
        for (u32 piece = 0; piece < base_surface_.pieces.size(); ++piece) {
            const Mesh& mesh = *base_surface_.pieces[piece].mesh;
            for (const u32 other : edited_pieces_[piece]) {
                const Mesh& now = *edited_surface_.pieces[other].mesh;
                const u32 count = shape_count(now), before = shape_count(mesh);
                bool same = count == before;
                for (u32 s = 1; s < before && same && !mesh.frames; ++s) {
                    const std::string_view name = shape_name(now, s);
                    same = name.empty() || name == shape_name(mesh, s);  // glTF has them in extras, which editors drop
                }
                if (same) continue;
                replaced_[piece] = true;
                work_.change(
                    ChangeKind::shapes, 1,
                    "shapes of " + now.name + " changed" +
                        (count == before ? std::string()
                                         : " from " + std::to_string(before) + " to " + std::to_string(count)));
            }
        }
    }

    void find_other_skins() {
        for (u32 piece = 0; piece < base_surface_.pieces.size(); ++piece) {
            const u32 skin = base_.nodes[base_surface_.pieces[piece].node].skin;
            for (const u32 other : edited_pieces_[piece]) {
                const Node& node = edited_.nodes[edited_surface_.pieces[other].node];
                if ((skin == no_index) == (node.skin == no_index) && hangs_on_known_joints(other, skin)) continue;
                replaced_[piece] = true;
                work_.change(ChangeKind::skins, 1, "bones of " + node.name + " changed");
            }
        }
    }

    bool hangs_on_known_joints(u32 edited_piece, u32 base_skin) const {
        if (base_skin == no_index) return true;
        const Node& node = edited_.nodes[edited_surface_.pieces[edited_piece].node];
        const Influences& list = edited_.meshes[node.mesh].influences;
        const auto joints = joints_in_base(node.skin, base_skin);
        for (std::size_t i = 0; i < list.joints.size(); ++i) {
            if (list.weights[i] > 0 && joints[list.joints[i]] == no_index) return false;
        }
        return true;
    }

    // By joint of an edited skin: the same one of a skin of the base.
    std::vector<u32> joints_in_base(u32 edited_skin, u32 base_skin) const {
        std::vector<u32> of_node(base_.nodes.size(), no_index), out;
        const auto& joints = base_.skins[base_skin].joints;
        for (u32 j = 0; j < joints.size(); ++j) of_node[joints[j]] = j;
        for (const u32 joint : edited_.skins[edited_skin].joints) {
            const u32 node = work_.base_node[joint];
            out.push_back(node == no_index ? no_index : of_node[node]);
        }
        return out;
    }

    // --- values

    void compare_piece(u32 number) {
        const Surface::Piece& piece = base_surface_.pieces[number];
        if (work_.patched_points.contains(base_.nodes[piece.node].mesh)) return;  // at another node, too
        Mesh& out = work_.out.scene.meshes[base_.nodes[piece.node].mesh];
        moved_.assign(piece.mesh->points.size(), false);
        compare_shapes(piece, out);
        const u64 cut = compare_corners(number, out);
        compare_normals(number, out);
        compare_weights(piece, out);
        if (cut > 0) work_.change(ChangeKind::triangles, cut, text::plural(cut, "corner") + " split");
        if (cut > 0 || patched_[number]) patch_piece(number, out);
    }

    void patch_piece(u32 number, Mesh& out) {
        const Surface::Piece& piece = base_surface_.pieces[number];
        const u32 skin = base_.nodes[piece.node].skin;
        patch({.work = work_,
               .base = base_surface_,
               .edited = edited_surface_,
               .match = match_,
               .piece = number,
               .first_triangle = first_triangle_[number],
               .end_triangle = first_triangle_[number + 1],
               .unseen = unseen_,
               .is_new =
                   [&](u32 t) {
                       const u32 node = edited_surface_.pieces[edited_surface_.triangles[t].piece].node;
                       return !match_.is_known[t] && base_piece_at(node) == number;
                   },
               .back = [&](Vec3 place) { return back_in(piece, place); },
               .normal = [&](u32 point) { return given_normal(piece, point).value_or(Vec3{0, 1, 0}); },
               .pulls = [&](u32 point) { return edited_pulls(point, skin); }},
              out);
    }

    // The place of a point of the base, now, in the base's own space.
    Vec3 back_in(const Surface::Piece& piece, Vec3 placed) const {
        if (!piece.placing) return placed;
        const auto back = inverse_of(*piece.placing);
        return back ? transformed(*back, placed) : placed;
    }

    void compare_shapes(const Surface::Piece& piece, Mesh& out) {
        const double most = same_length * work_.size;
        std::vector<Vec3> then, now;
        const u32 shapes = shape_count(*piece.mesh);
        std::vector<std::vector<Vec3>> changed;  // by shape; empty where nothing is
        for (u32 shape = 0; shape < shapes; ++shape) {
            shape_points(*piece.mesh, shape, then);
            edited_surface_.shape(shape, now);
            auto& row = changed.emplace_back();
            for (std::size_t p = 0; p < then.size(); ++p) {
                const u32 point = match_.points[piece.first_point + p];
                if (point == no_index) continue;
                const Vec3 at = back_in(piece, now[point]);
                if (is_near(then[p], at, most)) continue;
                if (row.empty()) row = then;
                row[p] = at;
                moved_[p] = true;
            }
            if (!row.empty()) ++frames_;
        }
        has_frames_ = has_frames_ || shapes > 1;
        points_ += static_cast<u64>(std::count(moved_.begin(), moved_.end(), true));
        if (std::any_of(changed.begin(), changed.end(), [](const auto& row) { return !row.empty(); })) {
            put_shapes(*piece.mesh, changed, out);
        }
    }

    static void put_shapes(const Mesh& base, const std::vector<std::vector<Vec3>>& changed, Mesh& out) {
        if (!changed[0].empty()) out.points = changed[0];
        if (base.frames) return put_frames(base, changed, out);
        std::vector<Vec3> at;
        for (u32 s = 1; s < changed.size(); ++s) {
            if (changed[s].empty() && changed[0].empty()) continue;
            shape_points(base, s, at);
            const std::vector<Vec3>& row = changed[s].empty() ? at : changed[s];
            std::vector<bool> listed(base.points.size());
            each_offset(base, base.targets[s - 1], [&](u32 p, Vec3) { listed[p] = true; });
            MorphTarget target{.name = base.targets[s - 1].name};
            for (u32 p = 0; p < row.size(); ++p) {
                const bool same = row[p] == at[p] && out.points[p] == base.points[p];
                const Vec3 offset = same ? offset_of(base, base.targets[s - 1], p) : row[p] - out.points[p];
                if (!listed[p] && offset == Vec3{}) continue;
                target.points.push_back(p);
                target.offsets.push_back(offset);
            }
            out.targets[s - 1] = std::move(target);
        }
    }

    static void put_frames(const Mesh& base, const std::vector<std::vector<Vec3>>& changed, Mesh& out) {
        out.frames = plain_frames(base.points.size(), base.frames->count, base.frames->names,
                                  [&](u32 shape, std::vector<Vec3>& row) {
                                      if (changed[shape].empty()) return shape_points(base, shape, row);
                                      row = changed[shape];
                                  });
    }

    // A corner of the base, or one that was cut off it.
    struct Copy {
        u32 place = 0;
        Corner shown{};
    };

    // How many corners that triangles share would have to be cut apart, since they look different in each now. Where
    // the format can hold that, they are: the new ones come after all others.
    u64 compare_corners(u32 number, Mesh& out) {
        const Mesh& mesh = *base_surface_.pieces[number].mesh;
        std::vector<std::vector<std::vector<Copy>>> copies;  // by primitive and corner
        for (const Primitive& primitive : mesh.primitives) copies.emplace_back(primitive.points.size());
        std::vector<std::size_t> next(mesh.primitives.size());
        u64 cut = 0;
        for (u32 t = first_triangle_[number]; t < first_triangle_[number + 1]; ++t) {
            const auto& then = base_surface_.triangles[t];
            const auto& found = match_.triangles[t];
            const std::size_t first = next[then.primitive];
            next[then.primitive] += 3;
            if (found.triangle == no_index) continue;
            const auto& now = edited_surface_.triangles[found.triangle];
            const Primitive& edited = edited_surface_.pieces[now.piece].mesh->primitives[now.primitive];
            const Primitive& base = mesh.primitives[then.primitive];
            for (u32 k = 0; k < 3; ++k) {
                const u32 corner = then.corners[k];
                const Corner is = edited_corner(base, corner, edited, now.corners[(k + found.turn) % 3]);
                auto& known = copies[then.primitive][corner];
                const auto same = std::find_if(known.begin(), known.end(), [&](const Copy& copy) {
                    return is_same_uv(copy.shown.uv, is.uv) && is_same_color(copy.shown.color, is.color);
                });
                Primitive& to = out.primitives[then.primitive];
                if (same != known.end()) {
                    to.indices[first + k] = same->place;
                } else if (known.empty() || work_.input.cuts_corners) {
                    known.push_back({put_corner(base, corner, is, known.empty(), to), is});
                    to.indices[first + k] = known.back().place;
                } else if (known.size() == 1) {
                    known.push_back({corner, is});
                    ++cut;
                }
            }
        }
        return cut;
    }

    u32 put_corner(const Primitive& base, u32 corner, const Corner& is, bool in_place, Primitive& out) {
        const Corner was{base.uvs.empty() ? Vec2{} : base.uvs[corner],
                         base.colors.empty() ? Vec4{1, 1, 1, 1} : base.colors[corner]};
        const u32 place = in_place ? corner : static_cast<u32>(out.points.size());
        if (!in_place) out.points.push_back(base.points[corner]);
        if (!out.uvs.empty() || is.uv != was.uv) out.uvs.resize(out.points.size());
        if (!out.colors.empty() || is.color != was.color) out.colors.resize(out.points.size(), {1, 1, 1, 1});
        if (!out.uvs.empty()) out.uvs[place] = is.uv;
        if (!out.colors.empty()) out.colors[place] = is.color;
        uvs_ += is.uv != was.uv ? 1u : 0u;
        colors_ += is.color != was.color ? 1u : 0u;
        return place;
    }

    // What somebody gave counts; where nobody gave any they follow the triangles around points that moved.
    void compare_normals(u32 number, Mesh& out) {
        const Surface::Piece& piece = base_surface_.pieces[number];
        const Mesh& mesh = *piece.mesh;
        if (mesh.normals.empty()) return;
        std::vector<bool> around(mesh.points.size());
        for (u32 i = first_triangle_[number]; i < first_triangle_[number + 1]; ++i) {
            const auto& t = base_surface_.triangles[i];
            const auto own = [&](u32 p) { return p - piece.first_point; };
            if (!moved_[own(t.points[0])] && !moved_[own(t.points[1])] && !moved_[own(t.points[2])]) continue;
            for (const u32 p : t.points) around[own(p)] = true;
        }
        std::map<u32, u32> sharers;
        for (std::size_t p = 0; p < mesh.points.size(); ++p) {
            const u32 point = match_.points[piece.first_point + p];
            if (point != no_index) ++sharers[point];
        }
        std::vector<Vec3> computed;
        compute_normals(out, out.points, computed);
        for (std::size_t p = 0; p < mesh.points.size(); ++p) {
            const u32 point = match_.points[piece.first_point + p];
            if (point == no_index) continue;
            const auto given = given_normal(piece, point);
            if (!given && !around[p]) continue;
            // Points that an editor joined have one normal for all; where none of them moved, theirs are as they were.
            if (!around[p] && sharers[point] > 1) continue;
            const Vec3 normal = given ? *given : computed[p];
            if (length(normal - mesh.normals[p]) <= same_direction) continue;
            out.normals[p] = normal;
            ++normals_;
        }
    }

    std::optional<Vec3> given_normal(const Surface::Piece& base_piece, u32 point) const {
        const Surface::Piece& piece = edited_piece_of(point);
        if (piece.mesh->normals.empty()) return std::nullopt;
        const Vec3 normal = piece.mesh->normals[point - piece.first_point];
        if (!piece.placing && !base_piece.placing) return normal;
        const Matrix there = piece.placing.value_or(identity_matrix);
        const Matrix back =
            base_piece.placing ? inverse_of(*base_piece.placing).value_or(identity_matrix) : identity_matrix;
        return direction_of(transformed(normal_matrix(back * there), normal), normal);
    }

    const Surface::Piece& edited_piece_of(u32 point) const {
        const auto& pieces = edited_surface_.pieces;
        const auto next = std::upper_bound(pieces.begin(), pieces.end(), point,
                                           [](u32 p, const Surface::Piece& piece) { return p < piece.first_point; });
        return *(next - 1);
    }

    void compare_weights(const Surface::Piece& piece, Mesh& out) {
        const u32 skin = base_.nodes[piece.node].skin;
        if (skin == no_index) return;
        std::vector<std::pair<std::size_t, Pulls>> changed;
        std::size_t widest = out.influences.per_point;
        for (std::size_t p = 0; p < piece.mesh->points.size(); ++p) {
            const u32 point = match_.points[piece.first_point + p];
            if (point == no_index) continue;
            Pulls now = edited_pulls(point, skin);
            if (is_same_pull(pulls_of(piece.mesh->influences, p, nullptr), now)) continue;
            widest = std::max(widest, now.size());
            changed.emplace_back(p, std::move(now));
        }
        if (changed.empty()) return;
        weights_ += changed.size();
        widen(out.influences, widest, piece.mesh->points.size());
        for (const auto& [p, pulls] : changed) {
            for (std::size_t i = 0; i < widest; ++i) {
                out.influences.joints[p * widest + i] = static_cast<u16>(i < pulls.size() ? pulls[i].first : 0);
                out.influences.weights[p * widest + i] = i < pulls.size() ? pulls[i].second : 0;
            }
        }
    }

    static Pulls pulls_of(const Influences& list, std::size_t point, const std::vector<u32>* of) {
        Pulls out;
        for (std::size_t i = point * list.per_point; i < (point + 1) * list.per_point; ++i) {
            const u32 joint = list.joints[i];
            if (list.weights[i] > 0) out.emplace_back(of == nullptr ? joint : (*of)[joint], list.weights[i]);
        }
        return out;
    }

    // Of a point of the edited surface, on joints of the base's skin.
    Pulls edited_pulls(u32 point, u32 base_skin) {
        const Surface::Piece& piece = edited_piece_of(point);
        const u32 skin = edited_.nodes[piece.node].skin;
        auto& of = joints_[{skin, base_skin}];
        if (of.empty()) of = joints_in_base(skin, base_skin);
        return pulls_of(piece.mesh->influences, point - piece.first_point, &of);
    }

    static bool is_same_pull(std::vector<std::pair<u32, f32>> a, std::vector<std::pair<u32, f32>> b) {
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        std::size_t i = 0, k = 0;
        while (i < a.size() || k < b.size()) {
            const u32 x = i < a.size() ? a[i].first : no_index, y = k < b.size() ? b[k].first : no_index;
            const f32 v = x <= y ? a[i++].second : 0, w = y <= x ? b[k++].second : 0;
            if (std::abs(v - w) > same_weight) return false;
        }
        return true;
    }

    static void widen(Influences& list, std::size_t width, std::size_t points) {
        if (width == list.per_point) return;
        Influences out{.per_point = static_cast<u32>(width),
                       .joints = std::vector<u16>(points * width),
                       .weights = std::vector<f32>(points * width)};
        for (std::size_t p = 0; p < points; ++p) {
            for (std::size_t i = 0; i < list.per_point; ++i) {
                out.joints[p * width + i] = list.joints[p * list.per_point + i];
                out.weights[p * width + i] = list.weights[p * list.per_point + i];
            }
        }
        list = std::move(out);
    }

    void report() {
        const auto count = [&](ChangeKind kind, u64 n, std::string_view one, std::string_view rest) {
            if (n > 0) work_.change(kind, n, text::plural(n, one) + std::string(rest));
        };
        count(ChangeKind::points, points_, "vertex",
              has_frames_ ? " changed in " + text::plural(frames_, "frame") : std::string(" changed"));
        count(ChangeKind::normals, normals_, "normal", " changed");
        count(ChangeKind::uvs, uvs_, "texture coordinate", " changed");
        count(ChangeKind::colors, colors_, "colour", " changed");
        count(ChangeKind::weights, weights_, "vertex", " reweighted");
    }

    // --- meshes with another structure

    // Joined or cut apart: the objects come with the nodes they are at now, see compare_nodes().
    void replace(u32 number) {
        const Surface::Piece& piece = base_surface_.pieces[number];
        const u32 mesh = base_.nodes[piece.node].mesh;
        work_.replaced[mesh] = true;
        if (work_.all_meshes_new) {
            work_.out.scene.nodes[piece.node].mesh = no_index;
            work_.out.scene.nodes[piece.node].skin = no_index;
            return;
        }
        const u32 node = work_.edited_node[piece.node];
        if (node == no_index) return;  // compare_nodes() takes it away
        work_.out.scene.meshes[mesh] = edited_.meshes[edited_.nodes[node].mesh];
        work_.out.scene.meshes[mesh].name = base_.meshes[mesh].name;
        u64 fields = 0;
        work_.out.scene.meshes[mesh].extras =
            with_base_extras(work_.out.scene.meshes[mesh].extras, base_.meshes[mesh].extras, fields);
        name_targets(base_.meshes[mesh], work_.out.scene.meshes[mesh]);
        number_replaced(piece, node, work_.replaced_points[mesh]);
    }

    // Points that an editor joined are the first of what they were.
    void number_replaced(const Surface::Piece& piece, u32 node, std::vector<u32>& numbers) const {
        numbers.assign(edited_.meshes[edited_.nodes[node].mesh].points.size(), no_index);
        for (u32 p = 0; p < piece.mesh->points.size(); ++p) {
            const u32 point = match_.points[piece.first_point + p];
            if (point == no_index) continue;
            const Surface::Piece& other = edited_piece_of(point);
            if (other.node == node)
                numbers[point - other.first_point] = std::min(numbers[point - other.first_point], p);
        }
    }

    static void name_targets(const Mesh& base, Mesh& out) {
        if (base.targets.size() != out.targets.size()) return;
        for (std::size_t t = 0; t < base.targets.size(); ++t) {
            if (out.targets[t].name.empty()) out.targets[t].name = base.targets[t].name;
        }
    }

    Work& work_;
    const Scene& base_;
    const Scene& edited_;
    bool by_node_ = true;  // each mesh of the base is at a node that the edited scene has
    Surface base_surface_{};
    Surface edited_surface_{};
    SurfaceMatch match_{};
    std::vector<bool> replaced_{};                              // by piece of the base
    std::vector<bool> patched_{};                               // likewise: has other triangles
    std::vector<bool> unseen_{};                                // by triangle of the base
    std::map<std::pair<u32, u32>, std::vector<u32>> joints_{};  // by skin of the edited scene and of the base
    std::vector<u32> piece_at_{};                               // by node of the base
    std::vector<u32> first_triangle_{};                         // by piece of the base, and the end
    std::vector<std::set<u32>> edited_pieces_{};                // by piece of the base
    std::vector<bool> moved_{};                                 // by point of the piece at hand
    u64 points_ = 0, frames_ = 0, normals_ = 0, uvs_ = 0, colors_ = 0, weights_ = 0;
    bool has_frames_ = false;
};

}  // namespace

void compare_meshes(Work& work) { MeshComparing(work).run(); }

}  // namespace thaw::edit
