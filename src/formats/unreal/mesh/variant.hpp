// Standard vertices (10 or 11 bits an axis) to Deus Ex vertices (16 bits) and back.
#pragma once

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

// Deus Ex numbers are 32, 32 and 64 times the standard ones (U10). To Deus Ex that is exact; back it is reported where
// it is not. A document that has the variant already stays as it is.
Status convert_variant(Document& document, std::string_view variant, Issues& issues);

}  // namespace thaw::unreal
