#include "formats/ctr/needs.hpp"

#include <algorithm>

#include "base/file_name.hpp"

namespace thaw::ctr {

bool is_textured(const File& file) {
    return std::any_of(file.texture_tables.begin(), file.texture_tables.end(), [](const auto& table) {
        return std::any_of(table.value.begin(), table.value.end(), [](const Pointer& p) { return p.target != 0; });
    });
}

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
        want({.role = "vrm", .names = {stem + ".vrm"}});
        // Racers and weapons have all their textures there, most other models none.
        want({.role = "shared-vrm", .names = {"shared.vrm"}, .mentioned = false});
    }
    return wants;
}

}  // namespace thaw::ctr
