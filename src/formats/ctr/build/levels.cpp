// Which nodes of a scene are models, and which of their nodes are levels of detail.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/build/parts.hpp"
#include "formats/shared/extras.hpp"

namespace thaw::ctr {

namespace {

constexpr std::array<std::string_view, 3> endings{"_hi", "_med", "_low"};

// 0, 1, 2 for a name that says its level as the game's own files do.
std::optional<i64> level_in_name(std::string_view name) {
    for (std::size_t i = 0; i < endings.size(); ++i) {
        if (text::ends_with_ignoring_case(name, endings[i])) return static_cast<i64>(i);
    }
    return std::nullopt;
}

std::string without_ending(const std::string& name) {
    const auto level = level_in_name(name);
    return level ? name.substr(0, name.size() - endings[static_cast<std::size_t>(*level)].size()) : name;
}

bool shows_triangles(const Scene& scene, const Node& node) {
    if (node.mesh == no_index) return false;
    if (node.extras.find("thaw_instance") != nullptr) return false;  // a model that is there already
    const auto& parts = scene.meshes[node.mesh].primitives;
    return std::any_of(parts.begin(), parts.end(),
                       [](const Primitive& primitive) { return primitive.topology == Topology::triangles; });
}

// The node or the nearest one above it whose extras have the key.
u32 nearest_with(const Scene& scene, u32 node, std::string_view key) {
    while (node != no_index && !build::integer_in(scene.nodes[node].extras, key)) node = scene.nodes[node].parent;
    return node;
}

class LevelFinder {
public:
    explicit LevelFinder(const Scene& scene) : scene_(scene) {}

    std::vector<ModelNodes> run() {
        std::vector<u32> owners;  // nodes that stand for models, in order
        std::map<u32, std::vector<u32>> shown;
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            if (!shows_triangles(scene_, scene_.nodes[n])) continue;
            const u32 owner = nearest_with(scene_, n, "thaw_id");
            if (shown[owner].empty() && owner != no_index) owners.push_back(owner);
            shown[owner].push_back(n);
        }
        if (shown.empty()) return {};
        std::vector<ModelNodes> out;
        if (owners.size() < 2) {
            std::vector<u32> nodes;
            for (const auto& [owner, own] : shown) nodes.insert(nodes.end(), own.begin(), own.end());
            std::sort(nodes.begin(), nodes.end());
            out.push_back(model(owners.empty() ? no_index : owners.front(), nodes));
            return out;
        }
        // What belongs to no model goes with the first.
        auto& first = shown[owners.front()];
        first.insert(first.end(), shown[no_index].begin(), shown[no_index].end());
        for (const u32 owner : owners) out.push_back(model(owner, shown[owner]));
        return out;
    }

private:
    ModelNodes model(u32 owner, const std::vector<u32>& nodes) const {
        ModelNodes out;
        out.node = owner;
        const auto levels = by_level(nodes);
        for (const auto& [level, own] : levels) {
            LevelNodes one{{}, own};
            // Of several nodes the one that was the level before others were added.
            const auto stored = std::find_if(own.begin(), own.end(), [&](u32 n) {
                return build::integer_in(scene_.nodes[n].extras, "thaw_lod").has_value();
            });
            const u32 chief = stored == own.end() ? own.front() : *stored;
            const std::string& name = scene_.nodes[chief].name;
            const bool is_named = own.size() == 1 ? owner != no_index || level_in_name(name) : stored != own.end();
            if (is_named && chief != owner) one.name = name;
            out.levels.push_back(std::move(one));
        }
        const std::string& first = scene_.nodes[levels.begin()->second.front()].name;
        out.name = owner != no_index      ? scene_.nodes[owner].name
                   : nodes.size() == 1    ? without_ending(first)
                   : levels.size() > 1    ? without_ending(first)
                   : !scene_.name.empty() ? scene_.name
                                          : first;
        return out;
    }

    std::map<i64, std::vector<u32>> by_level(const std::vector<u32>& nodes) const {
        std::map<i64, std::vector<u32>> levels;
        std::vector<u32> without;
        for (const u32 n : nodes) {
            const u32 stored = nearest_with(scene_, n, "thaw_lod");
            if (stored == no_index) {
                without.push_back(n);
            } else {
                levels[*build::integer_in(scene_.nodes[stored].extras, "thaw_lod")].push_back(n);
            }
        }
        if (levels.empty()) {
            levels = by_name(nodes);
        } else {
            auto& finest = levels.begin()->second;
            finest.insert(finest.end(), without.begin(), without.end());
        }
        return levels;
    }

    // Only if every node says it.
    std::map<i64, std::vector<u32>> by_name(const std::vector<u32>& nodes) const {
        std::map<i64, std::vector<u32>> levels;
        for (const u32 n : nodes) {
            const auto level = level_in_name(scene_.nodes[n].name);
            if (!level) return {{0, nodes}};
            levels[*level].push_back(n);
        }
        return levels;
    }

    const Scene& scene_;
};

}  // namespace

std::vector<ModelNodes> models_in(const Scene& scene) { return LevelFinder(scene).run(); }

}  // namespace thaw::ctr
