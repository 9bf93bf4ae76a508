// Findings about a CTC: what the format, and with Profile::game the retail game, expects of it.
#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

void validate(const Document& document, Profile profile, Issues& issues);

// True if a triangle, influence, attachment or parent number leads nowhere. For detection: stops at the first one.
bool has_bad_index(const Document& document);

}  // namespace thaw::ctc
