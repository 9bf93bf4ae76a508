// What every writer of animations needs: time in whole ticks, and what changed between frames.
#pragma once

#include <algorithm>

#include "base/endian.hpp"
#include "images/motion.hpp"
#include "images/rectangle.hpp"

namespace thaw::images {

// The time so far, to the nearest tick: errors of single frames do not add up.
class Clock {
public:
    explicit Clock(u32 ticks_per_second) : rate_(ticks_per_second) {}
    void pass(u32 microseconds) { total_ += microseconds; }
    u64 now() const { return (total_ * rate_ + 500'000) / 1'000'000; }

private:
    u64 rate_;
    u64 total_ = 0;
};

inline u32 pixel_at(const Pixels& image, std::size_t index) {
    return load<u32>(image.rgba.data() + 4 * index, Order::big);
}

inline Rectangle changed(const Pixels& before, const Pixels& after) {
    return bounds_of(after.width, after.height,
                     [&](std::size_t i) { return pixel_at(before, i) != pixel_at(after, i); });
}

inline Status check_motion(u32 width, u32 height, u32 greatest_side) {
    if (width == 0 || height == 0 || std::max(width, height) > greatest_side) {
        return Error{Code::unrepresentable, "an animation with no pixels, or with too many on a side"};
    }
    return Done{};
}

inline Status check_frame(const Pixels& frame, u32 width, u32 height, u32 microseconds) {
    if (frame.width != width || frame.height != height || frame.rgba.size() != std::size_t{4} * width * height) {
        return Error{Code::bad_value, "a frame of another size than its animation"};
    }
    if (microseconds > longest_frame_microseconds) {
        return Error{Code::bad_value, "a frame that is shown for more than ten minutes"};
    }
    return Done{};
}

inline Status write_all(Sink& sink, Bytes bytes) {
    if (sink.write(bytes)) return Done{};
    return Error{Code::io, "the output refused what was written"};
}

}  // namespace thaw::images
