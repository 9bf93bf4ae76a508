#include "formats/soulfu/texture_names.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t longest_file = 65536;  // four short names

// An object whose values are all strings: as much of JSON as the file needs.
class Strings {
public:
    explicit Strings(std::string_view text) : rest_(text) {}

    // False if it is anything else.
    template <class Visit>
    bool read(Visit&& visit) {
        if (!take('{')) return false;
        if (take('}')) return at_end();
        do {
            std::string key, value;
            if (!string(key) || !take(':') || !string(value)) return false;
            visit(key, value);
        } while (take(','));
        return take('}') && at_end();
    }

private:
    bool at_end() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
        return rest_.empty();
    }
    bool take(char c) {
        if (at_end() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool string(std::string& out) {
        if (!take('"')) return false;
        while (!rest_.empty()) {
            char c = rest_.front();
            rest_.remove_prefix(1);
            if (c == '"') return true;
            if (static_cast<unsigned char>(c) < 0x20) return false;
            if (c == '\\') {  // names of files need no other escapes than these
                if (rest_.empty() || std::string_view("\"\\/").find(rest_.front()) == std::string_view::npos)
                    return false;
                c = rest_.front();
                rest_.remove_prefix(1);
            }
            out += c;
        }
        return false;
    }

    std::string_view rest_;
};

}  // namespace

TextureNames texture_names(const Bundle& bundle) {
    TextureNames out;
    const Part* part = bundle.find(texture_names_role);
    if (part == nullptr) return out;
    const std::string text = part->bytes.size() <= longest_file ? text::view_as_text(part->bytes.bytes()) : "";
    const bool good = Strings(text).read([&](const std::string& slot, std::string& name) {
        if (slot.size() == 1 && slot[0] >= '0' && slot[0] < '0' + static_cast<int>(slot_count)) {
            out.slots[static_cast<std::size_t>(slot[0] - '0')] = std::move(name);
        } else {
            out.error = "slot '" + text::printable(slot) + "'";
        }
    });
    if (!good) out.error = "something else";
    if (!out.error.empty()) out.slots = {};
    return out;
}

std::vector<Want> texture_needs(const Bundle& bundle, std::string_view part) {
    const auto findable = [](std::string_view name) { return !name.empty() && name.find('*') == name.npos; };
    std::vector<Want> wants;
    if (bundle.find(texture_names_role) == nullptr) {
        const std::string_view stem = text::file_stem(bundle.name_of(part));
        if (findable(stem)) {
            wants.push_back({.role = std::string(texture_names_role),
                             .names = {std::string(stem) + ".textures.json"},
                             .mentioned = false});
        }
        return wants;
    }
    for (const std::string& name : texture_names(bundle).slots) {
        if (!findable(name)) continue;
        Want want{.role = "texture", .names = {name}};
        // Scripts say NAME.RGB, which is what the game makes of the others in memory.
        const std::string stem = name.substr(0, name.rfind('.'));
        for (const char* ending : {".PCX", ".JPG", ".PNG", ".TGA", ".BMP"}) want.names.push_back(stem + ending);
        wants.push_back(std::move(want));
    }
    return wants;
}

AlphaFrom alpha_of(std::string_view picture_name) {
    const std::string name(text::file_name(picture_name));
    const auto starts = [&](std::string_view prefix) {
        return text::equal_ignoring_case(std::string_view(name).substr(0, prefix.size()), prefix);
    };
    if (starts("SHAD") || starts("MPSHAD")) return AlphaFrom::darkness;
    if (starts("LITE") || starts("MPLITE")) return AlphaFrom::brightness;
    if (starts("=")) return AlphaFrom::corner_soft;
    if (starts("-")) return AlphaFrom::corner;
    return AlphaFrom::file;
}

}  // namespace thaw::ddd
