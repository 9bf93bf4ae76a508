// The game puts a skin's name after the folder of the model and is not particular about the extension: names end in
// .bmp where the game ships .tga or .png. An animated texture (ATD) is a text that names its images in turn.
#include "formats/ctc/model/companions.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "formats/ctc/entities/entities.hpp"
#include "formats/ctc/model/atd.hpp"

namespace thaw::ctc {

namespace {

constexpr std::string_view image_extensions[] = {".atd", ".png", ".tga", ".pcx", ".bmp", ".jpg"};

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

// A wildcard or a control character is no part of a name the game could have; its archives hold no longer ones.
bool is_file_name(std::string_view path) {
    constexpr std::size_t longest = 128;
    return !stem_of(path).empty() && !path.ends_with('/') && path.size() <= longest &&
           std::all_of(path.begin(), path.end(), [](char c) { return c >= ' ' && c <= '~' && c != '*' && c != '?'; });
}

std::vector<std::string> names_for(const std::string& path) {
    std::vector<std::string> names{path};
    for (const std::string_view extension : image_extensions) {
        std::string name = std::string(stem_of(path)) + std::string(extension);
        if (!text::equal_ignoring_case(name, path)) names.push_back(std::move(name));
    }
    return names;
}

// A path from the root of the game's data, which may be any folder that is searched: as it is, then with fewer and
// fewer of its folders, down to the bare name in the model's folder.
std::vector<std::string> names_from_data_root(std::string path) {
    std::vector<std::string> names;
    for (;;) {
        for (std::string& name : names_for(path)) names.push_back(std::move(name));
        const std::size_t slash = path.find('/');
        if (slash == std::string::npos) return names;
        path.erase(0, slash + 1);
    }
}

// Folders and name from the end on that two paths have in common; 0 if not even the name, whatever its extension.
std::size_t common_names(std::string_view a, std::string_view b) {
    a = stem_of(a);
    b = stem_of(b);
    std::size_t n = 0;
    while (!a.empty() && !b.empty()) {
        const std::size_t a_name = a.find_last_of('/') + 1, b_name = b.find_last_of('/') + 1;
        if (!text::equal_ignoring_case(a.substr(a_name), b.substr(b_name))) break;
        ++n;
        a = a.substr(0, a_name == 0 ? 0 : a_name - 1);
        b = b.substr(0, b_name == 0 ? 0 : b_name - 1);
    }
    return n;
}

bool is_texture(const Part& part) { return part.role == "texture" || part.role.starts_with("texture:"); }

}  // namespace

const Part* find_atd_image(const Bundle& bundle, std::string_view path) {
    const std::string wanted = normalised(path);
    const Part* best = nullptr;
    std::size_t most = 0;
    for (const Part& part : bundle.parts) {
        if (part.role != atd_image_role || is_atd(part.bytes.bytes())) continue;
        const std::size_t common = common_names(normalised(part.name), wanted);
        if (common <= most) continue;
        most = common;
        best = &part;
    }
    return best;
}

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    std::set<std::string> known;
    for (const Part& part : bundle.parts) {
        if (part.role == "texture") known.insert(key_of(normalised(part.name)));
    }
    std::vector<Want> wants;
    for (const Skin& skin : document.skins) {
        const std::string path = normalised(text::until_nul(skin.name));
        if (!is_file_name(path)) continue;
        if (!known.insert(key_of(path)).second) continue;
        wants.push_back({.role = "texture", .names = names_for(path), .mentions = {}, .required = false});
    }
    for (const Part& part : bundle.parts) {
        if (!is_texture(part) || !is_atd(part.bytes.bytes())) continue;
        const std::string path = normalised(first_image(parse_atd(part.bytes.bytes())));
        if (!is_file_name(path) || find_atd_image(bundle, path) != nullptr) continue;
        Want want{.role = std::string(atd_image_role), .names = names_from_data_root(path)};
        want.accepts = [](const Blob& bytes) { return !is_atd(bytes.bytes()); };  // it often has the name of its image
        wants.push_back(std::move(want));
    }
    if (bundle.find(entity_role) == nullptr) {
        // From the root of the game's data; or with the models alone, taken out of their archive.
        Want want{.role = std::string(entity_role), .names = {"models/entity.dat", "entity.dat"}, .mentioned = false};
        want.accepts = [](const Blob& bytes) { return is_entity_list(bytes.bytes()); };
        wants.push_back(std::move(want));
    }
    return wants;
}

}  // namespace thaw::ctc
