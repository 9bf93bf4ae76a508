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
    u64 silent = 0;      // of these, the scene stayed as it was: what the file has there is not usable
};
using FlipCounts = std::map<std::string, FlipCount>;  // by kind

// Fails the test where a promise is broken: of the bits of a stretch, from the lowest on, one has to change the
// element, and nothing else that has not the bit. `most`: elements of each kind. In a faulty model (a matrix that is
// none, an index that leads nowhere) there may be no such bit, nor for a material whose image is not at hand.
void flip_bits(const Model& model, std::string_view name, u64 most, bool is_faulty, FlipCounts& counts);

// One line a kind.
std::string in_words(const FlipCounts& counts);

}  // namespace thaw::test
