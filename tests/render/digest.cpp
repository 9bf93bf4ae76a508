#include "render/digest.hpp"

#include "base/sha256.hpp"
#include "images/motion.hpp"
#include "render/scenes.hpp"

namespace thaw::test {

namespace {

// Colours that change evenly, with some noise and holes.
Pixels pattern(u32 side, u32 seed) {
    Pixels image{side, side, {}};
    for (u32 y = 0; y < side; ++y) {
        for (u32 x = 0; x < side; ++x) {
            seed = seed * 1664525 + 1013904223;
            const auto noise = static_cast<u8>(seed >> 29);
            image.rgba.insert(image.rgba.end(), {static_cast<u8>(4 * x + noise), static_cast<u8>(3 * y), noise,
                                                 static_cast<u8>((x / 8 + y / 8) % 5 == 0 ? 0 : 255)});
        }
    }
    return image;
}

Pixels drawn() {
    Material textured;
    textured.image = 0;
    Material mask = textured;
    mask.alpha = AlphaMode::mask;
    mask.double_sided = true;
    const Quad leaning{{{{-1, -1, 0.5f}, {1, -0.8f, 0}, {0.9f, 1, -1}, {-1.2f, 0.7f, 0}}}, 0};
    const Scene scene = scene_of({leaning, square(1.1f, 0.4f, 1)}, {textured, mask}, 1);
    return draw(scene, {pattern(32, 7)}, {.width = 90, .height = 70});
}

void add(std::vector<u8>& all, const std::vector<u8>& bytes) { all.insert(all.end(), bytes.begin(), bytes.end()); }

}  // namespace

std::string images_digest() {
    std::vector<u8> all;
    const Pixels rendered = drawn();
    add(all, rendered.rgba);
    for (const Pixels& image : {rendered, pattern(61, 1), pattern(7, 3)}) {
        add(all, encode_png(image, PngEffort::small));
        add(all, encode_png(image, PngEffort::quick));
    }
    BytesSink sink;
    for (const bool gif : {true, false}) {
        auto encoder = gif ? gif_encoder(40, 40, sink) : apng_encoder(40, 40, 3, sink);
        bool good = encoder.ok();
        for (u32 i = 0; i < 3 && good; ++i) good = (*encoder)->add(pattern(40, i), 40'000).ok();
        if (!good || !(*encoder)->finish()) return "an animation could not be made";
    }
    add(all, sink.bytes);
    return hex(sha256(all));
}

}  // namespace thaw::test
