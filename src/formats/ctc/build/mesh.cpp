// The surface: triangles, vertices and morphs of all meshes together.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/shared/build_names.hpp"
#include "formats/shared/flatten.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"
#include "scene/targets.hpp"

namespace thaw::ctc {

namespace {

// A colour of the whole material, which only vertices can have here. One without an image gets an image of that
// colour, or stands for one of the game.
Vec4 tint_of(const Material& material) {
    if (material.image != no_index) return material.base_color;
    return material.extras.find("thaw_skin_name") != nullptr ? white : Vec4{1, 1, 1, material.base_color.w};
}

void add_part(BuildWork& work, const BuildPiece& piece, const Primitive& primitive) {
    const Scene& scene = work.scene;
    // A node that mirrors turns its triangles inside out.
    const bool mirrored = scene.nodes[piece.node].skin == no_index && is_mirror(work.rest.worlds[piece.node]);
    const std::size_t slot = primitive.material == no_index ? scene.materials.size() : primitive.material;
    const Vec4 tint = primitive.material == no_index ? white : tint_of(scene.materials[primitive.material]);
    // The mirrored axis turns triangles round once more.
    const std::array<std::size_t, 3> order =
        mirrored ? std::array<std::size_t, 3>{0, 1, 2} : std::array<std::size_t, 3>{0, 2, 1};
    for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
        BuildTriangle out;
        out.list = work.list_of_material[slot];
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 corner = primitive.indices[i + order[k]];
            out.vertices[k] = piece.first_vertex + primitive.points[corner];
            out.uvs[k] = primitive.uvs.empty() ? Vec2() : primitive.uvs[corner];
            out.colors[k] = product(primitive.colors.empty() ? white : primitive.colors[corner], tint);
        }
        work.triangles.push_back(out);
    }
}

void note_lines_and_frames(BuildWork& work, u32 node) {
    const thaw::Mesh& mesh = work.scene.meshes[work.scene.nodes[node].mesh];
    u64 lines = 0;
    for (const Primitive& primitive : mesh.primitives) {
        if (primitive.topology == Topology::lines) lines += primitive.indices.size() / 2;
        const bool shown = primitive.material != no_index && work.scene.materials[primitive.material].image != no_index;
        if (primitive.topology == Topology::triangles && primitive.uvs.empty() && shown) {
            work.issues.add(issue::no_uvs, {}, mesh.name);
        }
    }
    if (lines > 0) work.issues.add(thaw::issue::not_kept, {}, mesh.name, {}, text::plural(lines, "line"));
    if (mesh.frames && mesh.frames->count > 1) {
        work.issues.add(issue::frames_dropped, {}, mesh.name, {}, text::plural(mesh.frames->count, "frame"));
    }
}

bool is_identity(const thaw::Matrix& m) { return m == identity_matrix; }

// From the mesh's own space to that of the stored bind pose.
thaw::Matrix stored_space(const BuildWork& work, const thaw::Matrix& placed, u32 bone) {
    return is_identity(work.binds[bone].shape) ? placed : work.binds[bone].shape * placed;
}

Vec3 turned(const thaw::Matrix& m, Vec3 normal) {
    if (is_identity(m)) return normal;
    return direction_of(transformed(normal_matrix(m), normal), normal);
}

// Which bone each point hangs on, and what of its other bones is lost.
class Hanging {
public:
    Hanging(BuildWork& work, const BuildPiece& piece)
        : node_(work.scene.nodes[piece.node]), influences_(work.scene.meshes[node_.mesh].influences) {
        if (node_.skin != no_index) {
            joints_ = &work.rig.of_skin[node_.skin];
        } else if (const build::Carried* carried = work.rig.carrier_of(piece.node)) {
            bone_ = carried->bone;
            placed_ = carried->placed;
        }
    }

    u32 bone_of(std::size_t point) {
        if (joints_ == nullptr) return bone_;
        const std::size_t n = influences_.per_point;
        const f32 others = 1 - influences_.weights[point * n];
        if (others > 0.001f) {
            ++shared_;
            most_ = std::max(most_, others);
        }
        return (*joints_)[influences_.joints[point * n]];
    }

    const thaw::Matrix& placed() const { return placed_; }

    void report(BuildWork& work, std::size_t points) const {
        if (shared_ > 0) report_shared(work.issues, node_.name, shared_, points, most_);
    }

private:
    const Node& node_;
    const Influences& influences_;
    const std::vector<u32>* joints_ = nullptr;
    u32 bone_ = 0;
    thaw::Matrix placed_ = identity_matrix;
    u64 shared_ = 0;
    f32 most_ = 0;
};

// Outside is where the triangles say it is; normals that say otherwise are of no use.
bool faces_inward(const BuildWork& work) {
    u64 with = 0, against = 0;
    for (const BuildTriangle& t : work.triangles) {
        const auto corner = [&](std::size_t k) { return work.vertices[t.vertices[k]].position; };
        // The file's order is the scene's turned round.
        const Vec3d out = cross(corner(2) - corner(0), corner(1) - corner(0));
        double agreement = 0;
        for (const u32 vertex : t.vertices) agreement += dot(out, as_double(work.vertices[vertex].normal));
        if (agreement > 0) ++with;
        if (agreement < 0) ++against;
    }
    return against > with;
}

void add_morphs(BuildWork& work, const BuildPiece& piece, std::map<std::string, std::size_t>& places) {
    const thaw::Mesh& mesh = work.scene.meshes[work.scene.nodes[piece.node].mesh];
    if (mesh.targets.empty()) return;
    if (mesh.targets.size() > max_morphs) {
        Issues unheard;
        const build::Flat flat = build::flatten(work.scene, {}, {}, unheard);
        if (flat.by_shape) {
            work.issues.add(issue::frames_dropped, {}, mesh.name, {}, text::plural(flat.frames.size(), "frame"));
            return;
        }
    }
    Hanging hanging(work, piece);
    for (const thaw::MorphTarget& target : mesh.targets) {
        const auto [place, is_new] = places.emplace(target.name, work.morphs.size());
        if (is_new) work.morphs.push_back({target.name, {}, {}});
        BuildMorph& morph = work.morphs[place->second];
        thaw::each_offset(mesh, target, [&](u32 point, thaw::Vec3 moved) {
            const BuildVertex& vertex = work.vertices[piece.first_vertex + point];
            thaw::Matrix space = stored_space(work, hanging.placed(), vertex.bone);
            space[12] = space[13] = space[14] = 0;
            const auto offset = transformed(space, as_double(moved));
            morph.vertices.push_back(piece.first_vertex + point);
            morph.targets.push_back(vertex.position + offset);
        });
    }
}

// The game has a table with a row per morph and a column per vertex number: 96 of them.
void fit_morph_vertices(BuildWork& work) {
    std::vector<double> reach(work.vertices.size(), -1);
    for (const BuildMorph& morph : work.morphs) {
        for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
            const u32 v = morph.vertices[i];
            const Vec3d step = morph.targets[i] - work.vertices[v].position;
            reach[v] = std::max(reach[v], dot(step, step));
        }
    }
    std::vector<u32> moved;
    for (u32 v = 0; v < reach.size(); ++v) {
        if (reach[v] >= 0) moved.push_back(v);
    }
    if (work.fits("morphs", max_morph_vertices, moved.size(), "vertices that morphs move") || !work.may_fit()) return;
    work.say_fitted(
        "morphs", max_morph_vertices,
        text::plural(moved.size(), "vertex") + " moved by morphs reduced, those that move least stand still,");
    std::stable_sort(moved.begin(), moved.end(), [&](u32 a, u32 b) { return reach[a] > reach[b]; });
    std::vector<bool> kept(work.vertices.size());
    for (std::size_t i = 0; i < max_morph_vertices; ++i) kept[moved[i]] = true;
    for (BuildMorph& morph : work.morphs) {
        BuildMorph fewer{morph.name, {}, {}};
        for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
            if (!kept[morph.vertices[i]]) continue;
            fewer.vertices.push_back(morph.vertices[i]);
            fewer.targets.push_back(morph.targets[i]);
        }
        morph = std::move(fewer);
    }
}

}  // namespace

void report_shared(Issues& issues, const std::string& name, u64 shared, u64 points, f32 most) {
    issues.add(thaw::issue::influences_dropped, {}, name, "one bone per point",
               std::to_string(shared) + " of " + text::plural(points, "point") + " (at most " +
                   text::number(std::round(double{most} * 1000) / 10) + " % of a weight)");
}

void build_triangles(BuildWork& work) {
    u32 first = 0;
    for (u32 n = 0; n < work.scene.nodes.size(); ++n) {
        const u32 mesh = work.scene.nodes[n].mesh;
        if (mesh == no_index) continue;
        note_lines_and_frames(work, n);
        BuildPiece piece{.node = n, .first_vertex = first};
        posed_points(work.scene, work.rest, n, piece.at_rest);
        first += static_cast<u32>(piece.at_rest.size());
        for (const Primitive& primitive : work.scene.meshes[mesh].primitives) {
            if (primitive.topology == Topology::triangles) add_part(work, piece, primitive);
        }
        work.pieces.push_back(std::move(piece));
    }
    std::stable_sort(work.triangles.begin(), work.triangles.end(),
                     [](const BuildTriangle& a, const BuildTriangle& b) { return a.list < b.list; });
}

void build_vertices(BuildWork& work) {
    std::vector<Vec3> computed;
    for (const BuildPiece& piece : work.pieces) {
        const thaw::Mesh& mesh = work.scene.meshes[work.scene.nodes[piece.node].mesh];
        if (mesh.normals.empty()) compute_normals(mesh, mesh.points, computed);
        const auto& normals = mesh.normals.empty() ? computed : mesh.normals;
        Hanging hanging(work, piece);
        for (std::size_t p = 0; p < mesh.points.size(); ++p) {
            const u32 bone = hanging.bone_of(p);
            const thaw::Matrix space = stored_space(work, hanging.placed(), bone);
            work.vertex_of_point.push_back(static_cast<u32>(work.vertices.size()));
            work.vertices.push_back({transformed(space, as_double(mesh.points[p])), turned(space, normals[p]), bone});
        }
        hanging.report(work, mesh.points.size());
    }
    if (!faces_inward(work)) return;
    work.issues.add(issue::normals_turned, {}, "normals");
    for (BuildVertex& vertex : work.vertices) vertex.normal = vertex.normal * -1.0f;
}

void build_morphs(BuildWork& work) {
    std::map<std::string, std::size_t> places;
    for (const BuildPiece& piece : work.pieces) add_morphs(work, piece, places);
    if (!work.fits("morphs", max_morphs, work.morphs.size(), "morphs") && work.may_fit()) {
        work.say_fitted("morphs", max_morphs, "last of " + text::plural(work.morphs.size(), "morph") + " left out");
        work.morphs.erase(work.morphs.begin() + static_cast<std::ptrdiff_t>(max_morphs), work.morphs.end());
    }
    fit_morph_vertices(work);
}

}  // namespace thaw::ctc
