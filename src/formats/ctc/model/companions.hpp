// The companions of a CTC: images, and the list of the entities that show it.
#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

std::vector<Want> needs(const Document& document, const Bundle& bundle);

// The image that an animated texture among them shows first.
inline constexpr std::string_view atd_image_role = "atd-image";
// That of a path in an ATD: same name with any extension, and where several have it, with most folders in common.
const Part* find_atd_image(const Bundle& bundle, std::string_view path);

}  // namespace thaw::ctc
