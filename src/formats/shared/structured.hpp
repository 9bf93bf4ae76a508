// Extras that are lists: as they are, or as the text of JSON that a scene in memory has.
#pragma once

#include <thaw/scene.hpp>

namespace thaw::build {

// Empty if there is none of that name.
json::Array list_in(const Extras& extras, std::string_view key);
// The numbers of a list; anything else in it counts as 0, infinity too.
std::vector<double> numbers_of(const json::Value& list);

}  // namespace thaw::build
