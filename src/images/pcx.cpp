// PCX: ZSoft's planes of run-length coded rows. Unreal's and Anachronox' textures are the kind with 8 bits and a
// palette of 256 colours behind the pixels.
#include <vector>

#include "images/decoders.hpp"

namespace thaw::images {

namespace {

constexpr u64 header_bytes = 128;
constexpr u64 header_palette_at = 16;
constexpr u64 planes_at = 65;
constexpr u64 large_palette_bytes = 769;  // 0x0C, then 256 colours
constexpr u8 large_palette_mark = 0x0C;
constexpr u8 run_mark = 0xC0;
constexpr u64 longest_run = 63;

struct Header {
    bool packed = false;
    u32 bits = 0;  // of a pixel in one plane
    u32 planes = 0;
    u64 width = 0;
    u64 height = 0;
    u64 row_bytes = 0;  // of one plane
};

Result<Header> read_header(Bytes file) {
    ByteReader in(file, 2);
    Header h;
    h.packed = in.byte() == 1;
    h.bits = in.byte();
    const u64 left = in.little16();
    const u64 top = in.little16();
    const u64 right = in.little16();
    const u64 bottom = in.little16();
    in.take(planes_at - in.position());
    h.planes = in.byte();
    h.row_bytes = in.little16();
    if (in.failed() || file.size() < header_bytes) return in.truncated();
    if (right < left || bottom < top) return refused(Code::bad_value, "an image with no inside", 4);
    h.width = right - left + 1;
    h.height = bottom - top + 1;
    const bool has_palette = h.planes >= 1 && h.bits * h.planes <= 4;
    if (!has_palette && !(h.bits == 8 && (h.planes == 1 || h.planes == 3))) {
        return refused(Code::unsupported,
                       "a PCX of " + std::to_string(h.planes) + " planes of " + std::to_string(h.bits) + " bits",
                       planes_at);
    }
    if (h.row_bytes * 8 < h.width * h.bits) return refused(Code::bad_value, "rows shorter than the image is wide", 66);
    return h;
}

Palette read_palette(ByteReader in, u32 colors) {
    Palette palette;
    for (u32 i = 0; i < colors; ++i) {
        Color color;
        color.red = in.byte();
        color.green = in.byte();
        color.blue = in.byte();
        palette.add(color);
    }
    return palette;
}

Result<Palette> find_palette(Bytes file, const Header& h) {
    if (h.bits == 8) {
        const u64 at = file.size() < header_bytes + large_palette_bytes ? 0 : file.size() - large_palette_bytes;
        if (at == 0 || file[static_cast<std::size_t>(at)] != large_palette_mark) {
            return refused(Code::bad_value, "no palette at the end of the file", at);
        }
        return read_palette(ByteReader(file, at + 1), 256);
    }
    Palette palette = read_palette(ByteReader(file, header_palette_at), 1u << (h.bits * h.planes));
    if (palette.size == 2 && palette.colors[0] == palette.colors[1]) {  // black and white needed none, for some
        palette.colors[0] = {0, 0, 0};
        palette.colors[1] = {255, 255, 255};
    }
    return palette;
}

// The bytes of the rows one after another. A run may go on in the next plane or row, as some programs wrote it.
class Rows {
public:
    Rows(Bytes pixels, bool packed) : pixels_(pixels), packed_(packed) {}

    bool read(std::vector<u8>& row) {
        for (u8& value : row) {
            if (run_ == 0 && !next_run()) return false;
            value = value_;
            --run_;
        }
        return true;
    }

private:
    bool next_run() {
        while (run_ == 0) {  // a run of none is possible and stands for nothing
            if (at_ >= pixels_.size()) return false;
            value_ = pixels_[at_++];
            run_ = 1;
            if (!packed_ || value_ < run_mark) return true;
            run_ = value_ - run_mark;
            if (at_ >= pixels_.size()) return false;
            value_ = pixels_[at_++];
        }
        return true;
    }

    Bytes pixels_;
    bool packed_;
    std::size_t at_ = 0;
    u32 run_ = 0;
    u8 value_ = 0;
};

}  // namespace

bool is_pcx(Bytes file) {
    return file.size() >= 4 && file[0] == 0x0A && file[1] <= 5 && file[1] != 1 && file[2] <= 1 &&
           (file[3] == 1 || file[3] == 2 || file[3] == 4 || file[3] == 8);
}

Result<Pixels> decode_pcx(Bytes file, const DecodeOptions& options, const Context& context) {
    const auto header = read_header(file);
    if (!header) return header.error();
    const Header& h = *header;
    const bool true_color = h.bits == 8 && h.planes == 3;
    const u64 most_pixels = (h.packed ? longest_run : 1) * (8 / h.bits);  // of a byte
    if (auto status = check_size(h.width, h.height, 4, file.size(), most_pixels, context); !status) {
        return status.error();
    }
    Palette palette;
    u64 end = file.size();
    if (!true_color) {
        auto found = find_palette(file, h);
        if (!found) return found.error();
        palette = *found;
        if (h.bits == 8) end -= large_palette_bytes;
        if (options.first_color_clear) palette.colors[0].alpha = 0;
    }

    Pixels image = blank_image(h.width, h.height);
    Rows rows(file.subspan(header_bytes, static_cast<std::size_t>(end - header_bytes)), h.packed);
    std::vector<u8> row(static_cast<std::size_t>(h.row_bytes * h.planes));
    for (u32 y = 0; y < image.height; ++y) {
        if (!rows.read(row)) return refused(Code::truncated, "the pixels end early", end);
        const auto plane = [&](u32 n) {
            return Bytes(row).subspan(static_cast<std::size_t>(h.row_bytes * n), static_cast<std::size_t>(h.row_bytes));
        };
        for (u32 x = 0; x < image.width; ++x) {
            if (true_color) {
                set_pixel(image, x, y, {plane(0)[x], plane(1)[x], plane(2)[x]});
                continue;
            }
            u32 index = 0;
            for (u32 n = 0; n < h.planes; ++n) index |= index_at(plane(n), x, h.bits) << (n * h.bits);
            set_pixel(image, x, y, palette.colors[index]);
        }
    }
    return image;
}

}  // namespace thaw::images
