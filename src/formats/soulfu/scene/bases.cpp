#include "formats/soulfu/scene/bases.hpp"

#include <algorithm>

#include <thaw/json.hpp>

#include "formats/shared/issue_reporter.hpp"
#include "formats/soulfu/scene/extras.hpp"
#include "formats/soulfu/scene/issues.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "formats/soulfu/shared/options.hpp"
#include "scene/unique.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 anchor = 0x80;
constexpr u8 weight_bits = 0x7F;

bool has(const BonePose& pose, std::size_t bone) { return bone < pose.size() && pose[bone]; }

}  // namespace

void put_pose(const BoneNodes& nodes, const Axes& axes, double units_per_foot, Quat previous, Transform& outer,
              Transform& inner) {
    if (nodes.outer == nodes.inner) {
        outer = inner = nodes.rig->compact(axes, units_per_foot);
        return;
    }
    const BoneRig::Pair pair = nodes.rig->exact(axes, units_per_foot, previous);
    outer = pair.outer;
    inner = Transform{{}, pair.inner, {1, 1, 1}};
}

BaseBuilder::BaseBuilder(const SceneSource& source, const SceneOptions& options, Materials& materials, Issues& issues,
                         Scene& scene, About about)
    : source_(source),
      options_(options),
      materials_(materials),
      issues_(issues),
      scene_(scene),
      about_(std::move(about)) {}

std::size_t BaseBuilder::level() const {
    return std::min(source_.levels() - 1, static_cast<std::size_t>(options_.lod.value_or(0)));
}

BaseNodes BaseBuilder::add(std::size_t base, u32 parent, std::optional<std::size_t> frame) {
    const Shape shape = source_.shape(base, level(), options_.own.has(soulfu::option::lines));
    const BonePose bind = source_.bind_pose(base);
    BaseNodes nodes;
    nodes.node = static_cast<u32>(scene_.nodes.size());
    Node node;
    node.name = (about_.place.empty() ? "" : about_.name + "_") + "base_" + std::to_string(base);
    node.parent = parent;
    node.extras.set("thaw_base", base);
    scene_.nodes.push_back(std::move(node));
    add_bones(shape, bind, frame ? source_.pose(base, *frame) : bind, nodes);
    add_mesh(shape, base, level(), bind, nodes);
    for (std::size_t other = 0; options_.all_lods && other < source_.levels(); ++other) {
        if (other != level())
            add_mesh(source_.shape(base, other, options_.own.has(soulfu::option::lines)), base, other, bind, nodes);
    }
    return nodes;
}

void BaseBuilder::dress(std::size_t base, const BaseNodes& body) {
    const BonePose bind = source_.bind_pose(base);
    BaseNodes nodes = body;
    for (std::size_t b = 0; b < nodes.bones.size(); ++b) {
        BoneNodes& bone = nodes.bones[b];
        bone.animation_source = bone.rig;
        bone.rig.reset();
        if (has(bind, b)) bone.rig.emplace(*bind[b]);
    }
    add_mesh(source_.shape(base, level(), options_.own.has(soulfu::option::lines)), base, level(), bind, nodes);
}

void BaseBuilder::add_bones(const Shape& shape, const BonePose& bind, const BonePose& rest, BaseNodes& nodes) {
    const std::string prefix =
        source_.bases() > 1 || !about_.place.empty() ? scene_.nodes[nodes.node].name + "_bone_" : "bone_";
    for (std::size_t b = 0; b < shape.bones.size(); ++b) {
        BoneNodes bone;
        bone.outer = bone.inner = static_cast<u32>(scene_.nodes.size());
        if (options_.own.word(soulfu::option::rig) == soulfu::option::rig_words[1]) ++bone.inner;
        if (has(bind, b)) bone.rig.emplace(*bind[b]);
        Transform outer, inner;
        if (bone.rig) put_pose(bone, has(rest, b) ? *rest[b] : *bind[b], about_.units_per_foot, {}, outer, inner);
        Node node;
        node.name = prefix + std::to_string(b);
        node.parent = nodes.node;
        node.local = outer;
        if (bone.rig) node.extras.set("thaw_length", bone.rig->bone_length() * about_.units_per_foot);
        scene_.nodes.push_back(node);
        node.extras = {};
        if (bone.inner != bone.outer) {
            node.name += "_shear";
            node.parent = bone.outer;
            node.local = inner;
            scene_.nodes.push_back(node);
        }
        add_grip(shape.bones[b], bone);
        nodes.bones.push_back(bone);
    }
}

// A weapon or rider hangs on a named bone, stretched by the bone's length.
void BaseBuilder::add_grip(const Bone& bone, const BoneNodes& nodes) {
    const std::size_t id = bone.id & 7;
    if (id == 0 || id >= bone_names.size() || !nodes.rig) return;
    Node grip;
    grip.name = bone_names[id];
    grip.parent = nodes.inner;
    grip.local.scale = nodes.rig->grip_scale(nodes.inner != nodes.outer);
    grip.extras.set("thaw_bone_id", bone.id);
    scene_.nodes.push_back(std::move(grip));
}

std::string BaseBuilder::name_of(std::size_t base, std::size_t level) const {
    std::string name = about_.name;
    if (source_.bases() > 1) name += "_base_" + std::to_string(base);
    if (options_.all_lods && source_.levels() > 1) name += "_lod_" + std::to_string(level);
    return name;
}

void BaseBuilder::add_mesh(const Shape& shape, std::size_t base, std::size_t level, const BonePose& bind,
                           const BaseNodes& nodes) {
    const std::string path = field_path("bases", base * source_.levels() + level);
    Mesh mesh;
    mesh.name = name_of(base, level);
    for (const ShapeVertex& vertex : shape.vertices)
        mesh.points.push_back(rounded(vertex.position * about_.units_per_foot));
    add_primitives(shape, path, mesh);
    if (options_.own.has(soulfu::option::lines)) add_lines(shape, mesh);
    if (mesh.primitives.empty()) return;
    mesh.extras.set("thaw_base", base);
    if (!about_.place.empty()) mesh.extras.set("thaw_part", about_.place);
    if (source_.levels() > 1) mesh.extras.set("thaw_lod", level);
    mesh.extras.set("thaw_joint_sizes", numbers_text(shape.joint_sizes));
    Node node;
    node.name = mesh.name;
    node.mesh = static_cast<u32>(scene_.meshes.size());
    const std::size_t base_joint = nodes.bones.size();  // of what does not move
    if (add_influences(shape, path, bind, base_joint, mesh)) {
        const auto& joints = mesh.influences.joints;
        node.skin = add_skin(nodes, std::find(joints.begin(), joints.end(), base_joint) != joints.end());
    } else {
        mesh.influences = {};
        node.parent = nodes.node;
    }
    scene_.meshes.push_back(std::move(mesh));
    scene_.nodes.push_back(std::move(node));
}

void BaseBuilder::add_primitives(const Shape& shape, const std::string& path, Mesh& mesh) {
    for (std::size_t s = 0; s < slot_count; ++s) {
        const ShapeSlot& slot = shape.slots[s];
        if (!slot.used) continue;
        std::vector<std::array<u32, 2>> keys;
        Offenders bad;
        for (std::size_t t = 0; t < slot.triangles.size(); ++t) {
            const auto& corners = slot.triangles[t].corners;
            const bool whole = is_whole(slot.triangles[t], shape.vertices.size(), shape.uvs.size());
            bad.note_if(!whole, t);
            if (!whole) continue;
            for (const std::size_t i : corners_in_scene) keys.push_back({corners[i].vertex, corners[i].tex_vertex});
        }
        if (bad) {
            issues_.add(thaw::issue::index_out_of_range, source_.part(),
                        path + "." + field_path("slots", s, "triangles", bad.first()), "vertices that exist",
                        bad.of(slot.triangles.size()) + " left out");
        }
        if (keys.empty()) continue;
        Primitive primitive;
        primitive.material = materials_.of_slot(s, slot.flags, slot.alpha);
        primitive.variants = materials_.variants_of_slot(s, slot.flags, slot.alpha);
        const Unique unique = unique_of(keys);
        for (const u32 first : unique.firsts) {
            primitive.points.push_back(keys[first][0]);
            primitive.uvs.push_back(shape.uvs[keys[first][1]]);
        }
        primitive.indices = unique.index;
        mesh.primitives.push_back(std::move(primitive));
    }
}

void BaseBuilder::add_lines(const Shape& shape, Mesh& mesh) {
    std::vector<std::array<u32, 1>> keys;
    for (const auto& [a, b] : shape.lines) {
        if (std::max(a, b) >= shape.vertices.size()) continue;  // lines of triangles that are left out
        keys.push_back({a});
        keys.push_back({b});
    }
    if (keys.empty()) return;
    if (lines_material_ == no_index) {
        lines_material_ = static_cast<u32>(scene_.materials.size());
        Material material;
        material.name = "cartoon lines";
        material.base_color = {0, 0, 0, 1};
        scene_.materials.push_back(std::move(material));
    }
    Primitive primitive;
    primitive.topology = Topology::lines;
    primitive.material = lines_material_;
    const Unique unique = unique_of(keys);
    for (const u32 first : unique.firsts) primitive.points.push_back(keys[first][0]);
    primitive.indices = unique.index;
    mesh.primitives.push_back(std::move(primitive));
}

bool BaseBuilder::add_influences(const Shape& shape, const std::string& path, const BonePose& bind,
                                 std::size_t base_joint, Mesh& mesh) {
    Offenders loose;
    Offenders anchored;
    Influences& out = mesh.influences;
    out.per_point = 2;
    const auto add = [&](std::size_t joint, int weight) {
        out.joints.push_back(static_cast<u16>(weight > 0 ? joint : 0));
        out.weights.push_back(static_cast<f32>(weight) / 255);
    };
    for (std::size_t v = 0; v < shape.vertices.size(); ++v) {
        const ShapeVertex& vertex = shape.vertices[v];
        std::array<std::size_t, 2> joints{vertex.bones[0], vertex.bones[1]};
        anchored.note_if((vertex.weight & anchor) != 0, v);
        std::array<int, 2> weights{(vertex.weight & weight_bits) * 2, 255 - (vertex.weight & weight_bits) * 2};
        if (!has(bind, joints[0]) || !has(bind, joints[1])) {
            loose.note(v);  // stays where the file has it: on the node above the bones
            joints = {base_joint, base_joint};
        }
        if (joints[0] == joints[1]) weights = {255, 0};
        if (weights[0] < weights[1]) {
            std::swap(weights[0], weights[1]);
            std::swap(joints[0], joints[1]);
        }
        add(joints[0], weights[0]);
        add(joints[1], weights[1]);
    }
    if (anchored) {
        issues_.add(source_.anchors(), source_.part(), path + "." + field_path("vertices", anchored.first()), "none",
                    anchored.of(shape.vertices.size()));
    }
    if (loose && !bind.empty()) {
        issues_.add(soulfu::issue::loose_vertices, source_.part(), path + "." + field_path("vertices", loose.first()),
                    {}, loose.of(shape.vertices.size()));
    }
    return loose.count() < shape.vertices.size();
}

Matrix BaseBuilder::inverse_bind(const BoneNodes& bone) const {
    const double units = about_.units_per_foot;
    return bone.animation_source ? bone.animation_source->inverse_bind_of(*bone.rig, bone.inner != bone.outer, units)
                                 : bone.rig->inverse_bind(units);
}

u32 BaseBuilder::add_skin(const BaseNodes& nodes, bool with_base) {
    Skin skin;
    skin.name = scene_.nodes[nodes.node].name;
    for (const BoneNodes& bone : nodes.bones) {
        skin.joints.push_back(bone.inner);
        skin.inverse_binds.push_back(bone.rig ? rounded(inverse_bind(bone)) : Mat4{});
    }
    if (with_base) {
        skin.joints.push_back(nodes.node);
        skin.inverse_binds.emplace_back();
    }
    scene_.skins.push_back(std::move(skin));
    return static_cast<u32>(scene_.skins.size() - 1);
}

}  // namespace thaw::ddd
