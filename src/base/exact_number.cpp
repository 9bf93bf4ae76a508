// Decimal to binary, rounded once and to even, the same on every machine. Own code because the WebAssembly library has
// no from_chars for floats.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/numbers.hpp"

namespace thaw::text {

namespace {

// No double needs more: the longest exact one has 767 significant digits, and what follows only breaks ties.
constexpr std::size_t most_digits = 800;

// digits * 10^exponent, without leading zeros.
struct Decimal {
    bool negative = false;
    std::string_view head{};  // digits before the point
    std::string_view tail{};  // digits after it
    i64 exponent = 0;
};

Decimal split(std::string_view text) {
    Decimal out;
    out.negative = text.starts_with('-');
    if (out.negative) text.remove_prefix(1);
    const std::size_t mark = text.find_first_of("eE");
    if (mark != std::string_view::npos) {
        std::string_view power = text.substr(mark + 1);
        const bool minus = power.starts_with('-');
        if (minus || power.starts_with('+')) power.remove_prefix(1);
        for (const char c : power) out.exponent = std::min<i64>(out.exponent * 10 + (c - '0'), i64{1} << 40);
        if (minus) out.exponent = -out.exponent;
        text = text.substr(0, mark);
    }
    const std::size_t point = text.find('.');
    out.head = text.substr(0, point);
    if (point != std::string_view::npos) out.tail = text.substr(point + 1);
    return out;
}

// A whole number as long as it needs to be, least significant 32 bits first.
class Big {
public:
    void multiply_add(u32 factor, u32 summand) {
        u64 carry = summand;
        for (u32& limb : limbs_) {
            carry += u64{limb} * factor;
            limb = static_cast<u32>(carry);
            carry >>= 32;
        }
        if (carry != 0) limbs_.push_back(static_cast<u32>(carry));
    }
    u32 divide(u32 divisor) {  // gives the rest
        u64 rest = 0;
        for (std::size_t i = limbs_.size(); i-- > 0;) {
            rest = rest << 32 | limbs_[i];
            limbs_[i] = static_cast<u32>(rest / divisor);
            rest %= divisor;
        }
        while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
        return static_cast<u32>(rest);
    }
    void shift_up(std::size_t limbs) { limbs_.insert(limbs_.begin(), limbs, 0u); }
    bool is_zero() const { return limbs_.empty(); }
    i64 bits() const {
        if (limbs_.empty()) return 0;
        return static_cast<i64>(limbs_.size()) * 32 - std::countl_zero(limbs_.back());
    }
    // The 64 most significant bits, the first of them set; `more` if anything but zeros follows.
    u64 top(bool& more) const {
        u64 out = 0;
        i64 left = 64;
        for (std::size_t i = limbs_.size(); i-- > 0;) {
            const i64 width = i + 1 == limbs_.size() ? 32 - std::countl_zero(limbs_[i]) : 32;
            if (left >= width) {
                out = out << width | limbs_[i];
                left -= width;
            } else {
                if (left > 0) out = out << left | limbs_[i] >> (width - left);
                const u64 below = left > 0 ? limbs_[i] & ((u64{1} << (width - left)) - 1) : limbs_[i];
                more = more || below != 0;
                left = 0;
            }
        }
        return out << left;
    }

private:
    std::vector<u32> limbs_;
};

constexpr u32 five_13 = 1220703125;

u32 power_of_five(i64 exponent) {
    u32 out = 1;
    for (i64 i = 0; i < exponent; ++i) out *= 5;
    return out;
}

// top (64 bits, the first set) * 2^exponent, and a little if `more`.
double rounded(u64 top, i64 exponent, bool more) {
    // 53 bits remain, fewer where the number is smaller than the least normal one.
    const i64 value_exponent = exponent + 63;
    if (value_exponent > 1023) return std::numeric_limits<double>::infinity();
    const i64 drop = std::max<i64>(11, -1074 - exponent);
    if (drop > 64) return 0;
    u64 kept = drop == 64 ? 0 : top >> drop;
    const u64 half = u64{1} << (drop - 1);
    const u64 below = drop == 64 ? top : top & ((u64{1} << drop) - 1);
    if (below > half || (below == half && (more || (kept & 1) != 0))) ++kept;
    // Biased exponent and fraction lie side by side, so that a carry goes where it belongs.
    const u64 biased = drop > 11 ? 0 : static_cast<u64>(value_exponent + 1023);
    const u64 bits = drop > 11 ? kept : ((biased - 1) << 52) + kept;
    return std::bit_cast<double>(bits);
}

double large(const Decimal& decimal, std::size_t skipped) {
    Big big;
    bool more = false;
    i64 exponent = decimal.exponent;
    std::size_t taken = 0;
    const auto take = [&](std::string_view digits, bool fraction) {
        for (const char c : digits) {
            if (taken < most_digits) {
                big.multiply_add(10, static_cast<u32>(c - '0'));
                ++taken;
                if (fraction) --exponent;
            } else {
                more = more || c != '0';
                if (!fraction) ++exponent;
            }
        }
    };
    const std::size_t in_head = std::min(skipped, decimal.head.size());
    take(decimal.head.substr(in_head), false);
    exponent -= static_cast<i64>(skipped - in_head);
    take(decimal.tail.substr(skipped - in_head), true);
    if (big.is_zero()) return 0;
    // The largest double has 309 digits, the least one starts 323 places behind the point.
    if (exponent + static_cast<i64>(taken) > 310) return std::numeric_limits<double>::infinity();
    if (exponent + static_cast<i64>(taken) < -330) return 0;
    i64 binary = exponent;  // 10^e = 5^e * 2^e
    for (i64 e = exponent; e > 0; e -= 13) big.multiply_add(e >= 13 ? five_13 : power_of_five(e), 0);
    if (exponent < 0) {
        // Enough bits that 64 are left after the division.
        const std::size_t limbs = static_cast<std::size_t>(-exponent * 3 / 32 + 3);
        big.shift_up(limbs);
        binary -= static_cast<i64>(limbs) * 32;
        for (i64 e = -exponent; e > 0; e -= 13) {
            if (big.divide(e >= 13 ? five_13 : power_of_five(e)) != 0) more = true;
        }
    }
    const i64 bits = big.bits();
    const u64 top = big.top(more);
    return rounded(top, binary + bits - 64, more);
}

}  // namespace

double exact_number(std::string_view text) {
    const Decimal decimal = split(text);
    std::size_t zeros = 0;
    for (const std::string_view digits : {decimal.head, decimal.tail}) {
        const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size());
        zeros += first;
        if (first < digits.size()) break;
    }
    const std::size_t count = decimal.head.size() + decimal.tail.size() - zeros;
    double out = 0;
    i64 exponent = decimal.exponent - static_cast<i64>(decimal.tail.size());
    if (count <= 15 && exponent >= -22 && exponent <= 22) {
        // Both the digits and the power of ten are doubles, so that one operation rounds once.
        double digits = 0;
        double power = 1;
        for (const char c : decimal.head) digits = digits * 10 + (c - '0');
        for (const char c : decimal.tail) digits = digits * 10 + (c - '0');
        for (i64 i = exponent < 0 ? -exponent : exponent; i > 0; --i) power *= 10;
        out = exponent < 0 ? digits / power : digits * power;
    } else {
        out = large(decimal, zeros);
    }
    return decimal.negative ? -out : out;
}

}  // namespace thaw::text
