// Which mesh is which, and which have another structure now.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"
#include "scene/edit/mesh_values.hpp"
#include "scene/shapes.hpp"

namespace thaw::edit {

namespace {

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
        if (work_.is_stopped()) return;
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
        ValueComparing values({work_, base_surface_, edited_surface_, match_, first_triangle_, patched_, unseen_,
                               [&](u32 node) { return base_piece_at(node); }});
        for (u32 piece = 0; piece < base_surface_.pieces.size() && !work_.is_stopped(); ++piece) {
            if (!replaced_[piece]) values.compare_piece(piece);
        }
        values.report();
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
        match_ = match_surfaces(base_surface_, edited_surface_, static_cast<f32>(same_length * work_.size),
                                work_.input.context);
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
        const auto joints = joints_in_base(work_, node.skin, base_skin);
        for (std::size_t i = 0; i < list.joints.size(); ++i) {
            if (list.weights[i] > 0 && joints[list.joints[i]] == no_index) return false;
        }
        return true;
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
            const Surface::Piece& other = piece_of(edited_surface_, point);
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
    std::vector<bool> replaced_{};                // by piece of the base
    std::vector<bool> patched_{};                 // likewise: has other triangles
    std::vector<bool> unseen_{};                  // by triangle of the base
    std::vector<u32> piece_at_{};                 // by node of the base
    std::vector<u32> first_triangle_{};           // by piece of the base, and the end
    std::vector<std::set<u32>> edited_pieces_{};  // by piece of the base
};

}  // namespace

void compare_meshes(Work& work) { MeshComparing(work).run(); }

}  // namespace thaw::edit
