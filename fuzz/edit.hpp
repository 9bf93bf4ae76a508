// The path of somebody who edits: a model as GLB, changed, and back over the model it was.
#pragma once

#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::fuzz {

// The bytes choose a fixture of the format, alone or as a character of parts, and what is changed in its GLB: numbers
// of the binary, digits of the JSON. Nothing may crash, and what comes back can be written and read.
void edit_model(std::string_view format_id, Bytes input);

}  // namespace thaw::fuzz
