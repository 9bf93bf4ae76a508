// The files a CTC would like to have beside it: pictures, and the list of the entities that show it.
#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

std::vector<Want> needs(const Document& document, const Bundle& bundle);

// The picture that an animated texture among them shows first.
inline constexpr std::string_view atd_picture_role = "atd-picture";
// That of a path in an ATD: same name with any extension, and where several have it, with most folders in common.
const Part* find_atd_picture(const Bundle& bundle, std::string_view path);

}  // namespace thaw::ctc
