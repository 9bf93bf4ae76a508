// Findings about a DDD: what the format, and with Profile::game the original engine, expects of it.
#pragma once

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

void validate(const Document& document, Profile profile, Issues& issues);

// True if a vertex, texture vertex, bone or joint number leads nowhere. For detection: stops at the first one.
bool has_bad_index(const File& file);
// True if `link` is a name the game could have in its archive, and that is safe to look for.
bool is_good_link_name(const File& file);

}  // namespace thaw::ddd
