// JPG: the header is read here, the pixels by stb_image.
#include <algorithm>
#include <optional>

#include "images/decoders.hpp"
#include "images/stb.hpp"

namespace thaw::images {

namespace {

constexpr u8 mark = 0xFF;
constexpr u8 start_of_scan = 0xDA;
// Each 8 by 8 block costs at least one bit.
constexpr u64 most_pixels_a_byte = 8 * 64;

bool starts_frame(u8 marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

struct Frame {
    u64 width = 0;
    u64 height = 0;
    u64 at = 0;  // of the height
};

// stb_image 2.27 assumes that the sampling factors of components divide the largest ones, and reads outside its memory
// where they do not.
bool samples_evenly(ByteReader& in) {
    const u32 components = in.byte();
    u32 most_across = 0;
    u32 most_down = 0;
    std::array<u8, 4> sampling{};
    if (components == 0 || components > sampling.size()) return false;
    for (u32 i = 0; i < components; ++i) {
        in.byte();
        sampling[i] = in.byte();
        in.byte();
        most_across = std::max<u32>(most_across, sampling[i] >> 4);
        most_down = std::max<u32>(most_down, sampling[i] & 15);
    }
    return std::all_of(sampling.begin(), sampling.begin() + components, [&](u8 factors) {
        const u32 across = factors >> 4;
        const u32 down = factors & 15;
        return across != 0 && down != 0 && most_across % across == 0 && most_down % down == 0;
    });
}

Result<Frame> find_frame(Bytes file) {
    ByteReader in(file, 2);
    while (!in.failed()) {
        const u64 marker_at = in.position();
        if (in.byte() != mark) return refused(Code::bad_value, "no marker where one should be", marker_at);
        u8 marker = in.byte();
        while (marker == mark) marker = in.byte();
        if (marker == start_of_scan) return refused(Code::bad_value, "pixels before any size", marker_at);
        const u32 length = in.big16();
        if (in.failed()) break;
        if (length < 2) return refused(Code::bad_value, "a segment shorter than its length field", in.position() - 2);
        if (!starts_frame(marker)) {
            in.take(length - 2);
            continue;
        }
        in.byte();  // precision
        Frame frame;
        frame.at = in.position();
        frame.height = in.big16();
        frame.width = in.big16();
        const bool even = samples_evenly(in);
        if (in.failed()) break;
        if (!even) return refused(Code::unsupported, "colours sampled in an uneven way", frame.at + 4);
        return frame;
    }
    return in.truncated();
}

}  // namespace

bool is_jpg(Bytes file) { return file.size() >= 3 && file[0] == mark && file[1] == 0xD8 && file[2] == mark; }

Result<Picture> decode_jpg(Bytes file, const PictureOptions&, const Context& context) {
    const auto frame = find_frame(file);
    if (!frame) return frame.error();
    if (auto status = check_size(frame->width, frame->height, frame->at, file.size(), most_pixels_a_byte, context);
        !status) {
        return status.error();
    }
    Picture picture{static_cast<u32>(frame->width), static_cast<u32>(frame->height)};
    auto pixels = stb_decode_jpg(file, picture.width, picture.height);
    if (!pixels) return refused(Code::bad_value, "a damaged JPG, or one of a rare kind", frame->at);
    picture.rgba = std::move(*pixels);
    return picture;
}

}  // namespace thaw::images
