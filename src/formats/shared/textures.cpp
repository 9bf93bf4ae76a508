#include "formats/shared/textures.hpp"

#include "base/file_name.hpp"
#include "base/text.hpp"

namespace thaw {

const Part* find_texture(const Bundle& bundle, std::string_view slot, std::string_view name) {
    constexpr std::string_view chosen = "texture:";
    for (const Part& part : bundle.parts) {
        const std::string_view role = part.role;
        if (role.starts_with(chosen) && text::equal_ignoring_case(role.substr(chosen.size()), slot)) return &part;
    }
    if (text::file_stem(name).empty()) return nullptr;
    for (const Part& part : bundle.parts) {
        if (part.role == "texture" && text::equal_ignoring_case(text::file_stem(part.name), text::file_stem(name)))
            return &part;
    }
    return nullptr;
}

Vec4 flat_color(std::size_t slot) {
    constexpr Vec4 colors[] = {{0.60f, 0.60f, 0.60f, 1}, {0.55f, 0.30f, 0.15f, 1}, {0.20f, 0.45f, 0.25f, 1},
                               {0.20f, 0.35f, 0.60f, 1}, {0.65f, 0.50f, 0.15f, 1}, {0.50f, 0.25f, 0.45f, 1},
                               {0.15f, 0.45f, 0.50f, 1}, {0.60f, 0.25f, 0.25f, 1}};
    return colors[slot % std::size(colors)];
}

}  // namespace thaw
