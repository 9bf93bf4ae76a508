#include "layout/field.hpp"

#include <algorithm>
#include <array>

namespace thaw {

std::size_t width_of(Kind kind) {
    switch (kind) {
        case Kind::unsigned8:
        case Kind::signed8:
        case Kind::text:
        case Kind::compact: return 1;  // the least
        case Kind::unsigned16:
        case Kind::signed16: return 2;
        case Kind::unsigned32:
        case Kind::signed32:
        case Kind::float32: return 4;
        case Kind::unsigned64:
        case Kind::signed64:
        case Kind::float64: return 8;
    }
    return 1;
}

bool is_signed(Kind kind) {
    return kind == Kind::signed8 || kind == Kind::signed16 || kind == Kind::signed32 || kind == Kind::signed64;
}

std::string_view kind_name(Kind kind) {
    constexpr std::array<std::string_view, 12> names{"u8",  "u16", "u32", "u64", "i8",   "i16",
                                                     "i32", "i64", "f32", "f64", "text", "compact"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view role_name(Role role) {
    constexpr std::array<std::string_view, 9> names{"value", "count",    "offset",  "index", "flags",
                                                    "magic", "reserved", "payload", "slack"};
    return names[static_cast<std::size_t>(role)];
}

u64 Grid::extent() const {
    if (rows == 0) return 0;
    // Rows and strides are 16-bit in every format that has a grid; 64-bit arithmetic cannot overflow here.
    return std::max(rows * stride, (rows - 1) * stride + cells * cell_bytes());
}

}  // namespace thaw
