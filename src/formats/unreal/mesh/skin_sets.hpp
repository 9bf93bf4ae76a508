// Skins of the players of Unreal Tournament: images in packages of their own, which the game puts on a mesh by their
// names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <thaw/bundle.hpp>

#include "formats/unreal/scripts/uc.hpp"

namespace thaw::unreal {

inline constexpr std::string_view skins_role = "skinset";

// One way to dress a player.
struct Outfit {
    std::string name{};                  // "SoldierSkins.blkt Malcom", "SoldierSkins.blkt red"
    std::map<u8, const Part*> images{};  // by slot
    const Part* image(u8 slot) const;    // null: as the class has it
};

// Those that the packages in the bundle have: the skin that the class names first, each with its faces and, with the
// first of those, in the colours of the teams.
std::vector<Outfit> outfits_of(const PlayerSkins& skins, const Bundle& bundle);

// Does a skin have an image for the slot?
bool has_skin_on(const PlayerSkins& skins, u8 slot);

// The images of all packages of skins for the mesh.
void want_skins(const PlayerSkins& skins, std::vector<Want>& wants);

// "Package.Name" of an image in a package.
std::string name_in_package(const Part& image);

}  // namespace thaw::unreal
