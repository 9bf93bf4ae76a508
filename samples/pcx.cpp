#include "pcx.hpp"

namespace thaw::samples {

std::vector<u8> encode_pcx(const Picture& picture) {
    std::vector<u8> out(128, 0);
    const auto put16 = [&](std::size_t at, unsigned value) {
        out[at] = static_cast<u8>(value);
        out[at + 1] = static_cast<u8>(value >> 8);
    };
    out[0] = 10;  // manufacturer
    out[1] = 5;   // version with a 256-colour palette at the end
    out[2] = 1;   // run-length encoded
    out[3] = 8;   // bits per pixel
    put16(8, picture.width - 1u);
    put16(10, picture.height - 1u);
    out[65] = 1;                            // planes
    put16(66, (picture.width + 1u) & ~1u);  // bytes per line, even
    put16(68, 1);                           // colour palette

    const std::size_t line_bytes = (picture.width + 1u) & ~1u;
    for (std::size_t y = 0; y < picture.height; ++y) {
        std::vector<u8> line(line_bytes, 0);
        for (std::size_t x = 0; x < picture.width; ++x) line[x] = picture.pixels[y * picture.width + x];
        for (std::size_t x = 0; x < line_bytes;) {
            std::size_t run = 1;
            while (run < 63 && x + run < line_bytes && line[x + run] == line[x]) ++run;
            if (run > 1 || line[x] >= 0xC0) out.push_back(static_cast<u8>(0xC0 | run));
            out.push_back(line[x]);
            x += run;
        }
    }
    out.push_back(12);  // palette marker
    for (const auto& colour : picture.palette) out.insert(out.end(), colour.begin(), colour.end());
    return out;
}

}  // namespace thaw::samples
