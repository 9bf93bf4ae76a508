// Images of a scene as texels: five bits a colour, palettes, and coordinates that name texels.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctr/build/issues.hpp"
#include "formats/ctr/build/memory.hpp"
#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/model/strength.hpp"
#include "formats/ctr/model/texels.hpp"
#include "formats/shared/extras.hpp"

namespace thaw::ctr {

namespace {

constexpr u32 half_half = 0, added = 1, solid = 3;  // ways of blending
constexpr u16 semi_bit = 0x8000;
constexpr u16 nearly_black = 0x0421;  // black itself would be a hole
constexpr u32 page_texels = 256;
constexpr u16 known_page_bits = 0x1FF;

u32 blend_of(const Material& material, std::optional<i64> page) {
    const u32 plain = material.blend == BlendMode::additive ? added
                      : material.alpha == AlphaMode::blend  ? half_half
                                                            : solid;
    if (!page) return plain;
    const u32 stored = static_cast<u32>(*page) >> 5 & 3u;
    if (material.blend == BlendMode::additive) return added;
    // An image without a single half transparent texel looks the same with any of them.
    return material.alpha == AlphaMode::blend && stored == solid ? plain : stored;
}

u32 five_bits(u8 eight) { return (eight * 31u + 127u) / 255u; }

u16 texel_of(const u8* rgba, const Material& material, u32 blend) {
    const bool has_alpha = material.alpha != AlphaMode::opaque;
    const f32 alpha =
        static_cast<f32>(rgba[3]) / 255 * (material.alpha == AlphaMode::blend ? material.base_color.w : 1);
    if (has_alpha && alpha < (material.alpha == AlphaMode::mask ? material.alpha_cutoff : 0.25f)) return 0;
    const u32 strength = strength_in(&material);
    const auto part = [&](std::size_t axis) { return five_bits(weaker(rgba[axis], strength)); };
    const u32 color = part(0) | part(1) << 5 | part(2) << 10;
    const bool half = material.blend == BlendMode::additive || (material.alpha == AlphaMode::blend && alpha < 0.75f);
    if (half && blend != solid) return static_cast<u16>(color | semi_bit);
    if (color != 0) return static_cast<u16>(color);
    return blend == solid ? semi_bit : nearly_black;  // the bit has no effect where nothing blends
}

u16 merged_texel(const ColourSample& sample) {
    const u32 color = sample.rgb[0] | u32{sample.rgb[1]} << 5 | u32{sample.rgb[2]} << 10;
    return static_cast<u16>(color | (sample.kind == 2 ? semi_bit : 0u));
}

ColourSample sample_of(u16 texel, u64 weight) {
    const auto part = [&](unsigned shift) { return static_cast<u8>(texel >> shift & 31u); };
    const u8 kind = texel == 0 ? 0 : (texel & semi_bit) != 0 ? 2 : 1;
    return {{part(0), part(5), part(10)}, kind, weight};
}

}  // namespace

Images::Images(BuildWork& work, const MemoryEdit& memory) : work_(work), memory_(memory) {
    std::map<std::array<u32, 6>, std::size_t> known;
    for (u32 m = 0; m < work.scene.materials.size(); ++m) {
        const Material& material = work.scene.materials[m];
        const auto page = build::integer_in(material.extras, "thaw_page");
        const bool has_image = material.image != no_index && (!page || memory.is_new(m));
        const Image* image = has_image ? &work.scene.images[material.image] : nullptr;
        if (image != nullptr &&
            (image->width == 0 || image->height == 0 || image->pixels.size() < u64{4} * image->width * image->height)) {
            work.issues.add(issue::image_unreadable, "ctr", material.name, {}, image->name);
            image = nullptr;
        }
        if (image == nullptr && !page) {
            of_material_.push_back(no_index);
            continue;
        }
        const auto clut = build::integer_in(material.extras, "thaw_clut");
        const u32 cutoff = material.alpha == AlphaMode::mask ? static_cast<u32>(material.alpha_cutoff * 255) : 0;
        const std::array<u32, 6> key{image == nullptr ? no_index : material.image,
                                     static_cast<u32>(page.value_or(-1)),
                                     static_cast<u32>(clut.value_or(-1)),
                                     static_cast<u32>(material.alpha) | cutoff << 8,
                                     static_cast<u32>(material.blend) | static_cast<u32>(material.base_color.w * 255)
                                                                            << 8,
                                     strength_in(&material)};
        const auto [place, is_new] = known.try_emplace(key, images_.size());
        if (is_new) add(material, image);
        of_material_.push_back(static_cast<u32>(place->second));
    }
}

// A bright image holds no more than 255, whatever its texels are: a pixel that is as it was made stands for its texel.
std::optional<u16> Images::texel_before(const MemoryImage& image, std::size_t pixel, const u8* rgba,
                                        u32 strength) const {
    const VideoMemory& memory = memory_.taken();
    const bool same_size = image.origin && image.origin->width == image.width && image.origin->height == image.height;
    if (strength == neutral_strength || !same_size || memory.is_empty()) return std::nullopt;
    const Placed& at = image.origin->at;
    TextureLayout layout;
    layout.page = at.page;
    layout.clut = at.clut;
    const TexelSource source = texels_of(layout);
    const auto column = static_cast<u32>(pixel % image.width), row = static_cast<u32>(pixel / image.width);
    const u16 texel = memory.texel(source, at.left + column, at.top + row);
    for (unsigned axis = 0; axis < 3; ++axis) {
        if (stronger(eight_bits(texel >> 5 * axis & 31u), strength) != rgba[axis]) return std::nullopt;
    }
    return texel;
}

void Images::add(const Material& material, const Image* image) {
    const auto number = [&](const char* key) { return build::integer_in(material.extras, key); };
    const auto page = number("thaw_page");
    MemoryImage out;
    out.name = material.name;
    out.blend = blend_of(material, page);
    const auto left = number("thaw_crop_left"), top = number("thaw_crop_top");
    const auto width = number("thaw_crop_width"), height = number("thaw_crop_height");
    const auto is_texel = [](const std::optional<i64>& value) { return value && *value >= 0 && *value < page_texels; };
    if (page && is_texel(left) && is_texel(top) && width && height && *width > 0 && *height > 0 &&
        *left + *width <= page_texels && *top + *height <= page_texels) {
        auto bits = static_cast<u16>(static_cast<u32>(*page) & known_page_bits);
        if (bits >> 7 == 3)
            bits = static_cast<u16>(bits & ~0x80);  // no depth of its own: the hardware takes it for 15 bits
        const auto clut = static_cast<u16>(number("thaw_clut").value_or(0));
        out.origin = Origin{{bits, clut, static_cast<u32>(*left), static_cast<u32>(*top)},
                            static_cast<u32>(*width),
                            static_cast<u32>(*height)};
    }
    if (image != nullptr) {
        out.width = image->width;
        out.height = image->height;
        for (std::size_t i = 0; i < std::size_t{image->width} * image->height; ++i) {
            const u8* rgba = image->pixels.data() + 4 * i;
            const auto before = texel_before(out, i, rgba, strength_in(&material));
            out.texels.push_back(before ? *before : texel_of(rgba, material, out.blend));
        }
    } else if (out.origin) {
        out.width = out.origin->width;
        out.height = out.origin->height;
        out.placed = out.origin->at;
        out.stays = true;
    }
    // Animated textures may use more of it than the triangles do.
    out.whole = out.origin && out.origin->width == out.width && out.origin->height == out.height;
    if (!out.whole) out.origin.reset();
    out.known = out.origin;
    images_.push_back(std::move(out));
}

bool Images::is_textured(u32 material) const {
    return material != no_index && of_material_[material] != no_index && images_[of_material_[material]].width > 0;
}

bool Images::is_elsewhere(u32 material) const {
    const u32 number = material == no_index ? no_index : of_material_[material];
    return number != no_index && !images_[number].texels.empty() && !images_[number].stays;
}

// There is no repeating: a triangle that lies on a repetition is moved to the image itself.
std::array<Vec2, 3> Images::within(const build::FlatTriangle& triangle, const MemoryImage& image) {
    std::array<Vec2, 3> out = triangle.uvs;
    const bool clamp = work_.scene.materials[triangle.material].clamp;
    const auto bring_in = [&](f32 Vec2::* axis, u32 texels) {
        f32 low = out[0].*axis;
        for (const Vec2& uv : out) low = std::min(low, uv.*axis);
        const f32 shift = clamp ? 0 : std::floor(low + 0.25f / static_cast<f32>(texels));
        for (Vec2& uv : out) {
            const f32 moved = uv.*axis - shift;
            uv.*axis = std::clamp(moved, 0.0f, 1.0f);
            if (std::abs(moved - uv.*axis) * static_cast<f32>(texels) > 0.5f) ++rounded_.outside;
        }
    };
    bring_in(&Vec2::x, image.width);
    bring_in(&Vec2::y, image.height);
    return out;
}

namespace {

u32 texel_at(f32 coordinate, u32 texels) {
    const double at = std::nearbyint(static_cast<double>(coordinate) * texels - 0.5);
    return static_cast<u32>(std::clamp(at, 0.0, static_cast<double>(texels - 1)));
}

}  // namespace

void Images::use(const build::FlatTriangle& triangle) {
    if (!is_textured(triangle.material)) return;
    MemoryImage& image = images_[of_material_[triangle.material]];
    Box& box = image.box;
    if (image.whole) box = {0, 0, image.width - 1, image.height - 1};
    for (const Vec2& uv : within(triangle, image)) {
        const u32 x = texel_at(uv.x, image.width), y = texel_at(uv.y, image.height);
        box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
    }
}

void Images::halve(MemoryImage& image) {
    const u32 width = std::max(1u, image.width / 2), height = std::max(1u, image.height / 2);
    std::vector<u16> texels;
    for (u32 y = 0; y < height; ++y) {
        for (u32 x = 0; x < width; ++x) {
            texels.push_back(image.texels[std::size_t{2} * y * image.width + std::size_t{2} * x]);
        }
    }
    const auto scaled = [](u32 at, u32 before, u32 after) { return std::min(at * after / before, after - 1); };
    Box& box = image.box;
    box = {scaled(box.left, image.width, width), scaled(box.top, image.height, height),
           scaled(box.right, image.width, width), scaled(box.bottom, image.height, height)};
    image.width = width;
    image.height = height;
    image.texels = std::move(texels);
    image.origin.reset();
}

void Images::shrink_to_page(MemoryImage& image) {
    if (image.box.width() <= page_texels && image.box.height() <= page_texels) return;
    const std::string size = std::to_string(image.box.width()) + " x " + std::to_string(image.box.height());
    if (!work_.exceeds(image.name, "256 x 256 texels", size, "image made smaller than " + size)) {
        image.box = {0, 0, 0, 0};
        return;
    }
    while (image.box.width() > page_texels || image.box.height() > page_texels) halve(image);
}

// As few bits as the colours need; of several images that had one palette, what they need together.
void Images::choose_palettes() {
    std::map<std::pair<u16, u32>, std::set<u16>> shared;
    const auto used_texels = [](const MemoryImage& image) {
        std::map<u16, u64> out;
        for (u32 y = image.box.top; y <= image.box.bottom; ++y) {
            for (u32 x = image.box.left; x <= image.box.right; ++x) {
                ++out[image.texels[std::size_t{y} * image.width + x]];
            }
        }
        return out;
    };
    const auto depth_of = [](const Origin& origin) { return u32{origin.at.page} >> 7 & 3u; };
    for (const MemoryImage& image : images_) {
        if (image.texels.empty() || image.box.is_empty() || !image.origin) continue;
        auto& all = shared[{image.origin->at.clut, depth_of(*image.origin)}];
        for (const auto& [texel, n] : used_texels(image)) all.insert(texel);
    }
    for (MemoryImage& image : images_) {
        if (image.texels.empty() || image.box.is_empty()) continue;
        std::set<u16> colours;
        if (image.origin) {
            const u32 depth = depth_of(*image.origin);
            colours = shared[{image.origin->at.clut, depth}];
            const u32 entries = depth >= 2 ? 0 : depth == 0 ? 16 : 256;
            auto palette = palette_at(image.origin->at.clut, entries, entries == 0 ? std::set<u16>() : colours);
            if (palette && (u32{image.origin->at.page} >> 5 & 3u) == image.blend) {
                image.depth = std::min(depth, 2u);
                image.palette = std::move(*palette);
                continue;
            }
            image.origin.reset();
            colours.clear();
        }
        for (const auto& [texel, n] : used_texels(image)) colours.insert(texel);
        image.depth = colours.size() <= 16 ? 0 : colours.size() <= 256 ? 1 : 2;
        image.palette = image.depth == 2 ? std::vector<u16>() : std::vector<u16>(colours.begin(), colours.end());
    }
}

// Colours that others need stay where they are.
std::optional<std::vector<u16>> Images::palette_at(u16 clut, u32 entries, const std::set<u16>& colours) const {
    std::vector<std::optional<u16>> slots(entries);
    for (u32 i = 0; i < entries; ++i) {
        const std::size_t place = VideoMemory::place((clut & 0x3Fu) * 16 + i, clut >> 6 & 0x1FFu);
        if (memory_.taken().is_filled(place)) slots[i] = memory_.taken().word(place);
    }
    std::size_t used = 0;
    for (const u16 colour : colours) {
        auto slot = std::find(slots.begin(), slots.end(), std::optional(colour));
        if (slot == slots.end()) slot = std::find(slots.begin(), slots.end(), std::nullopt);
        if (slot == slots.end()) return std::nullopt;
        *slot = colour;
        used = std::max(used, static_cast<std::size_t>(slot - slots.begin()) + 1);
    }
    std::vector<u16> out;
    for (std::size_t i = 0; i < used; ++i) out.push_back(slots[i].value_or(u16{0}));
    return out;
}

void Images::merge_to_palette(MemoryImage& image) {
    std::map<u16, u64> uses;
    for (const u16 texel : image.texels) ++uses[texel];
    std::vector<ColourSample> samples;
    for (const auto& [texel, n] : uses) samples.push_back(sample_of(texel, n));
    const MergedColours merged = merge_colours(samples, 256);
    std::map<u16, u16> becomes;
    std::size_t i = 0;
    for (const auto& [texel, n] : uses) {
        u16 to = merged_texel(merged.colours[merged.index[i++]]);
        if (to == 0 && texel != 0) to = nearly_black;
        becomes[texel] = to;
    }
    for (u16& texel : image.texels) texel = becomes[texel];
    image.origin.reset();
}

void Images::place() {
    for (MemoryImage& image : images_) {
        if (image.texels.empty() || image.box.is_empty()) continue;
        shrink_to_page(image);
    }
    choose_palettes();
    rounded_ = {};  // so far only a look
    if (place_all()) return;
    u64 words = 0;
    for (const MemoryImage& image : images_) {
        if (image.texels.empty() || image.box.is_empty()) continue;
        words += words_across(image.depth, image.box.width()) * u64{image.box.height()} + image.palette.size();
    }
    const u32 room = MemoryPainter(memory_.taken()).free_words();
    if (!work_.exceeds("textures", std::to_string(room) + " free words of video memory", std::to_string(words),
                       "images reduced in colours, then in size,")) {
        return;
    }
    for (MemoryImage& image : images_) {
        if (image.depth == 2 && !image.texels.empty()) merge_to_palette(image);
    }
    choose_palettes();
    for (u32 side = page_texels; !place_all(); side /= 2) {
        if (side == 0) return work_.refuse(issue::memory_full, "textures");
        for (MemoryImage& image : images_) {
            if (!image.texels.empty() && !image.box.is_empty()) halve(image);
        }
        choose_palettes();
    }
}

TextureLayout Images::layout_of(const build::FlatTriangle& triangle, u32 step) {
    const MemoryImage& image = images_[of_material_[triangle.material]];
    const Placed placed = image.placed.value_or(Placed());
    std::array<u8, 3> u{}, v{};
    const auto uvs = within(triangle, image);
    for (std::size_t c = 0; c < 3; ++c) {
        const auto name = [&](f32 coordinate, u32 texels, u32 first, u32 last) {
            u32 at = std::clamp(texel_at(coordinate, texels), first, last);
            if (step > 1) at = std::min((at - first + step / 2) / step * step + first, last);
            // Half a texel further out is the edge, which the last texel stands for.
            note_rounding(std::abs(static_cast<double>(coordinate) * texels - (at + 0.5)));
            return at - first;
        };
        u[c] = static_cast<u8>(placed.left + name(uvs[c].x, image.width, image.box.left, image.box.right));
        v[c] = static_cast<u8>(placed.top + name(uvs[c].y, image.height, image.box.top, image.box.bottom));
    }
    return {u[0], v[0], placed.clut, u[1], v[1], placed.page, u[2], v[2], u[2], v[2]};
}

TextureLayout Images::moved(const TextureLayout& before, bool& found) const {
    const u32 depth = before.depth();
    for (const MemoryImage& image : images_) {
        if (!image.known || !image.placed || image.box.is_empty()) continue;
        const Origin& origin = *image.known;
        if (origin.at.page != (before.page & known_page_bits) || (depth < 2 && origin.at.clut != before.clut)) continue;
        found = true;
        TextureLayout out = before;
        const auto moved_u = [&](u8 u) { return static_cast<u8>(u - origin.at.left + image.placed->left); };
        const auto moved_v = [&](u8 v) { return static_cast<u8>(v - origin.at.top + image.placed->top); };
        for (u8* u : {&out.u0, &out.u1, &out.u2, &out.u3}) *u = moved_u(*u);
        for (u8* v : {&out.v0, &out.v1, &out.v2, &out.v3}) *v = moved_v(*v);
        out.page = image.placed->page;
        out.clut = image.placed->clut;
        return out;
    }
    return before;
}

void Images::note_rounding(double texels) {
    rounded_.farthest = std::max(rounded_.farthest, texels);
    rounded_.sum += texels;
    ++rounded_.corners;
}

void Images::report() {
    if (memory_.is_own()) {
        work_.issues.add(issue::own_memory, "ctr", "textures");
    }
    constexpr double next_to_nothing = 0.01;
    if (rounded_.corners == 0 || (rounded_.farthest < next_to_nothing && rounded_.outside == 0)) return;
    std::string found = text::number(std::round(rounded_.farthest * 100) / 100) + " texels, " +
                        text::number(std::round(rounded_.sum / static_cast<double>(rounded_.corners) * 100) / 100) +
                        " on average";
    if (rounded_.outside > 0) found += "; " + std::to_string(rounded_.outside) + " outside the image";
    work_.issues.add(thaw::issue::uvs_rounded, "ctr", "textures", {}, found);
}

}  // namespace thaw::ctr
