#include "cli/picture_files.hpp"

#include <array>

#include "images/encode_game.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"

namespace thaw::cli {

namespace {

struct Encoder {
    std::string_view kind;
    std::vector<u8> (*encode)(const Picture& picture);
};
constexpr std::array<Encoder, 4> encoders{{{"png", [](const Picture& picture) { return encode_png(picture); }},
                                           {"pcx", [](const Picture& picture) { return encode_pcx(picture); }},
                                           {"tga", encode_tga},
                                           {"jpg", [](const Picture& picture) { return encode_jpg(picture); }}}};

}  // namespace

Result<Blob> picture_as(std::string_view kind, const Blob& picture) {
    std::string known;
    for (const Encoder& encoder : encoders) {
        if (encoder.kind != kind) {
            known += (known.empty() ? "" : ", ") + std::string(encoder.kind);
            continue;
        }
        const auto decoded = decode_picture(picture.bytes());
        if (!decoded) return decoded.error();
        return Blob::take(encoder.encode(*decoded));
    }
    return Error{Code::unsupported, "Thaw writes pictures as " + known + ", not as " + std::string(kind)};
}

bool shows_the_same(const Blob& picture, const Blob& games_file) {
    const bool same_kind = picture_kind(picture.bytes()) == picture_kind(games_file.bytes());
    for (const bool hole : {false, true}) {
        const auto shown = decode_picture(picture.bytes(), {.first_color_clear = hole && same_kind});
        const auto known = decode_picture(games_file.bytes(), {.first_color_clear = hole});
        if (!shown || !known) return false;
        for (const AlphaFrom from :
             {AlphaFrom::file, AlphaFrom::corner, AlphaFrom::corner_soft, AlphaFrom::darkness, AlphaFrom::brightness}) {
            Picture drawn = *known;
            make_alpha(drawn, from);
            if (same_pixels(*shown, drawn)) return true;
        }
    }
    return false;
}

}  // namespace thaw::cli
