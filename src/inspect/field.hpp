// A field as dumps show it: a leaf with its full path, or a piece of one (an element, a cell of a grid, a bit part).
#pragma once

#include <string>

#include "layout/annotator.hpp"

namespace thaw::inspect {

inline constexpr u64 no_index = Codec::no_index;

struct Field {
    std::string path;
    const char* name = nullptr;  // its last name; null: an element that is itself the scalar
    u64 index = no_index;        // of the piece, if it is one
    u64 offset = 0;
    Bytes raw{};
    Kind kind = Kind::unsigned8;
    u64 repeat = 0;
    Meaning meaning{};
    Order order = Order::little;
    const Grid* grid = nullptr;
    std::span<const char* const> words{};  // names of the repeated scalars
    const BitPart* part = nullptr;         // only these bits of the word
    bool is_blob = false;                  // raw bytes without a type of their own

    u64 size() const { return raw.size(); }
    u64 end() const { return offset + raw.size(); }
};

Field field_of(const Leaf& leaf, std::string path);
// One of the repeated scalars, or one byte of a blob. `i` is below `repeat`.
Field element_of(const Field& field, u64 i);
// The bits of a single word that have this name, or the scalar of a cell that has it; null if there are none.
bool select_part(Field& field, std::string_view name);

}  // namespace thaw::inspect
