// The game puts a skin's name after the folder of the model and is not particular about the extension: names end in
// .bmp where the game ships .tga or .png.
#include "formats/ctc/companions.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace thaw::ctc {

namespace {

constexpr std::string_view picture_extensions[] = {".atd", ".png", ".tga", ".pcx", ".bmp", ".jpg"};

// A name of several folders in one spelling: '/' between them, none in front.
std::string normalised(std::string_view name) {
    std::string out(name);
    std::replace(out.begin(), out.end(), '\\', '/');
    out.erase(0, out.find_first_not_of('/'));
    return out;
}

std::string_view stem_of(std::string_view path) {
    const std::size_t slash = path.find_last_of('/');
    const std::size_t dot = path.find_last_of('.');
    const bool has_extension = dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash);
    return has_extension ? path.substr(0, dot) : path;
}

std::string key_of(std::string_view path) {
    const std::string_view stem = stem_of(path);
    return text::lower(stem.substr(stem.find_last_of('/') + 1));
}

// A wildcard or a control character is no part of a name the game could have.
bool is_plain(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~' && c != '*' && c != '?'; });
}

std::vector<std::string> names_for(const std::string& path) {
    std::vector<std::string> names{path};
    for (const std::string_view extension : picture_extensions) {
        std::string name = std::string(stem_of(path)) + std::string(extension);
        if (!text::equal_ignoring_case(name, path)) names.push_back(std::move(name));
    }
    return names;
}

}  // namespace

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    std::set<std::string> known;
    for (const Part& part : bundle.parts) {
        if (part.role == "texture") known.insert(key_of(normalised(part.name)));
    }
    std::vector<Want> wants;
    for (const Skin& skin : document.skins) {
        const std::string path = normalised(name_of(skin.name));
        if (stem_of(path).empty() || path.ends_with('/') || !is_plain(path)) continue;
        if (!known.insert(key_of(path)).second) continue;
        wants.push_back({.role = "texture", .names = names_for(path), .mentions = {}, .required = false});
    }
    return wants;
}

}  // namespace thaw::ctc
