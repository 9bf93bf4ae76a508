// Materials, and images cut out of video memory.
#include <algorithm>
#include <cmath>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/companions.hpp"
#include "formats/ctr/model/issues.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/ctr/model/texels.hpp"
#include "formats/shared/textures.hpp"

namespace thaw::ctr {

namespace {

constexpr u16 page_bits = 0x1FF;  // the hardware knows no others
constexpr u32 opaque_blend = 3, adding_blend = 1;
constexpr u16 blend_bit = 0x8000;

TextureLayout layout_of(u16 page, u16 clut) {
    TextureLayout out;
    out.page = page;
    out.clut = clut;
    return out;
}

}  // namespace

Materials::Materials(SceneWork& work) : work_(work) {
    for (std::size_t i = 0; i < work.file.layouts.size(); ++i) {
        const TextureLayout& layout = work.file.layouts[i].value;
        const auto [place, is_new] = cutouts_.try_emplace(group_of(layout));
        Cutout& cutout = place->second;
        if (is_new) cutout.layout = i;
        Crop& crop = cutout.crop;
        crop.left = std::min({crop.left, layout.u0, layout.u1, layout.u2});
        crop.right = std::max({crop.right, layout.u0, layout.u1, layout.u2});
        crop.top = std::min({crop.top, layout.v0, layout.v1, layout.v2});
        crop.bottom = std::max({crop.bottom, layout.v0, layout.v1, layout.v2});
    }
    if (cutouts_.empty()) return;
    bright_colours_ = bright_colours_in(work.file);
    memory_ = memory_of(work.bundle, [&](const Part& part, const Error& error) {
        work_.reporter.report(issue::memory_unreadable, [&] { return Finding{{}, part.name, error.message}; });
    });
    const auto others = other_memories(work.bundle);
    if (others.empty()) return;
    work_.reporter.report(issue::memory_choice, [&] {
        std::string names;
        for (const std::string& name : others) names += (names.empty() ? "" : ", ") + name;
        return Finding{{}, std::string(text::file_name(work.bundle.name_of("vrm"))), names};
    });
}

Materials::Group Materials::group_of(const TextureLayout& layout) {
    return {static_cast<u16>(layout.page & page_bits), layout.depth() < 2 ? layout.clut : u16{0}};
}

u32 Materials::plain(bool one_sided, bool translucent) {
    const auto [place, is_new] = plain_.emplace(std::pair(one_sided, translucent), work_.scene.materials.size());
    if (!is_new) return place->second;
    Material material;
    material.name = translucent ? "colours_translucent" : "colours";
    if (!one_sided) material.name += "_two_sided";
    material.double_sided = !one_sided;
    if (translucent) {  // half of what is behind, half of the face
        material.alpha = AlphaMode::blend;
        material.base_color.w = 0.5f;
    }
    work_.scene.materials.push_back(std::move(material));
    strength_by_material_.push_back(neutral_strength);
    return place->second;
}

u32 Materials::textured(const TextureLayout& layout, bool one_sided, u8 level) {
    const Group group = group_of(layout);
    Cutout& cutout = cutouts_[group];
    if (!cutout.made) make(group, cutout);
    const Lit own = lit(group, cutout, level);
    const auto [place, is_new] =
        textured_.emplace(std::tuple(group, one_sided, u16{level}), work_.scene.materials.size());
    if (!is_new) return place->second;
    Material material;
    material.name = "texture_" + std::to_string(cutout.slot);
    if (own.strength != neutral_strength) material.name += "_bright_" + std::to_string(own.strength);
    if (!one_sided) material.name += "_two_sided";
    material.double_sided = !one_sided;
    material.image = own.image;
    if (own.image == no_index) material.base_color = flat_color(cutout.slot);
    material.alpha = cutout.alpha;
    material.blend = cutout.blend;
    material.nearest = material.clamp = true;
    material.extras.set("thaw_page", group.page).set("thaw_clut", group.clut);
    material.extras.set("thaw_crop_left", cutout.crop.left).set("thaw_crop_top", cutout.crop.top);
    material.extras.set("thaw_crop_width", cutout.crop.width()).set("thaw_crop_height", cutout.crop.height());
    if (own.strength != neutral_strength) material.extras.set("thaw_strength", own.strength);
    work_.scene.materials.push_back(std::move(material));
    strength_by_material_.push_back(own.strength);
    return place->second;
}

// Made when a face first needs it. An image that somebody chose is shown as it is.
Materials::Lit& Materials::lit(const Group& group, Cutout& cutout, u8 level) {
    Lit& out = lit_[{group, level}];
    if (out.made) return out;
    out.made = true;
    if (level > 0 && !cutout.chosen) {
        const Strength best = best_strength(level, cutout.texels, bright_colours_[{group.page, group.clut, level}]);
        out.strength = best.value;
        if (best.error > 0) {
            work_.reporter.report(issue::brightness, [&] {
                return Finding{field_path("layouts", cutout.layout),
                               {},
                               text::number(std::round(best.error * 10) / 10) + " of 255"};
            });
        }
    }
    out.image = image_of(cutout, out.strength);
    return out;
}

u32 Materials::image_of(Cutout& cutout, u16 strength) {
    if (!cutout.plain) return no_index;
    u32& known = cutout.images[strength];
    if (known != 0) return known - 1;
    Image out = *cutout.plain;
    if (strength != neutral_strength && work_.budget.take(out.pixels.size())) {
        std::vector<u8> pixels(out.pixels.bytes().begin(), out.pixels.bytes().end());
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            if (i % 4 != 3) pixels[i] = stronger(pixels[i], strength);
        }
        out.name += "_bright_" + std::to_string(strength);
        out.pixels = Blob::take(std::move(pixels));
    }
    work_.scene.images.push_back(std::move(out));
    known = static_cast<u32>(work_.scene.images.size());
    return known - 1;
}

// The image that somebody chose, or the texels; else none and a finding.
void Materials::make(const Group& group, Cutout& cutout) {
    cutout.made = true;
    cutout.slot = slots_++;
    Image image;
    if (const Part* chosen = find_texture(work_.bundle, std::to_string(cutout.slot), {})) {
        image.name = text::to_utf8(chosen->name);
        image.file = chosen->bytes;
        cutout.alpha = AlphaMode::mask;
        cutout.chosen = true;
    } else {
        const TextureLayout layout = layout_of(group.page, group.clut);
        const TexelSource source = texels_of(layout);
        if (!cut_out(source, layout.blend(), cutout, image)) {
            work_.reporter.report(memory_.is_empty() ? issue::no_video_memory : issue::texels_missing, [&] {
                return Finding{field_path("layouts", cutout.layout),
                               std::to_string(layout.page_x()) + ", " + std::to_string(layout.page_y()),
                               memory_.is_empty() ? "no video memory (.vrm)" : "nothing there"};
            });
            return;
        }
        image.name = "texture_" + std::to_string(cutout.slot);
    }
    cutout.plain = std::move(image);
}

bool Materials::cut_out(const TexelSource& source, u32 blend, Cutout& cutout, Image& image) {
    const Crop& crop = cutout.crop;
    bool covered = false;
    for (u32 v = crop.top; v <= crop.bottom && !covered; ++v) {
        for (u32 u = crop.left; u <= crop.right && !covered; ++u) covered = memory_.covers(source, u, v);
    }
    const u64 bytes = u64{4} * crop.width() * crop.height();
    if (!covered || !work_.budget.take(bytes)) return false;
    std::vector<u8> pixels;
    bool any_hole = false, any_half = false, any_solid = false;
    for (u32 v = crop.top; v <= crop.bottom; ++v) {
        for (u32 u = crop.left; u <= crop.right; ++u) {
            const u16 texel = memory_.texel(source, u, v);
            const bool hole = texel == 0;  // black is a hole unless its blend bit is set
            const bool half = (texel & blend_bit) != 0 && blend != opaque_blend;
            any_hole = any_hole || hole;
            any_half = any_half || half;
            any_solid = any_solid || (!hole && !half);
            const u8 alpha = hole ? 0 : half && blend != adding_blend ? 128 : 255;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const u8 value = eight_bits(texel >> 5 * axis & 31u);
                if (!hole) cutout.texels[axis].set(value);
                pixels.push_back(value);
            }
            pixels.push_back(alpha);
        }
    }
    if (any_half) {
        cutout.alpha = AlphaMode::blend;
        // Texels decide one by one whether they are added; a material only can where none is solid.
        if (blend == adding_blend && !any_solid) cutout.blend = BlendMode::additive;
    } else if (any_hole) {
        cutout.alpha = AlphaMode::mask;
    }
    image.width = crop.width();
    image.height = crop.height();
    image.pixels = Blob::take(std::move(pixels));
    return true;
}

// A number names a texel, and the middle of it is meant.
Vec2 Materials::uv(const TextureLayout& layout, u8 u, u8 v) const {
    const Crop& crop = cutouts_.find(group_of(layout))->second.crop;
    return {(static_cast<f32>(u - crop.left) + 0.5f) / static_cast<f32>(crop.width()),
            (static_cast<f32>(v - crop.top) + 0.5f) / static_cast<f32>(crop.height())};
}

}  // namespace thaw::ctr
