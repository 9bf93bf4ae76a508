#include "formats/ctr/needs.hpp"

#include <algorithm>

namespace thaw::ctr {

namespace {

// The file's name without folder and extension.
std::string stem_of(std::string_view name) {
    const std::size_t slash = name.find_last_of("/\\");
    if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
    return std::string(name.substr(0, name.find_last_of('.')));
}

}  // namespace

bool is_textured(const File& file) {
    return std::any_of(file.texture_tables.begin(), file.texture_tables.end(), [](const auto& table) {
        return std::any_of(table.value.begin(), table.value.end(), [](const Pointer& p) { return p.target != 0; });
    });
}

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    std::vector<Want> wants;
    const std::string stem = stem_of(bundle.name_of(document.file ? "ctr" : "ptr"));
    if (stem.empty()) return wants;
    const auto want = [&](const char* role, std::vector<std::string> names, bool required) {
        if (bundle.find(role) == nullptr) wants.push_back({role, std::move(names), {}, required});
    };
    if (!document.file) {
        want("ctr", {stem + ".lev", stem + ".ctr", stem + ".mpk"}, true);
        return wants;
    }
    if (document.file->wants_external_map()) want("ptr", {stem + ".ptr"}, true);
    if (is_textured(*document.file)) {
        want("vrm", {stem + ".vrm"}, false);
        // Racers and weapons have all their textures there, most other models none.
        if (bundle.find("shared-vrm") == nullptr) {
            wants.push_back({.role = "shared-vrm", .names = {"shared.vrm"}, .mentioned = false});
        }
    }
    return wants;
}

}  // namespace thaw::ctr
