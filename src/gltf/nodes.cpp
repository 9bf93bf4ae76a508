// Nodes, skins and extras.
#include "gltf/parts.hpp"

namespace thaw::gltf {

namespace {

void add_transform(const Transform& local, json::Value& node) {
    const auto [t, r, s] = local;
    if (!(t == Vec3{})) node.set("translation", numbers(std::array{t.x, t.y, t.z}));
    if (!(r == Quat{})) node.set("rotation", numbers(std::array{r.x, r.y, r.z, r.w}));
    if (!(s == Vec3{1, 1, 1})) node.set("scale", numbers(std::array{s.x, s.y, s.z}));
}

// What is kept of the clips. Editors drop extras of animations, so the first node carries them.
json::Value clip_extras(const Scene& scene) {
    json::Value out;
    for (const Clip& clip : scene.clips) {
        json::Value kept = clip.extras;
        if (!clip.loop && kept.find("loop") == nullptr) kept.set("loop", false);
        if (!is_null(kept)) out.set(clip.name, std::move(kept));
    }
    return out;
}

}  // namespace

json::Value flat_extras(const Extras& extras) {
    json::Value out;
    const auto* members = extras.get_if<json::Object>();
    if (members == nullptr) return out;
    for (const auto& [key, value] : *members) {
        const bool structured = value.get_if<json::Object>() != nullptr || value.get_if<json::Array>() != nullptr;
        out.set(key, structured ? json::Value(json::to_text(value)) : value);
    }
    return out;
}

json::Value nodes_json(const Output& out) {
    std::vector<json::Array> children(out.scene.nodes.size());
    for (std::size_t i = 0; i < out.scene.nodes.size(); ++i) {
        const u32 parent = out.scene.nodes[i].parent;
        if (parent != no_index) children[parent].emplace_back(i);
    }
    json::Array nodes;
    for (std::size_t i = 0; i < out.scene.nodes.size(); ++i) {
        const Node& node = out.scene.nodes[i];
        json::Value one(json::Object{});  // an object even if there is nothing to say
        if (!node.name.empty()) one.set("name", node.name);
        const auto placed = out.placed.find(static_cast<u32>(i));
        add_transform(placed == out.placed.end() ? node.local : placed->second, one);
        if (node.mesh != no_index) one.set("mesh", node.mesh);
        if (node.skin != no_index) one.set("skin", node.skin);
        if (!children[i].empty()) one.set("children", std::move(children[i]));
        json::Value extras = flat_extras(node.extras);
        if (i == 0) {
            if (json::Value clips = clip_extras(out.scene); !is_null(clips))
                extras.set("thaw_clips", json::to_text(clips));
        }
        if (!is_null(extras)) one.set("extras", std::move(extras));
        nodes.push_back(std::move(one));
    }
    return nodes;
}

json::Value skins_json(Output& out) {
    json::Array skins;
    for (const Skin& skin : out.scene.skins) {
        const u64 count = skin.inverse_binds.size();
        json::Array joints(skin.joints.begin(), skin.joints.end());
        json::Value one;
        if (!skin.name.empty()) one.set("name", skin.name);
        one.set("inverseBindMatrices",
                out.accessors.add(
                    {.view = out.binary.add_values(Target::none, skin.inverse_binds), .count = count, .type = "MAT4"}))
            .set("joints", std::move(joints));
        skins.push_back(std::move(one));
    }
    return skins;
}

}  // namespace thaw::gltf
