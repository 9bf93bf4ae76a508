#include "formats/ctr/model/companions.hpp"

#include <algorithm>
#include <optional>

#include "base/file_name.hpp"
#include "base/numbers.hpp"

namespace thaw::ctr {

bool is_textured(const File& file) {
    return std::any_of(file.texture_tables.begin(), file.texture_tables.end(), [](const auto& table) {
        return std::any_of(table.value.begin(), table.value.end(), [](const Pointer& p) { return p.target != 0; });
    });
}

namespace {

// What Thaw calls the files of a BIG starts with their number: "0001_track00_1p".
constexpr std::size_t digits = 4;

std::optional<u32> number_in(std::string_view stem) {
    if (stem.size() < digits || (stem.size() > digits && stem[digits] != '_')) return std::nullopt;
    return text::whole_integer<u32>(stem.substr(0, digits));
}

std::string numbered(u32 number) {
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// A model's own textures, by the table of where the game has them (README, "Textures").
std::vector<std::string> vrm_names(const std::string& stem) {
    std::vector<std::string> names{stem + ".vrm"};
    const auto number = number_in(stem);
    const std::string word = number ? stem.substr(std::min(digits + 1, stem.size())) : stem;
    // In a BIG the textures of a track come right before it.
    if (number && *number > 0) names.push_back(numbered(*number - 1) + "*.vrm");
    if (word.starts_with("trophy") || word.starts_with("boss")) {
        // The same mesh comes with the layout of either film.
        const std::string film = !number && stem.ends_with('2') ? "2" : "1";
        for (const char* folder : {"", "cutscenes/", "packs/"}) names.push_back(folder + ("cutscenes" + film + ".vrm"));
        if (number) names.push_back("*_cutscene.vrm");
    }
    return names;
}

}  // namespace

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    std::vector<Want> wants;
    const std::string stem(text::file_stem(bundle.name_of(document.file ? "ctr" : "ptr")));
    if (stem.empty()) return wants;
    const auto want = [&](Want wanted) {
        if (bundle.find(wanted.role) == nullptr) wants.push_back(std::move(wanted));
    };
    if (!document.file) {
        want({.role = "ctr", .names = {stem + ".lev", stem + ".ctr", stem + ".mpk"}, .required = true});
        return wants;
    }
    if (document.file->wants_external_map()) want({.role = "ptr", .names = {stem + ".ptr"}, .required = true});
    if (is_textured(*document.file)) {
        want({.role = "vrm", .names = vrm_names(stem)});
        // Racers and weapons have all their textures there, most other models none.
        want({.role = "shared-vrm", .names = {"shared.vrm", "packs/shared.vrm", "*_shared.vrm"}, .mentioned = false});
    }
    return wants;
}

}  // namespace thaw::ctr
