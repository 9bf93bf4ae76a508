// Archives at random: most are sound, some have files in odd places.
#pragma once

#include <optional>

#include <thaw/format.hpp>

#include "layout/generator.hpp"

namespace thaw::test {

// Of the format "adat", "big" or "sdf".
std::optional<Bundle> generate_archive(const Format& format, Entropy& entropy);

}  // namespace thaw::test
