#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::rdy
