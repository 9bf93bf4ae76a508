#include "cli/image_files.hpp"

#include <array>

#include "images/encode_game.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"

namespace thaw::cli {

namespace {

struct Encoder {
    std::string_view kind;
    std::vector<u8> (*encode)(const Pixels& image);
};
constexpr std::array<Encoder, 4> encoders{{{"png", [](const Pixels& image) { return encode_png(image); }},
                                           {"pcx", [](const Pixels& image) { return encode_pcx(image); }},
                                           {"tga", encode_tga},
                                           {"jpg", [](const Pixels& image) { return encode_jpg(image); }}}};

}  // namespace

Result<Blob> image_as(std::string_view kind, const Blob& image) {
    std::string known;
    for (const Encoder& encoder : encoders) {
        if (encoder.kind != kind) {
            known += (known.empty() ? "" : ", ") + std::string(encoder.kind);
            continue;
        }
        const auto decoded = decode_image(image.bytes());
        if (!decoded) return decoded.error();
        return Blob::take(encoder.encode(*decoded));
    }
    return Error{Code::unsupported, "Thaw writes images as " + known + ", not as " + std::string(kind)};
}

bool shows_the_same(const Blob& image, const Blob& games_file) {
    const bool same_kind = image_kind(image.bytes()) == image_kind(games_file.bytes());
    for (const bool hole : {false, true}) {
        const auto shown = decode_image(image.bytes(), {.first_color_clear = hole && same_kind});
        const auto known = decode_image(games_file.bytes(), {.first_color_clear = hole});
        if (!shown || !known) return false;
        for (const AlphaFrom from :
             {AlphaFrom::file, AlphaFrom::corner, AlphaFrom::corner_soft, AlphaFrom::darkness, AlphaFrom::brightness}) {
            Pixels drawn = *known;
            make_alpha(drawn, from);
            if (same_pixels(*shown, drawn)) return true;
        }
    }
    return false;
}

}  // namespace thaw::cli
