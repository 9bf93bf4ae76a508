// JPG: the pixels come from stb_image. Debian 12 has its version 2.27, which trusts some things that it should not, so
// every segment is looked at here first.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "images/decoders.hpp"
#include "images/stb.hpp"

namespace thaw::images {

namespace {

constexpr u8 mark = 0xFF;
constexpr u8 start_of_scan = 0xDA;
constexpr u8 end_of_image = 0xD9;
constexpr u8 huffman_tables = 0xC4;
// Each 8 by 8 block costs at least one bit.
constexpr u64 most_pixels_a_byte = u64{8} * 64;

bool starts_frame(u8 marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

struct Frame {
    u64 width = 0;
    u64 height = 0;
    u64 at = 0;  // of the height
};

// stb_image reads outside its memory where the sampling factors of components do not divide the largest ones.
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
    return std::all_of(sampling.data(), sampling.data() + components, [&](u8 factors) {
        const u32 across = factors >> 4;
        const u32 down = factors & 15;
        return across != 0 && down != 0 && most_across % across == 0 && most_down % down == 0;
    });
}

// stb_image writes outside its memory where a table has more than 256 symbols.
bool has_sound_tables(Bytes body) {
    ByteReader in(body);
    while (in.position() < body.size()) {
        in.byte();  // which table
        u32 symbols = 0;
        for (const u8 count : in.take(16)) symbols += count;
        if (symbols > 256) return false;
        in.take(symbols);
        if (in.failed()) return false;
    }
    return true;
}

// Goes past the bits of a scan, in which a marker never stands but for those that restart the decoder.
void skip_scan(ByteReader& in) {
    for (;;) {
        const u64 at = in.position();
        if (in.byte() == mark) {
            const u8 next = in.byte();
            const bool restarts = next >= 0xD0 && next <= 0xD7;
            if (next != 0 && !restarts) {
                if (!in.failed()) in.seek(at);
                return;
            }
        }
        if (in.failed()) return;
    }
}

Result<Frame> read_frame(Bytes body, u64 at) {
    ByteReader in(body);
    in.byte();  // precision
    Frame frame;
    frame.at = at + 1;
    frame.height = in.big16();
    frame.width = in.big16();
    const bool even = samples_evenly(in);
    if (in.failed()) return refused(Code::bad_value, "a header shorter than it says", at);
    if (!even) return refused(Code::unsupported, "colours sampled in an uneven way", at + 5);
    return frame;
}

// All segments up to the end of the image; the first frame among them.
Result<Frame> check_segments(Bytes file) {
    ByteReader in(file, 2);
    std::optional<Frame> frame;
    while (!in.failed()) {
        const u64 at = in.position();
        if (in.byte() != mark) {
            if (in.failed()) break;
            return refused(Code::bad_value, "no marker where one should be", at);
        }
        u8 marker = in.byte();
        while (marker == mark) marker = in.byte();
        if (marker == end_of_image) {
            if (!frame) return refused(Code::bad_value, "an image without a size", at);
            return *frame;
        }
        const u32 length = in.big16();
        if (in.failed()) break;
        if (length < 2) return refused(Code::bad_value, "a segment shorter than its length field", in.position() - 2);
        const u64 body_at = in.position();
        const Bytes body = in.take(length - 2);
        if (in.failed()) break;
        if (marker == huffman_tables && !has_sound_tables(body)) {
            return refused(Code::bad_value, "a damaged Huffman table", body_at);
        }
        if (starts_frame(marker)) {
            if (frame) return refused(Code::unsupported, "an image of several frames", at);
            auto found = read_frame(body, body_at);
            if (!found) return found.error();
            frame = *found;
        }
        if (marker == start_of_scan) skip_scan(in);
    }
    return in.truncated();
}

}  // namespace

bool is_jpg(Bytes file) { return file.size() >= 3 && file[0] == mark && file[1] == 0xD8 && file[2] == mark; }

Result<Pixels> decode_jpg(Bytes file, const DecodeOptions&, const Context& context) {
    const auto frame = check_segments(file);
    if (!frame) return frame.error();
    if (auto status = check_size(frame->width, frame->height, frame->at, file.size(), most_pixels_a_byte, context);
        !status) {
        return status.error();
    }
    Pixels image{static_cast<u32>(frame->width), static_cast<u32>(frame->height)};
    auto pixels = stb_decode_jpg(file, image.width, image.height);
    if (!pixels) return refused(Code::bad_value, "a damaged JPG, or one of a rare kind", frame->at);
    image.rgba = std::move(*pixels);
    return image;
}

}  // namespace thaw::images
