#pragma once

#include "formats/soulfu/rdy.hpp"

namespace thaw::rdy {

Summary summarise(const File& file);

}  // namespace thaw::rdy
