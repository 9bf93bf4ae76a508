#include <algorithm>
#include <cmath>

#include "formats/ctc/entities/entity_scale.hpp"
#include "formats/shared/structured.hpp"

namespace thaw::ctc {

namespace {

bool can_be_undone(Vec3 scale) {
    const auto is_sane = [](f32 s) { return s >= 1e-6f && s <= 1e6f; };
    return is_sane(scale.x) && is_sane(scale.y) && is_sane(scale.z);
}

std::optional<Vec3> entity_scale_of(const Node& node) {
    const auto stored = build::numbers_of(build::list_in(node.extras, entity_scale_key));
    if (stored.size() == 3) {
        const Vec3 scale = scene_scale({stored[0], stored[1], stored[2]});
        if (can_be_undone(scale)) return scale;
    }
    const bool is_named = node.name == entity_node && node.mesh == no_index;
    if (is_named && can_be_undone(node.local.scale)) return node.local.scale;
    return std::nullopt;
}

f32 without(f32 value, f32 scale) {
    const f32 out = value / scale;
    return std::isfinite(out) ? out : value;
}

// Where an editor has rounded, 1 is still meant.
f32 ratio(f32 value, f32 scale) {
    const f32 out = without(value, scale);
    return std::abs(out - 1) < 1e-6f ? 1 : out;
}

void take_off(Vec3 scale, Node& node) {
    Transform& local = node.local;
    local.scale = {ratio(local.scale.x, scale.x), ratio(local.scale.y, scale.y), ratio(local.scale.z, scale.z)};
    const Vec3 at = local.translation;
    local.translation = {without(at.x, scale.x), without(at.y, scale.y), without(at.z, scale.z)};
}

void take_off(Vec3 scale, Channel& channel) {
    if (channel.path != Path::scale && channel.path != Path::translation) return;
    for (std::size_t i = 0; i < channel.values.size(); ++i) {
        f32& value = channel.values[i];
        value = channel.path == Path::scale ? ratio(value, scale[i % 3]) : without(value, scale[i % 3]);
    }
}

// By node: what is to be taken off it.
std::vector<std::optional<Vec3>> scales_in(const Scene& scene) {
    std::vector<std::optional<Vec3>> out;
    for (const Node& node : scene.nodes) out.push_back(entity_scale_of(node));
    const auto first = std::find_if(out.begin(), out.end(), [](const auto& scale) { return scale.has_value(); });
    if (first == out.end()) return {};
    auto root = static_cast<u32>(first - out.begin());
    while (scene.nodes[root].parent != no_index) root = scene.nodes[root].parent;
    // What somebody placed next to the model, where it was seen.
    const Vec3 scale = **first;
    for (u32 n = 0; n < out.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (!out[n] && n != root && node.parent == no_index && node.skin == no_index) out[n] = scale;
    }
    return out;
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
    const auto scales = scales_in(scene);
    if (!out && !scales.empty()) out = scene;
    for (u32 n = 0; n < scales.size(); ++n) {
        if (!scales[n]) continue;
        take_off(*scales[n], out->nodes[n]);
        out->nodes[n].extras = without(scene.nodes[n].extras, entity_scale_key);
    }
    if (scales.empty()) return out;
    for (thaw::Clip& clip : out->clips) {
        for (Channel& channel : clip.channels) {
            if (scales[channel.node]) take_off(*scales[channel.node], channel);
        }
    }
    return out;
}

}  // namespace thaw::ctc
