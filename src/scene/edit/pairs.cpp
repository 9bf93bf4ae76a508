// Things are found again by their names, and nodes that were renamed by where they hang.
#include <algorithm>
#include <map>
#include <tuple>

#include "scene/edit/parts.hpp"

namespace thaw::edit {

namespace {

// "body.001" without its number; the name itself if it has none.
std::string_view without_number(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    const bool numbered = dot != std::string_view::npos && dot > 0 && name.size() - dot == 4 &&
                          std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(),
                                      [](char c) { return c >= '0' && c <= '9'; });
    return numbered ? name.substr(0, dot) : name;
}

class Pairing {
public:
    explicit Pairing(std::size_t edited) : out_(edited, no_index) {}

    template <class Key>
    void run(const std::vector<Key>& base, const std::vector<Key>& edited) {
        std::map<Key, std::vector<u32>> free;  // the next one last
        taken_.resize(base.size());
        for (u32 b = static_cast<u32>(base.size()); b-- > 0;) {
            if (!taken_[b]) free[base[b]].push_back(b);
        }
        for (std::size_t e = 0; e < edited.size(); ++e) {
            if (out_[e] != no_index) continue;
            const auto found = free.find(edited[e]);
            if (found == free.end() || found->second.empty()) continue;
            out_[e] = found->second.back();
            taken_[out_[e]] = true;
            found->second.pop_back();
        }
    }

    std::vector<u32> take() { return std::move(out_); }

private:
    std::vector<u32> out_;
    std::vector<bool> taken_{};
};

// What a node is for: nobody makes one into another.
enum class Role : u8 { mesh, joint, other };

std::vector<Role> roles_of(const Scene& scene) {
    std::vector<Role> out(scene.nodes.size(), Role::other);
    for (const Skin& skin : scene.skins) {
        for (const u32 joint : skin.joints) out[joint] = Role::joint;
    }
    for (std::size_t n = 0; n < out.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) out[n] = Role::mesh;
    }
    return out;
}

}  // namespace

std::vector<u32> paired_by_name(const std::vector<std::string_view>& base,
                                const std::vector<std::string_view>& edited) {
    Pairing pairing(edited.size());
    pairing.run(base, edited);
    std::vector<std::string_view> plain;
    for (const std::string_view name : edited) plain.push_back(without_number(name));
    pairing.run(base, plain);
    return pairing.take();
}

void pair_nodes(Work& work) {
    const std::vector<Role> base_roles = roles_of(work.base), roles = roles_of(work.edited);
    Pairing pairing(work.edited.nodes.size());
    struct By {
        bool plain = false, parent = false, moving = false;
    };
    const auto keys = [](const Scene& scene, const std::vector<Role>& of, const By& by) {
        const auto name = [&](u32 n) {
            const std::string_view all = scene.nodes[n].name;
            return by.plain ? without_number(all) : all;
        };
        std::vector<std::tuple<bool, std::string_view, std::string_view, bool>> out;
        for (u32 n = 0; n < scene.nodes.size(); ++n) {
            const u32 parent = by.parent ? scene.nodes[n].parent : no_index;
            out.emplace_back(of[n] == Role::mesh, name(n), parent == no_index ? std::string_view() : name(parent),
                             false);
        }
        for (const Clip& clip : scene.clips) {
            for (const Channel& channel : clip.channels) std::get<3>(out[channel.node]) = by.moving;
        }
        return out;
    };
    // Several nodes of one name are told apart by what they hang on, and by whether clips move them, if an editor did
    // not bake them all.
    for (const By& by : {By{.parent = true, .moving = true}, By{.parent = true}, By{.moving = true}, By{}}) {
        pairing.run(keys(work.base, base_roles, by), keys(work.edited, roles, by));
    }
    for (const bool parent : {true, false}) {
        pairing.run(keys(work.base, base_roles, {.parent = parent}),
                    keys(work.edited, roles, {.plain = true, .parent = parent}));
    }
    // Renamed ones, by what they hang on and what they are; parents come first.
    std::vector<u32> found = pairing.take();
    std::vector<bool> taken(work.base.nodes.size());
    for (const u32 b : found) {
        if (b != no_index) taken[b] = true;
    }
    std::map<std::pair<u32, Role>, std::vector<u32>> free;  // the next one last
    for (u32 b = static_cast<u32>(taken.size()); b-- > 0;) {
        if (!taken[b]) free[{work.base.nodes[b].parent, base_roles[b]}].push_back(b);
    }
    std::vector<u32> above(found.size(), no_index);  // the nearest node above that the base has, as the base's
    for (u32 e = 0; e < found.size(); ++e) {
        const u32 parent = work.edited.nodes[e].parent;
        if (parent != no_index) above[e] = found[parent] != no_index ? found[parent] : above[parent];
        if (found[e] != no_index) continue;
        auto& waiting = free[{above[e], roles[e]}];
        if (waiting.empty()) continue;
        found[e] = waiting.back();
        waiting.pop_back();
    }
    work.base_node = std::move(found);
    work.edited_node.assign(work.base.nodes.size(), no_index);
    for (u32 e = 0; e < work.base_node.size(); ++e) {
        if (work.base_node[e] != no_index) work.edited_node[work.base_node[e]] = e;
    }
}

void pair_materials(Work& work) {
    const auto names = [](const Scene& scene) {
        std::vector<std::string_view> out;
        for (const Material& material : scene.materials) out.push_back(material.name);
        return out;
    };
    work.material = paired_by_name(names(work.base), names(work.edited));
}

}  // namespace thaw::edit
