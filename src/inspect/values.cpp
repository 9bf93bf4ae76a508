#include "inspect/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "inspect/grid.hpp"

namespace thaw::inspect {

namespace {

constexpr char digits[] = "0123456789abcdef";

bool is_float(Kind kind) { return kind == Kind::float32 || kind == Kind::float64; }

i64 widen(u64 word, u64 bits) {
    const u64 sign = u64{1} << (bits - 1);
    return static_cast<i64>((word ^ sign) - sign);
}

template <class Number>
std::string shortest(Number value) {
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return std::string(text, end.ptr);
}

// All digits of the word, so that words of one kind stand below each other.
std::string padded_hex(u64 word, u64 bytes) {
    std::string out = "0x";
    for (u64 shift = bytes * 8; shift > 0;) {
        shift -= 4;
        out += digits[(word >> shift) & 15];
    }
    return out;
}

// Bits of width one are named when set, wider ones show their number.
std::string parts_text(std::span<const BitPart> parts, u64 word) {
    std::string out;
    for (const BitPart& part : parts) {
        const i64 value = part_value(part, word);
        if (part.width == 1 && value == 0) continue;
        if (!out.empty()) out += ", ";
        out += part.name;
        if (part.width != 1) out += "=" + std::to_string(value);
    }
    return out;
}

// A text field up to its end marks. Anything but NUL after the first NUL is shown too.
std::string quoted(const Field& field) {
    std::string text = text::view_as_text(field.raw);
    while (text.ends_with('\0')) text.pop_back();
    return "\"" + text::printable(text) + "\"";
}

// Cuts between characters, never inside one.
std::string cut(std::string text, std::size_t width) {
    if (text.size() <= width) return text;
    while (width > 0 && (static_cast<u8>(text[width]) & 0xC0) == 0x80) --width;
    return text.substr(0, width) + "…";
}

std::string blob_text(const Field& field, std::size_t width) {
    if (field.size() * 3 <= width + 1) return hex_text(field.raw);
    const std::size_t shown = width > 16 ? (width - 14) / 3 : 1;
    return hex_text(field.raw.first(shown)) + " … " + text::plural(field.size() - shown, "more byte");
}

}  // namespace

std::string type_text(const Field& field) {
    if (field.part != nullptr) {
        const BitPart& part = *field.part;
        if (part.width == 1) return "bit " + std::to_string(part.shift);
        return "bits " + std::to_string(part.shift) + "-" + std::to_string(part.shift + part.width - 1);
    }
    std::string out;
    if (field.grid != nullptr) {
        out = "grid";
    } else if (field.is_blob) {
        out = field.size() == 1 ? "byte" : "bytes";
    } else {
        out = kind_name(field.kind);
        if (field.repeat != 1) out += "[" + std::to_string(field.repeat) + "]";
    }
    const Role role = field.meaning.role;
    if (role == Role::value || role == Role::payload) return out;
    return out + " " + std::string(role_name(role));
}

u64 word_at(const Field& field, u64 i) {
    const u64 width = width_of(field.kind);
    const u8* from = field.raw.data() + i * width;
    switch (width) {
        case 1: return *from;
        case 2: return load<u16>(from, field.order);
        case 4: return load<u32>(from, field.order);
        default: return load<u64>(from, field.order);
    }
}

i64 part_value(const BitPart& part, u64 word) {
    const u64 mask = part.width >= 64 ? ~u64{0} : (u64{1} << part.width) - 1;
    const u64 bits = (word >> part.shift) & mask;
    return part.is_signed ? widen(bits, part.width) : static_cast<i64>(bits);
}

bool leads_nowhere(Kind kind, const char* nowhere, u64 word) {
    return nowhere != nullptr && word == ~u64{0} >> (64 - 8 * width_of(kind));
}

std::string_view word_name(const Field& field, u64 word) {
    if (field.part != nullptr) return {};
    if (leads_nowhere(field.kind, field.meaning.nowhere, word)) return field.meaning.nowhere;
    if (word >= field.meaning.names.size()) return {};
    return field.meaning.names[static_cast<std::size_t>(word)];
}

std::string float_text(Kind kind, u64 word) {
    const double value =
        kind == Kind::float32 ? f64{std::bit_cast<f32>(static_cast<u32>(word))} : std::bit_cast<f64>(word);
    // The bits of a NaN may carry something; they are all there is to show.
    if (std::isnan(value)) return "nan:" + padded_hex(word, width_of(kind));
    if (kind == Kind::float32) return shortest(std::bit_cast<f32>(static_cast<u32>(word)));
    return shortest(value);
}

bool is_finite(Kind kind, u64 word) {
    return kind == Kind::float32 ? std::isfinite(std::bit_cast<f32>(static_cast<u32>(word)))
                                 : std::isfinite(std::bit_cast<f64>(word));
}

std::string number_text(const Field& field, u64 i) {
    if (field.kind == Kind::compact) {
        Compact number;
        std::copy_n(field.raw.begin(), std::min(field.raw.size(), number.bytes.size()), number.bytes.begin());
        return std::to_string(number.value());
    }
    const u64 word = word_at(field, i);
    const u64 width = width_of(field.kind);
    if (field.part != nullptr) return std::to_string(part_value(*field.part, word));
    if (is_float(field.kind)) return float_text(field.kind, word);
    const Role role = field.meaning.role;
    if (role == Role::flags || role == Role::offset || !field.meaning.parts.empty()) return padded_hex(word, width);
    if (is_signed(field.kind)) return std::to_string(widen(word, width * 8));
    return std::to_string(word);
}

std::string meaning_text(const Field& field, u64 i) {
    if (field.part != nullptr || field.is_blob || field.kind == Kind::text || field.kind == Kind::compact) return {};
    const u64 word = word_at(field, i);
    if (!field.meaning.parts.empty()) return parts_text(field.meaning.parts, word);
    if (const auto name = word_name(field, word); !name.empty()) return std::string(name);
    if (field.meaning.role != Role::index || field.meaning.limit == 0) return {};
    const std::string limit = std::to_string(field.meaning.limit);
    return word < field.meaning.limit ? "of " + limit : "there are only " + limit;
}

std::string scalar_text(const Field& field, u64 i) {
    std::string out = number_text(field, i);
    if (i < field.words.size()) out = std::string(field.words[static_cast<std::size_t>(i)]) + "=" + out;
    if (field.part != nullptr) return out;
    const u64 word = word_at(field, i);
    if (field.meaning.parts.empty() && leads_nowhere(field.kind, field.meaning.nowhere, word)) {
        return std::string(field.meaning.nowhere) + " (" + padded_hex(word, width_of(field.kind)) + ")";
    }
    const std::string meaning = meaning_text(field, i);
    return meaning.empty() ? out : out + " (" + meaning + ")";
}

std::string values_text(const Field& field, u64& first, std::size_t width) {
    std::string out;
    for (; first < field.repeat; ++first) {
        const std::string one =
            field.is_blob ? hex_text(field.raw.subspan(static_cast<std::size_t>(first), 1)) : scalar_text(field, first);
        if (!out.empty() && out.size() + 1 + one.size() > width) return out;
        if (!out.empty()) out += out.ends_with(')') ? ", " : " ";
        out += one;
    }
    return out;
}

std::string short_text(const Field& field, std::size_t width) {
    if (field.grid != nullptr) return grid_text(*field.grid, field.size());
    if (field.kind == Kind::text) return cut(quoted(field), width);
    if (field.is_blob) return blob_text(field, width);
    u64 shown = 0;
    std::string out = values_text(field, shown, width);
    if (shown < field.repeat) out += " … " + std::to_string(field.repeat - shown) + " more";
    return out;
}

std::string grid_text(const Grid& grid, u64 bytes) {
    const GridView view(grid, bytes);
    std::string out = text::plural(view.rows(), "row") + " of " + std::to_string(grid.cells) + " " + grid.cell_name;
    out += ", a row every " + text::plural(grid.stride, "byte");
    const u64 row_bytes = grid.cells * grid.cell_bytes();
    if (view.rows() > 1 && grid.stride > row_bytes) {
        out += ", " + text::plural(grid.stride - row_bytes, "byte") + " between rows";
    } else if (view.rows() > 1 && grid.stride < row_bytes) {
        out += ", rows overlap by " + text::plural(row_bytes - grid.stride, "byte");
    }
    if (view.rows() < grid.rows) out += ", " + std::to_string(grid.rows) + " declared";
    return out;
}

std::string hex_text(Bytes bytes) {
    std::string out;
    for (const u8 byte : bytes) {
        if (!out.empty()) out += ' ';
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

}  // namespace thaw::inspect
