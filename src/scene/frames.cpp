#include "scene/frames.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/endian.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace {

// Each axis of a frame's packed word as a signed number, by shifting its sign up to the word's and down again.
struct Packed {
    static constexpr u32 bytes = 4;
    static std::array<double, 3> unpack(const u8* from) {
        const auto word = load<u32>(from, Order::little);
        return {static_cast<double>(static_cast<i32>(word << 21) >> 21),
                static_cast<double>(static_cast<i32>(word << 10) >> 21),
                static_cast<double>(static_cast<i32>(word) >> 22)};
    }
};

struct Shorts {
    static constexpr u32 bytes = 8;
    static i16 value(const u8* from) { return load<i16>(from, Order::little); }
    static std::array<double, 3> unpack(const u8* from) {
        return {static_cast<double>(value(from)), static_cast<double>(value(from + 2)),
                static_cast<double>(value(from + 4))};
    }
};

struct Floats {
    static constexpr u32 bytes = 12;
    static std::array<double, 3> unpack(const u8* from) {
        std::array<f32, 3> values{};
        std::memcpy(values.data(), from, 12);
        return {static_cast<double>(values[0]), static_cast<double>(values[1]), static_cast<double>(values[2])};
    }
};

template <class Encoding>
void decode(const u8* from, const Affine& t, std::span<Vec3> points) {
    const auto rows = t.rows;
    const auto offset = t.offset;
    for (Vec3& point : points) {
        const auto raw = Encoding::unpack(from);
        const auto axis = [&](std::size_t r) {
            return static_cast<f32>(rows[r][0] * raw[0] + rows[r][1] * raw[1] + rows[r][2] * raw[2] + offset[r]);
        };
        point = {axis(0), axis(1), axis(2)};
        from += Encoding::bytes;
    }
}

}  // namespace

u32 encoded_bytes(VertexFrames::Encoding encoding) {
    switch (encoding) {
        case VertexFrames::Encoding::packed_11_11_10: return Packed::bytes;
        case VertexFrames::Encoding::i16x4: return Shorts::bytes;
        case VertexFrames::Encoding::f32x3: return Floats::bytes;
    }
    return 0;
}

void decode_frame(const VertexFrames& frames, u32 frame, std::span<Vec3> points) {
    const u8* from = frames.bytes.data() + frames.offset + frame * frames.stride;
    switch (frames.encoding) {
        case VertexFrames::Encoding::packed_11_11_10: return decode<Packed>(from, frames.transform, points);
        case VertexFrames::Encoding::i16x4: return decode<Shorts>(from, frames.transform, points);
        case VertexFrames::Encoding::f32x3: return decode<Floats>(from, frames.transform, points);
    }
}

namespace {

// Which stored axis each axis of the scene comes from, if each comes from one alone: then four points are a few moves.
std::optional<std::array<std::size_t, 3>> sources_of(const Affine& t) {
    std::array<std::size_t, 3> sources{};
    for (std::size_t r = 0; r < 3; ++r) {
        std::size_t used = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            if (t.rows[r][c] == 0) continue;
            sources[r] = c;
            ++used;
        }
        if (used > 1) return std::nullopt;
    }
    return sources;
}

// By stored axis: how far its bits move up, so that its sign becomes the word's, and down again.
constexpr std::array<int, 3> shift_up{21, 10, 0};
constexpr std::array<int, 3> shift_down{21, 21, 22};

i32 stored_value(const u8* from, std::size_t axis) {
    return static_cast<i32>(load<u32>(from, Order::little) << shift_up[axis]) >> shift_down[axis];
}

typedef u32 Words __attribute__((vector_size(16)));
typedef i32 Integers __attribute__((vector_size(16)));
typedef f32 Numbers __attribute__((vector_size(16)));

template <class Lanes>
Lanes lanes_at(const void* from) {
    Lanes out;
    std::memcpy(&out, from, sizeof out);
    return out;
}

}  // namespace

// One axis of four points at a time. What loops use is copied here out of the object, which a compiler has to believe
// to change with every point written.
struct FrameOffsets::Lane {
    const i32* base;
    int up, down;
    f32 scale;

    Numbers moved(Words words, std::size_t point) const {
        const Integers stored = reinterpret_cast<Integers>(words << up) >> down;
        return __builtin_convertvector(stored - lanes_at<Integers>(base + point), Numbers);
    }
};

FrameOffsets::Lane FrameOffsets::lane(std::size_t axis) const {
    const Axis& a = axes_[axis];
    return {a.base.data(), shift_up[a.source], shift_down[a.source], a.scale};
}

FrameOffsets::FrameOffsets(const VertexFrames& frames, std::size_t points) : frames_(frames), points_(points) {
    const auto sources = sources_of(frames.transform);
    packed_ = frames.encoding == VertexFrames::Encoding::packed_11_11_10 && sources.has_value();
    if (!packed_) {
        base_.resize(points);
        decode_frame(frames, 0, base_);
        return;
    }
    const u8* from = frames.bytes.data() + frames.offset;
    for (std::size_t r = 0; r < 3; ++r) {
        Axis& axis = axes_[r];
        axis.source = (*sources)[r];
        axis.scale = static_cast<f32>(frames.transform.rows[r][axis.source]);
        axis.base.resize(points);
        for (std::size_t i = 0; i < points; ++i) axis.base[i] = stored_value(from + 4 * i, axis.source);
    }
}

void FrameOffsets::at(u32 frame, std::vector<PaddedPoint>& out) const {
    out.resize(points_);
    if (packed_) return unpack(frame, out.data());
    std::array<Vec3, 64> some{};
    VertexFrames rest{.encoding = frames_.encoding,  // shares the bytes, and does without the names
                      .bytes = frames_.bytes,
                      .offset = frames_.offset,
                      .stride = frames_.stride,
                      .count = frames_.count,
                      .transform = frames_.transform};
    for (std::size_t first = 0; first < points_; first += some.size()) {
        const std::size_t n = std::min(some.size(), points_ - first);
        decode_frame(rest, frame, std::span(some).first(n));
        rest.offset += n * encoded_bytes(frames_.encoding);
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 offset = some[i] - base_[first + i];
            out[first + i] = {offset.x, offset.y, offset.z, 0};
        }
    }
}

// Each axis of four points, then turned from axes to points.
void FrameOffsets::unpack(u32 frame, PaddedPoint* out) const {
    const u8* from = frames_.bytes.data() + frames_.offset + frame * frames_.stride;
    const std::size_t count = points_;
    std::size_t i = 0;
    if constexpr (native_order == Order::little) {
        const Lane x_axis = lane(0), y_axis = lane(1), z_axis = lane(2);
        for (; i + 4 <= count; i += 4) {
            const Words words = lanes_at<Words>(from + 4 * i);
            const Numbers x = x_axis.moved(words, i) * x_axis.scale, y = y_axis.moved(words, i) * y_axis.scale;
            const Numbers z = z_axis.moved(words, i) * z_axis.scale, w{};
            const Numbers xy_low = __builtin_shufflevector(x, y, 0, 4, 1, 5);
            const Numbers xy_high = __builtin_shufflevector(x, y, 2, 6, 3, 7);
            const Numbers zw_low = __builtin_shufflevector(z, w, 0, 4, 1, 5);
            const Numbers zw_high = __builtin_shufflevector(z, w, 2, 6, 3, 7);
            const auto put = [&](std::size_t k, Numbers point) { std::memcpy(out + i + k, &point, sizeof point); };
            put(0, __builtin_shufflevector(xy_low, zw_low, 0, 1, 4, 5));
            put(1, __builtin_shufflevector(xy_low, zw_low, 2, 3, 6, 7));
            put(2, __builtin_shufflevector(xy_high, zw_high, 0, 1, 4, 5));
            put(3, __builtin_shufflevector(xy_high, zw_high, 2, 3, 6, 7));
        }
    }
    for (; i < count; ++i) {
        const auto axis = [&](const Axis& a) {
            return a.scale * static_cast<f32>(stored_value(from + 4 * i, a.source) - a.base[i]);
        };
        out[i] = {axis(axes_[0]), axis(axes_[1]), axis(axes_[2]), 0};
    }
}

FrameOffsets::Bounds FrameOffsets::bounds(u32 frame, std::vector<PaddedPoint>& scratch) const {
    Bounds out;
    if (packed_ && native_order == Order::little) return bounds_of_packed(frame);
    at(frame, scratch);
    for (const PaddedPoint& point : scratch) out.include(point);
    return out;
}

// Of the numbers as stored: the scale goes on the extremes alone.
FrameOffsets::Bounds FrameOffsets::bounds_of_packed(u32 frame) const {
    const u8* from = frames_.bytes.data() + frames_.offset + frame * frames_.stride;
    const std::size_t count = points_;
    Bounds out;
    for (std::size_t r = 0; r < 3; ++r) {
        const Lane axis = lane(r);
        Numbers low{limit, limit, limit, limit}, high = -low;
        std::size_t i = 0;
        for (; i + 4 <= count; i += 4) {
            const Numbers v = axis.moved(lanes_at<Words>(from + 4 * i), i);
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        f32 least = limit, most = -limit;
        for (std::size_t k = 0; k < 4; ++k) {
            least = std::min(least, low[k]);
            most = std::max(most, high[k]);
        }
        for (; i < count; ++i) {
            const auto v = static_cast<f32>(stored_value(from + 4 * i, axes_[r].source) - axis.base[i]);
            least = std::min(least, v);
            most = std::max(most, v);
        }
        out.least[r] = axis.scale * (axis.scale < 0 ? most : least);
        out.most[r] = axis.scale * (axis.scale < 0 ? least : most);
    }
    return out;
}

}  // namespace thaw
