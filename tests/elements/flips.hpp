// Bytes and elements held to their word: a bit of an element is flipped in the file, the file is read again, and what
// the scene shows otherwise has to be that element, and nothing that does not say it has that bit.
#pragma once

#include <map>
#include <string>

#include <thaw/elements.hpp>

namespace thaw::test {

struct FlipCount {
    u64 elements = 0;    // looked at
    u64 stored = 0;      // of these, with bits of their own
    u64 flips = 0;       // bits flipped, one for each stretch of bits
    u64 lowest = 0;      // of these, the lowest bit of the stretch
    u64 structural = 0;  // of these, the scene had other lists then
};
using FlipCounts = std::map<std::string, FlipCount>;  // by kind

// Fails the test where a promise is broken. `most`: elements of each kind.
void flip_bits(const Model& model, std::string_view name, u64 most, FlipCounts& counts);

// One line a kind.
std::string in_words(const FlipCounts& counts);

}  // namespace thaw::test
