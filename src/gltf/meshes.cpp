// Meshes: points become corners, which is what glTF calls vertices.
#include <algorithm>
#include <limits>

#include "gltf/frame_stream.hpp"
#include "gltf/parts.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"
#include "scene/targets.hpp"

namespace thaw::gltf {

namespace {

Box3<f32> box_of(const std::vector<Vec3>& points) {
    Box3<f32> out;
    for (const Vec3 p : points) out.include(p);
    return out;
}

// As an accessor takes it.
struct Bounds {
    std::array<f32, 3> least, most;
    explicit Bounds(const Box3<f32>& box) : least(array_of(box.low)), most(array_of(box.high)) {}
};

template <class T>
std::vector<T> by_corner(const std::vector<T>& by_point, const std::vector<u32>& points) {
    std::vector<T> out;
    out.reserve(points.size());
    for (const u32 point : points) out.push_back(by_point[point]);
    return out;
}

class MeshWriter {
public:
    MeshWriter(Output& out, const Mesh& mesh) : out_(out), mesh_(mesh) {
        if (out.options.normals == SceneOptions::Normals::none) return;
        if (mesh.normals.empty()) {
            compute_normals(mesh, mesh.points, normals_);
        } else {
            normals_ = mesh.normals;
        }
    }

    json::Value run() {
        json::Array primitives;
        for (const Primitive& primitive : mesh_.primitives) primitives.push_back(primitive_json(primitive));
        if (mesh_.frames && mesh_.frames->count > 1) add_frames(primitives);
        if (!mesh_.targets.empty()) add_targets(primitives);
        json::Value out;
        if (!mesh_.name.empty()) out.set("name", mesh_.name);
        out.set("primitives", std::move(primitives));
        json::Value extras = flat_extras(mesh_.extras);
        if (json::Array names = target_names(); !names.empty()) extras.set("targetNames", std::move(names));
        if (!is_null(extras)) out.set("extras", std::move(extras));
        return out;
    }

private:
    json::Value primitive_json(const Primitive& primitive) {
        json::Value attributes;
        attributes.set("POSITION", positions(primitive));
        if (!normals_.empty() && primitive.topology == Topology::triangles) {
            attributes.set("NORMAL", normals(primitive));
            if (!mesh_.tangents.empty() && !primitive.flat) {
                attributes.set("TANGENT", vertex_values(by_corner(mesh_.tangents, primitive.points), "VEC4"));
            }
        }
        if (!primitive.uvs.empty()) attributes.set("TEXCOORD_0", vertex_values(primitive.uvs, "VEC2"));
        if (!primitive.colors.empty()) attributes.set("COLOR_0", vertex_values(primitive.colors, "VEC4"));
        add_influences(primitive, attributes);
        std::vector<f32> sources(primitive.points.begin(), primitive.points.end());
        attributes.set("_SOURCE_VERTEX", vertex_values(std::move(sources), "SCALAR"));
        json::Value out;
        out.set("attributes", std::move(attributes)).set("indices", indices(primitive));
        if (primitive.material != no_index) out.set("material", primitive.material);
        if (primitive.topology == Topology::lines) out.set("mode", 1);
        if (!primitive.variants.empty()) out.set("extensions", variants_json(primitive));
        return out;
    }

    template <class T>
    u32 vertex_values(std::vector<T> values, const char* type) {
        const u64 count = values.size();
        return out_.accessors.add(
            {.view = out_.binary.add_values(Target::vertices, std::move(values)), .count = count, .type = type});
    }

    u32 positions(const Primitive& primitive) {
        std::vector<Vec3> values = by_corner(mesh_.points, primitive.points);
        const Bounds bounds(box_of(values));
        const u64 count = values.size();
        return out_.accessors.add({.view = out_.binary.add_values(Target::vertices, std::move(values)),
                                   .count = count,
                                   .type = "VEC3",
                                   .least = bounds.least,
                                   .most = bounds.most});
    }

    u32 normals(const Primitive& primitive) {
        if (!primitive.flat) return vertex_values(by_corner(normals_, primitive.points), "VEC3");
        std::vector<Vec3> values;
        compute_flat_normals(primitive, mesh_.points, values);
        return vertex_values(std::move(values), "VEC3");
    }

    u32 indices(const Primitive& primitive) {
        const u64 count = primitive.indices.size();
        if (primitive.points.size() > 0xFFFF) {  // 65535 itself is not a legal 16-bit index
            return out_.accessors.add({.view = out_.binary.add_values(Target::indices, primitive.indices),
                                       .component = Component::u32,
                                       .count = count,
                                       .type = "SCALAR"});
        }
        std::vector<u16> values(primitive.indices.size());
        std::transform(primitive.indices.begin(), primitive.indices.end(), values.begin(),
                       [](u32 index) { return static_cast<u16>(index); });
        return out_.accessors.add({.view = out_.binary.add_values(Target::indices, std::move(values)),
                                   .component = Component::u16,
                                   .count = count,
                                   .type = "SCALAR"});
    }

    // In sets of four, as glTF has them.
    void add_influences(const Primitive& primitive, json::Value& attributes) {
        const Influences& all = mesh_.influences;
        const bool small = std::all_of(all.joints.begin(), all.joints.end(), [](u16 j) { return j < 256; });
        for (u32 first = 0; first < all.per_point; first += 4) {
            std::vector<u16> joints;
            std::vector<f32> weights;
            for (const u32 point : primitive.points) {
                for (u32 i = first; i < first + 4; ++i) {
                    const bool there = i < all.per_point;
                    const std::size_t at = std::size_t{point} * all.per_point + i;
                    joints.push_back(there ? all.joints[at] : u16{0});
                    weights.push_back(there ? all.weights[at] : 0.0f);
                }
            }
            const u64 count = primitive.points.size();
            const std::string set = std::to_string(first / 4);
            u32 view = 0;
            if (small) {
                std::vector<u8> bytes(joints.begin(), joints.end());
                view = out_.binary.add_values(Target::vertices, std::move(bytes));
            } else {
                view = out_.binary.add_values(Target::vertices, std::move(joints));
            }
            const Component component = small ? Component::u8 : Component::u16;
            attributes.set("JOINTS_" + set,
                           out_.accessors.add({.view = view, .component = component, .count = count, .type = "VEC4"}));
            const u32 weights_view = out_.binary.add_values(Target::vertices, std::move(weights));
            attributes.set("WEIGHTS_" + set,
                           out_.accessors.add({.view = weights_view, .count = count, .type = "VEC4"}));
        }
    }

    static json::Value variants_json(const Primitive& primitive) {
        json::Array mappings;
        for (std::size_t v = 0; v < primitive.variants.size(); ++v) {
            json::Value mapping;
            mapping.set("material", primitive.variants[v]).set("variants", json::Array{json::Value(v)});
            mappings.push_back(std::move(mapping));
        }
        json::Value extension;
        extension.set("mappings", std::move(mappings));
        json::Value out;
        out.set("KHR_materials_variants", std::move(extension));
        return out;
    }

    // Only light shows how normals change.
    bool wants_morph_normals() const {
        if (out_.options.normals != SceneOptions::Normals::morph) return false;
        return std::any_of(mesh_.primitives.begin(), mesh_.primitives.end(), [&](const Primitive& primitive) {
            return out_.options.lit || primitive.material == no_index ||
                   !out_.scene.materials[primitive.material].unlit;
        });
    }

    void add_frames(json::Array& primitives) {
        const bool normals = wants_morph_normals();
        auto stream = std::make_shared<FrameStream>(mesh_, normals ? normals_ : std::vector<Vec3>(), out_.context);
        const auto bounds = stream->measure();
        const u32 view = out_.binary.add({stream->bytes(), Target::vertices, 12},
                                         [stream](Sink& sink) { return stream->write(sink); });
        const u32 targets = mesh_.frames->count - 1;
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            json::Array list;
            list.reserve(targets);
            for (u32 t = 0; t < targets; ++t) {
                const std::size_t at = t * primitives.size() + p;
                if (at >= bounds.size()) break;  // cancelled
                const Bounds one(bounds[at]);
                Accessor accessor{.view = view,
                                  .offset = stream->offset_of(t, p),
                                  .count = mesh_.primitives[p].points.size(),
                                  .type = "VEC3",
                                  .least = one.least,
                                  .most = one.most};
                json::Value target;
                target.set("POSITION", out_.accessors.add(accessor));
                if (normals) {
                    accessor.offset = stream->normals_offset_of(t, p);
                    accessor.least = accessor.most = {};
                    target.set("NORMAL", out_.accessors.add(accessor));
                }
                list.push_back(std::move(target));
            }
            primitives[p].set("targets", std::move(list));
        }
    }

    void add_targets(json::Array& primitives) {
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            json::Array list;
            for (const MorphTarget& target : mesh_.targets) {
                std::vector<Vec3> by_point(mesh_.points.size());
                each_offset(mesh_, target, [&](u32 point, Vec3 offset) { by_point[point] = offset; });
                std::vector<Vec3> values = by_corner(by_point, mesh_.primitives[p].points);
                const Bounds bounds(box_of(values));
                const u64 count = values.size();
                json::Value one;
                one.set("POSITION",
                        out_.accessors.add({.view = out_.binary.add_values(Target::vertices, std::move(values)),
                                            .count = count,
                                            .type = "VEC3",
                                            .least = bounds.least,
                                            .most = bounds.most}));
                list.push_back(std::move(one));
            }
            primitives[p].set("targets", std::move(list));
        }
    }

    json::Array target_names() const {
        json::Array out;
        for (const MorphTarget& target : mesh_.targets) out.emplace_back(target.name);
        if (mesh_.frames && !mesh_.frames->names.empty()) {
            for (u32 f = 1; f < mesh_.frames->count; ++f) out.emplace_back(mesh_.frames->names[f]);
        }
        return out;
    }

    Output& out_;
    const Mesh& mesh_;
    std::vector<Vec3> normals_;  // one a point; none if not wanted
};

}  // namespace

json::Value meshes_json(Output& out) {
    json::Array meshes;
    for (const Mesh& mesh : out.scene.meshes) meshes.push_back(MeshWriter(out, mesh).run());
    return meshes;
}

}  // namespace thaw::gltf
