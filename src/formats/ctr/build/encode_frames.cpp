#include <algorithm>

#include "formats/ctr/build/encode.hpp"

namespace thaw::ctr {

namespace {

// Most significant bit first, in little-endian words.
class BitWriter {
public:
    void put(u8 value, unsigned bits) {
        for (unsigned i = bits; i-- > 0;) {
            word_ = word_ << 1 | (u32{value} >> i & 1u);
            if (++used_ == 32) flush();
        }
    }
    std::vector<u8> take() {
        if (used_ > 0) {
            word_ <<= 32 - used_;
            flush();
        }
        return std::move(bytes_);
    }

private:
    void flush() {
        for (unsigned i = 0; i < 4; ++i) bytes_.push_back(static_cast<u8>(word_ >> (8 * i)));
        word_ = 0;
        used_ = 0;
    }

    std::vector<u8> bytes_{};
    u32 word_ = 0;
    unsigned used_ = 0;
};

struct Coding {
    u8 base = 0;
    u8 bits = whole_value_bits;
};

// The shortest way round the circle of 256 values that all changes lie on.
struct Arc {
    u32 first = 0;
    u32 length = 0;
};

Arc arc_of(const std::vector<u8>& changes) {
    std::array<bool, 256> present{};
    for (const u8 change : changes) present[change] = true;
    // The longest gap, from after one value to before the next; twice round, so that it may go past 255.
    u32 gap = 0, longest = 0, end = 0;
    for (u32 i = 0; i < 512; ++i) {
        gap = present[i % 256] ? 0 : gap + 1;
        if (gap > longest && gap <= 256) {
            longest = gap;
            end = i;
        }
    }
    return {(end + 1) % 256, 256 - longest};
}

// The fewest bits that hold all changes round one base, and of those bases the lowest. X bases are even.
Coding best_coding(const std::vector<u8>& changes, bool even_base) {
    const auto [first, length] = arc_of(changes);
    for (u8 bits = 0; bits < whole_value_bits; ++bits) {
        const u32 half = 1u << bits;
        if (length > 2 * half) continue;
        const u32 bases = 2 * half - length + 1;  // as many in a row, from here on:
        const u32 lowest = (first + length + 256 - half) % 256;
        if (lowest + bases > 256) return {0, bits};
        if (!even_base || lowest % 2 == 0) return {static_cast<u8>(lowest), bits};
        if (bases > 1) return {static_cast<u8>(lowest + 1), bits};
    }
    return {};
}

using VertexCoding = std::array<Coding, 3>;

VertexCoding code_vertex(const std::vector<GridPose>& poses, std::size_t v) {
    VertexCoding coding{};
    if (v == 0) return coding;  // stored whole, or the game spoils half-rate animations
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<u8> changes;
        for (const GridPose& pose : poses) {
            changes.push_back(static_cast<u8>(pose.points[v][axis] - pose.points[v - 1][axis]));
        }
        coding[axis] = best_coding(changes, axis == 0);
    }
    return coding;
}

Delta delta_word(const VertexCoding& coding) {
    const auto& [x, y, z] = coding;
    return {u32{x.base} >> 1 << 25 | u32{y.base} << 17 | u32{z.base} << 9 | u32{x.bits} << 6 | u32{y.bits} << 3 |
            u32{z.bits}};
}

// From the point before, modulo 256.
u8 change_of(const GridPose& pose, std::size_t v, std::size_t axis, const Coding& coding) {
    const u8 before = v == 0 ? u8{0} : pose.points[v - 1][axis];
    return static_cast<u8>(pose.points[v][axis] - before - coding.base);
}

std::vector<u8> encode_stream(const GridPose& pose, const std::vector<VertexCoding>& codings) {
    BitWriter out;
    for (std::size_t v = 0; v < pose.points.size(); ++v) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Coding& coding = codings[v][axis];
            const u8 value = pose.points[v][axis];
            if (coding.bits == whole_value_bits) {
                out.put(value, 8);
            } else {
                out.put(change_of(pose, v, axis, coding), coding.bits + 1u);
            }
        }
    }
    return out.take();
}

}  // namespace

std::vector<u8> raw_data(const std::vector<GridPoint>& points) {
    std::vector<u8> data;
    for (const GridPoint& point : points) {
        data.push_back(point[0]);
        data.push_back(point[2]);
        data.push_back(point[1]);
    }
    data.push_back(0);
    while (data.size() % 4 != 0) data.push_back(0);
    return data;
}

Compressed compress(const std::vector<GridPose>& poses) {
    Compressed out;
    if (poses.empty()) return out;
    std::vector<VertexCoding> codings;
    for (std::size_t v = 0; v < poses.front().points.size(); ++v) {
        codings.push_back(code_vertex(poses, v));
        out.deltas.push_back(delta_word(codings.back()));
    }
    for (const GridPose& pose : poses) out.frames.push_back(encode_stream(pose, codings));
    return out;
}

std::vector<u8> compress_with(const std::vector<Delta>& deltas, const GridPose& pose) {
    if (deltas.size() < pose.points.size()) return {};
    std::vector<VertexCoding> codings;
    for (std::size_t v = 0; v < pose.points.size(); ++v) {
        VertexCoding coding{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            coding[axis] = {deltas[v].base()[axis], deltas[v].bits()[axis]};
            const int change = static_cast<i8>(change_of(pose, v, axis, coding[axis]));
            const int half = 1 << coding[axis].bits;
            if (coding[axis].bits != whole_value_bits && (change < -half || change >= half)) return {};
        }
        codings.push_back(coding);
    }
    return encode_stream(pose, codings);
}

}  // namespace thaw::ctr
