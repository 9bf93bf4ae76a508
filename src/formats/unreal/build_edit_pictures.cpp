// Which pictures of an edited scene are no longer those of its base.
#include <algorithm>
#include <map>

#include "base/file_name.hpp"
#include "formats/unreal/build_edit.hpp"

namespace thaw::unreal {

namespace {

// The picture on each slot.
std::map<u8, u32> slot_pictures(const Scene& scene) {
    std::map<u8, u32> out;
    for (const Material& material : scene.materials) {
        const auto slot = said_surface(material).slot;
        if (slot && material.image != no_index) out.try_emplace(*slot, material.image);
    }
    return out;
}

// Under the name that the script already has for it.
std::string picture_file(const Document& document, u8 slot, std::string_view name) {
    const SkinSlot* skin = document.mesh() == nullptr ? nullptr : document.mesh()->skin(slot);
    const std::string_view file = skin == nullptr ? std::string_view() : picture_of(*skin);
    return std::string(text::file_stem(file.empty() ? name : file)) + ".pcx";
}

}  // namespace

std::vector<BuiltTexture> painted_pictures(const Scene& base, const Scene& edited, const Document& document) {
    std::vector<BuiltTexture> out;
    const auto then = slot_pictures(base), now = slot_pictures(edited);
    for (const auto& [slot, image] : now) {
        const auto found = then.find(slot);
        if (found == then.end()) continue;
        const Image& before = base.images[found->second];
        const Image& after = edited.images[image];
        const bool known = !before.pixels.empty() && !after.pixels.empty();
        if (!known || (before.width == after.width && before.pixels == after.pixels)) continue;
        const bool twice =
            std::any_of(out.begin(), out.end(), [i = image](const BuiltTexture& t) { return t.image == i; });
        if (!twice) out.push_back({image, picture_file(document, slot, before.name)});
    }
    return out;
}

}  // namespace thaw::unreal
