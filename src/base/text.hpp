// Text from files is bytes of unknown encoding. These turn it into something safe to show.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::text {

bool is_utf8(std::string_view bytes);
// As it is when it is UTF-8, else read as Latin-1.
std::string to_utf8(std::string_view bytes);
// For a terminal or a message: UTF-8, control characters and invisible or direction-changing ones as \xNN or \u{...}.
std::string printable(std::string_view bytes);

// Takes one character off the front of text that is not empty. A byte that is no UTF-8 is taken alone, as U+FFFD.
char32_t take_point(std::string_view& rest);
std::size_t count_points(std::string_view text);
void append_point(std::string& out, char32_t point);  // as UTF-8
// At most that many characters: of longer text the beginning and the end with U+2026 between.
std::string shortened(std::string_view text, std::size_t most);

// The text of a field of fixed size: up to its first NUL, or all of it. What follows is kept in the document but is not
// part of the text. The text is part of the field: it lives as long.
std::string_view until_nul(std::string_view bytes);
template <std::size_t N>
std::string_view until_nul(const std::array<char, N>& field) {
    return until_nul(std::string_view(field.data(), N));
}
template <std::size_t N>
std::string_view until_nul(std::array<char, N>&& field) = delete;
// A field of fixed size with this text: filled with NUL, or cut.
template <std::size_t N>
std::array<char, N> nul_padded(std::string_view text) {
    std::array<char, N> out{};
    text.copy(out.data(), N);
    return out;
}

char lower(char c);  // ASCII only, whatever the locale
char upper(char c);
std::string lower(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);
bool ends_with_ignoring_case(std::string_view text, std::string_view suffix);
bool contains_ignoring_case(std::string_view text, std::string_view needle);
// '*' matches any run of characters, everything else itself, ASCII letters in either case.
bool matches_pattern(std::string_view text, std::string_view pattern);

std::string number(double value);  // the shortest text that reads back as the same number
std::string hex(u64 value);        // "0x4f2"
// "a, b or c"
std::string alternatives(std::span<const std::string> words);
std::string plural(u64 n, std::string_view one);  // "1 frame", "3 frames"
std::string view_as_text(Bytes bytes);            // the bytes as a string

}  // namespace thaw::text
