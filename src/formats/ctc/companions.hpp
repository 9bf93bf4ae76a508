// The pictures a CTC would like to have beside it.
#pragma once

#include "formats/ctc/document.hpp"

namespace thaw::ctc {

std::vector<Want> needs(const Document& document, const Bundle& bundle);

}  // namespace thaw::ctc
