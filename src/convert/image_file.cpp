#include "convert/image_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/text.hpp"
#include "formats/shared/build_issues.hpp"
#include "images/encode_game.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace {

Pixels flat_image(Vec4 color) {
    constexpr u32 side = 8;
    const auto byte = [](f32 linear) {
        return static_cast<u8>(std::clamp(linear_to_srgb(linear), 0.0f, 1.0f) * 255 + 0.5f);
    };
    Pixels out{side, side};
    for (u32 i = 0; i < side * side; ++i) {
        for (const u8 part : {byte(color.x), byte(color.y), byte(color.z), u8{255}}) out.rgba.push_back(part);
    }
    return out;
}

// By the ending of its name.
Blob encoded(const Pixels& pixels, std::string_view name, const PcxOptions& holes) {
    const auto is = [&](std::string_view ending) { return text::ends_with_ignoring_case(name, ending); };
    if (is(".pcx")) return Blob::take(encode_pcx(pixels, holes));
    if (is(".tga")) return Blob::take(encode_tga(pixels));
    if (is(".bmp")) return Blob::take(encode_bmp(pixels));
    if (is(".jpg") || is(".jpeg")) return Blob::take(encode_jpg(pixels));
    return Blob::take(encode_png(pixels, PngEffort::small, holes.holes != PcxHoles::always));
}

// How many pixels are others, and by how much; empty if none is. What cannot be seen does not count.
std::string difference_in_words(const Pixels& wanted, const Pixels& is, bool with_alpha) {
    if (wanted.rgba.size() != is.rgba.size()) return {};
    u64 pixels = 0;
    int most = 0;
    for (std::size_t i = 0; i + 3 < is.rgba.size(); i += 4) {
        const u8 *a = wanted.rgba.data() + i, *b = is.rgba.data() + i;
        if (with_alpha ? a[3] == 0 && b[3] == 0 : a[3] < 128) continue;
        int off = 0;
        for (std::size_t k = 0; k < (with_alpha ? 4u : 3u); ++k) off = std::max(off, std::abs(a[k] - b[k]));
        pixels += off > 0 ? 1u : 0u;
        most = std::max(most, off);
    }
    if (pixels == 0) return {};
    return text::plural(pixels, "pixel") + ", by at most " + std::to_string(most) + " of 255";
}

void report_rounding(const Pixels& wanted, const Blob& bytes, std::string_view name, Issues& issues,
                     const Context& context) {
    const auto is = [&](std::string_view ending) { return text::ends_with_ignoring_case(name, ending); };
    const auto now = is(".pcx") || is(".jpg") || is(".jpeg") ? decode_image(bytes.bytes(), {}, context) : Error{};
    const std::string words = now ? difference_in_words(wanted, *now, false) : std::string();
    if (!words.empty()) issues.add(issue::images_rounded, "texture", std::string(name), {}, words);
}

std::string rule_of(AlphaFrom alpha) {
    switch (alpha) {
        case AlphaFrom::corner: return "holes have that of the first pixel";
        case AlphaFrom::corner_soft: return "holes have that of the first pixel, and soft edges";
        case AlphaFrom::darkness: return "a shadow is black, and clear where its image is bright";
        case AlphaFrom::brightness: return "a light is clear where its image is dark";
        case AlphaFrom::file: break;
    }
    return {};
}

// As the file has to have it for the game to make these holes. `before` is the game's own image that was painted on,
// if there is one.
Pixels without_made_alpha(const Pixels& wanted, const Image& image, const Image* before, std::string_view name,
                          Issues& issues, const Context& context) {
    std::optional<Pixels> own;
    if (before != nullptr && !before->file.empty()) {
        if (auto decoded = decode_image(before->file.bytes(), {}, context)) own = std::move(*decoded);
    }
    Pixels out = undo_alpha(wanted, image.alpha, own ? &*own : nullptr);
    Pixels shown = out;
    make_alpha(shown, image.alpha);
    const std::string words = difference_in_words(wanted, shown, true);
    if (!words.empty()) issues.add(issue::alpha_changed, "texture", std::string(name), rule_of(image.alpha), words);
    return out;
}

bool is_hole(const u8* pixel) { return pixel[3] < 128; }

// A file that the game draws with its holes here and without them there is two images of one name.
u32 twin_of(const Scene& scene, u32 image) {
    const Image& own = scene.images[image];
    for (u32 i = 0; i < scene.images.size(); ++i) {
        const Image& other = scene.images[i];
        const bool same_size = other.width == own.width && other.pixels.size() == own.pixels.size();
        if (i != image && !own.name.empty() && other.name == own.name && same_size) return i;
    }
    return no_index;
}

// The base has the pixels of both.
bool knows(const Scene* base, const Scene& scene, u32 image, u32 twin) {
    if (base == nullptr || std::max(image, twin) >= base->images.size()) return false;
    const std::size_t size = scene.images[image].pixels.size();
    return base->images[image].pixels.size() == size && base->images[twin].pixels.size() == size;
}

// Somebody may have painted on both: what was painted on the twin alone is laid over the image.
void add_paint_of_twin(const Scene& scene, u32 image, const Scene* base, Pixels& pixels) {
    const u32 twin = twin_of(scene, image);
    if (twin == no_index || !knows(base, scene, image, twin)) return;
    const auto is_painted = [&](u32 which, std::size_t at) {
        const u8 *now = scene.images[which].pixels.data() + at, *then = base->images[which].pixels.data() + at;
        if (is_hole(now) || is_hole(then)) return is_hole(now) != is_hole(then);
        return !std::equal(now, now + 3, then);
    };
    const Blob& paint = scene.images[twin].pixels;
    for (std::size_t i = 0; i + 3 < paint.size(); i += 4) {
        if (is_painted(twin, i) && !is_painted(image, i)) std::copy_n(paint.data() + i, 4, pixels.rgba.data() + i);
    }
}

// The colour that holes have where nobody makes holes of them: the one that most pixels under holes have.
std::optional<std::array<u8, 3>> color_under(const Image& holes, const Image& plain) {
    std::map<std::array<u8, 3>, std::size_t> counts;
    for (std::size_t i = 0; i + 3 < holes.pixels.size(); i += 4) {
        const u8* seen = plain.pixels.data() + i;
        if (is_hole(holes.pixels.data() + i) && !is_hole(seen)) ++counts[{seen[0], seen[1], seen[2]}];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? std::nullopt : std::optional(most->first);
}

// Where colour 0 means a hole. What was painted on the image without holes leaves the holes of its twin where they are,
// but for those that were painted over.
PcxOptions make_holes(const Scene& scene, const BuiltTexture& texture, const Scene* base, Pixels& pixels) {
    const u32 image = texture.image;
    if (!texture.masked && !scene.images[image].first_color_clear) return {};
    PcxOptions out{.holes = PcxHoles::always};
    const u32 twin = twin_of(scene, image);
    if (twin == no_index) return out;
    const std::vector<Image>& known = knows(base, scene, image, twin) ? base->images : scene.images;
    if (const auto color = color_under(known[image], known[twin])) {
        out.hole_color = *color;
    } else if (const auto own = color_under(known[twin], known[image])) {
        out.hole_color = *own;
        for (std::size_t i = 0; i + 3 < pixels.rgba.size(); i += 4) {
            const bool as_it_was = std::equal(own->begin(), own->end(), pixels.rgba.data() + i);
            if (as_it_was && is_hole(scene.images[twin].pixels.data() + i)) pixels.rgba[i + 3] = 0;
        }
    }
    return out;
}

}  // namespace

Result<Blob> image_file(const Scene& scene, const BuiltTexture& texture, const ImageFileInput& input) {
    if (texture.image == no_index) {
        const PcxOptions holes{.holes = texture.masked ? PcxHoles::always : PcxOptions{}.holes};
        return encoded(flat_image(texture.color), texture.name, holes);
    }
    const Image& image = scene.images[texture.image];
    auto pixels = to_pixels({.width = image.width, .height = image.height, .pixels = image.pixels}, input.context);
    if (!pixels) return pixels.error();
    if (image.alpha != AlphaFrom::file) {
        const bool known = input.base != nullptr && texture.image < input.base->images.size();
        *pixels = without_made_alpha(*pixels, image, known ? &input.base->images[texture.image] : nullptr, texture.name,
                                     input.issues, input.context);
    }
    add_paint_of_twin(scene, texture.image, input.base, *pixels);
    const PcxOptions holes = make_holes(scene, texture, input.base, *pixels);
    Blob out = encoded(*pixels, texture.name, holes);
    report_rounding(*pixels, out, texture.name, input.issues, input.context);
    return out;
}

}  // namespace thaw
