#include "base/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fast_float/fast_float.h>

namespace thaw::text {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

// Not std::from_chars: the WebAssembly library has none for floats.
double exact_number(std::string_view text) {
    double value = 0;
    fast_float::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<double> whole_number(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

double leading_number(std::string_view text) {
    // The games' own readers take what no number of JSON is. With up to 15 digits and a small power of ten, one
    // rounding at the end gives the nearest double.
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    u64 digits = 0;
    int exponent = 0;
    bool fraction = false;
    for (; !text.empty() && (is_digit(text[0]) || (text[0] == '.' && !fraction)); text.remove_prefix(1)) {
        if (text[0] == '.') {
            fraction = true;
            continue;
        }
        const bool fits = digits < 100'000'000'000'000'000;
        if (fits) digits = digits * 10 + static_cast<u64>(text[0] - '0');
        if (fraction && fits) --exponent;
        if (!fraction && !fits) ++exponent;
    }
    if (text.size() > 1 && (text[0] == 'e' || text[0] == 'E')) {
        exponent += static_cast<int>(std::clamp<i64>(leading_integer(text.substr(1)), -100, 100));
    }
    double value = static_cast<double>(digits);
    double power = 1;
    for (int i = 0; i < std::min(std::abs(exponent), 200); ++i) power *= 10;
    value = exponent < 0 ? value / power : value * power;
    return negative ? -value : value;
}

i64 leading_integer(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    constexpr i64 largest = i64{1} << 31;
    i64 value = 0;
    for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
        value = std::min(largest, value * 10 + (text[0] - '0'));
    }
    return negative ? -value : value;
}

}  // namespace thaw::text
