#include "formats/textures.hpp"

#include "base/text.hpp"

namespace thaw {

namespace {

std::string_view stem_of(std::string_view path) {
    const std::size_t folder = path.find_last_of("/\\");
    if (folder != std::string_view::npos) path.remove_prefix(folder + 1);
    return path.substr(0, path.rfind('.'));
}

}  // namespace

const Part* find_texture(const Bundle& bundle, std::string_view slot, std::string_view name) {
    constexpr std::string_view chosen = "texture:";
    for (const Part& part : bundle.parts) {
        const std::string_view role = part.role;
        if (role.starts_with(chosen) && text::equal_ignoring_case(role.substr(chosen.size()), slot)) return &part;
    }
    if (stem_of(name).empty()) return nullptr;
    for (const Part& part : bundle.parts) {
        if (part.role == "texture" && text::equal_ignoring_case(stem_of(part.name), stem_of(name))) return &part;
    }
    return nullptr;
}

}  // namespace thaw
