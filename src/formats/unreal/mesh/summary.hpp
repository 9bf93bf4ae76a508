#pragma once

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

Summary summarise(const Document& document, const Bundle& bundle);

// The style and flags of a polygon's type byte in words: "masked, two-sided, unlit"; empty for a plain one.
std::string type_words(u8 type);
// "skin1_masked_two-sided_unlit": of the polygons with this slot and type byte.
std::string material_name(u8 slot, u8 type);

}  // namespace thaw::unreal
