// The tree that the bones' parent numbers make, whatever they are.
#pragma once

#include <optional>

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

struct Skeleton {
    std::vector<u32> order;         // bones that hang on a root, parents before children
    std::vector<u32> depths;        // by bone: 1 for a root, 0 for one that never reaches a root
    std::vector<u32> child_counts;  // by bone
};

// The parent of a bone; empty for a root, and for a parent that does not exist.
std::optional<std::size_t> parent_of(const Document& document, std::size_t bone);

// Columns of length 1 at right angles, not mirrored, and 0 0 0 1 below them.
bool is_rigid(const Matrix& matrix);

// A bone whose parent does not exist counts as a root.
Skeleton skeleton_of(const Document& document);

}  // namespace thaw::ctc
