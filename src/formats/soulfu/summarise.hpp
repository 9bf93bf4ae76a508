#pragma once

#include "formats/soulfu/ddd.hpp"

namespace thaw::ddd {

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::ddd
