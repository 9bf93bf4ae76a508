// Arbitrary Unreal packages.
#pragma once

#include <optional>

#include <thaw/format.hpp>

#include "layout/generator.hpp"

namespace thaw::test {

std::optional<Bundle> generate_package(Entropy& entropy);

}  // namespace thaw::test
