// Findings about a CTR file: what the format, and with Profile::game the original engine, expects of it.
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

void validate(const Document& document, Profile profile, Issues& issues);

}  // namespace thaw::ctr
