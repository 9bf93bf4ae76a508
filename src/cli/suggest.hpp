// Did you mean --output?
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thaw::cli {

// How many letters have to be added, dropped, changed or swapped with their neighbour to make one word of the other.
// Case does not count.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate that somebody who typed `word` most likely meant; empty if none is near. A near one has at most a third
// of its letters wrong, or begins with `word` and is the only one that does.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace thaw::cli
