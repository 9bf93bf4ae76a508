#include "formats/soulfu/scene/materials.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/common_issues.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/textures.hpp"
#include "formats/soulfu/ddd/summary.hpp"
#include "formats/soulfu/scene/issues.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/shared/bits.hpp"
#include "scene/maths.hpp"

namespace thaw::ddd {

namespace {

constexpr f32 paper_cutoff = 0.004f;  // the game keeps what is above 1/256
constexpr u32 white = 0xFFFFFF;

std::string hex_color(u32 rgb) {
    std::string out = "#";
    for (u32 shift = 24; shift > 0; shift -= 4) out += "0123456789ABCDEF"[rgb >> (shift - 4) & 15];
    return out;
}

}  // namespace

u32 tint_of(const Material& material) {
    const auto channel = [](f32 linear) {
        return static_cast<u32>(std::clamp(linear_to_srgb(linear), 0.0f, 1.0f) * 255 + 0.5f);
    };
    const Vec4& c = material.base_color;
    return channel(c.x) << 16 | channel(c.y) << 8 | channel(c.z);
}

bool has_given_tint(const Material& material) {
    const std::string* given = build::text_in(material.extras, tint_extra);
    return given != nullptr && *given == hex_color(tint_of(material));
}

Materials::Materials(const SceneSource& source, const Bundle& bundle, const SceneLooks& looks, Issues& issues,
                     Scene& scene, std::string place)
    : source_(source), place_(std::move(place)), bundle_(bundle), issues_(issues), scene_(scene), looks_(looks.list) {
    if (!looks.names_error.empty()) {
        issues.add(soulfu::issue::texture_names, texture_names_role, {}, R"({"0": "FILE", ... "3": "FILE"})",
                   looks.names_error);
    }
    if (looks.source.empty()) return;
    issues.add(looks.from_room ? soulfu::issue::textures_from_room : soulfu::issue::textures_from_script, source.part(),
               {}, {}, looks.source);
}

std::vector<u32> Materials::variants_of_slot(std::size_t slot, u8 flags, u8 alpha) {
    std::vector<u32> out;
    for (std::size_t look = 0; looks_.size() > 1 && look < looks_.size(); ++look) {
        out.push_back(of_look(look, slot, flags, alpha));
    }
    return out;
}

u32 Materials::of_look(std::size_t look, std::size_t slot, u8 flags, u8 alpha) {
    const std::string& image = looks_[look].images[slot];
    const bool is_tinted = (flags & color_flag) != 0;
    const auto [found, is_new] =
        made_.try_emplace({slot, flags, alpha, text::lower(image), is_tinted ? looks_[look].tint : std::nullopt},
                          static_cast<u32>(scene_.materials.size()));
    if (!is_new) return found->second;
    Material material;
    material.name = "slot " + std::to_string(slot) + (place_.empty() ? "" : " " + text::to_utf8(place_));
    if (look > 0 && !image.empty()) material.name += " " + text::to_utf8(text::file_stem(image));
    if (look > 0 && is_tinted && looks_[look].tint) material.name += " " + hex_color(*looks_[look].tint);
    // Base models may use a slot in different ways.
    const std::string name = material.name;
    const auto is_called = [&](const Material& other) { return other.name == material.name; };
    for (std::size_t again = 2; std::any_of(scene_.materials.begin(), scene_.materials.end(), is_called); ++again) {
        material.name = name + " (" + std::to_string(again) + ")";
    }
    material.image = image_of(looks_[look], slot);
    if (material.image == no_index) {
        material.base_color = flat_color(slot);
    } else if (is_tinted) {
        set_tint(looks_[look], material);
    }
    material.base_color.w = static_cast<f32>(alpha) / 255;
    // The image's own alpha counts only where the game tests it or blends.
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
    if (material.image != no_index) {
        material.extras.set(std::string(image_extra), text::file_name(scene_.images[material.image].name));
    }
    if (const std::string words = flags_in_words(flags, alpha); !words.empty()) {
        material.extras.set("thaw_flags_in_words", words);
    }
    scene_.materials.push_back(std::move(material));
    return found->second;
}

// The game multiplies what images hold; a scene has its factors linear.
void Materials::set_tint(const Look& look, Material& material) {
    if (!look.computed_tint.empty()) report_choice(look.computed_tint, look.tint ? hex_color(*look.tint) : "white");
    if (!look.tint || *look.tint == white) return;
    const auto channel = [&](u32 shift) { return srgb_to_linear(static_cast<f32>(*look.tint >> shift & 255) / 255); };
    material.base_color = {channel(16), channel(8), channel(0), 1};
    material.extras.set(std::string(tint_extra), hex_color(*look.tint));
}

void Materials::report_choice(const std::string& expression, std::string taken) {
    if (!reported_.insert(expression).second) return;
    issues_.add(soulfu::issue::chosen_color, source_.part(), {}, text::printable(expression), std::move(taken));
}

u32 Materials::image_of(const Look& look, std::size_t slot) {
    const std::string& name = look.images[slot];
    const auto [found, is_new] = images_.try_emplace({slot, text::lower(name)}, no_index);
    if (!is_new) return found->second;
    const Part* part = find_texture(bundle_, std::to_string(slot), name);
    if (part == nullptr && !name.empty()) {
        issues_.add(thaw::issue::texture_missing, source_.part(), {}, {}, text::printable(name));
        return no_index;
    }
    if (part == nullptr) {
        const std::string& computed = look.computed[slot];
        issues_.add(computed.empty() ? soulfu::issue::unnamed_texture : soulfu::issue::computed_texture, source_.part(),
                    {}, text::printable(computed), std::to_string(slot));
        return no_index;
    }
    if (!look.computed[slot].empty()) report_choice(look.computed[slot], text::to_utf8(part->name));
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
