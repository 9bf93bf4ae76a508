#include "inspect/table.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::inspect {

namespace {

constexpr std::size_t widest_path = 56;

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<u8>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::string_view colour_of(Role role) {
    switch (role) {
        case Role::count: return "\x1b[36m";
        case Role::offset: return "\x1b[35m";
        case Role::index: return "\x1b[34m";
        case Role::flags: return "\x1b[33m";
        case Role::magic: return "\x1b[32m";
        case Role::reserved: return dim;
        case Role::slack: return "\x1b[31m";
        case Role::value:
        case Role::payload: return {};
    }
    return {};
}

std::string pad_left(std::string_view text, std::size_t width) {
    const std::size_t used = characters(text);
    return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::string pad_right(std::string_view text, std::size_t width) {
    const std::size_t used = characters(text);
    return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string offset_text(u64 offset, u64 file_bytes) {
    const std::size_t width = std::max<std::size_t>(text::hex(file_bytes).size() - 2, 4);
    std::string digits = text::hex(offset).substr(2);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return "0x" + digits;
}

std::string Table::tinted(std::string_view text, std::string_view tint) const {
    if (!colour_ || tint.empty() || text.empty()) return std::string(text);
    return std::string(tint) + std::string(text) + std::string(plain);
}

void Table::measure(u64 size, const std::string& path, const std::string& type) {
    size_width_ = std::max(size_width_, std::to_string(size).size());
    path_width_ = std::max(path_width_, std::min(path.size(), widest_path));
    type_width_ = std::max(type_width_, type.size());
}

void Table::row(u64 offset, u64 size, const std::string& path, const std::string& type, Role role,
                const std::string& value) {
    std::string line = tinted(offset_text(offset, file_bytes_), dim);
    line += "  " + pad_left(std::to_string(size), size_width_) + "  ";
    // The last name is what a reader looks for; the way to it stands back.
    const std::size_t dot = path.rfind('.');
    const std::size_t parent = dot == std::string::npos ? 0 : dot + 1;
    line += tinted(path.substr(0, parent), dim);
    const bool bare = type.empty() && value.empty();
    line += bare ? path.substr(parent) : pad_right(path.substr(parent), path_width_ - std::min(parent, path_width_));
    if (!bare) line += "  " + tinted(value.empty() ? type : pad_right(type, type_width_), colour_of(role));
    if (!value.empty()) line += "  " + value;
    line += '\n';
    out_.put(line);
}

void Table::more(u64 offset, const std::string& value) {
    const std::size_t blank = 2 + size_width_ + 2 + path_width_ + 2 + type_width_ + 2;
    out_.put(tinted(offset_text(offset, file_bytes_), dim) + std::string(blank, ' ') + value + "\n");
}

void Table::remark(const std::string& path, const std::string& words) {
    const std::size_t blank = offset_text(0, file_bytes_).size() + 2 + size_width_ + 2;
    out_.put(std::string(blank, ' ') + tinted(path, dim) + (path.empty() ? "" : "  ") + words + "\n");
}

}  // namespace thaw::inspect
