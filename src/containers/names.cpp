#include "containers/names.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::containers {

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

}  // namespace thaw::containers
