#include "base/deflate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/checksums.hpp"
#include "base/endian.hpp"
#include "base/huffman.hpp"

namespace thaw {

namespace {

constexpr u32 least_match = 3;
constexpr u32 longest_match = 258;
constexpr u32 window = 32768;
constexpr u32 far_for_short = 4096;  // three bytes from farther back cost more than they save
constexpr std::size_t block_tokens = 1 << 15;
constexpr u32 end_of_block = 256;
constexpr u32 length_symbols = 286;
constexpr u32 distance_symbols = 30;
constexpr std::size_t most_stored = 65535;

// A literal, or a copy of bytes that lie `distance` back.
struct Token {
    u16 length;    // 0: a literal
    u16 distance;  // less one; of a literal: the byte
};

// A value as a symbol and some bits behind it.
struct Coded {
    u32 symbol;
    u32 extra_bits;
    u32 extra;
};

Coded code_length(u32 length) {
    if (length == longest_match) return {285, 0, 0};
    const u32 n = length - least_match;
    if (n < 8) return {257 + n, 0, 0};
    const u32 bits = static_cast<u32>(std::bit_width(n)) - 3;
    return {257 + 4 * bits + (n >> bits), bits, n & ((1u << bits) - 1)};
}

Coded code_distance(u32 less_one) {
    if (less_one < 4) return {less_one, 0, 0};
    const u32 bits = static_cast<u32>(std::bit_width(less_one)) - 2;
    return {2 * bits + (less_one >> bits), bits, less_one & ((1u << bits) - 1)};
}

class BitWriter {
public:
    void put(u32 value, u32 bits) {
        held_ |= u64{value} << held_bits_;
        held_bits_ += bits;
        while (held_bits_ >= 8) {
            bytes.push_back(static_cast<u8>(held_));
            held_ >>= 8;
            held_bits_ -= 8;
        }
    }
    void put(const HuffmanCode& code, u32 symbol) { put(code.words[symbol], code.lengths[symbol]); }
    void pad() { put(0, (8 - held_bits_) % 8); }

    std::vector<u8> bytes;

private:
    u64 held_ = 0;
    u32 held_bits_ = 0;
};

// Finds earlier occurrences of the bytes at hand: chains of places that begin with the same three.
class Matcher {
public:
    explicit Matcher(Bytes bytes) : bytes_(bytes), heads_(1 << hash_bits, none), previous_(window, none) {}

    // A match longer than `beat`, the nearest of equally long ones. Places have to be added in order.
    Token find(u32 at, u32 beat) const {
        const u32 room = std::min<u32>(longest_match, static_cast<u32>(bytes_.size()) - at);
        Token best{};
        if (room < least_match) return best;
        u32 longest = std::max(beat, least_match - 1);
        u32 from = heads_[hash(at)];
        u32 tries = beat >= good_length ? chain_length / 4 : chain_length;
        for (; tries > 0 && longest < room && longest < nice_length && from != none && at - from <= window; --tries) {
            if (bytes_[from + longest] == bytes_[at + longest] && bytes_[from] == bytes_[at]) {
                const u32 length = common_length(from, at, room);
                if (length > longest && !(length == least_match && at - from > far_for_short)) {
                    longest = length;
                    best = {static_cast<u16>(length), static_cast<u16>(at - from - 1)};
                }
            }
            from = previous_[from % window];
        }
        return best;
    }
    void add(u32 at) {
        if (bytes_.size() - at < least_match) return;
        u32& head = heads_[hash(at)];
        previous_[at % window] = head;
        head = at;
    }

private:
    static constexpr u32 none = 0xFFFFFFFF;
    static constexpr u32 hash_bits = 15;
    // How hard to try, between levels 6 and 9 of zlib.
    static constexpr u32 chain_length = 256;
    static constexpr u32 good_length = 8;
    static constexpr u32 nice_length = 128;

    u32 common_length(u32 from, u32 at, u32 room) const {
        u32 length = 0;
        while (length + 8 <= room) {
            const u64 differing = load<u64>(bytes_.data() + from + length, Order::little) ^
                                  load<u64>(bytes_.data() + at + length, Order::little);
            if (differing != 0) return length + static_cast<u32>(std::countr_zero(differing)) / 8;
            length += 8;
        }
        while (length < room && bytes_[from + length] == bytes_[at + length]) ++length;
        return length;
    }
    u32 hash(u32 at) const {
        const u32 three = bytes_[at] | u32{bytes_[at + 1]} << 8 | u32{bytes_[at + 2]} << 16;
        return (three * 2654435761u) >> (32 - hash_bits);
    }

    Bytes bytes_;
    std::vector<u32> heads_;
    std::vector<u32> previous_;
};

// Lengths of codes, themselves coded with runs.
struct LengthRun {
    u8 symbol;
    u8 extra_bits;
    u8 extra;
};

std::vector<LengthRun> runs_of(const std::vector<u8>& lengths) {
    std::vector<LengthRun> runs;
    for (std::size_t i = 0; i < lengths.size();) {
        std::size_t n = 1;
        while (i + n < lengths.size() && lengths[i + n] == lengths[i]) ++n;
        i += n;
        const u8 value = lengths[i - 1];
        if (value != 0) {
            runs.push_back({value, 0, 0});
            --n;
        }
        while (n >= 3) {
            const std::size_t most = value != 0 ? 6 : n >= 11 ? 138 : 10;
            const std::size_t some = std::min(n, most);
            if (value != 0) {
                runs.push_back({16, 2, static_cast<u8>(some - 3)});
            } else if (some >= 11) {
                runs.push_back({18, 7, static_cast<u8>(some - 11)});
            } else {
                runs.push_back({17, 3, static_cast<u8>(some - 3)});
            }
            n -= some;
        }
        for (; n > 0; --n) runs.push_back({value, 0, 0});
    }
    return runs;
}

// Codes made for one block, and the header that tells of them.
struct OwnCode {
    OwnCode(HuffmanCode for_lengths, HuffmanCode for_distances)
        : lengths(std::move(for_lengths)), distances(std::move(for_distances)) {
        while (lengths.lengths.size() > 257 && lengths.lengths.back() == 0) lengths.lengths.pop_back();
        while (distances.lengths.size() > 1 && distances.lengths.back() == 0) distances.lengths.pop_back();
        std::vector<u8> both = lengths.lengths;
        both.insert(both.end(), distances.lengths.begin(), distances.lengths.end());
        runs = runs_of(both);
        std::array<u32, run_order.size()> counts{};
        for (const LengthRun& run : runs) ++counts[run.symbol];
        run_code = huffman_code(counts, 7);
        while (shown > 4 && run_code.lengths[run_order[shown - 1]] == 0) --shown;
    }

    u64 header_bits() const {
        u64 bits = 14 + 3 * u64{shown};
        for (const LengthRun& run : runs) bits += u64{run_code.lengths[run.symbol]} + run.extra_bits;
        return bits;
    }
    void write_header(BitWriter& out) const {
        out.put(static_cast<u32>(lengths.lengths.size() - 257), 5);
        out.put(static_cast<u32>(distances.lengths.size() - 1), 5);
        out.put(static_cast<u32>(shown - 4), 4);
        for (std::size_t i = 0; i < shown; ++i) out.put(run_code.lengths[run_order[i]], 3);
        for (const LengthRun& run : runs) {
            out.put(run_code, run.symbol);
            out.put(run.extra, run.extra_bits);
        }
    }

    static constexpr std::array<u8, 19> run_order{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    HuffmanCode lengths;
    HuffmanCode distances;
    std::vector<LengthRun> runs{};
    HuffmanCode run_code{};
    std::size_t shown = run_order.size();  // lengths of the run code, in that order, the last ones left out
};

HuffmanCode fixed_lengths_code() {
    std::vector<u8> lengths(288, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, u8{9});
    std::fill(lengths.begin() + 256, lengths.begin() + 280, u8{7});
    return canonical_code(std::move(lengths));
}

class Encoder {
public:
    explicit Encoder(Bytes bytes) : bytes_(bytes), matcher_(bytes) {}

    std::vector<u8> encode() {
        out_.put(0x78, 8);  // deflate with the full window
        out_.put(0xDA, 8);
        find_tokens();
        write_block(true);
        out_.pad();
        const u32 sum = adler32(bytes_);
        for (u32 shift = 32; shift > 0; shift -= 8) out_.put(sum >> (shift - 8) & 255, 8);
        return std::move(out_.bytes);
    }

private:
    // A match is taken unless the one that starts a byte later is longer. No match starts at the very last bytes, so
    // that none is left waiting.
    void find_tokens() {
        Token waiting{};
        for (u32 at = 0; at < bytes_.size(); ++at) {
            const Token found = matcher_.find(at, waiting.length);
            matcher_.add(at);
            if (waiting.length != 0 && found.length <= waiting.length) {
                add_token(waiting, at - 1 + waiting.length);
                for (const u32 end = at - 1 + waiting.length; at + 1 < end;) matcher_.add(++at);
                waiting = {};
            } else {
                if (waiting.length != 0) add_token({0, bytes_[at - 1]}, at);
                waiting = found;
                if (found.length == 0) add_token({0, bytes_[at]}, at + 1);
            }
        }
    }

    void add_token(Token token, u32 end) {
        tokens_.push_back(token);
        token_end_ = end;
        if (tokens_.size() == block_tokens) write_block(false);
    }

    u64 cost_of(const HuffmanCode& lengths, const HuffmanCode& distances) const {
        u64 bits = lengths.lengths[end_of_block];
        for (const Token token : tokens_) {
            if (token.length == 0) {
                bits += lengths.lengths[token.distance];
                continue;
            }
            const Coded length = code_length(token.length);
            const Coded distance = code_distance(token.distance);
            bits += lengths.lengths[length.symbol] + length.extra_bits + distances.lengths[distance.symbol] +
                    distance.extra_bits;
        }
        return bits;
    }

    OwnCode own_code() const {
        std::array<u32, length_symbols> lengths{};
        std::array<u32, distance_symbols> distances{};
        lengths[end_of_block] = 1;
        for (const Token token : tokens_) {
            if (token.length == 0) {
                ++lengths[token.distance];
            } else {
                ++lengths[code_length(token.length).symbol];
                ++distances[code_distance(token.distance).symbol];
            }
        }
        return OwnCode(huffman_code(lengths, 15), huffman_code(distances, 15));
    }

    void write_tokens(const HuffmanCode& lengths, const HuffmanCode& distances) {
        for (const Token token : tokens_) {
            if (token.length == 0) {
                out_.put(lengths, token.distance);
                continue;
            }
            const Coded length = code_length(token.length);
            out_.put(lengths, length.symbol);
            out_.put(length.extra, length.extra_bits);
            const Coded distance = code_distance(token.distance);
            out_.put(distances, distance.symbol);
            out_.put(distance.extra, distance.extra_bits);
        }
        out_.put(lengths, end_of_block);
    }

    // In the cheapest of the three forms: codes of its own, the fixed ones, or the bytes as they are.
    void write_block(bool last) {
        const OwnCode own = own_code();
        const HuffmanCode fixed_lengths = fixed_lengths_code();
        const HuffmanCode fixed_distances = canonical_code(std::vector<u8>(distance_symbols, 5));
        const u64 own_cost = own.header_bits() + cost_of(own.lengths, own.distances);
        const u64 fixed_cost = cost_of(fixed_lengths, fixed_distances);
        const std::size_t size = token_end_ - block_start_;
        const u64 stored_cost = 8 * u64{size} + 40 * (size / most_stored + 1);
        if (stored_cost < own_cost && stored_cost < fixed_cost) {
            write_stored(last);
        } else {
            const bool fixed = fixed_cost <= own_cost;
            out_.put(last ? 1 : 0, 1);
            out_.put(fixed ? 1 : 2, 2);
            if (!fixed) own.write_header(out_);
            write_tokens(fixed ? fixed_lengths : own.lengths, fixed ? fixed_distances : own.distances);
        }
        tokens_.clear();
        block_start_ = token_end_;
    }

    void write_stored(bool last) {
        Bytes left = bytes_.subspan(block_start_, token_end_ - block_start_);
        do {
            const Bytes some = left.first(std::min(left.size(), most_stored));
            left = left.subspan(some.size());
            out_.put(last && left.empty() ? 1 : 0, 1);
            out_.put(0, 2);
            out_.pad();
            out_.put(static_cast<u32>(some.size()), 16);
            out_.put(static_cast<u32>(some.size()) ^ 0xFFFF, 16);
            out_.bytes.insert(out_.bytes.end(), some.begin(), some.end());
        } while (!left.empty());
    }

    Bytes bytes_;
    Matcher matcher_;
    BitWriter out_{};
    std::vector<Token> tokens_{};
    u32 block_start_ = 0;
    u32 token_end_ = 0;
};

}  // namespace

std::vector<u8> zlib_encode(Bytes bytes) { return Encoder(bytes).encode(); }

}  // namespace thaw
