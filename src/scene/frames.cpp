#include "scene/frames.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

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

}  // namespace thaw
