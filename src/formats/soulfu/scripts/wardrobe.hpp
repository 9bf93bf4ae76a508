// What a character script makes its character look like: a set of models with their images for each of its numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/format.hpp>

#include "formats/shared/skin_option.hpp"
#include "formats/soulfu/scripts/interpreter.hpp"

namespace thaw::ddd {

// Scripts that a character's script calls.
inline constexpr std::string_view called_script_role = "called-script";
// The number that somebody chose: the name of a part without bytes.
inline constexpr std::string_view skin_role = option::skin.role;

struct Outfit {
    u32 skin = 0;        // as the script counts
    std::string name{};  // "Lab Rat"; may be empty
    std::array<soulfu::WornModel, soulfu::places.size()> worn{};
};

struct Wardrobe {
    std::string script{};           // "CRAT"
    std::vector<Outfit> outfits{};  // by skin, the first of each number is the usual one; empty: this is no character
    std::vector<std::string> missing_scripts{};

    const Outfit* find(u32 skin) const;
    u32 most() const;  // skin number
};

// Of the character that the bundle stands for (Bundle::model); none if it stands for none.
Wardrobe wardrobe_of(const Bundle& bundle);
// What the bundle's character wears, as chosen; null if it is no character. A number the script does not have is 0.
const Outfit* chosen_outfit(const Wardrobe& wardrobe, const Bundle& bundle);

// Does the script put a character together, by itself or by calling others?
bool is_character(Bytes script);

// A script given as the input stands for its character.
std::vector<NamedModel> characters_named_by(const Part& script);

}  // namespace thaw::ddd
