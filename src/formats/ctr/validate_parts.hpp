// The validators behind validate(), one per concern.
#pragma once

#include "formats/ctr/issues.hpp"
#include "formats/ctr/validate.hpp"
#include "formats/finder.hpp"

namespace thaw::ctr {

void validate_pointers(const Document& document, Finder& finder);
void validate_tables(const File& file, Finder& finder);
void validate_meshes(const File& file, Finder& finder);
void validate_commands(const File& file, Finder& finder);
void validate_textures(const File& file, Finder& finder);
void validate_frames(const File& file, Finder& finder);
void validate_animations(const File& file, Finder& finder);

}  // namespace thaw::ctr
