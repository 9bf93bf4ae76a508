#include "base/safe_name.hpp"

#include "base/text.hpp"

namespace thaw::text {

namespace {

constexpr std::size_t longest = 100;

bool is_letter_or_digit(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Windows opens the device for CON, con.txt and CON.tar.gz alike.
bool is_device(std::string_view name) {
    const std::string stem = lower(name.substr(0, name.find('.')));
    for (const std::string_view device : {"con", "prn", "aux", "nul"}) {
        if (stem == device) return true;
    }
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '0' && stem[3] <= '9';
}

}  // namespace

std::string safe_name(std::string_view raw) {
    std::string out;
    for (const char c : until_nul(raw)) {
        const bool kept = is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
        if (out.empty() && !is_letter_or_digit(c)) continue;
        if (kept) {
            out += c;
        } else if (out.back() != '_') {
            out += '_';
        }
    }
    if (is_device(out)) out.insert(0, "x");
    if (out.size() > longest) out.resize(longest);
    while (!out.empty() && !is_letter_or_digit(out.back()) && out.back() != '_' && out.back() != '-') out.pop_back();
    return out.empty() ? "unnamed" : out;
}

}  // namespace thaw::text
