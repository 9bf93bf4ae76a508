#include "layout/codec.hpp"

#include "base/field_path.hpp"
#include "layout/measure.hpp"

namespace thaw {

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

void Codec::on_compact(const char* name, Compact& value, const Meaning& meaning) {
    for (std::size_t i = 0; ok(); ++i) {
        on_scalars(name, Kind::unsigned8, &value.bytes[i], 1, meaning);
        if (!Compact::more_after(i, value.bytes[i])) return;
    }
}

void Codec::on_within(const char* name, u64 start, i64& value, i64 lowest, i64 highest, const Refusal& refusal) {
    if (value >= lowest && value <= highest) return;
    std::string found = std::to_string(value) + " found";
    if (value > highest && !refusal.beyond.empty()) found += ", which is " + std::string(refusal.beyond);
    fail_at(start, name, refusal.code,
            std::to_string(lowest) + " to " + std::to_string(highest) + " expected, " + found);
}

u64 Codec::measure(void (*body)(Codec& io, void* context), void* context) {
    Measure measure;
    body(measure, context);
    return measure.size();
}

}  // namespace thaw
