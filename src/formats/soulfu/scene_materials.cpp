#include "formats/soulfu/scene_materials.hpp"

#include "base/file_name.hpp"
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

Materials::Materials(const SceneSource& source, const Bundle& bundle, bool with_variants, Issues& issues, Scene& scene)
    : source_(source), bundle_(bundle), issues_(issues), scene_(scene) {
    const TextureNames names = texture_names(bundle);
    if (!names.error.empty()) {
        issues.add(soulfu::issue::texture_names, texture_names_role, {}, R"({"0": "FILE", ... "3": "FILE"})",
                   names.error);
    }
    if (bundle.find(texture_names_role) == nullptr) find_looks(with_variants);
    if (looks_.empty()) looks_.push_back({{}, names.slots, {}});
}

void Materials::find_looks(bool with_variants) {
    if (bundle_.find(script_role) == nullptr && bundle_.find(room_role) == nullptr) return;
    UsedSlots used{};
    for (std::size_t base = 0; base < source_.bases(); ++base) {
        const Shape shape = source_.shape(base, 0, false);
        for (std::size_t s = 0; s < slot_count; ++s) used[s] = used[s] || shape.slots[s].used;
    }
    Looks looks = looks_in(bundle_, text::file_stem(bundle_.name_of(source_.part())), used);
    if (looks.list.empty()) return;
    looks_ = std::move(looks.list);
    if (!with_variants) looks_.erase(looks_.begin() + 1, looks_.end());
    std::string found = looks_[0].name;
    if (looks_.size() > 1) {
        for (const Look& look : looks_) scene_.variants.push_back(look.name);
        found += ", and " + text::plural(looks_.size() - 1, "variant") + (looks.cut ? " of more" : "");
    }
    issues_.add(looks.from_room ? soulfu::issue::textures_from_room : soulfu::issue::textures_from_script,
                source_.part(), {}, "pictures that somebody chose", std::move(found));
}

std::vector<u32> Materials::variants_of_slot(std::size_t slot, u8 flags, u8 alpha) {
    std::vector<u32> out;
    for (std::size_t look = 0; looks_.size() > 1 && look < looks_.size(); ++look) {
        out.push_back(of_look(look, slot, flags, alpha));
    }
    return out;
}

u32 Materials::of_look(std::size_t look, std::size_t slot, u8 flags, u8 alpha) {
    const std::string& picture = looks_[look].pictures[slot];
    const auto [found, is_new] =
        made_.try_emplace({slot, flags, alpha, text::lower(picture)}, static_cast<u32>(scene_.materials.size()));
    if (!is_new) return found->second;
    Material material;
    material.name = "slot " + std::to_string(slot);
    if (look > 0 && !picture.empty()) material.name += " " + text::to_utf8(text::file_stem(picture));
    material.image = image_of(looks_[look], slot);
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

u32 Materials::image_of(const Look& look, std::size_t slot) {
    const std::string& name = look.pictures[slot];
    const auto [found, is_new] = images_.try_emplace({slot, text::lower(name)}, no_index);
    if (!is_new) return found->second;
    const Part* part = find_texture(bundle_, std::to_string(slot), name);
    if (part == nullptr && !name.empty()) {
        issues_.add(thaw::issue::texture_missing, source_.part(), {}, text::printable(name), "no such file");
        return no_index;
    }
    if (part == nullptr) {
        issues_.add(
            soulfu::issue::unnamed_texture, source_.part(), {}, "a picture for slot " + std::to_string(slot),
            look.computed[slot].empty() ? "none" : "what the game computes: " + text::printable(look.computed[slot]));
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
