#include "formats/soulfu/scene_materials.hpp"

#include "base/text.hpp"
#include "formats/common_issues.hpp"
#include "formats/soulfu/bits.hpp"
#include "formats/soulfu/scene_issues.hpp"
#include "formats/soulfu/summarise.hpp"
#include "formats/textures.hpp"

namespace thaw::ddd {

namespace {

constexpr f32 paper_cutoff = 0.004f;  // the game keeps what is above 1/256

}  // namespace

Materials::Materials(const SceneSource& source, const Bundle& bundle, Issues& issues, Scene& scene)
    : source_(source), bundle_(bundle), issues_(issues), scene_(scene), names_(texture_names(bundle)) {
    if (names_.error.empty()) return;
    issues.add(soulfu::issue::texture_names, texture_names_role, {}, R"({"0": "FILE", ... "3": "FILE"})", names_.error);
}

u32 Materials::of_slot(std::size_t slot, u8 flags, u8 alpha) {
    const auto [found, is_new] = made_.try_emplace({slot, flags, alpha}, static_cast<u32>(scene_.materials.size()));
    if (!is_new) return found->second;
    Material material;
    material.name = "slot " + std::to_string(slot);
    material.image = image_of(slot);
    if (material.image == no_index) material.base_color = flat_color(slot);
    material.base_color.w = static_cast<f32>(alpha) / 255;
    // The picture's own alpha counts only where the game tests it or blends.
    if ((flags & light_flag) != 0) {
        material.alpha = AlphaMode::blend;
        material.blend = BlendMode::additive;
    } else if (alpha < 255) {
        material.alpha = AlphaMode::blend;
    } else if ((flags & paper_flag) != 0) {
        material.alpha = AlphaMode::mask;
        material.alpha_cutoff = paper_cutoff;
    }
    material.double_sided = (flags & no_cull_flag) != 0;
    material.environment = (flags & shiny_flag) != 0;
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
    const std::string& name = names_.slots[slot];
    const Part* part = find_texture(bundle_, std::to_string(slot), name);
    if (part == nullptr && !name.empty()) {
        issues_.add(thaw::issue::texture_missing, source_.part(), {}, text::printable(name), "no such file");
        return no_index;
    }
    if (part == nullptr) {
        issues_.add(soulfu::issue::unnamed_texture, source_.part(), {}, "a picture for slot " + std::to_string(slot),
                    "none");
        return no_index;
    }
    const auto [loaded, is_first] = loaded_.try_emplace(part, static_cast<u32>(scene_.images.size()));
    found->second = loaded->second;
    if (!is_first) return found->second;
    Image image;
    image.name = text::to_utf8(part->name);
    image.file = part->bytes;
    image.alpha = alpha_of(part->name);
    scene_.images.push_back(std::move(image));
    return found->second;
}

}  // namespace thaw::ddd
