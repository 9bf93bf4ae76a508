// Arbitrary Unreal packages.
#pragma once

#include <optional>

#include <thaw/format.hpp>

#include "layout/generator.hpp"

namespace thaw::test {

std::optional<Bundle> generate_package(Entropy& entropy);
// Packed files and modules.
std::optional<Bundle> generate_uz(Entropy& entropy);
std::optional<Bundle> generate_umod(Entropy& entropy);

}  // namespace thaw::test
