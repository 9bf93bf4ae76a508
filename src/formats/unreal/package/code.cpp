#include "formats/unreal/package/code.hpp"

#include "base/compact.hpp"
#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/unreal/package/document.hpp"

namespace thaw::upackage {

namespace {

constexpr u32 deepest = 64;  // real code nests far less
constexpr u8 end_of_parameters = 0x16;
constexpr u16 last_with_short_switch = 61;
constexpr u16 last_with_label_bytes = 63;

// What follows a token: b a byte, w two, d four, x an object or a name, e an expression, p expressions up to the end of
// the parameters. How we know: with these rules the walk ends where the class goes on, in 8,192 of 8,192 classes.
std::string_view operands_of(u8 token) {
    if (token >= 0x70) return "p";
    if (token >= 0x60) return "bp";
    switch (token) {
        case 0x00:
        case 0x01:
        case 0x02:
        case 0x20:
        case 0x21:
        case 0x29: return "x";
        case 0x05:
        case 0x2B: return "be";
        case 0x06: return "w";
        case 0x07:
        case 0x09:
        case 0x18: return "we";
        case 0x0D:
        case 0x0E:
        case 0x2D: return "e";
        case 0x0F:
        case 0x10:
        case 0x1A: return "ee";
        case 0x11: return "eeee";
        case 0x12:
        case 0x19: return "ewbe";
        case 0x13:
        case 0x2E:
        case 0x36: return "xe";
        case 0x1B:
        case 0x1C:
        case 0x38: return "xp";
        case 0x1D:
        case 0x1E: return "d";
        case 0x22:
        case 0x23: return "ddd";
        case 0x24:
        case 0x2C: return "b";
        case 0x2F: return "ew";
        case 0x32:
        case 0x33: return "xee";
        default: return token >= 0x39 && token <= 0x5A ? "e" : "";  // casts
    }
}

bool has_no_operands(u8 token) {
    return token == 0x08 || token == 0x0B || (token >= 0x15 && token <= 0x17) || (token >= 0x25 && token <= 0x28) ||
           token == 0x2A || token == 0x30 || token == 0x31;
}

class CodeWalk {
public:
    CodeWalk(Bytes bytes, const Document& package) : bytes_(bytes), package_(package) {}

    CodeEnd run(u32 memory_bytes) {
        while (fine() && memory_ < memory_bytes) (void)expression();
        if (fine() && memory_ != memory_bytes) {
            problem_ =
                "its code takes " + std::to_string(memory_) + " bytes of memory, not " + std::to_string(memory_bytes);
        }
        return {at_, std::move(problem_)};
    }

private:
    bool fine() const { return problem_.empty(); }

    // Every step takes a byte at least, so that the walk ends.
    const u8* take(std::size_t n, u64 in_memory) {
        if (fine() && bytes_.size() - at_ < n) problem_ = "its code goes on past the end";
        if (!fine()) return nullptr;
        const u8* from = bytes_.data() + at_;
        at_ += n;
        memory_ += in_memory;
        return from;
    }
    u8 byte() {
        const u8* from = take(1, 1);
        return from == nullptr ? u8{0} : *from;
    }
    u16 word() {
        const u8* from = take(2, 2);
        return from == nullptr ? u16{0} : load<u16>(from, Order::little);
    }
    Compact compact() {
        Compact out;
        std::size_t i = 0;
        do {
            const u8* from = take(1, 0);
            if (from == nullptr) return {};
            out.bytes[i] = *from;
        } while (Compact::more_after(i, out.bytes[i]) && ++i < Compact::most_bytes);
        memory_ += 4;
        return out;
    }

    u8 expression() {
        if (fine() && depth_ == deepest) problem_ = "its code is nested too deeply";
        const u8 token = byte();
        if (!fine()) return token;
        ++depth_;
        operands(token);
        --depth_;
        return token;
    }

    void operands(u8 token) {
        switch (token) {
            case 0x04:
                if (package_.version > last_with_short_switch) (void)expression();
                return;
            case 0x0A:
                if (word() != 0xFFFF) (void)expression();
                return;
            case 0x0C: return labels();
            case 0x14:
                if (package_.version <= last_with_label_bytes) return byte_pairs();
                (void)expression();
                (void)expression();
                return;
            case 0x1F:
                while (fine() && byte() != 0) continue;
                return;
            case 0x34:
                while (fine() && word() != 0) continue;
                return;
            case 0x37: return counted();
            default: break;
        }
        const std::string_view rule = operands_of(token);
        if (rule.empty() && !has_no_operands(token)) {
            problem_ = "its code has a token that nobody knows: " + text::hex(token);
        }
        for (const char what : rule) operand(what);
    }

    void operand(char what) {
        switch (what) {
            case 'b': (void)byte(); return;
            case 'w': (void)word(); return;
            case 'd': (void)take(4, 4); return;
            case 'x': (void)compact(); return;
            case 'e': (void)expression(); return;
            default:
                while (fine() && expression() != end_of_parameters) continue;
        }
    }

    void labels() {
        for (bool last = false; fine() && !last;) {
            last = package_.is_none(compact());
            (void)take(4, 4);
        }
    }

    void byte_pairs() {
        for (bool last = false; fine() && !last;) {
            last = byte() == 0;
            (void)byte();
        }
    }

    void counted() {
        (void)compact();
        const i32 n = compact().value();
        for (i32 i = 0; fine() && i < n; ++i) {
            (void)compact();
            (void)expression();
        }
    }

    Bytes bytes_;
    const Document& package_;
    std::size_t at_ = 0;
    u64 memory_ = 0;
    u32 depth_ = 0;
    std::string problem_{};
};

}  // namespace

CodeEnd find_code_end(Bytes bytes, u32 memory_bytes, const Document& package) {
    return CodeWalk(bytes, package).run(memory_bytes);
}

}  // namespace thaw::upackage
