#include "base/deflate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/checksums.hpp"
#include "base/deflate_match.hpp"
#include "base/endian.hpp"
#include "base/huffman.hpp"

namespace thaw {

namespace {

using deflate::least_match;
using deflate::longest_match;
using deflate::Token;

constexpr std::size_t block_tokens = 1 << 15;
constexpr u32 end_of_block = 256;
constexpr u32 length_symbols = 286;
constexpr u32 distance_symbols = 30;
constexpr std::size_t most_stored = 65535;

// A value as a symbol and some bits behind it.
struct Coded {
    u32 symbol;
    u32 extra_bits;
    u32 extra;
};

constexpr Coded coded_length(u32 length) {
    if (length == longest_match) return {285, 0, 0};
    const u32 n = length - least_match;
    if (n < 8) return {257 + n, 0, 0};
    const u32 bits = static_cast<u32>(std::bit_width(n)) - 3;
    return {257 + 4 * bits + (n >> bits), bits, n & ((1u << bits) - 1)};
}

constexpr auto coded_lengths = [] {
    std::array<Coded, longest_match + 1> table{};
    for (u32 length = least_match; length <= longest_match; ++length) table[length] = coded_length(length);
    return table;
}();

Coded coded_distance(u32 less_one) {
    if (less_one < 4) return {less_one, 0, 0};
    const u32 bits = static_cast<u32>(std::bit_width(less_one)) - 2;
    return {2 * bits + (less_one >> bits), bits, less_one & ((1u << bits) - 1)};
}

// Holds less than a byte between calls.
class BitWriter {
public:
    // Room for so many bits more: put() does not ask.
    void make_room(u64 bits) { bytes_.resize(size_ + static_cast<std::size_t>(bits / 8) + 2 * sizeof held_); }
    void put(u64 value, u32 bits) {  // at most 56
        held_ |= value << held_bits_;
        held_bits_ += bits;
        store<u64>(bytes_.data() + size_, held_, Order::little);
        size_ += held_bits_ / 8;
        held_ >>= held_bits_ / 8 * 8;
        held_bits_ %= 8;
    }
    void put(const HuffmanCode& code, u32 symbol) { put(code.words[symbol], code.lengths[symbol]); }
    void pad() { put(0, (8 - held_bits_) % 8); }
    void put(Bytes whole) {  // after pad()
        std::copy(whole.begin(), whole.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
        size_ += whole.size();
    }
    std::vector<u8> take() {
        bytes_.resize(size_);
        return std::move(bytes_);
    }

private:
    std::vector<u8> bytes_{};
    std::size_t size_ = 0;  // of what is written; room follows
    u64 held_ = 0;
    u32 held_bits_ = 0;
};

// How often each symbol of a block is used.
struct Counts {
    std::array<u32, length_symbols> lengths{};
    std::array<u32, distance_symbols> distances{};
    u64 extra_bits = 0;

    void add(Token token) {
        if (token.length == 0) {
            ++lengths[token.distance];
            return;
        }
        const Coded& length = coded_lengths[token.length];
        const Coded distance = coded_distance(token.distance);
        ++lengths[length.symbol];
        ++distances[distance.symbol];
        extra_bits += length.extra_bits + distance.extra_bits;
    }
    u64 cost(const HuffmanCode& for_lengths, const HuffmanCode& for_distances) const {
        u64 bits = extra_bits;
        for (std::size_t i = 0; i < lengths.size(); ++i) bits += u64{lengths[i]} * for_lengths.lengths[i];
        for (std::size_t i = 0; i < distances.size(); ++i) bits += u64{distances[i]} * for_distances.lengths[i];
        return bits;
    }
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

// Codes made for one block, and the header that describes them.
struct OwnCode {
    OwnCode(HuffmanCode for_lengths, HuffmanCode for_distances)
        : lengths(std::move(for_lengths)), distances(std::move(for_distances)) {
        while (shown_lengths > 257 && lengths.lengths[shown_lengths - 1] == 0) --shown_lengths;
        while (shown_distances > 1 && distances.lengths[shown_distances - 1] == 0) --shown_distances;
        std::vector<u8> both(lengths.lengths.data(), lengths.lengths.data() + shown_lengths);
        both.insert(both.end(), distances.lengths.data(), distances.lengths.data() + shown_distances);
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
        out.put(shown_lengths - 257, 5);
        out.put(shown_distances - 1, 5);
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
    u32 shown_lengths = length_symbols;  // the last ones are left out if they are not used
    u32 shown_distances = distance_symbols;
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
    explicit Encoder(Bytes bytes) : bytes_(bytes) {}

    std::vector<u8> encode(Effort effort) {
        out_.make_room(16);
        out_.put(0x78, 8);  // deflate with the full window
        out_.put(0xDA, 8);
        tokens_.reserve(std::min(block_tokens, bytes_.size()));
        if (effort == Effort::small) {
            find_tokens();
        } else {
            find_tokens_quickly();
        }
        write_block(true);
        out_.make_room(40);
        out_.pad();
        const u32 sum = adler32(bytes_);
        for (u32 shift = 32; shift > 0; shift -= 8) out_.put(sum >> (shift - 8) & 255, 8);
        return out_.take();
    }

private:
    // A match is taken unless the one that starts a byte later is longer. No match starts at the very last bytes, so
    // that none is left waiting.
    void find_tokens() {
        deflate::Matcher matcher(bytes_);
        Token waiting{};
        for (u32 at = 0; at < bytes_.size(); ++at) {
            const Token found = matcher.find(at, waiting.length);
            matcher.add(at);
            if (waiting.length != 0 && found.length <= waiting.length) {
                add_token(waiting, at - 1 + waiting.length);
                for (const u32 end = at - 1 + waiting.length; at + 1 < end;) matcher.add(++at);
                waiting = {};
            } else {
                if (waiting.length != 0) add_token({0, bytes_[at - 1]}, at);
                waiting = found;
                if (found.length == 0) add_token({0, bytes_[at]}, at + 1);
            }
        }
    }

    // Every match is taken, and the inside of long ones forgotten. Where there was none for long, not every place is
    // asked.
    void find_tokens_quickly() {
        constexpr u32 remembered = 8;
        constexpr u32 patience = 8;
        deflate::QuickMatcher matcher(bytes_);
        const auto size = static_cast<u32>(bytes_.size());
        u32 misses = 0;
        for (u32 at = 0; at < size;) {
            const Token found = matcher.find(at);
            if (found.length == 0) {
                const u32 next = std::min(size, at + 1 + std::min(misses++ / patience, 3u));
                for (; at < next; ++at) add_token({0, bytes_[at]}, at + 1);
                continue;
            }
            misses = 0;
            const u32 end = at + found.length;
            for (u32 i = at + 1; i < std::min(end, at + remembered); ++i) matcher.add(i);
            add_token(found, end);
            at = end;
        }
    }

    void add_token(Token token, u32 end) {
        tokens_.push_back(token);
        counts_.add(token);
        token_end_ = end;
        if (tokens_.size() == block_tokens) write_block(false);
    }

    void write_tokens(const HuffmanCode& lengths, const HuffmanCode& distances) {
        for (const Token token : tokens_) {
            if (token.length == 0) {
                out_.put(lengths, token.distance);
                continue;
            }
            const Coded& length = coded_lengths[token.length];
            const u32 length_bits = lengths.lengths[length.symbol];
            out_.put(lengths.words[length.symbol] | u64{length.extra} << length_bits, length_bits + length.extra_bits);
            const Coded distance = coded_distance(token.distance);
            const u32 distance_bits = distances.lengths[distance.symbol];
            out_.put(distances.words[distance.symbol] | u64{distance.extra} << distance_bits,
                     distance_bits + distance.extra_bits);
        }
        out_.put(lengths, end_of_block);
    }

    // In the cheapest of the three forms: codes of its own, the fixed ones, or the bytes as they are.
    void write_block(bool last) {
        counts_.lengths[end_of_block] = 1;
        const OwnCode own(huffman_code(counts_.lengths, 15), huffman_code(counts_.distances, 15));
        const HuffmanCode fixed_lengths = fixed_lengths_code();
        const HuffmanCode fixed_distances = canonical_code(std::vector<u8>(distance_symbols, 5));
        const u64 own_cost = own.header_bits() + counts_.cost(own.lengths, own.distances);
        const u64 fixed_cost = counts_.cost(fixed_lengths, fixed_distances);
        const std::size_t size = token_end_ - block_start_;
        const u64 stored_cost = 8 * u64{size} + 40 * (size / most_stored + 1);
        out_.make_room(std::min({own_cost, fixed_cost, stored_cost}) + 16);
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
        counts_ = {};
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
            out_.put(some.size(), 16);
            out_.put(some.size() ^ 0xFFFF, 16);
            out_.put(some);
        } while (!left.empty());
    }

    Bytes bytes_;
    BitWriter out_{};
    std::vector<Token> tokens_{};
    Counts counts_{};
    u32 block_start_ = 0;
    u32 token_end_ = 0;
};

}  // namespace

std::vector<u8> zlib_encode(Bytes bytes, Effort effort) { return Encoder(bytes).encode(effort); }

}  // namespace thaw
