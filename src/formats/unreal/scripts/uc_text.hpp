// Class scripts as text: lines without comments in any of the encodings met, and `#exec` directives in them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <thaw/bytes.hpp>

#include "base/numbers.hpp"

namespace thaw::unreal {

// Yields one line after another as UTF-8, without comments. Latin-1, UTF-8 and UTF-16 with a byte order mark, lines
// ending in CR, LF or both. Any bytes will do; memory is that of the longest line.
class ScriptLines {
public:
    explicit ScriptLines(Bytes bytes);

    bool next();  // false at the end
    const std::string& line() const { return line_; }
    u64 offset() const { return line_offset_; }  // of the line's first byte

private:
    enum class Encoding : u8 { bytes, utf16_little, utf16_big };

    bool next_raw(std::string& raw);
    u32 unit(std::size_t at) const;
    std::string without_comments(std::string_view raw);

    Bytes bytes_;
    Encoding encoding_ = Encoding::bytes;
    std::size_t position_ = 0;
    u64 line_offset_ = 0;
    std::string line_;
    bool in_comment_ = false;
};

// `#exec VERB SUBVERB KEY=VALUE ...`. The views point into the line.
struct Directive {
    static constexpr std::size_t max_keys = 64;  // bounds the memory of one line

    std::string_view verb;
    std::string_view subverb;
    std::vector<std::pair<std::string_view, std::string_view>> keys;

    bool is(std::string_view wanted_verb, std::string_view wanted_subverb) const;
    bool has(std::string_view key) const;
    // The first value of the key, without quotes; empty if there is none.
    std::string_view text(std::string_view key) const;
    double number(std::string_view key, double otherwise) const;
    i64 integer(std::string_view key, i64 otherwise) const;
    bool flag(std::string_view key) const { return integer(key, 0) != 0; }
};

// False if the line is no directive.
bool parse_directive(std::string_view line, Directive& directive);

bool is_blank(char c);
std::string_view trimmed(std::string_view text);
using text::leading_integer;
using text::leading_number;

}  // namespace thaw::unreal
