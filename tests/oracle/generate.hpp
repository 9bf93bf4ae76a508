// Arbitrary documents of any format, as files.
#pragma once

#include <optional>

#include <thaw/format.hpp>

#include "layout/generator.hpp"

namespace thaw::test {

// Nothing if this entropy led to a document that has no bytes (for example a frame without a base model).
std::optional<Bundle> generate(const Format& format, Entropy& entropy);

}  // namespace thaw::test
