// Animations come back frame by frame, at the right speed, and for ever.
#include "images/motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <string>

#include "base/checksums.hpp"
#include "base/endian.hpp"
#include "gif_reader.hpp"
#include "images/png_write.hpp"
#include "support/short_sink.hpp"

namespace thaw::test {
namespace {

using images::Rectangle;

Bytes bytes_of(const std::string& text) {
    return {static_cast<const u8*>(static_cast<const void*>(text.data())), text.size()};
}

// A disc that wanders before nothing, or before a colour. `colors`: how many it has about.
Pixels disc(u32 width, u32 height, u32 step, u32 colors, bool holes) {
    Pixels image{width, height};
    const i32 middle_x = static_cast<i32>(width / 2 + step % 7) - 3;
    const i32 middle_y = static_cast<i32>(height / 2 + step % 5) - 2;
    const i32 radius = static_cast<i32>(std::min(width, height) / 3);
    for (i32 y = 0; y < static_cast<i32>(height); ++y) {
        for (i32 x = 0; x < static_cast<i32>(width); ++x) {
            const i32 far = (x - middle_x) * (x - middle_x) + (y - middle_y) * (y - middle_y);
            const bool inside = far <= radius * radius;
            const u32 shade = static_cast<u32>(x * 31 + y * 17) % colors;
            for (u32 c = 0; c < 3; ++c) image.rgba.push_back(static_cast<u8>(inside ? shade * (c + 1) * 7 + step : 40));
            image.rgba.push_back(inside || !holes ? 255 : 0);
        }
    }
    return image;
}

// As GIF has it: alpha is all or nothing, and what is clear has no colour.
Pixels all_or_nothing(Pixels image) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        u8* pixel = image.rgba.data() + i;
        if (pixel[3] < 128) {
            std::fill_n(pixel, 4, u8{0});
        } else {
            pixel[3] = 255;
        }
    }
    return image;
}

std::string gif_of(const std::vector<Pixels>& frames, u32 microseconds) {
    StringSink sink;
    auto made = gif_encoder(frames[0].width, frames[0].height, sink);
    EXPECT_TRUE(made.ok());
    for (const Pixels& frame : frames) EXPECT_TRUE((*made)->add(frame, microseconds).ok());
    EXPECT_TRUE((*made)->finish().ok());
    return sink.text;
}

TEST(Gif, FramesOfFewColorsComeBackExactly) {
    for (const bool holes : {false, true}) {
        for (const auto& [width, height] : {std::pair{1u, 1u}, {2u, 9u}, {33u, 20u}, {70u, 71u}}) {
            std::vector<Pixels> frames;
            for (u32 i = 0; i < 8; ++i) frames.push_back(disc(width, height, i, 1 + i * 30, holes));
            frames.push_back(disc(width, height, 0, 1, holes));
            frames.push_back(Pixels{width, height, std::vector<u8>(std::size_t{4} * width * height, 0)});  // empty
            frames.push_back(disc(width, height, 3, 9, holes));
            const Gif gif = read_gif(bytes_of(gif_of(frames, 50'000)));
            EXPECT_EQ(gif.width, width);
            EXPECT_EQ(gif.height, height);
            EXPECT_EQ(gif.loops, 0);
            std::size_t next = 0;
            u32 delay = 0;
            for (const GifFrame& frame : gif.frames) {  // frames that are alike are one
                for (u32 shown = 0; shown < frame.delay; shown += 5, ++next) {
                    ASSERT_LT(next, frames.size());
                    ASSERT_EQ(frame.shown, all_or_nothing(frames[next])) << next << " of " << width << " x " << height;
                }
                delay += frame.delay;
            }
            EXPECT_EQ(next, frames.size());
            EXPECT_EQ(delay, 5 * frames.size());
        }
    }
}

TEST(Gif, TheNextRoundStartsWithAnEmptyImage) {
    const Gif gif = read_gif(bytes_of(gif_of({disc(40, 40, 0, 9, true), disc(40, 40, 4, 9, true)}, 50'000)));
    EXPECT_EQ(gif.after, (Pixels{40, 40, std::vector<u8>(6400, 0)}));
}

TEST(Gif, OnlyWhatChangesIsWritten) {
    auto second = disc(60, 60, 0, 9, false);
    for (u32 x = 20; x < 25; ++x) second.rgba[4 * (30 * 60 + x)] = 77;
    const Gif gif = read_gif(bytes_of(gif_of({disc(60, 60, 0, 9, false), second}, 50'000)));
    ASSERT_EQ(gif.frames.size(), 2u);
    EXPECT_EQ(gif.frames[1].part, (Rectangle{20, 30, 5, 1}));
    EXPECT_EQ(gif.frames[1].shown, second);
}

TEST(Gif, ManyColorsStayNear) {
    std::mt19937 random(4);
    Pixels image{128, 128};
    for (u32 y = 0; y < 128; ++y) {
        for (u32 x = 0; x < 128; ++x) {
            const u32 noise = random() % 8;
            for (const u32 value : {x + noise, y + noise, (x + y) / 2 + noise, 255u}) {
                image.rgba.push_back(static_cast<u8>(value));
            }
        }
    }
    const Gif gif = read_gif(bytes_of(gif_of({image, disc(128, 128, 1, 200, false)}, 50'000)));
    ASSERT_EQ(gif.frames.size(), 2u);
    const auto& shown = gif.frames[0].shown.rgba;
    u64 squares = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const int difference = shown[i] - image.rgba[i];
        squares += static_cast<u64>(difference * difference);
    }
    EXPECT_LT(squares, u64{128} * 128 * 3 * 9);  // less than 3 levels a channel
}

std::vector<u32> gif_delays(u32 frames, u32 microseconds) {
    std::vector<Pixels> images;
    for (u32 i = 0; i < frames; ++i) images.push_back({2, 1, {static_cast<u8>(i), 0, 0, 255, 9, 9, 9, 255}});
    std::vector<u32> delays;
    for (const GifFrame& frame : read_gif(bytes_of(gif_of(images, microseconds))).frames) delays.push_back(frame.delay);
    return delays;
}

u32 sum(const std::vector<u32>& values) { return std::accumulate(values.begin(), values.end(), 0u); }

TEST(Gif, TheSpeedIsRight) {
    const auto thirty = gif_delays(90, 33'333);
    EXPECT_EQ(thirty.size(), 90u);
    EXPECT_EQ(sum(thirty), 300u);
    EXPECT_EQ(*std::min_element(thirty.begin(), thirty.end()), 3u);
    EXPECT_EQ(*std::max_element(thirty.begin(), thirty.end()), 4u);
    EXPECT_EQ(gif_delays(3, 100'000), (std::vector<u32>{10, 10, 10}));
    EXPECT_EQ(gif_delays(1, 600'000'000), (std::vector<u32>{60'000}));
}

TEST(Gif, NoFrameIsShorterThanBrowsersShow) {
    for (const u32 rate : {50u, 60u, 75u, 100u, 144u, 1000u, 100'000u}) {
        const u32 frames = rate == 100'000 ? 200 : rate;
        const auto delays = gif_delays(frames, 1'000'000 / rate);
        EXPECT_GE(*std::min_element(delays.begin(), delays.end()), 2u) << rate;
        EXPECT_NEAR(sum(delays), frames * 100.0 / rate, 2) << rate;
        EXPECT_LE(*std::max_element(delays.begin(), delays.end()), 4u) << rate;
    }
}

TEST(Motion, MistakesAndFullDisksAreErrors) {
    using Make = std::function<MadeEncoder(u32, u32, Sink&)>;
    const Make apng = [](u32 width, u32 height, Sink& sink) { return apng_encoder(width, height, 2, sink); };
    for (const Make& make : {Make(gif_encoder), apng}) {
        StringSink sink;
        EXPECT_FALSE(make(0, 1, sink).ok());
        EXPECT_FALSE(make(1, 20'000, sink).ok());
        auto made = make(4, 4, sink);
        ASSERT_TRUE(made.ok());
        EXPECT_FALSE((*made)->add(disc(4, 5, 0, 1, false), 1000).ok());
        EXPECT_FALSE((*made)->add(disc(4, 4, 0, 1, false), 600'000'001).ok());
        EXPECT_FALSE((*made)->finish().ok());
        ShortSink full(100);
        auto stopped = make(64, 64, full);
        ASSERT_TRUE(stopped.ok());
        auto status = (*stopped)->add(disc(64, 64, 0, 200, true), 50'000);
        if (status.ok()) status = (*stopped)->add(disc(64, 64, 1, 200, true), 50'000);
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().code, Code::io);
    }
    StringSink sink;
    EXPECT_FALSE(apng_encoder(1, 1, 0, sink).ok());
    auto made = apng_encoder(1, 1, 1, sink);
    EXPECT_TRUE((*made)->add(disc(1, 1, 0, 1, false), 1).ok());
    EXPECT_FALSE((*made)->add(disc(1, 1, 0, 1, false), 1).ok());
}

struct ApngFrame {
    Pixels shown{};
    u32 numerator = 0;
    u32 denominator = 0;
    Rectangle part{};
};

// The chunks of an APNG, each frame read as a PNG of its own.
std::vector<ApngFrame> read_apng(Bytes file, u32 frames) {
    std::vector<ApngFrame> out;
    Pixels canvas;
    std::vector<u8> packed;
    u32 sequence = 0;
    const auto word = [](Bytes body, std::size_t at) { return load<u32>(body.data() + at, Order::big); };
    const auto show = [&] {
        ApngFrame& frame = out.back();
        std::vector<u8> png(images::png_signature.begin(), images::png_signature.end());
        images::put_header(png, frame.part.width, frame.part.height, 8, images::PngColor::rgba);
        images::put_chunk(png, "IDAT", packed);
        images::put_chunk(png, "IEND", {});
        const auto image = decode_image(png);
        ASSERT_TRUE(image.ok());
        for (u32 y = 0; y < frame.part.height; ++y) {
            std::copy_n(
                image->rgba.begin() + std::ptrdiff_t{4} * y * frame.part.width, 4 * frame.part.width,
                canvas.rgba.begin() + std::ptrdiff_t{4} * ((frame.part.top + y) * canvas.width + frame.part.left));
        }
        frame.shown = canvas;
        packed.clear();
    };
    std::string order;
    for (std::size_t at = images::png_signature.size(); at + 12 <= file.size();) {
        const u32 size = word(file, at);
        const Bytes body = file.subspan(at + 8, size);
        EXPECT_EQ(word(file, at + 8 + size), crc32(file.subspan(at + 4, 4 + size)));
        const std::string name(file.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                               file.begin() + static_cast<std::ptrdiff_t>(at) + 8);
        at += 12 + size;
        order += name[0];
        if (name == "IHDR") {
            canvas = {word(body, 0), word(body, 4), std::vector<u8>(std::size_t{4} * word(body, 0) * word(body, 4))};
        } else if (name == "acTL") {
            EXPECT_EQ(word(body, 0), frames);
            EXPECT_EQ(word(body, 4), 0u);  // for ever
        } else if (name == "fcTL") {
            EXPECT_EQ(word(body, 0), sequence++);
            EXPECT_EQ(body.size(), 26u);
            EXPECT_EQ(body[24], 0);
            EXPECT_EQ(body[25], 0);
            out.push_back({{},
                           load<u16>(body.data() + 20, Order::big),
                           load<u16>(body.data() + 22, Order::big),
                           {word(body, 12), word(body, 16), word(body, 4), word(body, 8)}});
        } else if (name == "IDAT") {
            packed.assign(body.begin(), body.end());
            show();
        } else if (name == "fdAT") {
            EXPECT_EQ(word(body, 0), sequence++);
            packed.assign(body.begin() + 4, body.end());
            show();
        } else if (name == "tEXt") {
            EXPECT_EQ(std::string(body.begin(), body.end()), std::string("Software\0Thaw", 13));
        } else {
            EXPECT_EQ(name, "IEND");
            EXPECT_EQ(at, file.size());
        }
    }
    EXPECT_EQ(order.substr(0, 5), "ItafI");
    EXPECT_EQ(order.back(), 'I');
    return out;
}

TEST(Apng, FramesComeBackExactlyAndThePlainImageIsTheFirst) {
    std::vector<Pixels> frames;
    for (u32 i = 0; i < 6; ++i) frames.push_back(disc(31, 40, i, 500, i % 2 == 0));
    frames.push_back(frames.back());
    StringSink sink;
    auto made = apng_encoder(31, 40, static_cast<u32>(frames.size()), sink);
    ASSERT_TRUE(made.ok());
    for (const Pixels& frame : frames) ASSERT_TRUE((*made)->add(frame, 33'333).ok());
    ASSERT_TRUE((*made)->finish().ok());
    const auto read = read_apng(bytes_of(sink.text), static_cast<u32>(frames.size()));
    ASSERT_EQ(read.size(), frames.size());
    u32 milliseconds = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(read[i].shown, frames[i]) << i;
        EXPECT_EQ(read[i].denominator, 1000u);
        milliseconds += read[i].numerator;
    }
    EXPECT_EQ(milliseconds, 233u);
    EXPECT_EQ(read.back().part, (Rectangle{0, 0, 1, 1}));  // nothing changed
    EXPECT_EQ(*decode_image(bytes_of(sink.text)), frames[0]);
}

TEST(Apng, LongFramesFit) {
    StringSink sink;
    auto made = apng_encoder(1, 1, 1, sink);
    ASSERT_TRUE((*made)->add(disc(1, 1, 0, 1, false), 600'000'000).ok());
    ASSERT_TRUE((*made)->finish().ok());
    const auto read = read_apng(bytes_of(sink.text), 1);
    EXPECT_EQ(read.at(0).numerator, 60'000u);
    EXPECT_EQ(read.at(0).denominator, 100u);
}

}  // namespace
}  // namespace thaw::test
