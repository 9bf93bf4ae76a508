#include "base/inflate.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/checksums.hpp"
#include "base/endian.hpp"

namespace thaw {

namespace {

constexpr u32 longest_code = 15;
constexpr u32 quick_bits = 10;  // codes up to here are found with one look
constexpr u32 no_symbol = 0xFFFF;
constexpr u32 end_symbol = 256;
constexpr u32 most_lengths = 286;
constexpr u32 most_distances = 30;
constexpr std::size_t longest_copy = 258;
constexpr std::size_t copy_overrun = 8;  // a copy in words writes so many bytes behind its end at most
constexpr std::size_t room_at_once = 64 << 10;

// Bits from the lowest up. Past the end there are zeros, and ended() tells.
class BitReader {
public:
    explicit BitReader(Bytes bytes) : bytes_(bytes) {}

    u32 peek(u32 n) {
        fill();
        return static_cast<u32>(held_ & ((u64{1} << n) - 1));
    }
    void drop(u32 n) {
        held_ >>= n;
        held_bits_ -= n;
    }
    u32 take(u32 n) {
        const u32 value = peek(n);
        drop(n);
        return value;
    }
    void to_byte() { drop(held_bits_ % 8); }
    // Were bits used that are not there?
    bool ended() const { return held_bits_ < made_up_bits_; }
    // How many bytes of the stream were begun, if it has not ended.
    std::size_t used() const { return static_cast<std::size_t>((u64{at_} * 8 + made_up_bits_ - held_bits_ + 7) / 8); }
    // Can a length and its distance be read without asking for the end?
    bool has_plenty() const { return bytes_.size() - at_ >= 16; }
    // After to_byte(): as many of the next n bytes as there are.
    Bytes take_bytes(std::size_t n) {
        if (ended()) return {};
        at_ = used();
        held_ = 0;
        held_bits_ = 0;
        made_up_bits_ = 0;
        const Bytes out = bytes_.subspan(at_, std::min(n, bytes_.size() - at_));
        at_ += out.size();
        return out;
    }

private:
    void fill() {
        if (held_bits_ > 48) return;
        if (bytes_.size() - at_ >= 8) {
            // Bits above the ones counted are the stream's own too: seen again, they are the same.
            const u32 n = (63 - held_bits_) / 8;
            held_ |= load<u64>(bytes_.data() + at_, Order::little) << held_bits_;
            at_ += n;
            held_bits_ += 8 * n;
            return;
        }
        for (; held_bits_ <= 48; held_bits_ += 8) {
            if (at_ < bytes_.size()) {
                held_ |= u64{bytes_[at_++]} << held_bits_;
            } else {
                made_up_bits_ += 8;
            }
        }
    }

    Bytes bytes_;
    std::size_t at_ = 0;
    u64 held_ = 0;
    u32 held_bits_ = 0;
    u64 made_up_bits_ = 0;
};

// A canonical Huffman code.
class Codes {
public:
    // False if no such code exists. One symbol alone, or none, is allowed: writers use it for a single distance.
    bool set(std::span<const u8> lengths) {
        counts_ = {};
        quick_ = {};
        u32 used = 0;
        for (const u8 length : lengths) {
            ++counts_[length];
            used += length > 0 ? 1 : 0;
        }
        counts_[0] = 0;
        i32 left = 1;
        std::array<u16, longest_code + 2> first{};  // code and place of the first symbol of each length
        std::array<u16, longest_code + 2> place{};
        for (u32 length = 1; length <= longest_code; ++length) {
            left = 2 * left - counts_[length];
            if (left < 0) return false;
            first[length + 1] = static_cast<u16>((first[length] + counts_[length]) << 1);
            place[length + 1] = static_cast<u16>(place[length] + counts_[length]);
        }
        if (left > 0 && used > 1) return false;
        for (u32 symbol = 0; symbol < lengths.size(); ++symbol) {
            const u32 length = lengths[symbol];
            if (length == 0) continue;
            symbols_[place[length]++] = static_cast<u16>(symbol);
            const u32 code = first[length]++;
            if (length <= quick_bits) note_quick(symbol, code, length);
        }
        return true;
    }

    u32 take(BitReader& bits) const {
        const u32 next = bits.peek(longest_code);
        if (const u16 quick = quick_[next & ((1u << quick_bits) - 1)]; quick != 0) {
            bits.drop(quick & 15);
            return quick >> 4;
        }
        u32 code = 0;
        u32 first = 0;
        u32 place = 0;
        for (u32 length = 1; length <= longest_code; ++length) {
            code |= next >> (length - 1) & 1;
            const u32 n = counts_[length];
            if (code < first + n) {
                bits.drop(length);
                return symbols_[place + code - first];
            }
            place += n;
            first = (first + n) << 1;
            code <<= 1;
        }
        return no_symbol;
    }

private:
    void note_quick(u32 symbol, u32 code, u32 length) {
        u32 reversed = 0;
        for (u32 i = 0; i < length; ++i) reversed |= (code >> i & 1) << (length - 1 - i);
        for (u32 i = reversed; i < quick_.size(); i += 1u << length) quick_[i] = static_cast<u16>(symbol << 4 | length);
    }

    std::array<u16, longest_code + 1> counts_{};
    std::array<u16, 288> symbols_{};
    std::array<u16, 1u << quick_bits> quick_{};  // symbol and length
};

// The least value of a symbol, and how many bits say how much more.
struct Base {
    u16 least;
    u8 extra;
};
constexpr auto length_bases = [] {
    std::array<Base, 29> table{};
    u32 least = 3;
    for (u32 i = 0; i < 28; ++i) {
        const u32 extra = i < 8 ? 0 : i / 4 - 1;
        table[i] = {static_cast<u16>(least), static_cast<u8>(extra)};
        least += 1u << extra;
    }
    table[28] = {258, 0};
    return table;
}();
constexpr auto distance_bases = [] {
    std::array<Base, most_distances> table{};
    u32 least = 1;
    for (u32 i = 0; i < most_distances; ++i) {
        const u32 extra = i < 4 ? 0 : i / 2 - 1;
        table[i] = {static_cast<u16>(least), static_cast<u8>(extra)};
        least += 1u << extra;
    }
    return table;
}();

class Decoder {
public:
    Decoder(Bytes stream, u64 most)
        : bits_(stream),
          most_(static_cast<std::size_t>(
              std::min({most, u64{stream.size()} * most_inflated_per_byte, u64{out_.max_size()}}))) {
        out_.reserve(most_);
    }

    Inflated run_zlib() { return finish(zlib()); }
    Inflated run() { return finish(blocks()); }

private:
    Inflated finish(InflateEnd end) {
        out_.resize(filled_);
        // Zeros that are not there lead astray, so that any other trouble comes from them.
        if (bits_.ended() && end != InflateEnd::too_long) end = InflateEnd::truncated;
        return {std::move(out_), end, end == InflateEnd::whole ? bits_.used() : 0};
    }

    InflateEnd zlib() {
        const u32 method = bits_.take(8);
        const u32 flags = bits_.take(8);
        const bool with_dictionary = (flags & 0x20) != 0;
        if (method % 16 != 8 || method / 16 > 7 || (method * 256 + flags) % 31 != 0 || with_dictionary) {
            return InflateEnd::damaged;
        }
        if (const InflateEnd end = blocks(); end != InflateEnd::whole) return end;
        bits_.to_byte();
        u32 expected = 0;
        for (int i = 0; i < 4; ++i) expected = expected << 8 | bits_.take(8);
        return expected == adler32(Bytes(out_).first(filled_)) ? InflateEnd::whole : InflateEnd::wrong_checksum;
    }

    InflateEnd blocks() {
        for (bool last = false; !last;) {
            last = bits_.take(1) != 0;
            const InflateEnd end = block(bits_.take(2));
            if (end != InflateEnd::whole) return end;
            if (bits_.ended()) return InflateEnd::truncated;
        }
        return InflateEnd::whole;
    }

    InflateEnd block(u32 type) {
        switch (type) {
            case 0: return stored();
            case 1: return fixed();
            case 2: return dynamic();
            default: return InflateEnd::damaged;
        }
    }

    bool has_room(std::size_t n) const { return n <= most_ - filled_; }

    // Room for one symbol at least, if it is allowed; mostly for many.
    void make_room() {
        constexpr std::size_t least = longest_copy + copy_overrun;
        if (out_.size() - filled_ < least && out_.size() < most_) {
            out_.resize(std::min(most_, filled_ + room_at_once));
        }
    }

    InflateEnd stored() {
        bits_.to_byte();
        const u32 n = bits_.take(16);
        if (bits_.take(16) != (n ^ 0xFFFF)) return InflateEnd::damaged;
        const Bytes bytes = bits_.take_bytes(n);
        const std::size_t fitting = std::min(bytes.size(), most_ - filled_);
        out_.resize(filled_);
        out_.insert(out_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(fitting));
        filled_ += fitting;
        if (fitting < bytes.size()) return InflateEnd::too_long;
        return bytes.size() < n ? InflateEnd::truncated : InflateEnd::whole;
    }

    InflateEnd fixed() {
        std::array<u8, 288> lengths{};
        for (u32 i = 0; i < lengths.size(); ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        lengths_.set(lengths);
        std::array<u8, 32> distances{};
        distances.fill(5);
        distances_.set(distances);
        return symbols();
    }

    InflateEnd dynamic() {
        constexpr std::array<u8, 19> order{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        const u32 lengths = bits_.take(5) + 257;
        const u32 distances = bits_.take(5) + 1;
        const u32 ordered = bits_.take(4) + 4;
        if (lengths > most_lengths || distances > most_distances) return InflateEnd::damaged;
        std::array<u8, 19> code_lengths{};
        for (u32 i = 0; i < ordered; ++i) code_lengths[order[i]] = static_cast<u8>(bits_.take(3));
        if (!lengths_.set(code_lengths)) return InflateEnd::damaged;
        std::array<u8, most_lengths + most_distances> all{};
        for (u32 i = 0; i < lengths + distances;) {
            const u32 symbol = lengths_.take(bits_);
            if (symbol == no_symbol || bits_.ended()) return InflateEnd::damaged;
            if (symbol < 16) {
                all[i++] = static_cast<u8>(symbol);
                continue;
            }
            if (symbol == 16 && i == 0) return InflateEnd::damaged;
            const u8 repeated = symbol == 16 ? all[i - 1] : u8{0};
            u32 n = symbol == 16 ? 3 + bits_.take(2) : symbol == 17 ? 3 + bits_.take(3) : 11 + bits_.take(7);
            if (n > lengths + distances - i) return InflateEnd::damaged;
            for (; n > 0; --n) all[i++] = repeated;
        }
        const std::span<const u8> both(all);
        if (all[end_symbol] == 0 || !lengths_.set(both.first(lengths)) ||
            !distances_.set(both.subspan(lengths, distances))) {
            return InflateEnd::damaged;
        }
        return symbols();
    }

    InflateEnd symbols() {
        for (;;) {
            make_room();
            // With neither end near, nothing has to be asked in between.
            while (bits_.has_plenty() && out_.size() - filled_ >= longest_copy + copy_overrun) {
                const u32 symbol = lengths_.take(bits_);
                if (symbol < end_symbol) {
                    out_[filled_++] = static_cast<u8>(symbol);
                } else if (symbol == end_symbol) {
                    return InflateEnd::whole;
                } else if (const InflateEnd end = copy(symbol - end_symbol - 1); end != InflateEnd::whole) {
                    return end;
                }
            }
            const u32 symbol = lengths_.take(bits_);
            if (bits_.ended()) return InflateEnd::truncated;
            if (symbol == end_symbol) return InflateEnd::whole;
            if (symbol < end_symbol) {
                if (!has_room(1)) return InflateEnd::too_long;
                make_room();
                out_[filled_++] = static_cast<u8>(symbol);
            } else {
                make_room();
                if (const InflateEnd end = copy(symbol - end_symbol - 1); end != InflateEnd::whole) return end;
            }
        }
    }

    InflateEnd copy(u32 length_symbol) {
        if (length_symbol >= length_bases.size()) return InflateEnd::damaged;
        const Base& length = length_bases[length_symbol];
        const u32 n = length.least + bits_.take(length.extra);
        const u32 symbol = distances_.take(bits_);
        if (symbol >= distance_bases.size()) return InflateEnd::damaged;
        const Base& base = distance_bases[symbol];
        const std::size_t distance = base.least + bits_.take(base.extra);
        if (bits_.ended()) return InflateEnd::truncated;
        if (distance > filled_) return InflateEnd::damaged;
        if (!has_room(n)) return InflateEnd::too_long;
        u8* to = out_.data() + filled_;
        const u8* from = to - distance;
        filled_ += n;
        if (distance >= sizeof(u64) && out_.size() - filled_ >= copy_overrun) {
            // In words, up to seven bytes too far: the next symbol writes over them.
            for (const u8* end = to + n; to < end; to += sizeof(u64), from += sizeof(u64)) {
                store<u64>(to, load<u64>(from, native_order), native_order);
            }
        } else {
            for (u32 i = 0; i < n; ++i) to[i] = from[i];
        }
        return InflateEnd::whole;
    }

    BitReader bits_;
    std::vector<u8> out_{};
    std::size_t most_;
    std::size_t filled_ = 0;  // of out_; what follows is room
    Codes lengths_{};
    Codes distances_{};
};

}  // namespace

Inflated zlib_decode(Bytes stream, u64 most) { return Decoder(stream, most).run_zlib(); }

Inflated inflate(Bytes stream, u64 most) { return Decoder(stream, most).run(); }

}  // namespace thaw
