#include "scene/frames.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

#include "base/endian.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace {

// Number `axis` of points that are one word, as an integer with its sign: up to the top of the word and down again.
template <std::size_t axis>
constexpr int word_up = 32 - word_points.first_bit[axis] - word_points.bits[axis];
template <std::size_t axis>
constexpr int word_down = 32 - word_points.bits[axis];

struct Words {
    static constexpr PointLayout layout = word_points;
    template <std::size_t axis>
    static double number(u32 word) {
        return static_cast<double>(static_cast<i32>(word << word_up<axis>) >> word_down<axis>);
    }
    static Vec3d unpack(const u8* from) {
        const auto word = load<u32>(from, Order::little);
        return {number<0>(word), number<1>(word), number<2>(word)};
    }
};

struct Shorts {
    static constexpr PointLayout layout = short_points;
    static double number(const u8* from) { return static_cast<double>(load<i16>(from, Order::little)); }
    static Vec3d unpack(const u8* from) { return {number(from), number(from + 2), number(from + 4)}; }
};

struct Floats {
    static constexpr PointLayout layout = float_points;
    static Vec3d unpack(const u8* from) {
        std::array<f32, 3> values{};
        std::memcpy(values.data(), from, sizeof values);
        return as_double(vector_of(values));
    }
};

// Any other layout, a byte at a time.
struct AnyLayout {
    PointLayout layout;

    u32 bits_of(const u8* from, std::size_t axis) const {
        const u32 first = layout.first_bit[axis], end = first + layout.bits[axis];
        u64 out = 0;
        for (u32 byte = first / 8; 8 * byte < end; ++byte) out |= u64{from[byte]} << 8 * (byte - first / 8);
        return static_cast<u32>(out >> first % 8 & ((u64{1} << layout.bits[axis]) - 1));
    }
    double number(const u8* from, std::size_t axis) const {
        const u32 bits = bits_of(from, axis);
        const int unused = 32 - layout.bits[axis];
        switch (layout.numbers) {
            case PointLayout::Numbers::floats: return static_cast<double>(std::bit_cast<f32>(bits));
            case PointLayout::Numbers::signed_integers:
                return static_cast<double>(static_cast<i32>(bits << unused) >> unused);
            case PointLayout::Numbers::unsigned_integers: return static_cast<double>(bits);
        }
        return 0;
    }
    Vec3d unpack(const u8* from) const { return {number(from, 0), number(from, 1), number(from, 2)}; }
};

// The transform is a copy, which a compiler need not believe to change with every point written.
template <class Layout>
void decode(const Layout& numbers, const u8* from, const Affine transform, std::span<Vec3> points) {
    for (Vec3& point : points) {
        point = rounded(transformed(transform, numbers.unpack(from)));
        from += numbers.layout.bytes;
    }
}

// From the stored numbers of one frame to the scene.
Affine transform_of(const VertexFrames& frames, u32 frame) {
    Affine out = frames.transform;
    if (frames.scales.empty()) return out;
    const FrameScale& own = frames.scales[frame];
    out.offset = transformed(out, own.offset);
    for (Vec3d& row : out.rows) row = {row.x * own.scale.x, row.y * own.scale.y, row.z * own.scale.z};
    return out;
}

}  // namespace

bool is_valid(const PointLayout& layout) {
    const bool floats = layout.numbers == PointLayout::Numbers::floats;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const u32 first = layout.first_bit[axis], bits = layout.bits[axis];
        if (bits < 1 || bits > 32 || first + bits > 8u * layout.bytes) return false;
        if (floats && (bits != 32 || first % 8 != 0)) return false;
    }
    return true;
}

void decode_frame(const VertexFrames& frames, u32 frame, std::span<Vec3> points, std::size_t first) {
    const u8* from = frames.bytes.data() + frames.offset + frame * frames.stride + first * frames.layout.bytes;
    const Affine transform = transform_of(frames, frame);
    if (frames.layout == word_points) return decode(Words{}, from, transform, points);
    if (frames.layout == short_points) return decode(Shorts{}, from, transform, points);
    if (frames.layout == float_points) return decode(Floats{}, from, transform, points);
    decode(AnyLayout{frames.layout}, from, transform, points);
}

VertexFrames plain_frames(std::size_t points, u32 count, std::vector<std::string> names,
                          const std::function<void(u32, std::vector<Vec3>&)>& row) {
    const std::size_t stride = points * float_points.bytes;
    std::vector<u8> bytes(stride * count);
    std::vector<Vec3> at;
    for (u32 frame = 0; frame < count; ++frame) {
        row(frame, at);
        u8* to = bytes.data() + frame * stride;
        for (const Vec3 p : at) {
            const std::array values = array_of(p);
            std::memcpy(to, values.data(), float_points.bytes);
            to += float_points.bytes;
        }
    }
    return {.bytes = Blob::take(std::move(bytes)), .stride = stride, .count = count, .names = std::move(names)};
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
constexpr std::array<int, 3> shift_up{word_up<0>, word_up<1>, word_up<2>};
constexpr std::array<int, 3> shift_down{word_down<0>, word_down<1>, word_down<2>};

i32 stored_value(const u8* from, std::size_t axis) {
    return static_cast<i32>(load<u32>(from, Order::little) << shift_up[axis]) >> shift_down[axis];
}

typedef u32 FourWords __attribute__((vector_size(16)));
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

    Numbers moved(FourWords words, std::size_t point) const {
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
    words_ = frames.layout == word_points && frames.scales.empty() && sources.has_value();
    if (!words_) {
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
    if (words_) return unpack_words(frame, out.data());
    std::array<Vec3, 64> some{};
    for (std::size_t first = 0; first < points_; first += some.size()) {
        const std::size_t n = std::min(some.size(), points_ - first);
        decode_frame(frames_, frame, std::span(some).first(n), first);
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 offset = some[i] - base_[first + i];
            out[first + i] = {offset.x, offset.y, offset.z, 0};
        }
    }
}

// Each axis of four points, then turned from axes to points.
void FrameOffsets::unpack_words(u32 frame, PaddedPoint* out) const {
    const u8* from = frames_.bytes.data() + frames_.offset + frame * frames_.stride;
    const std::size_t count = points_;
    std::size_t i = 0;
    if constexpr (native_order == Order::little) {
        const Lane x_axis = lane(0), y_axis = lane(1), z_axis = lane(2);
        for (; i + 4 <= count; i += 4) {
            const FourWords words = lanes_at<FourWords>(from + 4 * i);
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

Box3<f32> FrameOffsets::bounds(u32 frame, std::vector<PaddedPoint>& scratch) const {
    Box3<f32> out;
    if (words_ && native_order == Order::little) return bounds_of_words(frame);
    at(frame, scratch);
    for (const PaddedPoint& point : scratch) out.include(unpadded(point));
    return out;
}

namespace {

// One stored axis of eight points, as halves of words: the first four points are the lower ones. The axis moves to the
// top of its half, over what is left of other axes, and down again.
template <std::size_t axis>
Halves halves_of(FourWords first, FourWords second) {
    constexpr u32 lower = 0x0000FFFF, upper = 0xFFFF0000;
    constexpr int up = word_up<axis>, down = 16 - word_points.bits[axis];
    const FourWords low = up >= 16 ? first << (up - 16) & lower : up == 0 ? first >> 16 : first >> (16 - up) & lower;
    const FourWords high = up >= 16 ? second << up : second << up & upper;
    return reinterpret_cast<Halves>(low | high) >> down;
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
        const FourWords first = lanes_at<FourWords>(from + 4 * i), second = lanes_at<FourWords>(from + 4 * i + 16);
        keep(halves_of<0>(first, second));
        keep(halves_of<1>(first, second));
        keep(halves_of<2>(first, second));
    }
}

// Of the numbers as stored: the scale goes on the extremes alone.
Box3<f32> FrameOffsets::bounds_of_words(u32 frame) const {
    const u8* from = frames_.bytes.data() + frames_.offset + frame * frames_.stride;
    const i16* base = base_halves_.data();
    const std::size_t count = points_;
    Extremes x, y, z;  // as stored
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8, base += 24) {
        const FourWords first = lanes_at<FourWords>(from + 4 * i), second = lanes_at<FourWords>(from + 4 * i + 16);
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
    Box3<f32> out;
    for (std::size_t r = 0; r < 3; ++r) {
        const f32 scale = axes_[r].scale;
        const f32 least = stored[axes_[r].source]->least(), most = stored[axes_[r].source]->most();
        out.low[r] = scale * (scale < 0 ? most : least);
        out.high[r] = scale * (scale < 0 ? least : most);
    }
    return out;
}

}  // namespace thaw
