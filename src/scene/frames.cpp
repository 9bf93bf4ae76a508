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

VertexFrames plain_frames(std::size_t points, u32 count, std::vector<std::string> names,
                          const std::function<void(u32, std::vector<Vec3>&)>& row) {
    const std::size_t stride = points * Floats::bytes;
    std::vector<u8> bytes(stride * count);
    std::vector<Vec3> at;
    for (u32 frame = 0; frame < count; ++frame) {
        row(frame, at);
        u8* to = bytes.data() + frame * stride;
        for (const Vec3 p : at) {
            const std::array values{p.x, p.y, p.z};
            std::memcpy(to, values.data(), Floats::bytes);
            to += Floats::bytes;
        }
    }
    return {.encoding = VertexFrames::Encoding::f32x3,
            .bytes = Blob::take(std::move(bytes)),
            .stride = stride,
            .count = count,
            .names = std::move(names)};
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
typedef i16 Halves __attribute__((vector_size(16)));

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
    if constexpr (native_order == Order::little) keep_base_halves();
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

namespace {

// One stored axis of eight points, as halves of words: the first four points are the lower ones. The axis moves to the
// top of its half, over what is left of other axes, and down again.
template <std::size_t axis>
Halves halves_of(Words first, Words second) {
    constexpr u32 lower = 0x0000FFFF, upper = 0xFFFF0000;
    if constexpr (axis == 0) return reinterpret_cast<Halves>((first << 5 & lower) | second << 21) >> 5;
    if constexpr (axis == 1) return reinterpret_cast<Halves>((first >> 6 & lower) | (second << 10 & upper)) >> 5;
    if constexpr (axis == 2) return reinterpret_cast<Halves>(first >> 16 | (second & upper)) >> 6;
}

struct Extremes {
    Halves low = Halves{} + std::numeric_limits<i16>::max();
    Halves high = Halves{} + std::numeric_limits<i16>::min();

    void include(Halves values) {
        low = values < low ? values : low;
        high = values > high ? values : high;
    }
    void include(i32 value) { include(Halves{} + static_cast<i16>(value)); }
    f32 least() const {
        i16 out = low[0];
        for (std::size_t k = 1; k < 8; ++k) out = std::min<i16>(out, low[k]);
        return out;
    }
    f32 most() const {
        i16 out = high[0];
        for (std::size_t k = 1; k < 8; ++k) out = std::max<i16>(out, high[k]);
        return out;
    }
};

}  // namespace

void FrameOffsets::keep_base_halves() {
    const u8* from = frames_.bytes.data() + frames_.offset;
    base_halves_.reserve(3 * points_);
    const auto keep = [&](Halves halves) {
        for (std::size_t k = 0; k < 8; ++k) base_halves_.push_back(halves[k]);
    };
    for (std::size_t i = 0; i + 8 <= points_; i += 8) {
        const Words first = lanes_at<Words>(from + 4 * i), second = lanes_at<Words>(from + 4 * i + 16);
        keep(halves_of<0>(first, second));
        keep(halves_of<1>(first, second));
        keep(halves_of<2>(first, second));
    }
}

// Of the numbers as stored: the scale goes on the extremes alone.
FrameOffsets::Bounds FrameOffsets::bounds_of_packed(u32 frame) const {
    const u8* from = frames_.bytes.data() + frames_.offset + frame * frames_.stride;
    const i16* base = base_halves_.data();
    const std::size_t count = points_;
    Extremes x, y, z;  // as stored
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8, base += 24) {
        const Words first = lanes_at<Words>(from + 4 * i), second = lanes_at<Words>(from + 4 * i + 16);
        x.include(halves_of<0>(first, second) - lanes_at<Halves>(base));
        y.include(halves_of<1>(first, second) - lanes_at<Halves>(base + 8));
        z.include(halves_of<2>(first, second) - lanes_at<Halves>(base + 16));
    }
    const u8* from_base = frames_.bytes.data() + frames_.offset;
    const auto moved = [&](std::size_t axis) {
        return stored_value(from + 4 * i, axis) - stored_value(from_base + 4 * i, axis);
    };
    for (; i < count; ++i) {
        x.include(moved(0));
        y.include(moved(1));
        z.include(moved(2));
    }
    const Extremes* stored[] = {&x, &y, &z};
    Bounds out;
    for (std::size_t r = 0; r < 3; ++r) {
        const f32 scale = axes_[r].scale;
        const f32 least = stored[axes_[r].source]->least(), most = stored[axes_[r].source]->most();
        out.least[r] = scale * (scale < 0 ? most : least);
        out.most[r] = scale * (scale < 0 ? least : most);
    }
    return out;
}

}  // namespace thaw
