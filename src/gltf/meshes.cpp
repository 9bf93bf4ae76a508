// Meshes: points become corners, which is what glTF calls vertices.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "gltf/corner_order.hpp"
#include "gltf/frame_stream.hpp"
#include "gltf/parts.hpp"
#include "gltf/steps.hpp"
#include "gltf/weights.hpp"
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
    MeshWriter(Output& out, u32 number, const Mesh& mesh) : out_(out), mesh_(mesh) {
        if (out.options.compact && has_shapes()) use_steps(number);
        if (out.options.normals == SceneOptions::Normals::none) return;
        if (mesh.normals.empty()) {
            compute_normals(mesh, points(), normals_);
        } else {
            normals_ = mesh.normals;
        }
    }

    json::Value run() {
        json::Array primitives;
        for (const Primitive& primitive : mesh_.primitives) primitives.push_back(primitive_json(primitive));
        if (has_shapes()) add_frames(primitives);
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
    // Where the node does not scale them yet: normals are those of that shape, and viewers scale them with it.
    const std::vector<Vec3>& points() const { return steps_ ? step_points_ : mesh_.points; }
    bool has_shapes() const { return mesh_.frames && mesh_.frames->count > 1; }

    void use_steps(u32 number) {
        FrameOffsets offsets(*mesh_.frames, mesh_.points.size());
        const auto steps = whole_steps(out_.scene, number, offsets);
        if (!steps) return;
        std::vector<u32> all(mesh_.points.size());
        std::iota(all.begin(), all.end(), u32{0});
        step_points_.resize(all.size());
        auto* to = static_cast<u8*>(static_cast<void*>(step_points_.data()));
        offsets.put_steps(0, offsets.from_zero(all), 0, all.size(), to);
        steps_.emplace(std::move(offsets));
        out_.placed[steps->node] = steps->local;
        out_.uses_quantization = true;
    }

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

    u32 strided(u32 stride, std::vector<u8> values) {
        const u64 bytes = values.size();
        return out_.binary.add({bytes, Target::vertices, stride}, Blob::take(std::move(values)));
    }

    // As whole numbers of steps.
    u32 step_positions(const Primitive& primitive) {
        const FrameOffsets::Corners corners = steps_->from_zero(primitive.points);
        const StepBounds steps = steps_->step_bounds(0, corners);
        Box3<f32> box;
        for (std::size_t a = 0; a < 3; ++a) {
            box.low[a] = static_cast<f32>(steps.low[a]);
            box.high[a] = static_cast<f32>(steps.high[a]);
        }
        const Bounds bounds(box);
        constexpr u32 stride = 8;
        std::vector<u8> values(stride * primitive.points.size());
        steps_->put_shorts(0, corners, 0, primitive.points.size(), values.data());
        const u32 view = strided(stride, std::move(values));
        return out_.accessors.add({.view = view,
                                   .component = Component::i16,
                                   .count = primitive.points.size(),
                                   .type = "VEC3",
                                   .least = bounds.least,
                                   .most = bounds.most});
    }

    u32 positions(const Primitive& primitive) {
        if (steps_) return step_positions(primitive);
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
        std::vector<Vec3> values;
        if (primitive.flat) {
            compute_flat_normals(primitive, points(), values);
        } else {
            values = by_corner(normals_, primitive.points);
        }
        // Normals that the model has itself come back to the last bit.
        if (!out_.options.compact || !mesh_.normals.empty()) return vertex_values(std::move(values), "VEC3");
        out_.uses_quantization = true;
        constexpr u32 stride = 4;
        std::vector<u8> bytes(stride * values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t a = 0; a < 3; ++a) bytes[stride * i + a] = static_cast<u8>(normalized_byte(values[i][a]));
        }
        const u32 view = strided(stride, std::move(bytes));
        return out_.accessors.add(
            {.view = view, .component = Component::i8, .normalized = true, .count = values.size(), .type = "VEC3"});
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

    // One set of four of each corner, 0 where there are fewer.
    template <class To, class From>
    std::vector<To> influence_set(const Primitive& primitive, const std::vector<From>& all, u32 first) const {
        const u32 width = mesh_.influences.per_point;
        std::vector<To> out;
        out.reserve(4 * primitive.points.size());
        for (const u32 point : primitive.points) {
            for (u32 i = first; i < first + 4; ++i) {
                out.push_back(i < width ? static_cast<To>(all[std::size_t{point} * width + i]) : To{});
            }
        }
        return out;
    }

    template <class T>
    u32 add_set(std::vector<T> values, Component component, bool normalized) {
        const u64 count = values.size() / 4;
        return out_.accessors.add({.view = out_.binary.add_values(Target::vertices, std::move(values), 4),
                                   .component = component,
                                   .normalized = normalized,
                                   .count = count,
                                   .type = "VEC4"});
    }

    u32 joint_set(const Primitive& primitive, u32 first) {
        const auto& joints = mesh_.influences.joints;
        const bool small = std::all_of(joints.begin(), joints.end(), [](u16 j) { return j < 256; });
        if (small) return add_set(influence_set<u8>(primitive, joints, first), Component::u8, false);
        return add_set(influence_set<u16>(primitive, joints, first), Component::u16, false);
    }

    u32 weight_set(const Primitive& primitive, u32 first) {
        if (out_.options.compact) {
            if (const auto bytes = whole_weights(mesh_.influences, 0xFF)) {
                return add_set(influence_set<u8>(primitive, *bytes, first), Component::u8, true);
            }
            if (const auto words = whole_weights(mesh_.influences, 0xFFFF)) {
                return add_set(influence_set<u16>(primitive, *words, first), Component::u16, true);
            }
        }
        return add_set(influence_set<f32>(primitive, mesh_.influences.weights, first), Component::f32, false);
    }

    // In sets of four, as glTF has them.
    void add_influences(const Primitive& primitive, json::Value& attributes) {
        for (u32 first = 0; first < mesh_.influences.per_point; first += 4) {
            const std::string set = std::to_string(first / 4);
            attributes.set("JOINTS_" + set, joint_set(primitive, first));
            attributes.set("WEIGHTS_" + set, weight_set(primitive, first));
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

    static Component component_of(FrameKind kind) {
        switch (kind) {
            case FrameKind::floats:
            case FrameKind::step_floats:
            case FrameKind::normals: return Component::f32;
            case FrameKind::step_shorts: return Component::i16;
            case FrameKind::step_bytes:
            case FrameKind::byte_normals: return Component::i8;
        }
        return Component::f32;
    }

    // A view for each stride.
    std::map<u32, u32> add_views(const std::shared_ptr<FrameStream>& stream) {
        std::map<u32, u32> views;
        for (const u32 stride : FrameStream::strides) {
            if (stream->bytes(stride) == 0) continue;
            views[stride] = out_.binary.add({stream->bytes(stride), Target::vertices, stride},
                                            [stream, stride](Sink& sink) { return stream->write(stride, sink); });
        }
        return views;
    }

    void add_frames(json::Array& primitives) {
        const bool normals = wants_morph_normals();
        FrameStream::Rest rest;
        if (normals) rest = {points(), normals_};
        const FrameStream::Form form{.in_steps = steps_.has_value(), .shares = out_.options.meshopt != nullptr};
        auto stream = std::make_shared<FrameStream>(mesh_, std::move(rest), form, out_.context);
        const std::map<u32, u32> views = add_views(stream);
        std::vector<json::Array> targets(primitives.size());
        std::vector<u32> made;  // accessors of the items
        for (const FrameStream::Item& item : stream->items()) {
            const bool is_normal = item.kind == FrameKind::normals || item.kind == FrameKind::byte_normals;
            const Bounds bounds(item.bounds);
            Accessor accessor{.view = views.at(FrameStream::stride_of(item.kind)),
                              .offset = item.offset,
                              .component = component_of(item.kind),
                              .normalized = item.kind == FrameKind::byte_normals,
                              .count = mesh_.primitives[item.primitive].points.size(),
                              .type = "VEC3"};
            json::Array& list = targets[item.primitive];
            if (is_normal) {
                made.push_back(out_.accessors.add(accessor));
                list.back().set("NORMAL", made.back());
                continue;
            }
            accessor.least = bounds.least;
            accessor.most = bounds.most;
            made.push_back(item.same_as == no_index ? out_.accessors.add(accessor) : made[item.same_as]);
            list.push_back(json::Value().set("POSITION", made.back()));
        }
        for (std::size_t p = 0; p < primitives.size(); ++p) primitives[p].set("targets", std::move(targets[p]));
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
    std::vector<Vec3> normals_;          // one a point; none if not wanted
    std::optional<FrameOffsets> steps_;  // positions and shapes in steps
    std::vector<Vec3> step_points_;      // then
};

const Mesh& mesh_to_write(Output& out, u32 number) {
    const Mesh& mesh = out.scene.meshes[number];
    if (out.options.meshopt == nullptr) return mesh;
    sort_corners(out.sorted.emplace_back(mesh));
    return out.sorted.back();
}

}  // namespace

json::Value meshes_json(Output& out) {
    json::Array meshes;
    for (u32 m = 0; m < out.scene.meshes.size(); ++m) {
        meshes.push_back(MeshWriter(out, m, mesh_to_write(out, m)).run());
    }
    return meshes;
}

}  // namespace thaw::gltf
