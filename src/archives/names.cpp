#include "archives/names.hpp"

#include <algorithm>

#include <thaw/archives.hpp>

#include "base/text.hpp"

namespace thaw::archives {

namespace {

// Code page 437, from 0x80: what the specification of zip means by a name without a mark.
constexpr std::u32string_view dos_letters =
    U"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    U"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
static_assert(dos_letters.size() == 128);

std::string from_dos(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            text::append_point(out, dos_letters[byte - 0x80u]);
        }
    }
    return out;
}

}  // namespace

std::string entry_name(std::string_view bytes, bool zip) {
    std::string name = zip && !text::is_utf8(bytes) ? from_dos(bytes) : text::to_utf8(bytes);
    if (zip) std::replace(name.begin(), name.end(), '\\', '/');
    std::string_view rest = name;
    while (rest.starts_with("./")) rest.remove_prefix(2);
    return std::string(rest);
}

std::string refused_name(std::string_view raw) {
    std::string name(raw);
    std::replace(name.begin(), name.end(), '\\', '/');
    if (name.empty()) return "it has no name";
    if (name.front() == '/' || (name.size() > 1 && name[1] == ':')) return "its name starts at the root of a disk";
    std::string_view rest = name;
    while (!rest.empty()) {
        const std::string_view step = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(step.size() + 1, rest.size()));
        if (step.empty() || step == "." || step == "..") return "its name leads to another folder";
        const bool plain = std::all_of(step.begin(), step.end(), [](char c) { return static_cast<u8>(c) >= 0x20; });
        if (!plain) return "its name has control characters";
        constexpr std::size_t longest = 255;  // of any file system
        if (step.size() > longest) return "its name is too long for a file";
    }
    return name.ends_with('/') ? "its name ends like a folder's" : std::string();
}

}  // namespace thaw::archives
