// Elements in words and as JSON.
#include <thaw/elements.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"

namespace thaw {

namespace {

constexpr std::array<std::string_view, 10> kind_names{"point", "normal", "weights", "triangle", "uv",
                                                      "color", "bone",   "key",     "clip",     "material"};

std::string named(std::string_view what, const std::string& name, u32 number) {
    return std::string(what) + " " + (name.empty() ? std::to_string(number) : text::printable(name));
}

std::string mesh_words(const Scene& scene, const Element& e) {
    return " of " + named("mesh", scene.meshes[e.mesh].name, e.mesh);
}

// The clip that shows a frame of the mesh; null if none does.
const Clip* clip_with(const Scene& scene, u32 mesh, u32 frame) {
    for (const Clip& clip : scene.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Path::frame || scene.nodes[channel.node].mesh != mesh) continue;
            if (std::find(channel.frames.begin(), channel.frames.end(), frame) != channel.frames.end()) return &clip;
        }
    }
    return nullptr;
}

std::string frame_words(const Scene& scene, const Element& e) {
    const Mesh& mesh = scene.meshes[e.mesh];
    if (!mesh.frames) return e.frame == 0 ? "" : ", " + named("shape", mesh.targets[e.frame - 1].name, e.frame - 1);
    const Clip* clip = clip_with(scene, e.mesh, e.frame);
    return ", frame " + std::to_string(e.frame) +
           (clip == nullptr || clip->name.empty() ? "" : " (" + text::printable(clip->name) + ")");
}

std::string triangle_words(const Scene& scene, const Element& e, u32 triangle) {
    const Mesh& mesh = scene.meshes[e.mesh];
    const Primitive& primitive = mesh.primitives[e.primitive];
    std::string out = (primitive.topology == Topology::lines ? "line " : "triangle ") + std::to_string(triangle);
    if (mesh.primitives.size() > 1) {
        out += primitive.material == no_index
                   ? " of part " + std::to_string(e.primitive)
                   : " of " + named("material", scene.materials[primitive.material].name, primitive.material);
    }
    return out + mesh_words(scene, e);
}

std::string corner_words(const Scene& scene, const Element& e, std::string_view what) {
    const bool lines = scene.meshes[e.mesh].primitives[e.primitive].topology == Topology::lines;
    const u32 corners = lines ? 2 : 3;
    return std::string(what) + " of corner " + std::to_string(e.index % corners) + " of " +
           triangle_words(scene, e, e.index / corners);
}

std::string_view path_words(Path path) {
    switch (path) {
        case Path::translation: return "translation";
        case Path::rotation: return "rotation";
        case Path::scale: return "scale";
        case Path::weights: return "shape";
        case Path::frame: return "frame";
    }
    return "value";
}

// Shortest in three digits: it is to be read.
std::string seconds_words(f32 seconds) { return text::number(std::round(double{seconds} * 1000) / 1000) + " s"; }

std::string key_words(const Scene& scene, const Element& e) {
    const Clip& clip = scene.clips[e.clip];
    const Channel& channel = clip.channels[e.channel];
    return std::string(path_words(channel.path)) + " of " +
           named("node", scene.nodes[channel.node].name, channel.node) + " in " + named("clip", clip.name, e.clip) +
           ", key " + std::to_string(e.index) + " (" + seconds_words(clip.timelines[channel.timeline][e.index]) + ")";
}

bool is_joint(const Scene& scene, u32 node) {
    return std::any_of(scene.skins.begin(), scene.skins.end(), [&](const Skin& skin) {
        return std::find(skin.joints.begin(), skin.joints.end(), node) != skin.joints.end();
    });
}

}  // namespace

std::string_view element_kind_name(ElementKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::string ElementIndex::in_words(const Element& e) const {
    if (!has(e)) return "no element of the scene";
    const Scene& s = scene();
    const std::string vertex = "vertex " + std::to_string(e.index);
    switch (e.kind) {
        case ElementKind::point: return vertex + mesh_words(s, e) + frame_words(s, e);
        case ElementKind::normal: return "normal of " + vertex + mesh_words(s, e);
        case ElementKind::weights: return "weights of " + vertex + mesh_words(s, e);
        case ElementKind::triangle: return triangle_words(s, e, e.index);
        case ElementKind::uv: return corner_words(s, e, "texture coordinates");
        case ElementKind::color: return corner_words(s, e, "colour");
        case ElementKind::bone: return named(is_joint(s, e.index) ? "bone" : "node", s.nodes[e.index].name, e.index);
        case ElementKind::key: return key_words(s, e);
        case ElementKind::clip: return named("clip", s.clips[e.index].name, e.index);
        case ElementKind::material: return named("material", s.materials[e.index].name, e.index);
    }
    return {};
}

namespace {

// Which members an element of a kind has, besides its kind and index.
struct Members {
    bool mesh, primitive, frame, clip;
};

Members members_of(ElementKind kind) {
    switch (kind) {
        case ElementKind::point: return {true, false, true, false};
        case ElementKind::normal:
        case ElementKind::weights: return {true, false, false, false};
        case ElementKind::triangle:
        case ElementKind::uv:
        case ElementKind::color: return {true, true, false, false};
        case ElementKind::key: return {false, false, false, true};
        case ElementKind::bone:
        case ElementKind::clip:
        case ElementKind::material: break;
    }
    return {};
}

}  // namespace

json::Value element_json(const Element& element) {
    const Members members = members_of(element.kind);
    json::Value out;
    out.set("kind", element_kind_name(element.kind));
    if (members.mesh) out.set("mesh", element.mesh);
    if (members.primitive) out.set("primitive", element.primitive);
    if (members.clip) out.set("clip", element.clip).set("channel", element.channel);
    out.set("index", element.index);
    if (members.frame) out.set("frame", element.frame);
    return out;
}

Result<Element> element_from_json(const json::Value& value) {
    const auto* kind = value.find("kind") == nullptr ? nullptr : value.find("kind")->get_if<std::string>();
    const auto found = kind == nullptr ? kind_names.end() : std::find(kind_names.begin(), kind_names.end(), *kind);
    if (found == kind_names.end()) {
        std::string message = "an element needs a \"kind\":";
        for (const std::string_view name : kind_names) message.append(" ").append(name);
        return Error{Code::bad_value, message, {}, "kind"};
    }
    Element out{.kind = static_cast<ElementKind>(found - kind_names.begin())};
    const Members members = members_of(out.kind);
    std::string wrong;
    const auto take = [&](bool has, const char* name, u32& number) {
        const json::Value* member = has ? value.find(name) : nullptr;
        if (member == nullptr) return;
        const i64* given = member->get_if<i64>();
        if (given == nullptr || *given < 0 || *given >= i64{no_index}) {
            wrong = name;
        } else {
            number = static_cast<u32>(*given);
        }
    };
    take(members.mesh, "mesh", out.mesh);
    take(members.primitive, "primitive", out.primitive);
    take(members.clip, "clip", out.clip);
    take(members.clip, "channel", out.channel);
    take(true, "index", out.index);
    take(members.frame, "frame", out.frame);
    if (!wrong.empty()) return Error{Code::bad_value, "\"" + wrong + "\" has to be a whole number", {}, wrong};
    return out;
}

json::Value bit_range_json(const BitRange& range) {
    json::Value out;
    out.set("part", range.part).set("path", range.path).set("offset", range.first_byte());
    out.set("first_bit", range.first_bit).set("bits", range.bit_count);
    if (range.is_packed) out.set("packed", true);
    return out;
}

}  // namespace thaw
