#include "images/lzw.hpp"

namespace thaw::images {

namespace {

constexpr u32 most_codes = 4096;

// Bits, lowest first, in blocks with their length in front.
class BlockWriter {
public:
    explicit BlockWriter(std::vector<u8>& out) : out_(out) {}
    void put(u32 value, u32 bits) {
        held_ |= value << held_bits_;
        held_bits_ += bits;
        for (; held_bits_ >= 8; held_bits_ -= 8) {
            put_byte(static_cast<u8>(held_));
            held_ >>= 8;
        }
    }
    void end() {
        if (held_bits_ > 0) put_byte(static_cast<u8>(held_));
        if (in_block_ > 0) out_[length_at_] = static_cast<u8>(in_block_);
        out_.push_back(0);
    }

private:
    static constexpr u32 most_in_block = 255;

    void put_byte(u8 byte) {
        if (in_block_ == 0) {
            length_at_ = out_.size();
            out_.push_back(most_in_block);
        }
        out_.push_back(byte);
        if (++in_block_ == most_in_block) in_block_ = 0;
    }

    std::vector<u8>& out_;
    u32 held_ = 0;
    u32 held_bits_ = 0;
    std::size_t length_at_ = 0;
    u32 in_block_ = 0;
};

// Which code stands for the bytes of another one and one more byte.
class Strings {
public:
    Strings() : slots_(slot_count) {}
    void clear() { slots_.assign(slot_count, Slot{}); }

    // That code, or 0 and then `code` is it: no string has the code 0.
    u32 find_or_add(u32 prefix, u8 byte, u32 code) {
        const u32 key = prefix << 8 | byte;
        u32 at = (key * 2654435761u) >> (32 - slot_bits);
        while (slots_[at].code != 0) {
            if (slots_[at].key == key) return slots_[at].code;
            at = (at + 1) % slot_count;
        }
        slots_[at] = {key, code};
        return 0;
    }

private:
    struct Slot {
        u32 key = 0;
        u32 code = 0;
    };
    static constexpr u32 slot_bits = 13;
    static constexpr u32 slot_count = 1 << slot_bits;
    static_assert(slot_count >= 2 * most_codes);

    std::vector<Slot> slots_;
};

}  // namespace

void put_lzw(std::vector<u8>& out, Bytes indices, u32 bits) {
    out.push_back(static_cast<u8>(bits));
    const u32 clear = 1u << bits;
    const u32 end = clear + 1;
    BlockWriter blocks(out);
    Strings strings;
    u32 next = end + 1;
    u32 width = bits + 1;
    blocks.put(clear, width);
    if (!indices.empty()) {
        u32 prefix = indices[0];
        for (const u8 index : indices.subspan(1)) {
            if (const u32 longer = strings.find_or_add(prefix, index, next); longer != 0) {
                prefix = longer;
                continue;
            }
            blocks.put(prefix, width);
            prefix = index;
            // A reader learns a code one step later than it is made here.
            if (next == 1u << width) ++width;
            if (++next == most_codes) {
                blocks.put(clear, width);
                strings.clear();
                next = end + 1;
                width = bits + 1;
            }
        }
        blocks.put(prefix, width);
        if (next == 1u << width) ++width;
    }
    blocks.put(end, width);
    blocks.end();
}

}  // namespace thaw::images
