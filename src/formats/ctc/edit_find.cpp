// Finds the bones, triangles, clips, morphs and points of the base again in the edited scene.
#include <algorithm>
#include <cmath>
#include <map>

#include "build/extras.hpp"
#include "build/sampling.hpp"
#include "formats/ctc/clips.hpp"
#include "formats/ctc/edit_parts.hpp"
#include "formats/ctc/scene.hpp"
#include "formats/ctc/scene_parts.hpp"
#include "formats/ctc/skeleton.hpp"

namespace thaw::ctc {

namespace {

u32 find_node(const Scene& scene, std::string_view name) {
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].name == name && scene.nodes[n].mesh == no_index) return n;
    }
    return no_index;
}

// What a material of the edited scene was; no_index if it is a new one.
u32 base_material(const EditWork& work, u32 material) {
    if (material == no_index) return no_index;
    const Material& edited = work.edited.materials[material];
    const auto skin = build::integer_in(edited.extras, "thaw_skin");
    for (u32 m = 0; m < work.base.materials.size() && skin; ++m) {
        if (build::integer_in(work.base.materials[m].extras, "thaw_skin") == skin) return m;
    }
    for (u32 m = 0; m < work.base.materials.size(); ++m) {
        if (work.base.materials[m].name == edited.name) return m;
    }
    return no_index;
}

u32 heaviest(const thaw::Mesh& mesh, std::size_t point) {
    return mesh.influences.per_point == 0 ? 0 : mesh.influences.joints[point * mesh.influences.per_point];
}

// Every triangle that the scene shows, with where it is in the file. False if the scene is not what the file gives.
bool find_natives(EditWork& work) {
    const Document& d = work.document;
    std::size_t shown = 0;
    for (std::size_t t = 0; t < d.drawn_triangles() && shown < work.base_surface.triangles.size(); ++t) {
        const auto& v = d.triangles[t].vertices;
        const auto& p = work.base_surface.triangles[shown];
        const bool same = selects(v[0], d.vertices.size()) && selects(v[1], d.vertices.size()) &&
                          selects(v[2], d.vertices.size()) && static_cast<u32>(v[0]) == p[0] &&
                          static_cast<u32>(v[2]) == p[1] && static_cast<u32>(v[1]) == p[2];
        if (!same) continue;
        work.natives.push_back(static_cast<u32>(t));
        ++shown;
    }
    return shown == work.base_surface.triangles.size();
}

void add_surface(build::Surface& out, const thaw::Mesh& mesh, const std::vector<u32>& marks,
                 const std::vector<u32>& groups) {
    const auto first = static_cast<u32>(out.points.size());
    out.points.insert(out.points.end(), mesh.points.begin(), mesh.points.end());
    out.marks.insert(out.marks.end(), marks.begin(), marks.end());
    for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
        const Primitive& part = mesh.primitives[i];
        if (part.topology != Topology::triangles) continue;
        for (std::size_t c = 0; c + 2 < part.indices.size(); c += 3) {
            const auto at = [&](std::size_t k) { return first + part.points[part.indices[c + k]]; };
            out.triangles.push_back({at(0), at(1), at(2)});
            out.groups.push_back(groups[i]);
        }
    }
}

bool is_same_bind(const Mat4& a, const Mat4& b, double size) {
    for (std::size_t i = 0; i < 16; ++i) {
        const double most = 1e-4 * (i >= 12 ? std::max(size, 1e-3) : 1);
        if (!(std::abs(double{a.m[i]} - double{b.m[i]}) <= most)) return false;
    }
    return true;
}

}  // namespace

bool find_bones(EditWork& work) {
    const Document& d = work.document;
    const std::vector<u32> order = skeleton_of(d).order;
    work.base_joints.assign(d.bones.size(), no_index);
    work.edited_joints = work.base_joints;
    std::vector<bool> posed(d.bones.size());
    for (const u32 bone : order) posed[bone] = true;
    if (work.base.skins.size() != 1) return work.differs("the base has no skin");
    const thaw::Skin& skin = work.base.skins[0];
    std::size_t joint = 0;
    for (std::size_t b = 0; b < d.bones.size() && joint < skin.joints.size(); ++b) {
        if (posed[b]) work.base_joints[b] = skin.joints[joint++];
    }
    std::map<std::string_view, u32> nodes;
    for (u32 n = 0; n < work.edited.nodes.size(); ++n) {
        if (work.edited.nodes[n].mesh == no_index) nodes.emplace(work.edited.nodes[n].name, n);
    }
    for (std::size_t b = 0; b < d.bones.size(); ++b) {
        if (work.base_joints[b] == no_index) continue;
        const std::string& name = work.base.nodes[work.base_joints[b]].name;
        const auto found = nodes.find(name);
        if (found == nodes.end()) return work.differs("there is no joint " + name);
        work.edited_joints[b] = found->second;
    }
    work.base_main = find_node(work.base, "ctc_main");
    work.edited_main = find_node(work.edited, "ctc_main");
    if (work.edited_main == no_index) return work.differs("there is no node ctc_main");
    return true;
}

bool find_surface(EditWork& work) {
    const Scene& base = work.base;
    const auto holder =
        std::find_if(base.nodes.begin(), base.nodes.end(), [](const Node& node) { return node.mesh != no_index; });
    if (base.meshes.size() != 1 || holder == base.nodes.end() || holder->skin == no_index) {
        return work.differs("the base shows no skinned mesh");
    }
    const thaw::Mesh& mesh = base.meshes[0];
    for (const Vec3 p : mesh.points) {
        work.size = std::max({work.size, std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
    }
    // Marks are bones; the joint for what no bone moves is past them.
    const auto bones = static_cast<u32>(work.document.bones.size());
    std::map<u32, u32> bone_of_node, bone_of_base;
    for (u32 b = 0; b < bones; ++b) {
        bone_of_base.emplace(work.base_joints[b], b);
        bone_of_node.emplace(work.edited_joints[b], b);
    }
    const auto bone_in = [&](const std::map<u32, u32>& map, u32 node) {
        const auto found = map.find(node);
        return found == map.end() ? bones : found->second;
    };
    std::vector<u32> marks, groups;
    for (std::size_t p = 0; p < mesh.points.size(); ++p) {
        marks.push_back(bone_in(bone_of_base, base.skins[0].joints[heaviest(mesh, p)]));
    }
    for (const Primitive& part : mesh.primitives) groups.push_back(part.material);
    add_surface(work.base_surface, mesh, marks, groups);
    if (!find_natives(work)) return work.differs("the scene before the edit is not all of the file");

    std::vector<u32> sources;
    for (u32 n = 0; n < work.edited.nodes.size(); ++n) {
        const Node& node = work.edited.nodes[n];
        if (node.mesh == no_index) continue;
        if (node.skin == no_index) return work.differs(node.name + " hangs on no skeleton");
        const thaw::Mesh& piece = work.edited.meshes[node.mesh];
        const thaw::Skin& skin = work.edited.skins[node.skin];
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const u32 bone = bone_in(bone_of_node, skin.joints[j]);
            if (bone == bones) continue;
            const auto place =
                std::find(base.skins[0].joints.begin(), base.skins[0].joints.end(), work.base_joints[bone]);
            const auto k = static_cast<std::size_t>(place - base.skins[0].joints.begin());
            if (!is_same_bind(skin.inverse_binds[j], base.skins[0].inverse_binds[k], work.size)) {
                return work.differs("the bind pose of " + work.edited.nodes[skin.joints[j]].name + " is another");
            }
        }
        marks.clear();
        groups.clear();
        for (std::size_t p = 0; p < piece.points.size(); ++p) {
            marks.push_back(bone_in(bone_of_node, skin.joints[heaviest(piece, p)]));
        }
        for (const Primitive& part : piece.primitives) groups.push_back(base_material(work, part.material));
        work.pieces.push_back(n);
        work.first_point.push_back(static_cast<u32>(work.edited_surface.points.size()));
        work.bone_of_edited.insert(work.bone_of_edited.end(), marks.begin(), marks.end());
        add_surface(work.edited_surface, piece, marks, groups);
        const auto given = work.input.source_points;
        if (node.mesh < given.size() && given[node.mesh].size() == piece.points.size()) {
            sources.insert(sources.end(), given[node.mesh].begin(), given[node.mesh].end());
        } else {
            sources.insert(sources.end(), piece.points.size(), no_index);
        }
    }
    auto match = build::match_surfaces(work.base_surface, work.edited_surface, sources);
    if (!match) {
        return work.differs("the triangles are others: " + std::to_string(work.edited_surface.triangles.size()) +
                            ", before " + std::to_string(work.base_surface.triangles.size()));
    }
    work.match = std::move(*match);
    return true;
}

bool find_clips(EditWork& work, std::vector<const thaw::Clip*>& clips) {
    const auto native = clips_of(work.document).list;
    if (native.size() != work.base.clips.size()) return work.differs("the scene before the edit lacks clips");
    if (work.edited.clips.size() != work.base.clips.size()) {
        return work.differs(std::to_string(work.edited.clips.size()) + " clips, before " +
                            std::to_string(work.base.clips.size()));
    }
    for (std::size_t c = 0; c < native.size(); ++c) {
        const thaw::Clip* found = &work.edited.clips[c];
        for (const thaw::Clip& clip : work.edited.clips) {
            if (clip.name == work.base.clips[c].name && found->name != clip.name) found = &clip;
        }
        const double fps = build::number_in(work.base.clips[c].extras, "fps").value_or(usual_fps);
        if (build::frames_of(work.edited, *found, fps) != native[c].count) {
            return work.differs("the clip " + found->name + " is of another length");
        }
        clips.push_back(found);
    }
    return true;
}

bool find_morphs(EditWork& work) {
    const auto& targets = work.base.meshes[0].targets;
    for (const u32 n : work.pieces) {
        const auto& edited = work.edited.meshes[work.edited.nodes[n].mesh].targets;
        if (edited.size() != targets.size()) return work.differs("the morphs are others");
        for (std::size_t m = 0; m < targets.size(); ++m) {
            if (edited[m].name != targets[m].name) return work.differs("the morphs are others");
        }
    }
    return true;
}

bool find_points(EditWork& work, std::vector<std::pair<u32, u32>>& nodes) {
    const auto points_of = [](const Scene& scene) {
        std::map<i64, u32> out;
        for (u32 n = 0; n < scene.nodes.size(); ++n) {
            const auto place = build::integer_in(scene.nodes[n].extras, "thaw_attachment");
            if (place) out.emplace(*place, n);
        }
        return out;
    };
    const auto base = points_of(work.base);
    auto edited = points_of(work.edited);
    nodes.assign(work.document.attachments.size(), {no_index, no_index});
    for (const auto& [place, node] : base) {
        if (!selects(place, nodes.size())) continue;
        auto found = edited.find(place);
        u32 other = found == edited.end() ? find_node(work.edited, work.base.nodes[node].name) : found->second;
        if (other == no_index) return work.differs("there is no attachment point " + work.base.nodes[node].name);
        if (found != edited.end()) edited.erase(found);
        nodes[static_cast<std::size_t>(place)] = {node, other};
    }
    if (!edited.empty()) return work.differs("there are more attachment points");
    return true;
}

}  // namespace thaw::ctc
