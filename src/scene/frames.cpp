#include "scene/frames.hpp"

#include <cstring>

#include "base/endian.hpp"

namespace thaw {

namespace {

// Each axis of a frame's packed word as a signed number, by shifting its sign up to the word's and down again.
struct Packed {
    static constexpr u32 bytes = 4;
    static std::array<double, 3> unpack(const u8* from) {
        u32 word = 0;
        std::memcpy(&word, from, 4);
        if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
        return {static_cast<double>(static_cast<i32>(word << 21) >> 21),
                static_cast<double>(static_cast<i32>(word << 10) >> 21),
                static_cast<double>(static_cast<i32>(word) >> 22)};
    }
};

struct Shorts {
    static constexpr u32 bytes = 8;
    static i16 value(const u8* from) { return static_cast<i16>(from[0] | from[1] << 8); }
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

bool is_diagonal(const Affine& t) {
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) {
            if (r != c && t.rows[r][c] != 0) return false;
        }
    }
    return true;
}

template <class Encoding>
void decode(const u8* from, const Affine& t, std::span<Vec3> points) {
    if (is_diagonal(t) && t.rows[0][0] == 1 && t.rows[1][1] == 1 && t.rows[2][2] == 1 &&
        t.offset == std::array<double, 3>{}) {
        for (Vec3& point : points) {
            const auto raw = Encoding::unpack(from);
            point = {static_cast<f32>(raw[0]), static_cast<f32>(raw[1]), static_cast<f32>(raw[2])};
            from += Encoding::bytes;
        }
        return;
    }
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

}  // namespace thaw
