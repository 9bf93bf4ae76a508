#include "scene/frames.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/endian.hpp"

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

void decode_planes(const VertexFrames& frames, u32 frame, std::size_t points, Planes& out) {
    out.x.resize(points);
    out.y.resize(points);
    out.z.resize(points);
    std::array<Vec3, 64> some{};
    VertexFrames rest{.encoding = frames.encoding,  // shares the bytes, and does without the names
                      .bytes = frames.bytes,
                      .offset = frames.offset,
                      .stride = frames.stride,
                      .count = frames.count,
                      .transform = frames.transform};
    for (std::size_t first = 0; first < points; first += some.size()) {
        const std::size_t n = std::min(some.size(), points - first);
        decode_frame(rest, frame, std::span(some).first(n));
        rest.offset += n * encoded_bytes(frames.encoding);
        for (std::size_t i = 0; i < n; ++i) {
            out.x[first + i] = some[i].x;
            out.y[first + i] = some[i].y;
            out.z[first + i] = some[i].z;
        }
    }
}

namespace {

// Which stored axis each axis of the scene comes from, if each comes from one alone: then a frame is three plain loops.
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

template <unsigned left, unsigned right>
i32 stored_value(const u8* from) {
    return static_cast<i32>(load<u32>(from, Order::little) << left) >> right;
}

template <unsigned left, unsigned right>
void offsets_of_axis(const u8* from, const std::vector<i32>& first, f32 scale, f32* out) {
    const i32* base = first.data();
    const std::size_t n = first.size();
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = scale * static_cast<f32>(stored_value<left, right>(from + 4 * i) - base[i]);
    }
}

void subtract(std::vector<f32>& from, const std::vector<f32>& other) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= other[i];
}

}  // namespace

FrameOffsets::FrameOffsets(const VertexFrames& frames, std::size_t points) : frames_(frames), points_(points) {
    const auto sources = sources_of(frames.transform);
    packed_ = frames.encoding == VertexFrames::Encoding::packed_11_11_10 && sources.has_value();
    if (!packed_) {
        decode_planes(frames, 0, points, base_);
        return;
    }
    sources_ = *sources;
    const u8* from = frames.bytes.data() + frames.offset;
    for (std::vector<i32>& axis : stored_) axis.resize(points);
    for (std::size_t i = 0; i < points; ++i) {
        stored_[0][i] = stored_value<21, 21>(from + 4 * i);
        stored_[1][i] = stored_value<10, 21>(from + 4 * i);
        stored_[2][i] = stored_value<0, 22>(from + 4 * i);
    }
}

void FrameOffsets::at(u32 frame, Planes& out) const {
    if (!packed_) {
        decode_planes(frames_, frame, points_, out);
        subtract(out.x, base_.x);
        subtract(out.y, base_.y);
        subtract(out.z, base_.z);
        return;
    }
    const u8* from = frames_.bytes.data() + frames_.offset + frame * frames_.stride;
    out.x.resize(points_);
    out.y.resize(points_);
    out.z.resize(points_);
    const std::array<f32*, 3> axes{out.x.data(), out.y.data(), out.z.data()};
    for (std::size_t r = 0; r < 3; ++r) {
        const std::size_t source = sources_[r];
        const auto scale = static_cast<f32>(frames_.transform.rows[r][source]);
        if (source == 0) offsets_of_axis<21, 21>(from, stored_[0], scale, axes[r]);
        if (source == 1) offsets_of_axis<10, 21>(from, stored_[1], scale, axes[r]);
        if (source == 2) offsets_of_axis<0, 22>(from, stored_[2], scale, axes[r]);
    }
}

}  // namespace thaw
