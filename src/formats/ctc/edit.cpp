// What differs between the edited scene and the base's goes into the base; everything else stays as it is.
#include "formats/ctc/edit.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "build/names.hpp"
#include "formats/ctc/clips.hpp"
#include "formats/ctc/edit_parts.hpp"
#include "formats/ctc/scene.hpp"
#include "scene/normals.hpp"
#include "scene/targets.hpp"

namespace thaw::ctc {

namespace {

struct PiecePoint {
    const thaw::Mesh* mesh = nullptr;
    std::size_t point = 0;
};

PiecePoint piece_of(const EditWork& work, u32 point) {
    const auto next = std::upper_bound(work.first_point.begin(), work.first_point.end(), point);
    const auto piece = static_cast<std::size_t>(next - work.first_point.begin()) - 1;
    return {&work.edited.meshes[work.edited.nodes[work.pieces[piece]].mesh], point - work.first_point[piece]};
}

bool is_same_place(Vec3 a, Vec3 b, double size) {
    return is_nearly(double{a.x}, double{b.x}, size) && is_nearly(double{a.y}, double{b.y}, size) &&
           is_nearly(double{a.z}, double{b.z}, size);
}

std::array<double, 3> as_numbers(Vec3 v) { return {double{v.x}, double{v.y}, double{v.z}}; }

// Corners of the base's scene and of the edited one, triangle after triangle.
struct Corners {
    std::vector<Vec2> uvs{};
    std::vector<Vec4> colors{};
    bool colored = false;

    void add(const thaw::Mesh& mesh) {
        for (const Primitive& part : mesh.primitives) {
            if (part.topology != Topology::triangles) continue;
            colored = colored || !part.colors.empty();
            for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
                for (std::size_t k = 0; k < 3; ++k) {
                    const u32 corner = part.indices[i + k];
                    uvs.push_back(part.uvs.empty() ? Vec2{} : part.uvs[corner]);
                    colors.push_back(part.colors.empty() ? Vec4{1, 1, 1, 1} : part.colors[corner]);
                }
            }
        }
    }
};

// The movement of a bone within its parent, or of the main key.
thaw::Matrix local_of(const Pose& pose, u32 parent, u32 node) {
    if (parent == no_index) return pose.worlds[node];
    return inverse_of(pose.worlds[parent]).value_or(identity_matrix) * pose.worlds[node];
}

bool is_same_movement(const thaw::Matrix& a, const thaw::Matrix& b, double size) {
    for (std::size_t i = 0; i < 15; ++i) {
        const double most = i >= 12 ? 1e-6 * std::max(size, std::abs(a[i])) : 2e-6;
        if (!(std::abs(a[i] - b[i]) <= most)) return false;
    }
    return true;
}

bool drawn_anywhere(const Document& d, i16 vertex) {
    const auto end = d.triangles.begin() + static_cast<std::ptrdiff_t>(d.drawn_triangles());
    return std::any_of(d.triangles.begin(), end, [&](const Triangle& t) {
        return std::find(t.vertices.begin(), t.vertices.end(), vertex) != t.vertices.end();
    });
}

}  // namespace

void edit_vertices(EditWork& work) {
    Document& d = work.document;
    const thaw::Mesh& base = work.base.meshes[0];
    work.moved.assign(d.vertices.size(), false);
    std::vector<std::size_t> first(d.vertices.size() + 1, 0);
    for (std::size_t v = 0; v < d.vertices.size(); ++v) first[v + 1] = first[v] + d.influence_counts[v];
    u64 moved = 0, rehung = 0;
    for (std::size_t v = 0; v < work.match.points.size(); ++v) {
        const u32 point = work.match.points[v];
        if (point == no_index) continue;
        const Vec3 at = work.edited_surface.points[point];
        if (!is_same_place(at, base.points[v], work.size)) {
            d.vertices[v].position = file_point(as_numbers(at));
            work.moved[v] = true;
            ++moved;
        }
        const u32 bone = work.bone_of_edited[point];
        if (bone != work.base_surface.marks[v] && bone < d.bones.size() && d.influence_counts[v] > 0) {
            d.influences[first[v]].bone = static_cast<i32>(bone);
            ++rehung;
        }
    }
    work.words.count("vertex", moved);
    work.words.count("bone of a vertex", rehung);

    // Normals change where somebody gave new ones, and around vertices that moved.
    std::vector<bool> around(d.vertices.size());
    for (const auto& t : work.base_surface.triangles) {
        if (!work.moved[t[0]] && !work.moved[t[1]] && !work.moved[t[2]]) continue;
        for (const u32 v : t) around[v] = true;
    }
    std::vector<std::vector<Vec3>> computed(work.pieces.size());
    u64 turned = 0;
    for (std::size_t v = 0; v < work.match.points.size(); ++v) {
        const u32 point = work.match.points[v];
        if (point == no_index) continue;
        const PiecePoint place = piece_of(work, point);
        const bool given = !place.mesh->normals.empty();
        if (!given && !around[v]) continue;
        const auto piece = static_cast<std::size_t>(
            std::upper_bound(work.first_point.begin(), work.first_point.end(), point) - work.first_point.begin() - 1);
        if (!given && computed[piece].empty()) compute_normals(*place.mesh, place.mesh->points, computed[piece]);
        const Vec3 normal = given ? place.mesh->normals[place.point] : computed[piece][place.point];
        if (length(normal - base.normals[v]) <= 1e-3f) continue;
        d.vertices[v].normal = file_direction(normal);
        ++turned;
    }
    work.words.count("normal", turned);
}

void edit_corners(EditWork& work) {
    Document& d = work.document;
    Corners base, edited;
    base.add(work.base.meshes[0]);
    for (const u32 n : work.pieces) edited.add(work.edited.meshes[work.edited.nodes[n].mesh]);
    u64 uvs = 0, colors = 0, lost = 0;
    for (std::size_t t = 0; t < work.match.triangles.size(); ++t) {
        const auto& other = work.match.triangles[t];
        const u32 native = work.natives[other.triangle];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t to = (k + other.turn) % 3;
            const std::size_t before = 3 * std::size_t{other.triangle} + to, now = 3 * t + k;
            const std::size_t corner = to == 0 ? 0 : 3 - to;  // the scene has them turned round
            const Vec2 a = base.uvs[before], b = edited.uvs[now];
            const double most = std::max({1.0, std::abs(double{a.x}), std::abs(double{a.y})});
            if (!is_nearly(double{a.x}, double{b.x}, most) || !is_nearly(double{a.y}, double{b.y}, most)) {
                d.uvs[native].corners[corner] = {b.x, b.y};
                ++uvs;
            }
            const auto color = file_color(edited.colors[now]);
            if (!edited.colored || color == file_color(base.colors[before])) continue;
            const std::size_t place = 3 * std::size_t{native} + corner;
            if (place >= d.colours.size()) {
                ++lost;
                continue;
            }
            d.colours[place].rgba = color;
            if (corner == 0 && color[0] == 0) d.colours[place].rgba[0] = 1;  // C17
            ++colors;
        }
    }
    work.words.count("texture coordinate", uvs);
    work.words.count("colour", colors);
    if (lost > 0) {
        work.issues.add(thaw::issue::not_kept, {}, "colours", "a file with colours", text::plural(lost, "colour"));
    }
}

void edit_morphs(EditWork& work) {
    Document& d = work.document;
    const thaw::Mesh& base = work.base.meshes[0];
    std::size_t first = 0;
    u64 changed = 0, lost = 0;
    for (std::size_t m = 0; m < d.morphs.size(); first += d.morphs[m].count, ++m) {
        std::vector<bool> listed(d.vertices.size());
        const auto offset_now = [&](std::size_t v) {
            const PiecePoint place = piece_of(work, work.match.points[v]);
            return offset_of(*place.mesh, place.mesh->targets[m], place.point);
        };
        for (std::size_t i = first; i < first + d.morphs[m].count; ++i) {
            const i32 v = d.morph_indices[i];
            if (v < 0 || static_cast<std::size_t>(v) >= d.vertices.size()) continue;
            const auto at = static_cast<std::size_t>(v);
            if (work.match.points[at] == no_index) continue;
            const bool again = listed[at];
            listed[at] = true;
            const Vec3 now = offset_now(at), before = offset_of(base, base.targets[m], at);
            if (again || (!work.moved[at] && is_same_place(now, before, work.size))) continue;
            const auto p = as_numbers(work.edited_surface.points[work.match.points[at]]), o = as_numbers(now);
            d.morph_targets[i].position = file_point({p[0] + o[0], p[1] + o[1], p[2] + o[2]});
            ++changed;
        }
        for (std::size_t v = 0; v < work.match.points.size(); ++v) {
            if (listed[v] || work.match.points[v] == no_index) continue;
            if (!is_same_place(offset_now(v), {}, work.size)) ++lost;
        }
    }
    work.words.count("morph target", changed);
    if (lost > 0) {
        work.issues.add(thaw::issue::not_kept, {}, "morphs", "the vertices that they moved before",
                        text::plural(lost, "vertex"));
    }
}

void edit_keys(EditWork& work, const std::vector<const thaw::Clip*>& clips) {
    Document& d = work.document;
    const auto native = clips_of(d).list;
    Pose before, now;
    u64 keys = 0, frames = 0;
    build::Names names(15, "clip name", work.issues);
    for (std::size_t c = 0; c < clips.size(); ++c) {
        const thaw::Clip& base = work.base.clips[c];
        const double fps = build::number_in(base.extras, "fps").value_or(usual_fps);
        for (u64 f = 0; f < native[c].count; ++f) {
            const double seconds = double{static_cast<f32>(static_cast<double>(f) / fps)};
            evaluate(work.base, &base, seconds, before);
            evaluate(work.edited, clips[c], seconds, now);
            const auto frame = static_cast<std::size_t>(native[c].first + f);
            u64 changed = 0;
            const auto edit = [&](u32 base_parent, u32 base_node, u32 parent, u32 node, Key& key) {
                const thaw::Matrix a = local_of(before, base_parent, base_node), b = local_of(now, parent, node);
                if (is_same_movement(a, b, work.size)) return;
                const Transform t = decomposed(b);
                key = key_of(matrix_of(Transform{t.translation, t.rotation, {1, 1, 1}}), &key, true);
                ++changed;
            };
            edit(no_index, work.base_main, no_index, work.edited_main, d.main_keys[frame]);
            for (std::size_t b = 0; b < d.bones.size(); ++b) {
                if (work.base_joints[b] == no_index) continue;
                const i32 up = d.bones[b].parent_plus_one;
                const bool is_root = up <= 0 || static_cast<std::size_t>(up) > d.bones.size();
                const auto parent = static_cast<std::size_t>(up - 1);
                edit(is_root ? work.base_main : work.base_joints[parent], work.base_joints[b],
                     is_root ? work.edited_main : work.edited_joints[parent], work.edited_joints[b],
                     d.bone_keys[frame * d.bones.size() + b]);
            }
            keys += changed;
            if (changed > 0) ++frames;
        }
        if (clips[c]->name != base.name && c < d.animations.size()) {
            d.animations[c].name = file_name_of<16>(names.take(clips[c]->name));
            work.words.count("name");
        }
    }
    work.words.count("key", keys);
    work.words.count("frame", frames);
}

void edit_points(EditWork& work, const std::vector<std::pair<u32, u32>>& nodes) {
    Document& d = work.document;
    Pose before, now;
    evaluate(work.base, nullptr, 0, before);
    evaluate(work.edited, nullptr, 0, now);
    build::Names names(8, "attachment point", work.issues);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& [base, edited] = nodes[i];
        if (base == no_index) continue;
        const Node &was = work.base.nodes[base], &is = work.edited.nodes[edited];
        if (is.name != was.name) {
            d.attachments[i].name = file_name_of<8>(names.take(is.name));
            work.words.count("name");
        }
        const thaw::Matrix &a = before.worlds[base], &b = now.worlds[edited];
        if (is_same_movement(a, b, work.size)) continue;
        const auto& corners = d.triangles[static_cast<std::size_t>(d.attachments[i].triangle)].vertices;
        const bool shared = std::any_of(corners.begin(), corners.end(), [&](i16 v) { return drawn_anywhere(d, v); });
        const auto back = inverse_of(a);
        if (shared || !back) {
            work.issues.add(thaw::issue::not_kept, {}, is.name, "a point whose triangle is not drawn",
                            "a new place of the attachment point");
            continue;
        }
        for (const i16 v : corners) {
            Vertex& vertex = d.vertices[static_cast<std::size_t>(v)];
            std::array<double, 3> p{};
            for (std::size_t k = 0; k < 3; ++k) {
                p[k] = double{vertex.position[k]} * metres_per_unit * (k == 2 ? -1 : 1);
            }
            vertex.position = file_point(transformed(b * *back, p));
        }
        work.words.count("attachment point");
    }
}

void edit_skins(EditWork& work) {
    build::Names names(63, "skin name", work.issues);
    for (const Material& material : work.edited.materials) {
        const auto skin = build::integer_in(material.extras, "thaw_skin");
        const std::string* name = build::text_in(material.extras, "thaw_skin_name");
        if (!skin || name == nullptr || *skin < 0 || static_cast<u64>(*skin) >= work.document.skins.size()) continue;
        Skin& stored = work.document.skins[static_cast<std::size_t>(*skin)];
        if (text::to_utf8(name_of(stored.name)) == *name) continue;
        stored.name = file_name_of<64>(names.take(*name));
        work.words.count("name");
    }
}

std::optional<Built> edit_base(const SceneInput& input, const BuildOptions& options, Issues& issues, std::string& why) {
    EditWork work{input,       options,           issues,
                  input.scene, *input.base_scene, static_cast<Document&>(*input.base->document)};
    std::vector<const thaw::Clip*> clips;
    std::vector<std::pair<u32, u32>> points;
    if (!work.document.lists_agree() || !find_bones(work) || !find_surface(work) || !find_clips(work, clips) ||
        !find_morphs(work) || !find_points(work, points)) {
        why = work.why;
        return std::nullopt;
    }
    edit_vertices(work);
    edit_corners(work);
    edit_morphs(work);
    edit_keys(work, clips);
    edit_points(work, points);
    edit_skins(work);
    Built out;
    out.document = std::move(input.base->document);
    out.words = work.words.text();
    return out;
}

}  // namespace thaw::ctc
