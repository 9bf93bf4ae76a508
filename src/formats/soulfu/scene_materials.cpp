#include "formats/soulfu/scene_materials.hpp"

#include "base/text.hpp"
#include "formats/soulfu/scene_issues.hpp"
#include "formats/soulfu/summarise.hpp"
#include "formats/textures.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 light = 1;
constexpr u8 no_cull = 4;
constexpr u8 shiny = 8;
constexpr u8 paper = 128;
constexpr f32 paper_cutoff = 0.004f;  // the game keeps what is above 1/256

}  // namespace

u32 Materials::of_slot(std::size_t slot, u8 flags, u8 alpha) {
    const auto [found, is_new] = made_.try_emplace({slot, flags, alpha}, static_cast<u32>(scene_.materials.size()));
    if (!is_new) return found->second;
    Material material;
    material.name = "slot " + std::to_string(slot);
    material.image = image_of(slot);
    if (material.image == no_index) material.base_color = flat_color(slot);
    material.base_color.w = static_cast<f32>(alpha) / 255;
    // The picture's own alpha counts only where the game tests it or blends.
    if ((flags & light) != 0) {
        material.alpha = AlphaMode::blend;
        material.blend = BlendMode::additive;
    } else if (alpha < 255) {
        material.alpha = AlphaMode::blend;
    } else if ((flags & paper) != 0) {
        material.alpha = AlphaMode::mask;
        material.alpha_cutoff = paper_cutoff;
    }
    material.double_sided = (flags & no_cull) != 0;
    material.environment = (flags & shiny) != 0;
    material.extras.set("thaw_slot", slot).set("thaw_flags", flags).set("thaw_alpha", alpha);
    if (const std::string words = flags_in_words(flags, alpha); !words.empty()) {
        material.extras.set("thaw_flags_in_words", words);
    }
    scene_.materials.push_back(std::move(material));
    return found->second;
}

u32 Materials::image_of(std::size_t slot) {
    const auto [found, is_new] = images_.try_emplace(slot, no_index);
    if (!is_new) return found->second;
    const Part* part = find_texture(bundle_, std::to_string(slot), {});
    if (part == nullptr) {
        issues_.add(soulfu::issue::unnamed_texture, source_.part(), {}, "a picture for slot " + std::to_string(slot),
                    "none");
        return no_index;
    }
    found->second = static_cast<u32>(scene_.images.size());
    Image image;
    image.name = text::to_utf8(part->name);
    image.file = part->bytes;
    scene_.images.push_back(std::move(image));
    return found->second;
}

}  // namespace thaw::ddd
