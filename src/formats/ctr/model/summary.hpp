#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::ctr
