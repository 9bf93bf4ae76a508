// The validators behind validate(), one per concern.
#pragma once

#include "formats/ctc/validate.hpp"
#include "formats/finder.hpp"

namespace thaw::ctc {

void validate_tables(const Document& document, Finder& finder);
void validate_mesh(const Document& document, Finder& finder);
void validate_bones(const Document& document, Finder& finder);
void validate_skeleton(const Document& document, Finder& finder);
void validate_numbers(const Document& document, Finder& finder);
void validate_morphs(const Document& document, Finder& finder);
void validate_lists(const Document& document, Finder& finder);
void validate_colours(const Document& document, Finder& finder);
void validate_game(const Document& document, Finder& finder);

// Does `index` select one of n things?
inline bool exists(i64 index, std::size_t n) { return index >= 0 && static_cast<u64>(index) < n; }

}  // namespace thaw::ctc
