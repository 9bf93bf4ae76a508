#include "formats/unreal/mesh/skin_sets.hpp"

#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"

namespace thaw::unreal {

namespace {

constexpr std::size_t most_outfits = 64;
constexpr std::size_t skin_letters = 4;
constexpr u8 actor_slots = 8;
constexpr std::string_view teams[] = {"red", "blue", "green", "gold"};

// Which slot shows what of a skin.
struct Slots {
    std::vector<u8> plain{};
    std::vector<u8> of_team{};
    std::optional<u8> face{};
    u8 telling = 0;  // whose image says that there is a skin
};

u8 slot_of(const std::optional<i64>& slot) {
    return static_cast<u8>(std::clamp<i64>(slot.value_or(0), 0, actor_slots - 1));
}

// Bosses have code of their own: four images, all of the team.
Slots slots_of(const PlayerSkins& skins) {
    if (text::equal_ignoring_case(package_in(skins.skin), "BossSkins")) return {.of_team = {0, 1, 2, 3}};
    const u8 fixed = slot_of(skins.fixed);
    return {.plain = {fixed},
            .of_team = {slot_of(skins.team1), slot_of(skins.team2)},
            .face = slot_of(skins.face),
            .telling = fixed};
}

std::string team_suffix(std::size_t team) { return "T_" + std::to_string(team); }

bool is_team_suffix(std::string_view suffix) {
    return suffix.size() == 3 && text::equal_ignoring_case(suffix.substr(0, 2), "T_");
}

// "a/SoldierSkins.utx/Textures/blkt1.pcx".
std::string_view image_in(const Part& part) { return text::file_stem(part.name); }
std::string package_with(const Part& part) {
    const auto steps = path_steps(part.name);
    return steps.size() < 3 ? std::string() : std::string(text::file_stem(steps[steps.size() - 3]));
}

struct Package {
    std::string name{};
    std::map<std::string, const Part*> images{};  // in lower case
};

// The one that the class names first.
std::vector<Package> packages_in(const Bundle& bundle, std::string_view first) {
    std::map<std::pair<bool, std::string>, Package> sorted;
    for (const Part& part : bundle.parts) {
        const std::string name = part.role == skins_role ? package_with(part) : std::string();
        if (name.empty()) continue;
        Package& package = sorted[{!text::equal_ignoring_case(name, first), text::lower(name)}];
        if (package.name.empty()) package.name = name;
        package.images.try_emplace(text::lower(image_in(part)), &part);
    }
    std::vector<Package> out;
    for (auto& [key, package] : sorted) out.push_back(std::move(package));
    return out;
}

class Wardrobe {
public:
    Wardrobe(const Package& package, const Slots& slots) : package_(package), slots_(slots) {}

    // The letters that the names of a skin's images begin with, as they are written.
    std::vector<std::string> skins(std::string_view first) const {
        std::vector<std::string> out;
        for (const auto& [name, part] : package_.images) {
            const bool tells = name.size() == skin_letters + 1 && name.back() == digit(slots_.telling);
            if (tells) out.emplace_back(image_in(*part).substr(0, skin_letters));
        }
        std::stable_partition(out.begin(), out.end(),
                              [&](const std::string& skin) { return text::equal_ignoring_case(skin, first); });
        return out;
    }

    void add_outfits(const std::string& skin, std::vector<Outfit>& out) const {
        std::vector<std::string> faces = faces_of(skin);
        // Some skins can do without a face.
        if (faces.empty() || find(skin, *slots_.face, {}) != nullptr) faces.emplace(faces.begin());
        const std::string first = faces.front();
        for (const std::string& face : faces) add(skin, face, face, {}, out);
        for (std::size_t team = 0; team < std::size(teams); ++team) {
            const std::string suffix = team_suffix(team);
            const bool is_there = std::any_of(slots_.of_team.begin(), slots_.of_team.end(),
                                              [&](u8 slot) { return find(skin, slot, suffix) != nullptr; });
            if (is_there) add(skin, teams[team], first, suffix, out);
        }
    }

private:
    static char digit(u8 slot) { return static_cast<char>('1' + slot); }

    const Part* find(const std::string& skin, u8 slot, std::string_view suffix) const {
        const auto found = package_.images.find(text::lower(skin + digit(slot) + std::string(suffix)));
        return found == package_.images.end() ? nullptr : found->second;
    }

    std::vector<std::string> faces_of(const std::string& skin) const {
        std::vector<std::string> out;
        if (!slots_.face) return out;
        const std::string start = text::lower(skin + digit(*slots_.face));
        for (auto at = package_.images.lower_bound(start); at != package_.images.end(); ++at) {
            if (!at->first.starts_with(start)) break;
            const std::string_view face = image_in(*at->second).substr(start.size());
            if (!face.empty() && !is_team_suffix(face)) out.emplace_back(face);
        }
        return out;
    }

    void add(const std::string& skin, std::string_view called, const std::string& face, const std::string& team,
             std::vector<Outfit>& out) const {
        if (out.size() >= most_outfits) return;
        Outfit outfit{.name = package_.name + "." + skin + (called.empty() ? "" : " ") + std::string(called)};
        const auto put = [&](u8 slot, const std::string& suffix) {
            const Part* image = find(skin, slot, suffix);
            if (image == nullptr) image = find(skin, slot, {});
            if (image != nullptr) outfit.images[slot] = image;
        };
        // In the order of the game, where one slot is several of them.
        for (const u8 slot : slots_.plain) put(slot, {});
        if (slots_.face) put(*slots_.face, face);
        for (const u8 slot : slots_.of_team) put(slot, team);
        out.push_back(std::move(outfit));
    }

    const Package& package_;
    const Slots& slots_;
};

}  // namespace

const Part* Outfit::image(u8 slot) const {
    const auto found = images.find(slot);
    return found == images.end() ? nullptr : found->second;
}

std::vector<Outfit> outfits_of(const PlayerSkins& skins, const Bundle& bundle) {
    std::vector<Outfit> out;
    if (!skins.any()) return out;
    const Slots slots = slots_of(skins);
    for (const Package& package : packages_in(bundle, package_in(skins.skin))) {
        const Wardrobe wardrobe(package, slots);
        for (const std::string& skin : wardrobe.skins(object_name(skins.skin))) wardrobe.add_outfits(skin, out);
    }
    return out;
}

bool has_skin_on(const PlayerSkins& skins, u8 slot) {
    if (!skins.any()) return false;
    const Slots all = slots_of(skins);
    const auto has = [&](const std::vector<u8>& some) {
        return std::find(some.begin(), some.end(), slot) != some.end();
    };
    return has(all.plain) || has(all.of_team) || all.face == slot;
}

void want_skins(const PlayerSkins& skins, std::vector<Want>& wants) {
    if (!skins.any()) return;
    const std::string own(package_in(skins.skin));
    std::string start = skins.package.substr(0, skins.package.find('.'));
    if (start.empty()) start = own;
    if (start.empty() || start.find_first_of("*/\\") != std::string::npos) return;
    Want want{.role = std::string(skins_role), .names = {}, .called = own + ".utx", .all = true, .of_model = true};
    for (const char* folder : {"", "Textures/"}) {
        for (const char* ending : {".pcx", ".tga"}) {
            want.names.push_back(folder + start + "*.utx/Textures/*" + ending);
        }
    }
    wants.push_back(std::move(want));
}

std::string name_in_package(const Part& image) { return package_with(image) + "." + std::string(image_in(image)); }

}  // namespace thaw::unreal
