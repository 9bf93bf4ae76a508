#pragma once

#include "formats/ctr/document.hpp"

namespace thaw::ctr {

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::ctr
