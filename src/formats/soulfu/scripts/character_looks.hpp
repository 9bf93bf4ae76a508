// The looks of a model as variants of a scene; those of a character's parts change together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/soulfu/scripts/looks.hpp"

namespace thaw::ddd {

struct SceneLooks {
    std::vector<Look> list{};  // at least one
    std::string source{};      // by whom: "CPORC: team == 1, and 3 variants"; empty if nobody says anything
    bool from_room = false;
    std::string names_error{};  // what is wrong with NAME.textures.json
};

SceneLooks looks_of(const Bundle& bundle, std::string_view part, const UsedSlots& used);

// Gives the names of the variants, none if there is one look only. Each model then has a look for each of them, or one
// for all. A condition that chooses a look of one model chooses the looks of the others that name it, too.
std::vector<std::string> make_variants(std::vector<SceneLooks>& models);

}  // namespace thaw::ddd
