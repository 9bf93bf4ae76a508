// The game adds a number to each byte of an SDF but those of its header lines. The same bytes without them have every
// field at the same place, and are what the description is about.
#pragma once

#include <optional>
#include <string_view>

#include <thaw/blob.hpp>

namespace thaw::sdf {

// How many files the third line of the header says; none if it does not start with a number.
std::optional<u64> number_in(std::string_view line);

Blob plain(const Blob& file);
Blob shifted(const Blob& plain);

}  // namespace thaw::sdf
