// What names in the game's scripts stand for (its DEFINE.TXT and GENERIC.SRC), as far as looks depend on them.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::soulfu {

// The places of a character's models, in the order of its record.
inline constexpr std::array<std::string_view, 15> places{"BASE",  "LEGS", "CHEST", "ARMS",  "PADS",
                                                         "FEET",  "HEAD", "HAIR",  "EYES",  "MOUTH",
                                                         "RIDER", "LEFT", "RIGHT", "LEFT2", "RIGHT2"};
// Where their fields are in the record: a model, four images, a colour, each four bytes.
inline constexpr u32 first_place = 256;
inline constexpr u32 bytes_of_place = 24;

// A colour, a team, an item, the address of a field (MODEL_HEAD_TEX2); nothing for other names.
std::optional<u32> game_constant(std::string_view name);

// The script of an item; empty if it is none that shows in a hand.
std::string_view item_script(u32 item);

// Functions of the game that make a colour of 16 steps: an image ("DRED"), or 0xRRGGBB.
std::optional<std::string_view> image_of_step(std::string_view function, u32 step);
std::optional<u32> color_of_step(std::string_view function, u32 step);

// The image of EyeSetup().
std::string_view eye_image(u32 team);
inline constexpr u32 monster_team = 1;
inline constexpr u32 good_team = 2;

}  // namespace thaw::soulfu
