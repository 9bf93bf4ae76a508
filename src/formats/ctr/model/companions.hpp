#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

// Files that would help: the pointer map if it is not in the model, the video memory its textures are in, and
// the one that all models share.
std::vector<Want> needs(const Document& document, const Bundle& bundle);

// Of the bundle's parts: the SHA-256 of a video memory that would do as well as the one that is there.
inline constexpr std::string_view choice_role = "vrm-choice";
// Their names; none of those that hold the same.
std::vector<std::string> other_memories(const Bundle& bundle);

// Does any triangle of any mesh have an image?
bool is_textured(const File& file);

}  // namespace thaw::ctr
