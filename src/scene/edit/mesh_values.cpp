#include "scene/edit/mesh_values.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
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

std::vector<u32> joints_in_base(const Work& work, u32 edited_skin, u32 base_skin) {
    std::vector<u32> of_node(work.base.nodes.size(), no_index), out;
    const auto& joints = work.base.skins[base_skin].joints;
    for (u32 j = 0; j < joints.size(); ++j) of_node[joints[j]] = j;
    for (const u32 joint : work.edited.skins[edited_skin].joints) {
        const u32 node = work.base_node[joint];
        out.push_back(node == no_index ? no_index : of_node[node]);
    }
    return out;
}

const Surface::Piece& piece_of(const Surface& surface, u32 point) {
    const auto next = std::upper_bound(surface.pieces.begin(), surface.pieces.end(), point,
                                       [](u32 p, const Surface::Piece& piece) { return p < piece.first_point; });
    return *(next - 1);
}

namespace {

bool is_near(Vec3 a, Vec3 b, double most) {
    return std::abs(double{a.x} - double{b.x}) <= most && std::abs(double{a.y} - double{b.y}) <= most &&
           std::abs(double{a.z} - double{b.z}) <= most;
}

// The place of a point of the base, now, in the base's own space.
Vec3 back_in(const Surface::Piece& piece, Vec3 placed) {
    if (!piece.placing) return placed;
    const auto back = inverse_of(*piece.placing);
    return back ? transformed(*back, placed) : placed;
}

void put_frames(const Mesh& base, const std::vector<std::vector<Vec3>>& changed, Mesh& out) {
    out.frames = plain_frames(base.points.size(), base.frames->count, base.frames->names,
                              [&](u32 shape, std::vector<Vec3>& row) {
                                  if (changed[shape].empty()) return shape_points(base, shape, row);
                                  row = changed[shape];
                              });
}

void put_shapes(const Mesh& base, const std::vector<std::vector<Vec3>>& changed, Mesh& out) {
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

Pulls pulls_of(const Influences& list, std::size_t point, const std::vector<u32>* of) {
    Pulls out;
    for (std::size_t i = point * list.per_point; i < (point + 1) * list.per_point; ++i) {
        const u32 joint = list.joints[i];
        if (list.weights[i] > 0) out.emplace_back(of == nullptr ? joint : (*of)[joint], list.weights[i]);
    }
    return out;
}

bool is_same_pull(std::vector<std::pair<u32, f32>> a, std::vector<std::pair<u32, f32>> b) {
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

void widen(Influences& list, std::size_t width, std::size_t points) {
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

}  // namespace

void ValueComparing::compare_piece(u32 number) {
    const Surface::Piece& piece = in_.base.pieces[number];
    if (in_.work.patched_points.contains(in_.work.base.nodes[piece.node].mesh)) return;  // at another node, too
    Mesh& out = in_.work.out.scene.meshes[in_.work.base.nodes[piece.node].mesh];
    moved_.assign(piece.mesh->points.size(), false);
    compare_shapes(piece, out);
    const u64 cut = compare_corners(number, out);
    compare_normals(number, out);
    compare_weights(piece, out);
    if (cut > 0) in_.work.change(ChangeKind::triangles, cut, text::plural(cut, "corner") + " split");
    if (cut > 0 || in_.patched[number]) patch_piece(number, out);
}

void ValueComparing::patch_piece(u32 number, Mesh& out) {
    const Surface::Piece& piece = in_.base.pieces[number];
    const u32 skin = in_.work.base.nodes[piece.node].skin;
    patch({.work = in_.work,
           .base = in_.base,
           .edited = in_.edited,
           .match = in_.match,
           .piece = number,
           .first_triangle = in_.first_triangle[number],
           .end_triangle = in_.first_triangle[number + 1],
           .unseen = in_.unseen,
           .is_new =
               [&](u32 t) {
                   const u32 node = in_.edited.pieces[in_.edited.triangles[t].piece].node;
                   return !in_.match.is_known[t] && in_.base_piece_at(node) == number;
               },
           .back = [&](Vec3 place) { return back_in(piece, place); },
           .normal = [&](u32 point) { return given_normal(piece, point).value_or(Vec3{0, 1, 0}); },
           .pulls = [&](u32 point) { return edited_pulls(point, skin); }},
          out);
}

void ValueComparing::compare_shapes(const Surface::Piece& piece, Mesh& out) {
    const double most = same_length * in_.work.size;
    std::vector<Vec3> then, now;
    const u32 shapes = shape_count(*piece.mesh);
    std::vector<std::vector<Vec3>> changed;  // by shape; empty where nothing is
    for (u32 shape = 0; shape < shapes; ++shape) {
        shape_points(*piece.mesh, shape, then);
        in_.edited.shape(shape, now);
        auto& row = changed.emplace_back();
        for (std::size_t p = 0; p < then.size(); ++p) {
            const u32 point = in_.match.points[piece.first_point + p];
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

// A corner of the base, or one that was cut off it.
struct ValueComparing::Copy {
    u32 place = 0;
    Corner shown{};
};

// How many corners that triangles share would have to be cut apart, since they look different in each now. Where
// the format can hold that, they are: the new ones come after all others.
u64 ValueComparing::compare_corners(u32 number, Mesh& out) {
    const Mesh& mesh = *in_.base.pieces[number].mesh;
    std::vector<std::vector<std::vector<Copy>>> copies;  // by primitive and corner
    for (const Primitive& primitive : mesh.primitives) copies.emplace_back(primitive.points.size());
    std::vector<std::size_t> next(mesh.primitives.size());
    u64 cut = 0;
    for (u32 t = in_.first_triangle[number]; t < in_.first_triangle[number + 1]; ++t) {
        const auto& then = in_.base.triangles[t];
        const auto& found = in_.match.triangles[t];
        const std::size_t first = next[then.primitive];
        next[then.primitive] += 3;
        if (found.triangle == no_index) continue;
        const auto& now = in_.edited.triangles[found.triangle];
        const Primitive& edited = in_.edited.pieces[now.piece].mesh->primitives[now.primitive];
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
            } else if (known.empty() || in_.work.input.cuts_corners) {
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

u32 ValueComparing::put_corner(const Primitive& base, u32 corner, const Corner& is, bool in_place, Primitive& out) {
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
void ValueComparing::compare_normals(u32 number, Mesh& out) {
    const Surface::Piece& piece = in_.base.pieces[number];
    const Mesh& mesh = *piece.mesh;
    if (mesh.normals.empty()) return;
    std::vector<bool> around(mesh.points.size());
    for (u32 i = in_.first_triangle[number]; i < in_.first_triangle[number + 1]; ++i) {
        const auto& t = in_.base.triangles[i];
        const auto own = [&](u32 p) { return p - piece.first_point; };
        if (!moved_[own(t.points[0])] && !moved_[own(t.points[1])] && !moved_[own(t.points[2])]) continue;
        for (const u32 p : t.points) around[own(p)] = true;
    }
    std::map<u32, u32> sharers;
    for (std::size_t p = 0; p < mesh.points.size(); ++p) {
        const u32 point = in_.match.points[piece.first_point + p];
        if (point != no_index) ++sharers[point];
    }
    std::vector<Vec3> computed;
    compute_normals(out, out.points, computed);
    for (std::size_t p = 0; p < mesh.points.size(); ++p) {
        const u32 point = in_.match.points[piece.first_point + p];
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

std::optional<Vec3> ValueComparing::given_normal(const Surface::Piece& base_piece, u32 point) const {
    const Surface::Piece& piece = piece_of(in_.edited, point);
    if (piece.mesh->normals.empty()) return std::nullopt;
    const Vec3 normal = piece.mesh->normals[point - piece.first_point];
    if (!piece.placing && !base_piece.placing) return normal;
    const Matrix there = piece.placing.value_or(identity_matrix);
    const Matrix back =
        base_piece.placing ? inverse_of(*base_piece.placing).value_or(identity_matrix) : identity_matrix;
    return direction_of(transformed(normal_matrix(back * there), normal), normal);
}

void ValueComparing::compare_weights(const Surface::Piece& piece, Mesh& out) {
    const u32 skin = in_.work.base.nodes[piece.node].skin;
    if (skin == no_index) return;
    std::vector<std::pair<std::size_t, Pulls>> changed;
    std::size_t widest = out.influences.per_point;
    for (std::size_t p = 0; p < piece.mesh->points.size(); ++p) {
        const u32 point = in_.match.points[piece.first_point + p];
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

// Of a point of the edited surface, on joints of the base's skin.
Pulls ValueComparing::edited_pulls(u32 point, u32 base_skin) {
    const Surface::Piece& piece = piece_of(in_.edited, point);
    const u32 skin = in_.work.edited.nodes[piece.node].skin;
    auto& of = joints_[{skin, base_skin}];
    if (of.empty()) of = joints_in_base(in_.work, skin, base_skin);
    return pulls_of(piece.mesh->influences, point - piece.first_point, &of);
}

void ValueComparing::report() {
    const auto count = [&](ChangeKind kind, u64 n, std::string_view one, std::string_view rest) {
        if (n > 0) in_.work.change(kind, n, text::plural(n, one) + std::string(rest));
    };
    count(ChangeKind::points, points_, "vertex",
          has_frames_ ? " changed in " + text::plural(frames_, "frame") : std::string(" changed"));
    count(ChangeKind::normals, normals_, "normal", " changed");
    count(ChangeKind::uvs, uvs_, "texture coordinate", " changed");
    count(ChangeKind::colors, colors_, "colour", " changed");
    count(ChangeKind::weights, weights_, "vertex", " reweighted");
}

}  // namespace thaw::edit
