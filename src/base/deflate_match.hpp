// How the packer of deflate finds bytes that it has seen before.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <thaw/bytes.hpp>

#include "base/endian.hpp"

namespace thaw::deflate {

inline constexpr u32 least_match = 3;
inline constexpr u32 longest_match = 258;
inline constexpr u32 window = 32768;

// A literal, or a copy of bytes that lie `distance` back.
struct Token {
    u16 length;    // 0: a literal
    u16 distance;  // less one; of a literal: the byte
};

// How many bytes are the same from two places on, at most `room`.
inline u32 common_length(Bytes bytes, u32 from, u32 at, u32 room) {
    u32 length = 0;
    while (length + 8 <= room) {
        const u64 differing = load<u64>(bytes.data() + from + length, Order::little) ^
                              load<u64>(bytes.data() + at + length, Order::little);
        if (differing != 0) return length + static_cast<u32>(std::countr_zero(differing)) / 8;
        length += 8;
    }
    while (length < room && bytes[from + length] == bytes[at + length]) ++length;
    return length;
}

// Finds earlier occurrences of the bytes at hand: chains of places that begin with the same three.
class Matcher {
public:
    explicit Matcher(Bytes bytes) : bytes_(bytes), heads_(1 << hash_bits, none), previous_(window, none) {}

    // A match longer than `beat`, the nearest of equally long ones. Places have to be added in order.
    Token find(u32 at, u32 beat) const {
        const u32 room = std::min<u32>(longest_match, static_cast<u32>(bytes_.size()) - at);
        Token best{};
        u32 longest = std::max(beat, least_match - 1);
        if (longest >= room) return best;
        u32 from = heads_[hash(at)];
        u32 tries = beat >= good_length ? chain_length / 4 : chain_length;
        u32 ending = ends_at(at + longest);
        for (; tries > 0 && longest < room && longest < nice_length && from != none && at - from <= window; --tries) {
            // Few places that start alike go on alike, too.
            if (ends_at(from + longest) == ending) {
                const u32 length = common_length(bytes_, from, at, room);
                if (length > longest && !(length == least_match && at - from > far_for_short)) {
                    longest = length;
                    best = {static_cast<u16>(length), static_cast<u16>(at - from - 1)};
                    if (longest < room) ending = ends_at(at + longest);
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
    static constexpr u32 far_for_short = 4096;  // three bytes from farther back cost more than they save
    // How hard to try, like level 6 of zlib. Four times as many places make images a third of a percent smaller, and
    // take nearly twice as long.
    static constexpr u32 chain_length = 64;
    static constexpr u32 good_length = 8;
    static constexpr u32 nice_length = 128;

    // The three bytes up to this one.
    u32 ends_at(u32 last) const { return bytes_[last - 2] | u32{bytes_[last - 1]} << 8 | u32{bytes_[last]} << 16; }
    u32 hash(u32 at) const {
        const u32 three = bytes_[at] | u32{bytes_[at + 1]} << 8 | u32{bytes_[at + 2]} << 16;
        return (three * 2654435761u) >> (32 - hash_bits);
    }

    Bytes bytes_;
    std::vector<u32> heads_;
    std::vector<u32> previous_;
};

// Looks at the last two places with the same four bytes, and takes what it finds: a tenth of the time, and little worse
// where most bytes are new anyway, as in images after their filters.
class QuickMatcher {
public:
    explicit QuickMatcher(Bytes bytes) : bytes_(bytes), places_(std::size_t{1} << hash_bits, Places{none, none}) {}

    // The longer match of the two, and remembers this place. Places have to be given in order.
    Token find(u32 at) {
        if (bytes_.size() - at < compared) return {};
        const u32 four = load<u32>(bytes_.data() + at, Order::little);
        Places& places = places_[hash(four)];
        const u32 room = std::min<u32>(longest_match, static_cast<u32>(bytes_.size()) - at);
        u32 longest = 0;
        u32 best = 0;
        for (const u32 from : places) {
            if (from == none || at - from > window || load<u32>(bytes_.data() + from, Order::little) != four) continue;
            const u32 length = common_length(bytes_, from, at, room);
            if (length > longest) {
                longest = length;
                best = from;
            }
        }
        places = {at, places[0]};
        const bool too_far = longest == compared && at - best > far_for_short;
        if (longest == 0 || too_far) return {};
        return {static_cast<u16>(longest), static_cast<u16>(at - best - 1)};
    }
    void add(u32 at) {
        if (bytes_.size() - at < compared) return;
        Places& places = places_[hash(load<u32>(bytes_.data() + at, Order::little))];
        places = {at, places[0]};
    }

private:
    using Places = std::array<u32, 2>;
    static constexpr u32 none = 0xFFFFFFFF;
    static constexpr u32 hash_bits = 12;
    static constexpr u32 compared = 4;
    static constexpr u32 far_for_short = 4096;

    static u32 hash(u32 four) { return (four * 2654435761u) >> (32 - hash_bits); }

    Bytes bytes_;
    std::vector<Places> places_;
};

}  // namespace thaw::deflate
