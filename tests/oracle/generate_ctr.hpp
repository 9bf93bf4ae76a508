// Arbitrary CTR and VRM files. Tables that pointers lead to cannot be filled field by field, so plans are.
#pragma once

#include <optional>

#include <thaw/format.hpp>

#include "layout/generator.hpp"

namespace thaw::test {

std::optional<Bundle> generate_ctr(Entropy& entropy);
std::optional<Bundle> generate_vrm(Entropy& entropy);

}  // namespace thaw::test
