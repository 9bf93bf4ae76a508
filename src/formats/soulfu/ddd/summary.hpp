#pragma once

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

// Of a document's frames, in order: one clip per run of an action; BONING is none.
std::vector<ClipSummary> clips_of(const std::vector<u8>& actions);
// The names of the actions, each once, in the order in which they come.
json::Array actions_json(const std::vector<u8>& actions);
std::string flags_in_words(u8 flags, u8 alpha);

Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::ddd
