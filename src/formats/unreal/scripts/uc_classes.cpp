// Classes: what they inherit, which mesh each of them shows, and what that wears then.
#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "formats/unreal/scripts/uc.hpp"

namespace thaw::unreal {

namespace {

constexpr int deepest = 32;  // classes above one another
constexpr std::size_t most_looks = 64;

bool same_package(std::string_view a, std::string_view b) {
    return a.empty() || b.empty() || text::equal_ignoring_case(a, b);
}

// With all that the classes above it say.
ClassDefaults effective(const Script& script, const ClassScript& of) {
    ClassDefaults out = of.defaults;
    const std::string own = package_of(of.script);
    const ClassScript* parent = script.parent_of(of);
    for (int i = 0; i < deepest && parent != nullptr && parent != &of; ++i) {
        const std::string theirs = package_of(parent->script);
        out.inherit(parent->defaults, same_package(own, theirs) ? std::string() : theirs);
        parent = script.parent_of(*parent);
    }
    return out;
}

std::size_t likeness(std::string_view a, std::string_view b) {
    std::size_t same = 0;
    while (same < std::min(a.size(), b.size()) && text::upper(a[same]) == text::upper(b[same])) ++same;
    return same;
}

bool dresses(const ClassDefaults& d) { return !d.multi_skins.empty() || !d.skin.empty(); }

class Looks {
public:
    explicit Looks(Script& script) : script_(script) {
        for (const ClassScript& one : script.classes) effective_.push_back(effective(script, one));
        for (const Mesh& mesh : script.meshes) ++imports_[mesh.script][text::lower(mesh.name)];
    }

    void run(Mesh& mesh) const {
        for (std::size_t i = 0; i < script_.classes.size() && mesh.looks.size() < most_looks; ++i) {
            const ClassScript& one = script_.classes[i];
            const std::optional<std::size_t> view = view_of(i, mesh);
            const bool only_dresses = !effective_[i].names_a_mesh() && one.script == mesh.script && imports_one(one);
            if (!view && !only_dresses) continue;
            mesh.looks.push_back({one.name, one.script, effective_[i], view.has_value(), view.value_or(usual_view)});
        }
        const auto shows = [](const Look& look) { return look.names_mesh; };
        if (std::any_of(mesh.looks.begin(), mesh.looks.end(), shows)) std::erase_if(mesh.looks, std::not_fn(shows));
        // The class of the mesh's own script, then the one that is called like the mesh, then one that dresses it.
        const auto rank = [&](const Look& look) {
            const bool own = look.script == mesh.script;
            return std::tuple(!look.names_mesh, !own, ~likeness(look.class_name, mesh.name), !dresses(look.defaults));
        };
        std::stable_sort(mesh.looks.begin(), mesh.looks.end(), [&](const Look& a, const Look& b) {
            return std::tuple(rank(a), text::lower(a.class_name)) < std::tuple(rank(b), text::lower(b.class_name));
        });
        name_copied(mesh.looks);
    }

private:
    // The script that a package gives for a mesh has the look of one of the package's classes (`Defaults`) in it. That
    // class is meant.
    static void name_copied(std::vector<Look>& looks) {
        if (looks.empty()) return;
        const auto is_copied = [&](const Look& look) {
            return is_of_defaults(look) &&
                   text::equal_ignoring_case(package_of(look.script), package_of(looks[0].script)) &&
                   is_same(look, looks[0]);
        };
        const auto found = std::find_if(looks.begin() + 1, looks.end(), is_copied);
        if (found == looks.end()) return;
        std::rotate(looks.begin() + 1, found, found + 1);
        looks.erase(looks.begin());
    }
    static bool is_of_defaults(const Look& look) {
        const auto steps = path_steps(look.script);
        return steps.size() > 1 && text::equal_ignoring_case(steps[steps.size() - 2], "defaults");
    }
    static bool is_same(const Look& a, const Look& b) {
        const auto size = [](const Look& look) { return look.defaults.views[look.view].scale.value_or(1); };
        const ClassDefaults &x = a.defaults, &y = b.defaults;
        return size(a) == size(b) && x.skin == y.skin && x.texture == y.texture && x.multi_skins == y.multi_skins &&
               x.style == y.style && x.unlit == y.unlit && x.environment == y.environment && x.no_smooth == y.no_smooth;
    }

    bool imports_one(const ClassScript& one) const {
        const auto found = imports_.find(one.script);
        return found != imports_.end() && found->second.size() == 1 && found->second.begin()->second == 1;
    }
    bool imports(const ClassScript& one, std::string_view name) const {
        const auto found = imports_.find(one.script);
        return found != imports_.end() && found->second.contains(text::lower(name));
    }

    // The first that shows it.
    std::optional<std::size_t> view_of(std::size_t i, const Mesh& mesh) const {
        for (std::size_t view = 0; view < std::size(view_keys); ++view) {
            if (shows_mesh(i, effective_[i].views[view].mesh, mesh)) return view;
        }
        return {};
    }

    bool shows_mesh(std::size_t i, const std::string& shown, const Mesh& mesh) const {
        if (shown.empty() || !text::equal_ignoring_case(object_name(shown), mesh.name)) return false;
        if (!same_package(package_in(shown), package_of(mesh.script))) return false;
        // Two scripts may make a mesh of one name: each class shows that of its own.
        const ClassScript& one = script_.classes[i];
        return one.script == mesh.script || !imports(one, mesh.name);
    }

    const Script& script_;
    std::vector<ClassDefaults> effective_;
    std::map<std::string, std::map<std::string, u32>> imports_;  // by script
};

}  // namespace

void ClassDefaults::inherit(const ClassDefaults& parent, std::string_view other_package) {
    const auto in_package = [&](const std::string& name) {
        const bool plain = !name.empty() && package_in(name).empty() && !text::equal_ignoring_case(name, "None");
        return plain && !other_package.empty() ? std::string(other_package) + "." + name : name;
    };
    const auto take = [](auto& mine, const auto& theirs) {
        if (!mine) mine = theirs;
    };
    for (std::size_t i = 0; i < views.size(); ++i) {
        if (views[i].mesh.empty()) views[i].mesh = in_package(parent.views[i].mesh);
        take(views[i].scale, parent.views[i].scale);
    }
    if (skin.empty()) skin = in_package(parent.skin);
    if (texture.empty()) texture = in_package(parent.texture);
    take(style, parent.style);
    take(unlit, parent.unlit);
    take(environment, parent.environment);
    take(no_smooth, parent.no_smooth);
    if (player_skins.skin.empty()) player_skins.skin = parent.player_skins.skin;
    if (player_skins.package.empty()) player_skins.package = parent.player_skins.package;
    take(player_skins.fixed, parent.player_skins.fixed);
    take(player_skins.face, parent.player_skins.face);
    take(player_skins.team1, parent.player_skins.team1);
    take(player_skins.team2, parent.player_skins.team2);
    for (const auto& theirs : parent.multi_skins) {
        const bool own = std::any_of(multi_skins.begin(), multi_skins.end(),
                                     [&](const auto& mine) { return mine.first == theirs.first; });
        if (!own) multi_skins.emplace_back(theirs.first, in_package(theirs.second));
    }
}

bool ClassDefaults::names_a_mesh() const {
    return std::any_of(views.begin(), views.end(), [](const View& view) { return !view.mesh.empty(); });
}

const TextureImport* find_import(const Script& script, std::string_view texture, std::string_view from) {
    const std::string_view name = object_name(texture), package = package_in(texture);
    const TextureImport* best = nullptr;
    int most = -1;
    const auto known = script.textures_by_name.find(text::lower(name));
    if (known == script.textures_by_name.end()) return nullptr;
    for (const std::size_t i : known->second) {
        const TextureImport& import = script.textures[i];
        const std::string theirs = package_of(import.script);
        // Of the package that is named; then the same script, else the same package as that. The last line counts, as
        // in the game.
        const bool near = !theirs.empty() && same_package(theirs, package_of(from));
        const int rank = (same_package(package, theirs) ? 4 : 0) + (import.script == from ? 2 : near ? 1 : 0);
        if (rank > most) best = &import;  // from the last line on
        most = std::max(rank, most);
    }
    return best;
}

void resolve(const Script& script, SkinSlot& skin, std::string_view from) {
    const TextureImport* import = find_import(script, skin.texture, from);
    if (import == nullptr) return;
    skin.file = import->file;
    skin.script = import->script;
    skin.masked = import->is_masked();
}

void add_looks(Script& script) {
    const Looks looks(script);
    for (Mesh& mesh : script.meshes) {
        if (mesh.is_companion) continue;
        looks.run(mesh);
        if (!mesh.looks.empty()) dress(script, mesh, Look(mesh.looks.front()));
    }
}

// As the engine asks: MultiSkins, Skin, the mesh, Texture, and at last any of the MultiSkins.
void dress(const Script& script, Mesh& mesh, const Look& look) {
    const ClassDefaults& d = look.defaults;
    const auto slot_of = [&](i64 slot, const std::string& texture) {
        SkinSlot out{slot, texture, {}};
        resolve(script, out, look.script);
        return out;
    };
    mesh.skins = mesh.own_skins;
    const auto set = [&](i64 slot, const std::string& texture) {
        std::erase_if(mesh.skins, [&](const SkinSlot& skin) { return skin.slot == slot; });
        mesh.skins.push_back(slot_of(slot, texture));
    };
    const auto is_none = [](std::string_view name) { return name.empty() || text::equal_ignoring_case(name, "None"); };
    if (!is_none(d.skin)) set(0, d.skin);
    mesh.bare_slots.reset();
    const std::string* last = nullptr;
    for (const auto& [slot, texture] : d.multi_skins) {
        if (is_none(texture)) continue;
        set(slot, texture);
        last = &texture;
    }
    const std::string* bare = !is_none(d.skin) ? &d.skin : !is_none(d.texture) ? &d.texture : last;
    if (bare != nullptr) mesh.bare_slots = slot_of(0, *bare);
    mesh.environment.reset();
    if (!is_none(d.texture)) mesh.environment = slot_of(0, d.texture);
    // A class that names no mesh may draw something else so.
    const bool shows = look.names_mesh;
    mesh.draw_scale = shows ? d.views[look.view].scale.value_or(1) : 1;
    mesh.class_style = shows ? d.style.value_or(0) : u8{0};
    mesh.class_unlit = shows && d.unlit.value_or(false);
    mesh.class_environment = shows && d.environment.value_or(false);
    mesh.player_skins = shows ? d.player_skins : PlayerSkins();
    mesh.class_no_smooth = shows && d.no_smooth.value_or(false);
}

Mesh dressed_slots(const Script& script, const Mesh& mesh, const Look& look) {
    Mesh out;
    out.zero_texture = mesh.zero_texture;
    out.own_skins = mesh.own_skins;
    dress(script, out, look);
    return out;
}

}  // namespace thaw::unreal
