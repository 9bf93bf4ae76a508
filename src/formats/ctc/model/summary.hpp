#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::ctc
