// From one version to another, document to document.
#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

// The document in the plain layout of the version, with what had to be repaired on the way. Numbers are kept as they
// are; one that the version cannot hold is an error, and the document is then unchanged.
Status convert_variant(Document& document, std::string_view variant, Issues& issues);

}  // namespace thaw::twm
