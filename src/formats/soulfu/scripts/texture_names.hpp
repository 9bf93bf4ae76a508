// Which images the slots of a model show. A DDD or RDY does not say. A file next to it may: NAME.textures.json with
// {"0": "DYELLOW.JPG", "2": "=RAT.PCX", "color": "#FFFF00"}; the colour is the model's, as a script would give it.
// Otherwise the game's scripts and rooms do (looks.hpp).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/scene.hpp>

#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/scripts/looks.hpp"

namespace thaw::ddd {

inline constexpr std::string_view texture_names_role = "textures-json";

inline constexpr std::string_view color_key = "color";

struct TextureNames {
    std::array<std::string, slot_count> slots{};  // empty where none is named
    std::optional<u32> tint{};                    // 0xRRGGBB
    std::string error{};                          // what is wrong with the file; then there are no names
};

TextureNames texture_names(const Bundle& bundle);

// That file, or the scripts and rooms that name the model, then the images they name. `part` is the role of the
// model's own file.
std::vector<Want> texture_needs(const Bundle& bundle, std::string_view part, const UsedSlots& used);

// The image, unless it is wanted already; scripts call it NAME.RGB, and it is kept as any kind of image.
void add_image_want(const std::string& name, std::vector<Want>& wants);

// How the game makes the holes of an image: its name says it.
AlphaFrom alpha_of(std::string_view image_name);

}  // namespace thaw::ddd
