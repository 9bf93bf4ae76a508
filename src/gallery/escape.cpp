#include "gallery/escape.hpp"

#include <thaw/bytes.hpp>

#include "base/text.hpp"

namespace thaw {

std::string html(std::string_view bytes) {
    std::string out;
    for (const char c : text::printable(bytes)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            case '`': out += "&#96;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string url(std::string_view path) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out = "./";  // "//host" and "javascript:" are names of files here
    for (const char c : path) {
        if (plain.find(c) != std::string_view::npos) {
            out += c;
        } else {
            out += '%';
            out += digits[static_cast<u8>(c) >> 4];
            out += digits[static_cast<u8>(c) & 15];
        }
    }
    return out;
}

}  // namespace thaw
