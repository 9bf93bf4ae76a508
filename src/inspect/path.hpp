// A field path as a person writes it, "bases[0].bones[3].joints[1]", and what of a leaf the end of it names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <thaw/result.hpp>

#include "inspect/field.hpp"

namespace thaw::inspect {

struct Segment {
    std::string name;
    u64 index = no_index;
};

Result<std::vector<Segment>> parse_path(std::string_view path);

// The piece of a leaf that `rest` names: the leaf itself, an element, a bit part, a cell or a row of its grid.
struct Piece {
    Field field;
    bool is_row = false;  // `field` is the whole grid, of which `row` is meant
    u64 row = 0;
};
// `path` is the leaf's. The first segment of `rest` is the leaf's own name.
std::optional<Piece> piece_of(const Leaf& leaf, std::string path, std::span<const Segment> rest);

}  // namespace thaw::inspect
