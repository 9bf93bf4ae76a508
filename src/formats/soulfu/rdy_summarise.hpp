#pragma once

#include "formats/soulfu/rdy.hpp"

namespace thaw::rdy {

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::rdy
