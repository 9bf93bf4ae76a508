// GIF 89a. A frame is a rectangle over what is there. To make pixels clear again, the frame before has to be disposed
// of, so that each is written when the next one is known.
#include <string_view>

#include "base/guard.hpp"
#include "images/lzw.hpp"
#include "images/motion_parts.hpp"
#include "images/quantise.hpp"
#include "images/stamp.hpp"

namespace thaw {

namespace {

using namespace images;

enum class Disposal : u32 { keep = 1, clear = 2 };

constexpr u32 most_colors = 255;  // and one that is clear
constexpr u64 least_delay = 2;    // hundredths of a second; browsers take less for a tenth
constexpr u64 most_delay = 65535;
constexpr u32 opaque_from = 128;  // alpha

void put_le16(std::vector<u8>& out, u64 value) {
    out.insert(out.end(), {static_cast<u8>(value), static_cast<u8>(value >> 8)});
}

void put_text(std::vector<u8>& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }

// The pixels as 0xRRGGBBFF, or 0 where they are clear.
std::vector<u32> all_or_nothing(const Pixels& image) {
    std::vector<u32> pixels(image.rgba.size() / 4);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const u32 pixel = load<u32>(image.rgba.data() + 4 * i, Order::big);
        pixels[i] = (pixel & 255) < opaque_from ? 0 : pixel | 255;
    }
    return pixels;
}

class GifEncoder final : public MotionEncoder {
public:
    GifEncoder(u32 width, u32 height, Sink& sink) : width_(width), height_(height), sink_(sink) {}

    // A frame begins when it should, or as soon as the one before has been shown long enough; if that is after its own
    // end it is left out.
    Status add(const Pixels& frame, u32 microseconds) override {
        return guarded([&]() -> Status {
            if (auto status = check_frame(frame, width_, height_, microseconds); !status) return status;
            u64 start = clock_.now();
            clock_.pass(microseconds);
            if (waiting_.empty()) {
                waiting_ = all_or_nothing(frame);
                shown_.resize(waiting_.size());
                return write_all(sink_, head());
            }
            start = std::max(start, waiting_since_ + least_delay);
            if (start >= clock_.now()) return Done{};
            auto pixels = all_or_nothing(frame);
            if (pixels == waiting_ && clock_.now() - waiting_since_ <= most_delay) return Done{};
            const auto is_cleared = [&](std::size_t i) { return pixels[i] == 0 && waiting_[i] != 0; };
            auto status = write_waiting(bounds_of(width_, height_, is_cleared), start - waiting_since_);
            waiting_ = std::move(pixels);
            waiting_since_ = start;
            return status;
        });
    }

    Status finish() override {
        return guarded([&]() -> Status {
            if (waiting_.empty()) return Error{Code::bad_value, "an animation without frames"};
            // Not every program starts the next round with an empty image.
            const auto is_cleared = [&](std::size_t i) { return first_has_holes_ && waiting_[i] != 0; };
            const Rectangle cleared = written_ == 0 ? Rectangle{} : bounds_of(width_, height_, is_cleared);
            const u64 delay = std::max(least_delay, clock_.now() - std::min(clock_.now(), waiting_since_));
            if (auto status = write_waiting(cleared, delay); !status) return status;
            return write_all(sink_, std::vector<u8>{';'});
        });
    }

private:
    std::vector<u8> head() const {
        std::vector<u8> out;
        put_text(out, "GIF89a");
        put_le16(out, width_);
        put_le16(out, height_);
        out.insert(out.end(), {0x70, 0, 0});  // 8 bits a colour, no table for all frames
        put_text(out, gif_stamp);
        out.push_back(0);
        put_text(out, "!\xFF\x0BNETSCAPE2.0\x03\x01");
        put_le16(out, 0);  // again and again
        out.push_back(0);
        return out;
    }

    // `cleared`: what must be clear after it.
    Status write_waiting(const Rectangle& cleared, u64 delay) {
        Rectangle part{0, 0, width_, height_};  // the first frame is whole, for programs that show no more
        if (written_ == 0) {
            first_has_holes_ = std::find(waiting_.begin(), waiting_.end(), 0u) != waiting_.end();
        } else {
            part = bounds_of(width_, height_, [&](std::size_t i) { return waiting_[i] != shown_[i]; });
            part = united(part, cleared);
            if (part.empty()) part = {0, 0, 1, 1};
        }
        const Disposal disposal = cleared.empty() ? Disposal::keep : Disposal::clear;
        auto status = write_all(sink_, frame(part, disposal, std::min(delay, most_delay)));
        shown_ = waiting_;
        if (disposal == Disposal::clear) {
            for (u32 y = 0; y < part.height; ++y) {
                const std::size_t row = std::size_t{part.top + y} * width_ + part.left;
                std::fill_n(shown_.begin() + static_cast<std::ptrdiff_t>(row), part.width, 0u);
            }
        }
        ++written_;
        return status;
    }

    std::vector<u8> frame(const Rectangle& part, Disposal disposal, u64 delay) {
        std::vector<std::size_t> places;  // in the part, of the pixels that change
        std::vector<u32> colors;
        for (u32 y = 0; y < part.height; ++y) {
            for (u32 x = 0; x < part.width; ++x) {
                const std::size_t from = std::size_t{part.top + y} * width_ + part.left + x;
                if (waiting_[from] == shown_[from]) continue;
                places.push_back(std::size_t{y} * part.width + x);
                colors.push_back(waiting_[from] >> 8);
            }
        }
        const auto palette = quantiser_.choose(colors, most_colors);
        const auto clear = static_cast<u8>(palette.size());
        u32 bits = 2;  // LZW has no fewer
        while (1u << bits <= clear) ++bits;

        std::vector<u8> out{'!', 0xF9, 4, static_cast<u8>(static_cast<u32>(disposal) << 2 | 1)};
        put_le16(out, delay);
        out.insert(out.end(), {clear, 0, ','});
        for (const u32 value : {part.left, part.top, part.width, part.height}) put_le16(out, value);
        out.push_back(static_cast<u8>(0x80 | (bits - 1)));  // with a table of its own
        for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
            const u32 color = i < palette.size() ? palette[i] : 0;
            for (const u32 shift : {16u, 8u, 0u}) out.push_back(static_cast<u8>(color >> shift));
        }
        std::vector<u8> indices(std::size_t{part.width} * part.height, clear);
        for (std::size_t i = 0; i < places.size(); ++i) indices[places[i]] = quantiser_.index(colors[i]);
        put_lzw(out, indices, bits);
        return out;
    }

    u32 width_;
    u32 height_;
    Sink& sink_;
    Clock clock_{100};
    Quantiser quantiser_{};
    std::vector<u32> shown_{};    // what is there before the frame that waits
    std::vector<u32> waiting_{};  // a whole image
    u64 waiting_since_ = 0;
    u64 written_ = 0;
    bool first_has_holes_ = false;
};

}  // namespace

MadeEncoder gif_encoder(u32 width, u32 height, Sink& sink) {
    return guarded([&]() -> MadeEncoder {
        if (auto status = check_motion(width, height, greatest_image_side); !status) return status.error();
        return {std::make_unique<GifEncoder>(width, height, sink)};
    });
}

}  // namespace thaw
