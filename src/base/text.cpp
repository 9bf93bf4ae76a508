#include "base/text.hpp"

#include <array>
#include <charconv>

namespace thaw::text {

namespace {

struct Decoded {
    char32_t point = 0;
    std::size_t length = 0;  // 0: not UTF-8 here
};

// One code point at the start of `s`, refusing overlong forms, surrogates and values past U+10FFFF.
Decoded decode(std::string_view s) {
    const auto byte = [&](std::size_t i) { return static_cast<u8>(s[i]); };
    const u8 first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || s.size() < length) return {};
    char32_t point = first & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        point = (point << 6) | (byte(i) & 0x3Fu);
    }
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    if (point < smallest[length] || (point >= 0xD800 && point <= 0xDFFF) || point > 0x10FFFF) return {};
    return {point, length};
}

// Invisible, line-breaking or direction-changing: they can hide or reorder what a person reads.
bool is_deceptive(char32_t c) {
    return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
           (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

constexpr char digits[] = "0123456789abcdef";

}  // namespace

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto d = decode(bytes);
        if (d.length == 0) return false;
        bytes.remove_prefix(d.length);
    }
    return true;
}

std::string to_utf8(std::string_view bytes) {
    if (is_utf8(bytes)) return std::string(bytes);
    std::string out;
    for (const char c : bytes) append_point(out, static_cast<u8>(c));
    return out;
}

void append_point(std::string& out, char32_t point) {
    const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<u8>(byte)); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | point >> 6);
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        put(0x80 | (point >> 6 & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | point >> 18);
        put(0x80 | (point >> 12 & 0x3F));
        put(0x80 | (point >> 6 & 0x3F));
        put(0x80 | (point & 0x3F));
    }
}

std::string printable(std::string_view bytes) {
    const std::string utf8 = to_utf8(bytes);
    std::string out;
    for (std::string_view rest = utf8; !rest.empty();) {
        const auto d = decode(rest);
        if (d.point < 0x20 || d.point == 0x7F) {
            out += "\\x";
            out += digits[d.point >> 4];
            out += digits[d.point & 15];
        } else if (is_deceptive(d.point)) {
            out += "\\u{" + hex(d.point).substr(2) + "}";
        } else {
            out += rest.substr(0, d.length);
        }
        rest.remove_prefix(d.length);
    }
    return out;
}

char32_t take_point(std::string_view& rest) {
    const auto d = decode(rest);
    rest.remove_prefix(d.length == 0 ? 1 : d.length);
    return d.length == 0 ? U'\uFFFD' : d.point;
}

std::size_t count_points(std::string_view text) {
    std::size_t n = 0;
    for (; !text.empty(); ++n) take_point(text);
    return n;
}

std::string shortened(std::string_view text, std::size_t most) {
    const std::size_t all = count_points(text);
    if (all <= most) return std::string(text);
    if (most == 0) return {};
    const std::size_t tail = (most - 1) / 2;
    const std::size_t head = most - 1 - tail;
    std::string_view rest = text;
    for (std::size_t i = 0; i < head; ++i) take_point(rest);
    std::string out(text.substr(0, text.size() - rest.size()));
    for (std::size_t i = head; i < all - tail; ++i) take_point(rest);
    return out + "\u2026" + std::string(rest);
}

std::string_view until_nul(std::string_view bytes) { return bytes.substr(0, bytes.find('\0')); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lower(c);
    return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (lower(a[i]) != lower(b[i])) return false;
    }
    return true;
}

bool ends_with_ignoring_case(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() && equal_ignoring_case(text.substr(text.size() - suffix.size()), suffix);
}

bool contains_ignoring_case(std::string_view text, std::string_view needle) {
    if (needle.empty()) return true;
    const char low = lower(needle[0]);
    const char high = upper(needle[0]);
    for (std::size_t i = 0; i + needle.size() <= text.size(); ++i) {
        if ((text[i] == low || text[i] == high) && equal_ignoring_case(text.substr(i, needle.size()), needle))
            return true;
    }
    return false;
}

bool matches_pattern(std::string_view text, std::string_view pattern) {
    // Greedy with one point of return: linear in practice, no recursion.
    std::size_t t = 0, p = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && lower(pattern[p]) == lower(text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::string number(double value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string hex(u64 value) {
    std::string reversed;
    do {
        reversed += digits[value & 15];
        value >>= 4;
    } while (value != 0);
    return "0x" + std::string(reversed.rbegin(), reversed.rend());
}

std::string alternatives(std::span<const std::string> words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
        out += words[i];
    }
    return out;
}

std::string plural(u64 n, std::string_view one) {
    std::string out = std::to_string(n) + " ";
    out += one;
    if (n == 1) return out;
    if (one.ends_with("sh")) return out + "es";                             // mesh
    if (one.ends_with('x')) return out.substr(0, out.size() - 2) + "ices";  // vertex, index
    return out + "s";
}

std::string view_as_text(Bytes bytes) {
    return std::string(static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size());
}

}  // namespace thaw::text
