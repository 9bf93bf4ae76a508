#pragma once

#include "formats/ctc/document.hpp"

namespace thaw::ctc {

Summary summarise(const Document& document);

}  // namespace thaw::ctc
