// Materials as skins and triangle lists: list i is drawn with skin i (C16).
#include <algorithm>
#include <map>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "build/names.hpp"
#include "formats/ctc/build_parts.hpp"
#include "formats/ctc/limits.hpp"

namespace thaw::ctc {

namespace {

constexpr std::size_t longest_skin = 63;

class SkinPlaces {
public:
    explicit SkinPlaces(BuildWork& work)
        : work_(work), scene_(work.scene), names_(longest_skin, "skin name", work.issues) {}

    void run() {
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
            for (const Primitive& part : scene_.meshes[node.mesh].primitives) {
                if (part.topology != Topology::triangles) continue;
                if (std::find(used_.begin(), used_.end(), part.material) == used_.end()) used_.push_back(part.material);
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
                             std::to_string(needed) + "; those past the limit look like the last");
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
            for (const Primitive& part : scene_.meshes[node.mesh].primitives) {
                if (part.topology != Topology::triangles) continue;
                for (const u32 look : part.variants) {
                    if (look == part.material || look == no_index) continue;
                    if (work_.list_of_material[slot(part.material)] != 0) {
                        ++lost;
                    } else if (std::find(looks_.begin(), looks_.end(), look) == looks_.end()) {
                        looks_.push_back(look);
                    }
                }
            }
        }
        if (lost > 0) {
            work_.issues.add(thaw::issue::not_kept, {}, "variants", "of the first triangle list",
                             text::plural(lost, "other") + " of another");
        }
        const u64 total = owners_.size() + looks_.size();
        if (looks_.empty()) return;
        if (!work_.fits("variants", max_skins, total, "skins") && work_.may_fit()) {
            looks_.erase(looks_.end() - static_cast<std::ptrdiff_t>(std::min<u64>(total - max_skins, looks_.size())),
                         looks_.end());
            work_.say_fitted("variants", max_skins, std::to_string(total) + " skins; the last ones are left out");
        }
    }

    void add_skin(u32 material) {
        const std::string name = name_of_skin(material);
        work_.document.skins.push_back({file_name_of<64>(name)});
        if (material == no_index) return;
        const Material& from = scene_.materials[material];
        if (from.image == no_index || from.extras.find("thaw_atd") != nullptr) return;
        if (!written_.insert(from.image).second) return;
        work_.built.textures.push_back({from.image, std::string(text::file_stem(name)) + ".png"});
    }

    std::string name_of_skin(u32 material) {
        if (const auto known = known_.find(material); known != known_.end()) return known->second;
        const std::string name = make_name(material);
        known_.emplace(material, name);
        return name;
    }

    std::string make_name(u32 material) {
        if (material == no_index) return names_.take("plain.png");
        const Material& from = scene_.materials[material];
        if (const std::string* name = build::text_in(from.extras, "thaw_skin_name")) return names_.take(*name);
        if (from.image == no_index) {
            work_.issues.add(thaw::issue::assumed, {}, from.name, "a picture", "none");
        } else if (const auto known = pictures_.find(from.image); known != pictures_.end()) {
            return known->second;
        }
        std::string stem(text::file_stem(from.image == no_index ? from.name : scene_.images[from.image].name));
        if (stem.empty()) stem = from.name.empty() ? "skin" : from.name;
        std::replace_if(stem.begin(), stem.end(), [](char c) { return c == '/' || c == '\\' || c == ':'; }, '_');
        std::string name = stem + ".png";
        for (u32 n = 2; !generated_.insert(text::lower(name)).second; ++n) name = stem + std::to_string(n) + ".png";
        name = names_.take(name.size() <= longest_skin ? name : stem.substr(0, longest_skin - 4) + ".png");
        if (from.image != no_index) pictures_.emplace(from.image, name);
        return name;
    }

    BuildWork& work_;
    const Scene& scene_;
    build::Names names_;
    std::vector<u32> used_{};
    std::vector<u32> owners_{};  // by list: its material
    std::vector<u32> looks_{};
    std::map<u32, std::string> known_{};
    std::map<u32, std::string> pictures_{};
    std::set<std::string> generated_{};
    std::set<u32> written_{};
};

}  // namespace

void build_materials(BuildWork& work) { SkinPlaces(work).run(); }

}  // namespace thaw::ctc
