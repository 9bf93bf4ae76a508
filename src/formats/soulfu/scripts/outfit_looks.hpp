// The looks of all models of a scene: of a character as its script dresses it, else of each model by itself.
#pragma once

#include <string>
#include <vector>

#include "formats/soulfu/scripts/body_parts.hpp"
#include "formats/soulfu/scripts/character_looks.hpp"

namespace thaw::ddd {

struct DressedModels {
    std::vector<SceneLooks> looks{};      // the body's, then each piece's
    std::vector<std::string> variants{};  // names; none if there is one look only
};

DressedModels dress_models(const Bundle& bundle, std::string_view part, const UsedSlots& body,
                           const std::vector<Piece>& pieces);

// The images, and lists of images, that the body and its pieces would use.
std::vector<Want> image_needs(const Bundle& bundle, const UsedSlots& body);

}  // namespace thaw::ddd
