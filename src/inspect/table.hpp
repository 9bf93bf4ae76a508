// The lines of a tree: offset, size, path, type, value, in columns as wide as they have to be.
#pragma once

#include <string>

#include "inspect/field.hpp"
#include "inspect/output.hpp"

namespace thaw::inspect {

// How a role looks on a terminal; empty where colours are off or the role has none.
std::string_view colour_of(Role role);
inline constexpr std::string_view dim = "\x1b[2m";
inline constexpr std::string_view plain = "\x1b[0m";

// A text with as many blanks before or after it as it takes to fill `width`. Counts characters, not bytes.
std::string pad_left(std::string_view text, std::size_t width);
std::string pad_right(std::string_view text, std::size_t width);
// "0x004f2": as many digits as the offsets of a file of `file_bytes` need, at least four.
std::string offset_text(u64 offset, u64 file_bytes);

class Table {
public:
    Table(Output& out, u64 file_bytes, bool colour) : out_(out), file_bytes_(file_bytes), colour_(colour) {}

    // Makes room for a line that row() will print later.
    void measure(u64 size, const std::string& path, const std::string& type);
    void row(u64 offset, u64 size, const std::string& path, const std::string& type, Role role,
             const std::string& value);
    // A further line of values below a row, at its own offset.
    void more(u64 offset, const std::string& value);
    // Words below a row, in the column of paths.
    void remark(const std::string& path, const std::string& words);
    Output& out() { return out_; }

private:
    std::string tinted(std::string_view text, std::string_view tint) const;

    Output& out_;
    u64 file_bytes_;
    bool colour_;
    std::size_t size_width_ = 4;
    std::size_t path_width_ = 12;
    std::size_t type_width_ = 6;
};

}  // namespace thaw::inspect
