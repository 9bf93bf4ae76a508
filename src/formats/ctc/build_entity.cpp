#include <algorithm>
#include <cmath>

#include "build/structured.hpp"
#include "formats/ctc/entity_scale.hpp"

namespace thaw::ctc {

namespace {

bool can_be_undone(Vec3 scale) {
    const auto is_sane = [](f32 s) { return s >= 1e-6f && s <= 1e6f; };
    return is_sane(scale.x) && is_sane(scale.y) && is_sane(scale.z);
}

std::optional<Vec3> entity_scale_of(const Node& node) {
    const auto said = build::numbers_of(build::list_in(node.extras, entity_scale_key));
    if (said.size() == 3) {
        const Vec3 scale = scene_scale({said[0], said[1], said[2]});
        if (can_be_undone(scale)) return scale;
    }
    const bool is_named = node.name == entity_node && node.mesh == no_index;
    if (is_named && can_be_undone(node.local.scale)) return node.local.scale;
    return std::nullopt;
}

// Where an editor has rounded, 1 is still meant.
f32 ratio(f32 value, f32 scale) {
    const f32 out = value / scale;
    return std::abs(out - 1) < 1e-6f ? 1 : out;
}

void take_off(Vec3 scale, Node& node) {
    Transform& local = node.local;
    local.scale = {ratio(local.scale.x, scale.x), ratio(local.scale.y, scale.y), ratio(local.scale.z, scale.z)};
    local.translation = {local.translation.x / scale.x, local.translation.y / scale.y, local.translation.z / scale.z};
}

void take_off(Vec3 scale, Channel& channel) {
    if (channel.path != Path::scale && channel.path != Path::translation) return;
    const std::array<f32, 3> by{scale.x, scale.y, scale.z};
    for (std::size_t i = 0; i < channel.values.size(); ++i) {
        f32& value = channel.values[i];
        value = channel.path == Path::scale ? ratio(value, by[i % 3]) : value / by[i % 3];
    }
}

void take_off(Vec3 scale, u32 node, Scene& scene) {
    take_off(scale, scene.nodes[node]);
    for (Clip& clip : scene.clips) {
        for (Channel& channel : clip.channels) {
            if (channel.node == node) take_off(scale, channel);
        }
    }
}

// Something that somebody put where he saw the scaled model.
bool stands_beside(const Scene& scene, u32 node, u32 entity) {
    const auto root_of = [&](u32 n) {
        while (scene.nodes[n].parent != no_index) n = scene.nodes[n].parent;
        return n;
    };
    return scene.nodes[node].parent == no_index && scene.nodes[node].skin == no_index && root_of(entity) != node;
}

Extras without(const Extras& extras, std::string_view key) {
    Extras out;
    const auto* members = extras.get_if<json::Object>();
    if (members == nullptr) return out;
    for (const auto& [name, value] : *members) {
        if (name != key) out.set(name, value);
    }
    return out;
}

}  // namespace

std::optional<Scene> without_entities(const Scene& scene) {
    std::optional<Scene> out;
    if (scene.extras.find(entities_key) != nullptr) {
        out = scene;
        out->extras = without(scene.extras, entities_key);
    }
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        const auto scale = entity_scale_of(scene.nodes[n]);
        if (!scale) continue;
        if (!out) out = scene;
        out->nodes[n].extras = without(scene.nodes[n].extras, entity_scale_key);
        for (u32 other = 0; other < scene.nodes.size(); ++other) {
            if (other == n || stands_beside(scene, other, n)) take_off(*scale, other, *out);
        }
    }
    return out;
}

}  // namespace thaw::ctc
