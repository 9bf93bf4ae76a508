// A list of commands whose faces look otherwise, over the same vertices.
#pragma once

#include <set>

#include "formats/ctr/strips.hpp"

namespace thaw::ctr {

struct FaceLook {
    std::array<u8, 3> colours{};  // of oldest, middle, newest corner
    u16 texture = 0;
    bool one_sided = false;
};

// The same list where nothing differs. A corner that a strip keeps and that has another colour on its next face is named
// again: the strip starts anew if its vertices are still in slots, else a word recolours them (R8).
std::vector<Command> with_looks(const CommandList& list, const std::vector<FaceLook>& looks);

// Rows of the table that a word names.
std::set<u8> colours_in(const CommandList& list);

}  // namespace thaw::ctr
