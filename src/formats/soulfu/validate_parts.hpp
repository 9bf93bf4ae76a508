// The validators behind validate(), one per concern.
#pragma once

#include "formats/finder.hpp"
#include "formats/soulfu/validate.hpp"

namespace thaw::ddd {

void validate_base(const BaseModel& base, std::size_t index, Finder& finder);
void validate_frames(const File& file, Finder& finder);
void validate_link(const Document& document, Finder& finder);
void validate_linked_base(const Document& document, std::size_t b, Finder& finder);
void validate_game_limits(const File& file, Finder& finder);
void validate_game_limits(const BaseModel& base, std::size_t i, Finder& finder);

}  // namespace thaw::ddd
