// Words and numbers as class scripts have them.
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "formats/unreal/build/parts.hpp"

namespace thaw::unreal {

namespace {

constexpr std::size_t longest_name = 63;  // of Unreal

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_plain(char c) { return is_digit(c) || c == '_' || (text::lower(c) >= 'a' && text::lower(c) <= 'z'); }

}  // namespace

std::string object_identifier(std::string_view name) {
    std::string out(name.substr(0, longest_name - 1));
    for (char& c : out) {
        if (!is_plain(c)) c = '_';
    }
    if (out.empty()) return "Model";
    return is_digit(out.front()) ? "M" + out : out;
}

std::string directive_word(std::string_view name) {
    std::string out(name.substr(0, longest_name));
    for (char& c : out) {
        const bool separates = c == '"' || c == '=' || c == '/' || c == '*' || c == '\'';
        if (c <= ' ' || c > '~' || separates) c = '_';
    }
    return out.empty() ? "_" : out;
}

std::string plain_number(double value) {
    std::array<char, 400> text;  // the largest double has 309 digits before its point
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value + 0.0, std::chars_format::fixed).ptr;
    return {text.data(), end};
}

}  // namespace thaw::unreal
