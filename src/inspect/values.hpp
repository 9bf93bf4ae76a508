// How the value of a field is shown.
#pragma once

#include <string>

#include "inspect/field.hpp"

namespace thaw::inspect {

// "i16[3]", "u16 count", "bytes slack", "bits 0-6".
std::string type_text(const Field& field);

// The raw word of scalar i, widened without sign.
u64 word_at(const Field& field, u64 i);
// The bits of a part, as the number they mean.
i64 part_value(const BitPart& part, u64 word);
// Is it all bits set, where these have a word of their own (Meaning::nowhere)?
bool leads_nowhere(Kind kind, const char* nowhere, u64 word);
// What the word stands for: "WALK"; empty if it has no name.
std::string_view word_name(const Field& field, u64 word);
// The shortest text that reads back as the same number. Only for float kinds.
std::string float_text(Kind kind, u64 word);
bool is_finite(Kind kind, u64 word);

// Scalar i alone, without the names of its bits: "-44", "0x18", "0.1".
std::string number_text(const Field& field, u64 i);
// What it stands for: "WALK", "shiny, anime", "weight=63", "of 12"; empty if nothing more is known than the number.
std::string meaning_text(const Field& field, u64 i);
// Scalar i with everything known about it: "2 (WALK)", "0x18 (shiny, anime)", "x=12".
std::string scalar_text(const Field& field, u64 i);

// As many values from `first` on as fit into `width` characters, at least one; `first` becomes the next one.
std::string values_text(const Field& field, u64& first, std::size_t width);
// All of it in one line of about `width` characters, cut with a count of what is left out.
inline constexpr std::size_t value_width = 64;  // what a line has room for
std::string short_text(const Field& field, std::size_t width);
// How the rows and cells of a grid lie.
std::string grid_text(const Grid& grid, u64 bytes);

// Bytes as two-digit numbers with blanks between.
std::string hex_text(Bytes bytes);

}  // namespace thaw::inspect
