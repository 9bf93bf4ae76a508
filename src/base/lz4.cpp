#include "base/lz4.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/endian.hpp"

namespace thaw::lz4 {

namespace {

constexpr u64 least_match = 4;
constexpr u64 last_literals = 5;    // a block ends with at least so many literals, unless it is all literals
constexpr u64 match_free_end = 12;  // and no match starts nearer to its end than this
constexpr u64 farthest = 65535;
constexpr u64 length_mask = 15;

// One step of a block: some literals, then a copy of bytes already written. The last step has no copy.
struct Sequence {
    u64 literals_at;
    u64 literals;
    u64 offset = 0;
    u64 match = 0;
    bool last = false;
};

// Reads the sequences of a block one by one. What it yields is sound: literals lie in the block, copies in the output.
class Sequences {
public:
    Sequences(Bytes block, u64 size) : block_(block), size_(size) {}

    // The rules at the end are those of the reference decoder, so that both accept the same blocks.
    bool next(Sequence& s) {
        u8 token = 0;
        if (!byte(token, 0)) return fail_short("the block ends where a token should be");
        if (size_ == 0 && token != 0) return fail("more bytes than declared");
        u64 length = token >> 4;
        if (length == length_mask && !extend(length, length_mask)) return fail_short("the block ends inside a length");
        s = {at_, length};
        const bool is_last = length > block_.size() - at_ || at_ + length + 2 + 1 + last_literals > block_.size() ||
                             produced_ + length + match_free_end > size_;
        if (is_last) return finish(s);
        at_ += length;
        produced_ += length;
        s.offset = load<u16>(block_.data() + at_, Order::little);
        if (s.offset == 0 || s.offset > produced_) return fail("a copy from outside the data");
        at_ += 2;
        length = token & length_mask;
        if (length == length_mask && !extend(length, last_literals - 1))
            return fail_short("the block ends inside a length");
        s.match = length + least_match;
        if (s.match > size_ - produced_ || size_ - produced_ - s.match < last_literals) {
            return fail("more bytes than declared");
        }
        produced_ += s.match;
        return true;
    }

    u64 produced() const { return produced_; }
    u64 position() const { return at_; }
    const char* error() const { return error_; }
    Code code() const { return code_; }

private:
    bool fail(const char* why, Code code = Code::bad_value) {
        error_ = why;
        code_ = code;
        return false;
    }
    bool fail_short(const char* why) { return fail(why, Code::truncated); }
    bool finish(Sequence& s) {
        if (s.literals > block_.size() - at_) return fail_short("the block ends inside its literals");
        if (s.literals > size_ - produced_) return fail("more bytes than declared");
        if (s.literals != block_.size() - at_) return fail("the block goes on where it should end");
        at_ += s.literals;
        produced_ += s.literals;
        s.last = true;
        return true;
    }
    // A byte that is not among the last `reserve` ones of the block.
    bool byte(u8& value, u64 reserve) {
        if (reserve >= block_.size() || at_ >= block_.size() - reserve) return false;
        value = block_[static_cast<std::size_t>(at_++)];
        return true;
    }
    bool extend(u64& length, u64 reserve) {
        u8 more = 255;
        while (more == 255) {
            if (!byte(more, reserve)) return false;
            length += more;
        }
        return true;
    }

    Bytes block_;
    u64 size_;
    u64 at_ = 0;
    u64 produced_ = 0;
    const char* error_ = "";
    Code code_ = Code::bad_value;
};

Error refused(const Sequences& sequences) {
    return {sequences.code(), std::string("not an LZ4 block: ") + sequences.error(), {}, {}, sequences.position()};
}

void copy_match(u8* to, u64 offset, u64 n) {
    if (offset >= n) {
        std::memcpy(to, to - offset, static_cast<std::size_t>(n));
        return;
    }
    for (u64 i = 0; i < n; ++i) to[i] = to[static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(offset)];
}

void put_length(std::vector<u8>& out, u64 beyond) {
    for (; beyond >= 255; beyond -= 255) out.push_back(255);
    out.push_back(static_cast<u8>(beyond));
}

void put_sequence(std::vector<u8>& out, Bytes literals, u64 offset, u64 match) {
    const u64 extra = match == 0 ? 0 : match - least_match;
    out.push_back(static_cast<u8>(std::min<u64>(literals.size(), length_mask) << 4 | std::min(extra, length_mask)));
    if (literals.size() >= length_mask) put_length(out, literals.size() - length_mask);
    out.insert(out.end(), literals.begin(), literals.end());
    if (match == 0) return;
    out.push_back(static_cast<u8>(offset));
    out.push_back(static_cast<u8>(offset >> 8));
    if (extra >= length_mask) put_length(out, extra - length_mask);
}

// Remembers where each run of four bytes was seen last.
class History {
public:
    // The place seen before, or the place itself if there is none; remembers the new one.
    u64 exchange(const u8* data, u64 at) {
        const u32 word = load<u32>(data + at, Order::little);
        u64& slot = seen_[(word * 2654435761u) >> (32 - bits)];
        const u64 before = slot;
        slot = at + 1;
        if (before == 0 || at + 1 - before > farthest) return at;
        return load<u32>(data + before - 1, Order::little) == word ? before - 1 : at;
    }

private:
    static constexpr u32 bits = 12;
    std::vector<u64> seen_ = std::vector<u64>(std::size_t{1} << bits);  // place + 1, 0: never
};

}  // namespace

Result<u64> decoded_size(Bytes block, u64 most) {
    // Walking needs to know where the output ends, because the rules for the last bytes depend on it.
    Sequences sequences(block, most);
    Sequence s;
    do {
        if (!sequences.next(s)) return refused(sequences);
    } while (!s.last);
    return sequences.produced();
}

Result<std::vector<u8>> decode(Bytes block, u64 size) {
    const auto held = decoded_size(block, size);
    if (!held) return held.error();
    if (*held != size) {
        return Error{
            Code::bad_value,
            "not an LZ4 block: " + std::to_string(*held) + " bytes where " + std::to_string(size) + " were declared",
            {},
            {},
            block.size()};
    }
    std::vector<u8> out(static_cast<std::size_t>(size));
    Sequences sequences(block, size);
    Sequence s;
    u8* to = out.data();
    while (!s.last && sequences.next(s)) {
        if (s.literals > 0) std::memcpy(to, block.data() + s.literals_at, static_cast<std::size_t>(s.literals));
        to += s.literals;
        if (s.match > 0) copy_match(to, s.offset, s.match);
        to += s.match;
    }
    return out;
}

Bytes first_literals(Bytes block, std::size_t count) {
    if (block.empty()) return {};
    std::size_t at = 1;
    u64 length = block[0] >> 4;
    if (length == length_mask) {
        while (at < block.size() && block[at] == 255) ++at;  // long enough, whatever follows
        ++at;
    }
    if (at >= block.size()) return {};
    const u64 there = length == length_mask ? block.size() - at : std::min<u64>(length, block.size() - at);
    return block.subspan(at, static_cast<std::size_t>(std::min<u64>(there, count)));
}

std::vector<u8> encode(Bytes bytes) {
    std::vector<u8> out;
    History history;
    const u64 size = bytes.size();
    u64 literals_at = 0;
    u64 at = 0;
    while (at + match_free_end < size) {
        const u64 from = history.exchange(bytes.data(), at);
        if (from == at) {
            ++at;
            continue;
        }
        u64 match = least_match;
        const u64 room = size - last_literals - at;
        while (match < room &&
               bytes[static_cast<std::size_t>(from + match)] == bytes[static_cast<std::size_t>(at + match)]) {
            ++match;
        }
        put_sequence(out,
                     bytes.subspan(static_cast<std::size_t>(literals_at), static_cast<std::size_t>(at - literals_at)),
                     at - from, match);
        at += match;
        literals_at = at;
    }
    put_sequence(out, bytes.subspan(static_cast<std::size_t>(literals_at)), 0, 0);
    return out;
}

}  // namespace thaw::lz4
