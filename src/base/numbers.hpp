// Numbers in the text files of games.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include <thaw/bytes.hpp>

namespace thaw::text {

// The number at the start of a text as the games read it, "0.1f" or "64;" included; 0 if there is none. Finite.
double leading_number(std::string_view text);
// The double nearest to a number of JSON, which has to be well formed; past the largest one infinity.
double exact_number(std::string_view text);
// All of the text as a decimal number, "12", "-0.5", ".5" or "1e3"; nothing if it is none, or not finite.
std::optional<double> whole_number(std::string_view text);
// The number, if the text is one and nothing else.
template <class T>
std::optional<T> whole_integer(std::string_view text, int base = 10) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}
// Saturates at +-2^31.
i64 leading_integer(std::string_view text);

}  // namespace thaw::text
