// Colours of 129 to 255 make a texel brighter than it is; a viewer's colours can only darken. So the image is made
// brighter by S / 128, and the colours are c / S: S = 128 leaves the image as it is. See README.md, "Scene".
#pragma once

#include <bitset>
#include <map>

#include "formats/ctr/model/document.hpp"
#include "formats/ctr/model/strips.hpp"

namespace thaw::ctr {

inline constexpr u16 neutral_strength = 128;
inline constexpr std::array<u16, 5> strengths{neutral_strength, 160, 192, 224, 255};

// Which of these a face needs, by the brightest of its colours.
u8 strength_level(const std::vector<Colour>* colours, const Face& face);

inline u8 stronger(u8 value, u32 strength) {
    return static_cast<u8>(std::min(255u, (value * strength + neutral_strength / 2) / neutral_strength));
}
// Back again.
inline u8 weaker(u8 value, u32 strength) {
    return static_cast<u8>(std::min(255u, (value * u32{neutral_strength} + strength / 2) / strength));
}

// Values of red, green and blue that occur.
using Values = std::array<std::bitset<256>, 3>;

struct Strength {
    u16 value = neutral_strength;
    double error = 0;  // at most, of 255: where the image would have to be brighter than white
};
// That of the level, or if it errs the one that errs least.
Strength best_strength(u8 level, const Values& texels, const Values& colours);

// Colours of textured faces, by layout and level. Tables that many meshes share are looked at once.
struct UsedColours {
    u16 page = 0, clut = 0;
    u8 level = 0;
    auto operator<=>(const UsedColours&) const = default;
};
std::map<UsedColours, Values> bright_colours_in(const File& file);

}  // namespace thaw::ctr
