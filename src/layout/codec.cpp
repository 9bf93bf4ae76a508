#include "layout/codec.hpp"

#include <algorithm>

#include "base/field_path.hpp"
#include "layout/measure.hpp"

namespace thaw {

std::size_t width_of(Kind kind) {
    switch (kind) {
        case Kind::unsigned8:
        case Kind::signed8:
        case Kind::text: return 1;
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
    constexpr std::array<std::string_view, 11> names{"u8",  "u16", "u32", "u64", "i8",  "i16",
                                                     "i32", "i64", "f32", "f64", "text"};
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

void Codec::enter(const char* name, u64 index) {
    if (depth_ == max_depth) {
        ++too_deep_;
        fail(Code::too_deep, "structures are nested deeper than " + std::to_string(max_depth) + " levels");
        return;
    }
    steps_[depth_++] = {name, index};
    if (ok()) on_enter();
}

void Codec::leave() {
    if (too_deep_ > 0) {
        --too_deep_;
        return;
    }
    if (ok()) on_leave();
    --depth_;
}

std::string Codec::path_to(const char* leaf) const {
    std::string path;
    for (const Step& step : steps()) {
        if (step.name != nullptr) detail::append_segment(path, std::string_view(step.name));
        if (step.index != no_index) detail::append_segment(path, step.index);
    }
    if (leaf != nullptr) detail::append_segment(path, std::string_view(leaf));
    return path;
}

void Codec::fail_at(u64 offset, const char* leaf, Code code, std::string message) {
    if (error_) return;
    error_ = Error{code, std::move(message), {}, path_to(leaf), offset};
}

void Codec::on_within(const char* name, u64 start, i64& value, i64 lowest, i64 highest, Code code) {
    if (value >= lowest && value <= highest) return;
    fail_at(
        start, name, code,
        std::to_string(lowest) + " to " + std::to_string(highest) + " expected, " + std::to_string(value) + " found");
}

u64 Codec::measure(void (*body)(Codec& io, void* context), void* context) {
    Measure measure;
    body(measure, context);
    return measure.size();
}

}  // namespace thaw
