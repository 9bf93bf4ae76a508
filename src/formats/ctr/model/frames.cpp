#include "formats/ctr/model/frames.hpp"

#include <algorithm>

#include "base/endian.hpp"

namespace thaw::ctr {

namespace {

// Little-endian words, the highest bit of each first.
class BitStream {
public:
    explicit BitStream(Bytes bytes) : bytes_(bytes) {}

    // A signed number of 1 to 8 bits, modulo 256.
    u8 take(unsigned bits) {
        u32 value = 0;
        for (unsigned i = 0; i < bits; ++i) value = value << 1 | next();
        const bool negative = (value >> (bits - 1) & 1) != 0;
        return static_cast<u8>(negative ? value | 0xFFu << bits : value);
    }
    bool ran_out() const { return ran_out_; }

private:
    u32 next() {
        const auto byte = static_cast<std::size_t>((position_ / 32) * 4 + 3 - position_ / 8 % 4);
        if (byte >= bytes_.size()) {
            ran_out_ = true;
            return 0;
        }
        return u32{bytes_[byte]} >> (7 - position_++ % 8) & 1u;
    }

    Bytes bytes_;
    u64 position_ = 0;
    bool ran_out_ = false;
};

GridFrame decode_raw(const Frame& frame, u64 vertices) {
    GridFrame out;
    const auto there = static_cast<std::size_t>(std::min<u64>(vertices, frame.data.size() / 3));
    for (std::size_t v = 0; v < there; ++v) {
        // On disk X, Z, Y.
        out.points.push_back({frame.data[v * 3], frame.data[v * 3 + 2], frame.data[v * 3 + 1]});
    }
    out.complete = there == vertices;
    return out;
}

GridFrame decode_compressed(const Frame& frame, const std::vector<Delta>& deltas, u64 vertices) {
    GridFrame out;
    BitStream stream(frame.data.bytes());
    GridPoint now{};
    const auto there = static_cast<std::size_t>(std::min<u64>(vertices, deltas.size()));
    for (std::size_t v = 0; v < there; ++v) {
        const auto base = deltas[v].base();
        const auto bits = deltas[v].bits();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const u8 change = stream.take(bits[axis] + 1u);  // R10
            // R11: eight bits are the coordinate itself.
            now[axis] = bits[axis] == 7 ? change : static_cast<u8>(now[axis] + base[axis] + change);
        }
        out.points.push_back(now);
    }
    out.complete = there == vertices && !stream.ran_out();
    return out;
}

}  // namespace

u64 raw_bytes(u64 vertices) { return 3 * vertices; }

u64 stream_bytes(const std::vector<Delta>& deltas) {
    u64 total = 0;
    for (const Delta& delta : deltas) {
        const auto bits = delta.bits();
        total += 3u + bits[0] + bits[1] + bits[2];
    }
    return (total + 31) / 32 * 4;
}

GridFrame decode_frame(const Frame& frame, const std::vector<Delta>* deltas, u64 vertices) {
    return deltas == nullptr ? decode_raw(frame, vertices) : decode_compressed(frame, *deltas, vertices);
}

Vec3d position_of(const GridPoint& point, const Frame& frame, const Mesh& mesh) {
    const auto along = [&](std::size_t axis) {
        return (point[axis] + frame.origin[axis]) * static_cast<double>(mesh.scale[axis]) / 4096;
    };
    return {along(0), along(1), along(2)};
}

}  // namespace thaw::ctr
