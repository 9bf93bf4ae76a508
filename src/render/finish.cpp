#include "render/finish.hpp"

#include <algorithm>

#include "scene/maths.hpp"

namespace thaw::raster {

namespace {

// Flags of a SoulFu texture slot, which its materials carry.
constexpr i64 toon_flag = 16, no_outline_flag = 64;
constexpr std::array<f32, 2> toon_center{0.75f, 0.60f};

i64 flags_of(const Material& material) {
    const json::Value* flags = material.extras.find("thaw_flags");
    const i64* number = flags == nullptr ? nullptr : flags->get_if<i64>();
    return number == nullptr ? 0 : *number;
}

}  // namespace

std::array<f32, 4> encoded(Vec4 linear) {
    return {linear_to_srgb(linear.x), linear_to_srgb(linear.y), linear_to_srgb(linear.z), linear.w};
}

Finishes::Finishes(const Scene& scene, std::span<const Pixels> images, const RendererOptions& options) {
    for (const Material& material : scene.materials) finishes_.push_back(finish_of(material, images, options));
    Material plain;
    plain.base_color = {0.6f, 0.6f, 0.6f, 1};
    plain.unlit = false;
    finishes_.push_back(finish_of(plain, images, options));
}

const Finish& Finishes::of(u32 material) const {
    return material < finishes_.size() ? finishes_[material] : finishes_.back();
}

const Texture* Finishes::texture_of(const Material& material, std::span<const Pixels> images) {
    if (material.image >= images.size() || images[material.image].rgba.empty()) return nullptr;
    const bool with_alpha = material.alpha != AlphaMode::opaque && material.blend != BlendMode::modulate;
    for (const Prepared& prepared : textures_) {
        if (prepared.image == material.image && prepared.with_alpha == with_alpha) return prepared.texture.get();
    }
    textures_.push_back({material.image, with_alpha, std::make_unique<Texture>(images[material.image], with_alpha)});
    return textures_.back().texture.get();
}

Finish Finishes::finish_of(const Material& material, std::span<const Pixels> images, const RendererOptions& options) {
    const RenderStyle& style = options.style;
    Finish finish;
    Surface& surface = finish.surface;
    surface.texture = texture_of(material, images);
    surface.alpha = material.alpha;
    surface.blend = material.blend;
    surface.cutoff = material.alpha_cutoff;
    surface.nearest = options.filter == Filter::nearest ||
                      (options.filter == Filter::automatic && (style.nearest || material.nearest));
    surface.mips = !style.plain_texels;
    surface.clamp = material.clamp;
    surface.affine = style.affine;
    finish.color = encoded(material.base_color);
    finish.lit = !material.unlit && !style.full_bright;
    finish.two_sided = material.double_sided;
    finish.environment = material.environment && surface.texture != nullptr;
    const i64 flags = flags_of(material);
    if ((flags & toon_flag) != 0) finish.environment_center = toon_center;
    finish.outlined = style.outline && (flags & no_outline_flag) == 0 && surface.solid();
    return finish;
}

}  // namespace thaw::raster
