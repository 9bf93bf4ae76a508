// The C functions about scenes: what is in them, their arrays, and their poses.
#include <algorithm>

#include "capi/objects.hpp"
#include "capi/options.hpp"
#include "images/image.hpp"
#include "scene/frames.hpp"
#include "scene/targets.hpp"

#include <thaw/info.hpp>

namespace thaw::capi {

namespace {

json::Value numbers(std::initializer_list<double> list) {
    json::Array out;
    for (const double number : list) out.emplace_back(number);
    return out;
}

// An index that may be none: null.
json::Value index_json(u32 index) { return index == no_index ? json::Value() : json::Value(index); }

std::size_t shapes_of(const Mesh& mesh) { return mesh.frames ? mesh.frames->count : mesh.targets.size(); }

json::Value node_json(const Node& node) {
    const auto& [t, r, s] = node.local;
    json::Value out;
    out.set("name", node.name).set("parent", index_json(node.parent));
    out.set("translation", numbers({t.x, t.y, t.z})).set("rotation", numbers({r.x, r.y, r.z, r.w}));
    out.set("scale", numbers({s.x, s.y, s.z}));
    out.set("mesh", index_json(node.mesh)).set("skin", index_json(node.skin)).set("extras", node.extras);
    return out;
}

json::Value primitive_json(const Primitive& part) {
    json::Value out;
    out.set("material", index_json(part.material));
    out.set("topology", part.topology == Topology::lines ? "lines" : "triangles").set("flat", part.flat);
    out.set("corners", part.points.size()).set("indices", part.indices.size());
    out.set("has_uvs", !part.uvs.empty()).set("has_colors", !part.colors.empty());
    return out;
}

json::Value mesh_json(const Mesh& mesh) {
    json::Array parts;
    for (const Primitive& part : mesh.primitives) parts.push_back(primitive_json(part));
    json::Array shapes;
    for (const MorphTarget& target : mesh.targets) shapes.emplace_back(target.name);
    if (mesh.frames) {
        for (const std::string& name : mesh.frames->names) shapes.emplace_back(name);
    }
    json::Value out;
    out.set("name", mesh.name).set("points", mesh.points.size()).set("influences", mesh.influences.per_point);
    out.set("has_normals", !mesh.normals.empty()).set("primitives", std::move(parts));
    out.set("shapes", shapes_of(mesh)).set("shape_names", std::move(shapes));
    out.set("shapes_are_frames", mesh.frames.has_value()).set("extras", mesh.extras);
    return out;
}

const char* word(AlphaMode mode) {
    return mode == AlphaMode::opaque ? "opaque" : mode == AlphaMode::mask ? "mask" : "blend";
}
const char* word(BlendMode mode) {
    return mode == BlendMode::normal ? "normal" : mode == BlendMode::additive ? "additive" : "modulate";
}
const char* word(Path path) {
    constexpr const char* words[] = {"translation", "rotation", "scale", "weights", "frame"};
    return words[static_cast<std::size_t>(path)];
}

json::Value material_json(const Material& material) {
    const Vec4& color = material.base_color;
    json::Value out;
    out.set("name", material.name).set("base_color", numbers({color.x, color.y, color.z, color.w}));
    out.set("image", index_json(material.image)).set("alpha", word(material.alpha));
    out.set("alpha_cutoff", double{material.alpha_cutoff}).set("blend", word(material.blend));
    out.set("double_sided", material.double_sided).set("unlit", material.unlit).set("nearest", material.nearest);
    out.set("clamp", material.clamp).set("environment", material.environment).set("extras", material.extras);
    return out;
}

json::Value clip_json(const Clip& clip) {
    json::Array channels;
    for (const Channel& channel : clip.channels) {
        json::Value one;
        one.set("node", index_json(channel.node)).set("path", word(channel.path));
        one.set("interpolation", channel.interpolation == Interpolation::step ? "step" : "linear");
        one.set("keys", clip.timelines[channel.timeline].size());
        channels.push_back(std::move(one));
    }
    json::Value out;
    out.set("name", clip.name).set("loop", clip.loop).set("seconds", duration_of(clip));
    out.set("channels", std::move(channels)).set("extras", clip.extras);
    return out;
}

template <class List, class Describe>
json::Value list_json(const List& list, Describe&& describe) {
    json::Array out;
    for (const auto& one : list) out.push_back(describe(one));
    return out;
}

json::Value scene_json(const SceneObject& object) {
    const Scene& scene = object.scene;
    json::Value out;
    out.set("version", 1).set("name", scene.name).set("nodes", list_json(scene.nodes, node_json));
    out.set("meshes", list_json(scene.meshes, mesh_json));
    out.set("skins", list_json(scene.skins, [](const Skin& skin) {
                return json::Value().set("name", skin.name).set("joints", skin.joints.size());
            }));
    out.set("materials", list_json(scene.materials, material_json));
    out.set("variants", list_json(scene.variants, [](const std::string& name) { return json::Value(name); }));
    out.set("images",
            list_json(scene.images, [](const Image& image) { return json::Value().set("name", image.name); }));
    out.set("clips", list_json(scene.clips, clip_json)).set("extras", scene.extras);
    const json::Value found = to_json(object.issues);
    for (const json::Member& member : *found.get_if<json::Object>()) out.set(member.first, member.second);
    return out;
}

// --- arrays

template <class T>
constexpr int32_t type_of = 0;
template <>
constexpr int32_t type_of<u8> = THAW_U8;
template <>
constexpr int32_t type_of<u16> = THAW_U16;
template <>
constexpr int32_t type_of<u32> = THAW_U32;
template <>
constexpr int32_t type_of<f32> = THAW_F32;
template <>
constexpr int32_t type_of<double> = THAW_F64;

// Numbers that follow each other, so many an element.
template <class T>
thaw_array array_of(const T* data, std::size_t numbers, u32 components) {
    const u32 stride = components * static_cast<u32>(sizeof(T));
    return {numbers == 0 ? nullptr : data, components == 0 ? 0 : numbers / components, stride, components, type_of<T>};
}
template <class T>
thaw_array plain(const std::vector<T>& list) {
    return array_of(list.data(), list.size(), 1);
}
// Vectors are plain structs of floats.
template <class T>
thaw_array vectors(const std::vector<T>& list) {
    constexpr u32 components = sizeof(T) / sizeof(f32);
    const u32 stride = sizeof(T);
    return {list.empty() ? nullptr : list.data(), list.size(), stride, components, THAW_F32};
}

// Something at an index, or nothing.
template <class T>
T* at(std::vector<T>& list, std::size_t index) {
    return index < list.size() ? &list[index] : nullptr;
}

using Found = std::optional<thaw_array>;  // nothing: there is no such index

Found of_mesh(SceneObject& object, int32_t what, std::size_t index) {
    Mesh* mesh = at(object.scene.meshes, index);
    if (mesh == nullptr) return std::nullopt;
    const Influences& influences = mesh->influences;
    switch (what) {
        case THAW_POINTS: return vectors(mesh->points);
        case THAW_NORMALS: return vectors(mesh->normals);
        case THAW_TANGENTS: return vectors(mesh->tangents);
        case THAW_JOINTS: return array_of(influences.joints.data(), influences.joints.size(), influences.per_point);
        default: return array_of(influences.weights.data(), influences.weights.size(), influences.per_point);
    }
}

Found of_primitive(SceneObject& object, int32_t what, std::size_t index, std::size_t part) {
    Mesh* mesh = at(object.scene.meshes, index);
    const Primitive* primitive = mesh == nullptr ? nullptr : at(mesh->primitives, part);
    if (primitive == nullptr) return std::nullopt;
    switch (what) {
        case THAW_CORNERS: return plain(primitive->points);
        case THAW_UVS: return vectors(primitive->uvs);
        case THAW_COLORS: return vectors(primitive->colors);
        default: return plain(primitive->indices);
    }
}

Found of_shape(SceneObject& object, std::size_t index, std::size_t part) {
    Mesh* mesh = at(object.scene.meshes, index);
    if (mesh == nullptr || part >= shapes_of(*mesh)) return std::nullopt;
    std::vector<Vec3>& shape = object.shape;
    shape.assign(mesh->points.size(), Vec3{});
    if (mesh->frames) {
        decode_frame(*mesh->frames, static_cast<u32>(part), shape);
        for (std::size_t i = 0; i < shape.size(); ++i) {
            const Vec3& own = mesh->points[i];
            shape[i] = {shape[i].x - own.x, shape[i].y - own.y, shape[i].z - own.z};
        }
    } else {
        each_offset(*mesh, mesh->targets[part], [&](u32 point, Vec3 offset) { shape[point] = offset; });
    }
    return vectors(shape);
}

Found of_skin(SceneObject& object, int32_t what, std::size_t index) {
    Skin* skin = at(object.scene.skins, index);
    if (skin == nullptr) return std::nullopt;
    return what == THAW_SKIN_JOINTS ? plain(skin->joints) : vectors(skin->inverse_binds);
}

Found of_image(SceneObject& object, int32_t what, std::size_t index) {
    Image* image = at(object.scene.images, index);
    if (image == nullptr) return std::nullopt;
    object.images.resize(object.scene.images.size());
    auto& known = object.images[index];
    if (!known) {
        auto pixels = to_pixels(*image);
        known.emplace();
        if (pixels) *known = {Blob::take(std::move(pixels->rgba)), {pixels->width, pixels->height}};
    }
    if (what == THAW_IMAGE_PIXELS) return array_of(known->pixels.data(), known->pixels.size(), 4);
    return array_of(known->size.data(), known->pixels.empty() ? 0 : known->size.size(), 2);
}

Found of_channel(SceneObject& object, int32_t what, std::size_t index, std::size_t part) {
    Clip* clip = at(object.scene.clips, index);
    const Channel* channel = clip == nullptr ? nullptr : at(clip->channels, part);
    if (channel == nullptr) return std::nullopt;
    const std::vector<f32>& times = clip->timelines[channel->timeline];
    if (what == THAW_KEY_TIMES) return plain(times);
    if (what == THAW_KEY_FRAMES) return plain(channel->frames);
    const u32 each = times.empty() ? 1 : static_cast<u32>(channel->values.size() / times.size());
    return array_of(channel->values.data(), channel->values.size(), each);
}

const std::vector<Vec3>& points_of(SceneObject& object, std::size_t node) {
    object.points.resize(object.scene.nodes.size());
    auto& known = object.points[node];
    if (!known) posed_points(object.scene, *object.pose, static_cast<u32>(node), known.emplace());
    return *known;
}

const std::vector<Vec3>& normals_of(SceneObject& object, std::size_t node) {
    const std::vector<Vec3>& points = points_of(object, node);
    object.normals.resize(object.scene.nodes.size());
    auto& known = object.normals[node];
    if (!known) posed_normals(object.scene, *object.pose, static_cast<u32>(node), points, known.emplace());
    return *known;
}

Found of_pose(SceneObject& object, int32_t what, std::size_t index) {
    const Node* node = at(object.scene.nodes, index);
    if (node == nullptr) return std::nullopt;
    if (what == THAW_POSED_MATRIX) return array_of(object.pose->worlds[index].data(), 16, 16);
    if (what == THAW_POSED_WEIGHTS) return plain(object.pose->weights[index]);
    if (node->mesh == no_index) return array_of<f32>(nullptr, 0, 3);
    return vectors(what == THAW_POSED_POINTS ? points_of(object, index) : normals_of(object, index));
}

Found find_array(SceneObject& object, int32_t what, std::size_t index, std::size_t part) {
    switch (what) {
        case THAW_POINTS:
        case THAW_NORMALS:
        case THAW_TANGENTS:
        case THAW_JOINTS:
        case THAW_WEIGHTS: return of_mesh(object, what, index);
        case THAW_CORNERS:
        case THAW_UVS:
        case THAW_COLORS:
        case THAW_INDICES: return of_primitive(object, what, index, part);
        case THAW_SHAPE: return of_shape(object, index, part);
        case THAW_SKIN_JOINTS:
        case THAW_INVERSE_BINDS: return of_skin(object, what, index);
        case THAW_IMAGE_PIXELS:
        case THAW_IMAGE_SIZE: return of_image(object, what, index);
        case THAW_KEY_TIMES:
        case THAW_KEY_VALUES:
        case THAW_KEY_FRAMES: return of_channel(object, what, index, part);
        default: return of_pose(object, what, index);
    }
}

Status pose(SceneObject& object, const char* clip_word, double seconds) {
    const Clip* clip = nullptr;
    if (clip_word != nullptr) {
        const u32 index = find_clip(object.scene, clip_word);
        if (index == no_index) {
            misuse(object, "the scene has no such clip");
            return Done{};
        }
        clip = &object.scene.clips[index];
    }
    if (!(seconds >= -1e9 && seconds <= 1e9)) {
        misuse(object, "the time is no number of seconds");
        return Done{};
    }
    object.points.clear();
    object.normals.clear();
    if (!object.pose) object.pose.emplace();
    evaluate(object.scene, clip, seconds, *object.pose);
    return Done{};
}

}  // namespace

}  // namespace thaw::capi

using namespace thaw::capi;
using thaw::Done;
using thaw::Status;

extern "C" {

thaw_scene* thaw_scene_new(thaw_model* model, const char* options_json) {
    const void* handle = nullptr;
    run_open(model, [&](ModelObject& object) -> Status {
        const auto options = convert_options(text_or_empty(options_json));
        if (!options) {
            misuse(object, options.error().message);
            return Done{};
        }
        auto made = std::make_shared<SceneObject>();
        auto scene = thaw::to_scene(object.opened->model, *options, made->issues);
        if (!scene) return scene.error();
        made->scene = std::move(*scene);
        handle = add_handle(std::move(made));
        if (handle == nullptr) return thaw::Error{thaw::Code::out_of_memory, "out of memory"};
        return Done{};
    });
    return static_cast<thaw_scene*>(const_cast<void*>(handle));
}

void thaw_scene_free(thaw_scene* scene) { free_handle(scene, Kind::scene); }

const char* thaw_scene_json(thaw_scene* scene) {
    return answer<SceneObject>(
        scene, Kind::scene, [](SceneObject& object) -> thaw::Result<thaw::json::Value> { return scene_json(object); });
}

thaw_status thaw_scene_array(thaw_scene* scene, int32_t what, size_t index, size_t part, thaw_array* array) {
    if (array == nullptr) return THAW_BAD_ARGUMENT;
    *array = {};
    return run<SceneObject>(scene, Kind::scene, [&](SceneObject& object) -> Status {
        const bool is_posed = what >= THAW_POSED_MATRIX && what <= THAW_POSED_WEIGHTS;
        if (what < THAW_POINTS || what > THAW_IMAGE_SIZE) {
            misuse(object, "there is no such kind of array");
        } else if (is_posed && !object.pose) {
            misuse(object, "the scene has no pose: call thaw_pose first");
        } else if (const auto found = find_array(object, what, index, part)) {
            *array = *found;
        } else {
            misuse(object, "there is nothing at that index");
        }
        return Done{};
    });
}

thaw_status thaw_pose(thaw_scene* scene, const char* clip, double seconds) {
    return run<SceneObject>(scene, Kind::scene, [&](SceneObject& object) { return pose(object, clip, seconds); });
}

}  // extern "C"
