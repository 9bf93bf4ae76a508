// Materials as skins and triangle lists: list i is drawn with skin i (C16).
#include <algorithm>
#include <map>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/shared/build_names.hpp"
#include "formats/shared/extras.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ctc {

namespace {

bool can_be_written(std::string_view name) {
    const std::string_view endings[]{".png", ".tga", ".pcx", ".bmp", ".jpg", ".jpeg"};
    return std::any_of(std::begin(endings), std::end(endings),
                       [&](std::string_view ending) { return text::ends_with_ignoring_case(name, ending); });
}

class SkinPlaces {
public:
    explicit SkinPlaces(BuildWork& work)
        : work_(work),
          scene_(work.scene),
          names_(longest_skin, "skin name", work.issues, work.base == nullptr ? nullptr : &work.base->skins) {}

    void run() {
        for (const Material& material : scene_.materials) {
            if (const std::string* name = declared_name(material)) stems_.insert(text::lower(text::file_stem(*name)));
        }
        find_used();
        find_places();
        find_looks();
        work_.lists = static_cast<u32>(owners_.size());
        for (const auto owner : owners_) add_skin(owner);
        for (const u32 look : looks_) add_skin(look);
    }

private:
    std::size_t slot(u32 material) const { return material == no_index ? scene_.materials.size() : material; }

    void find_used() {
        for (const Node& node : scene_.nodes) {
            if (node.mesh == no_index) continue;
            for (const Primitive& primitive : scene_.meshes[node.mesh].primitives) {
                if (primitive.topology != Topology::triangles) continue;
                if (std::find(used_.begin(), used_.end(), primitive.material) == used_.end())
                    used_.push_back(primitive.material);
            }
        }
    }

    std::optional<i64> own_place(u32 material) const {
        if (material == no_index) return std::nullopt;
        const auto place = build::integer_in(scene_.materials[material].extras, "thaw_skin");
        return place && *place >= 0 && *place < static_cast<i64>(max_lists) ? place : std::nullopt;
    }

    // A material that came from a skin goes back to its place; the others take what is free.
    void find_places() {
        work_.list_of_material.assign(scene_.materials.size() + 1, no_index);
        std::map<i64, u32> places;
        std::vector<u32> others;
        for (const u32 material : used_) {
            const auto place = own_place(material);
            if (!place || !places.emplace(*place, material).second) others.push_back(material);
        }
        i64 next = 0;
        for (const u32 material : others) {
            while (places.contains(next)) ++next;
            places.emplace(next, material);
        }
        u64 needed = places.empty() ? 0 : static_cast<u64>(places.rbegin()->first) + 1;
        if (!work_.fits("materials", max_lists, needed, "materials") && work_.may_fit()) {
            work_.say_fitted("materials", max_lists,
                             text::plural(needed, "material") + " reduced, the rest look like the last,");
            needed = max_lists;
        }
        for (const auto& [place, material] : places) {
            const auto list = static_cast<std::size_t>(std::min<u64>(static_cast<u64>(place), needed - 1));
            if (owners_.size() <= list) owners_.insert(owners_.end(), list + 1 - owners_.size(), no_index);
            if (static_cast<u64>(place) == list) owners_[list] = material;
            work_.list_of_material[slot(material)] = static_cast<u32>(list);
        }
        // A list that had no triangles keeps its skin.
        for (u32 list = 0; list < owners_.size(); ++list) {
            if (places.contains(list)) continue;
            for (u32 m = 0; m < scene_.materials.size() && owners_[list] == no_index; ++m) {
                if (own_place(m) == list) owners_[list] = m;
            }
            if (owners_[list] == no_index) owners_[list] = owners_.front();
        }
    }

    // Variants of what is in list 0 are skins past the last list.
    void find_looks() {
        u64 lost = 0;
        for (const Node& node : scene_.nodes) {
            if (node.mesh == no_index) continue;
            for (const Primitive& primitive : scene_.meshes[node.mesh].primitives) {
                if (primitive.topology != Topology::triangles) continue;
                for (const u32 look : primitive.variants) {
                    if (look == primitive.material || look == no_index) continue;
                    if (work_.list_of_material[slot(primitive.material)] != 0) {
                        ++lost;
                    } else if (std::find(looks_.begin(), looks_.end(), look) == looks_.end()) {
                        looks_.push_back(look);
                    }
                }
            }
        }
        if (lost > 0) {
            work_.issues.add(issue::variants_dropped, {}, "variants", {}, text::plural(lost, "variant"));
        }
        const u64 total = owners_.size() + looks_.size();
        if (looks_.empty()) return;
        if (!work_.fits("variants", max_skins, total, "skins") && work_.may_fit()) {
            looks_.erase(looks_.end() - static_cast<std::ptrdiff_t>(std::min<u64>(total - max_skins, looks_.size())),
                         looks_.end());
            work_.say_fitted("variants", max_skins, "last of " + text::plural(total, "skin") + " left out");
        }
    }

    void add_skin(u32 material) {
        const bool is_new = !known_.contains(material);
        const std::string name = name_of_skin(material);
        work_.document.skins.push_back({names_.knows(name) ? names_.take(name) : text::nul_padded<64>(name)});
        if (material == no_index) return add_flat(is_new, name, white);
        const Material& from = scene_.materials[material];
        if (from.image == no_index) {
            // One with a name stands for an image of the game.
            if (declared_name(from) == nullptr) add_flat(is_new, name, from.base_color);
            return;
        }
        const Edit* edit = work_.input.edit;
        const bool has_game = edit != nullptr ? !edit->painted[from.image] : from.extras.find("thaw_atd") != nullptr;
        if (has_game || !written_.insert(from.image).second) return;
        const bool generated = declared_name(from) == nullptr;
        const std::string file = generated ? name : image_name(from, scene_.images[from.image].name);
        work_.built.textures.push_back({from.image, file});
    }

    void add_flat(bool is_new, const std::string& name, Vec4 color) {
        if (is_new) work_.built.textures.push_back({no_index, name, color});
    }

    std::string new_skin(const std::string& wanted) {
        const auto name = names_.take(wanted);
        return std::string(text::until_nul(name));
    }

    static const std::string* declared_name(const Material& material) {
        return build::text_in(material.extras, "thaw_skin_name");
    }

    std::string name_of_skin(u32 material) {
        if (const auto known = known_.find(material); known != known_.end()) return known->second;
        const std::string name = make_name(material);
        known_.emplace(material, name);
        return name;
    }

    std::string make_name(u32 material) {
        if (material == no_index) return new_name("plain");
        const Material& from = scene_.materials[material];
        const bool has_image = from.image != no_index;
        if (const auto known = images_.find(from.image); has_image && known != images_.end()) return known->second;
        std::string name;
        if (const std::string* stored = declared_name(from)) {
            name = names_.knows(*stored) ? *stored : new_skin(*stored);
        } else {
            std::string stem(text::file_stem(has_image ? scene_.images[from.image].name : from.name));
            if (stem.empty()) stem = from.name.empty() ? "skin" : from.name;
            name = new_name(std::move(stem));
        }
        if (has_image) images_.emplace(from.image, name);
        return name;
    }

    // The game is not particular about endings: one stem, one file.
    std::string new_name(std::string stem) {
        std::replace_if(stem.begin(), stem.end(), [](char c) { return c == '/' || c == '\\' || c == ':'; }, '_');
        stem.resize(std::min(stem.size(), longest_skin - 8));
        std::string free = stem;
        for (u32 n = 2; !stems_.insert(text::lower(free)).second; ++n) free = stem + std::to_string(n);
        return new_skin(free + ".png");
    }

    BuildWork& work_;
    const Scene& scene_;
    FileNames<64> names_;
    std::vector<u32> used_{};
    std::vector<u32> owners_{};  // by list: its material
    std::vector<u32> looks_{};
    std::map<u32, std::string> known_{};
    std::map<u32, std::string> images_{};
    std::set<std::string> stems_{};  // of names that are taken, in lower case
    std::set<u32> written_{};
};

}  // namespace

void build_materials(BuildWork& work) { SkinPlaces(work).run(); }

std::string image_name(const Material& skin, std::string_view found) {
    if (skin.extras.find("thaw_atd") != nullptr) return std::string(found);  // one that the text names
    const std::string* stored = build::text_in(skin.extras, "thaw_skin_name");
    const std::string_view own =
        text::file_name(stored == nullptr || stored->empty() ? found : std::string_view(*stored));
    for (const std::string_view name : {found, own}) {
        if (text::equal_ignoring_case(text::file_stem(name), text::file_stem(own)) && can_be_written(name)) {
            return std::string(name);
        }
    }
    return std::string(text::file_stem(own)) + ".png";
}

}  // namespace thaw::ctc
