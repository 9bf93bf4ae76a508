// What libwebp made of the frames: the chunks by hand, the pixels with its own decoder.
#include "media/webp.hpp"

#include <gtest/gtest.h>
#include <webp/demux.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/endian.hpp"
#include "images/stamp.hpp"
#include "media/library.hpp"

namespace thaw::test {
namespace {

Bytes bytes_of(const std::string& text) {
    return {static_cast<const u8*>(static_cast<const void*>(text.data())), text.size()};
}

// A square that moves over nothing.
Pixels square(u32 step) {
    Pixels image{40, 30};
    for (u32 y = 0; y < 30; ++y) {
        for (u32 x = 0; x < 40; ++x) {
            const bool inside = x >= 5 + step * 4 && x < 20 + step * 4 && y >= 8 && y < 22;
            for (const u32 value : {200u, 40 + step * 20, x * 4, 255u}) {
                image.rgba.push_back(static_cast<u8>(inside ? value : 0));
            }
        }
    }
    return image;
}

std::string webp_of(u32 frames, u32 microseconds, const media::WebpOptions& options) {
    StringSink sink;
    auto made = media::webp_encoder(40, 30, sink, options);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : to_string(made.error()));
    if (!made.ok()) return {};
    for (u32 i = 0; i < frames; ++i) EXPECT_TRUE((*made)->add(square(i), microseconds).ok());
    EXPECT_TRUE((*made)->finish().ok());
    return sink.text;
}

struct Chunk {
    std::string name;
    Bytes body;
};

std::vector<Chunk> chunks_of(Bytes file) {
    std::vector<Chunk> chunks;
    const auto name_at = [&](std::size_t at) {
        return std::string(file.begin() + static_cast<std::ptrdiff_t>(at),
                           file.begin() + static_cast<std::ptrdiff_t>(at) + 4);
    };
    EXPECT_EQ(name_at(0), "RIFF");
    EXPECT_EQ(load<u32>(file.data() + 4, Order::little) + 8, file.size());
    EXPECT_EQ(name_at(8), "WEBP");
    for (std::size_t at = 12; at + 8 <= file.size();) {
        const u32 size = load<u32>(file.data() + at + 4, Order::little);
        chunks.push_back({name_at(at), file.subspan(at + 8, size)});
        at += 8 + size + size % 2;
    }
    return chunks;
}

u32 three_bytes(Bytes body, std::size_t at) { return body[at] | u32{body[at + 1]} << 8 | u32{body[at + 2]} << 16; }

TEST(Webp, LoopsForEverAtTheRightSpeed) {
    const std::string file = webp_of(4, 33'333, {});
    const auto chunks = chunks_of(bytes_of(file));
    ASSERT_EQ(chunks.size(), 7u);
    EXPECT_EQ(chunks[0].name, "VP8X");
    EXPECT_EQ(chunks[0].body[0] & 0x12, 0x12);  // moves, and has alpha
    EXPECT_EQ(three_bytes(chunks[0].body, 4), 39u);
    EXPECT_EQ(three_bytes(chunks[0].body, 7), 29u);
    EXPECT_EQ(chunks[1].name, "ANIM");
    EXPECT_EQ(load<u16>(chunks[1].body.data() + 4, Order::little), 0);
    std::vector<u32> durations;
    for (std::size_t i = 2; i < 6; ++i) {
        EXPECT_EQ(chunks[i].name, "ANMF");
        durations.push_back(three_bytes(chunks[i].body, 12));
    }
    EXPECT_EQ(durations, (std::vector<u32>{33, 34, 33, 33}));
    EXPECT_EQ(chunks[6].name, "THAW");
    EXPECT_TRUE(is_stamped({}, bytes_of(file)));
}

void expect_frames(const std::string& file, int tolerance) {
    const WebPData data{bytes_of(file).data(), file.size()};
    const auto release = [](WebPAnimDecoder* decoder) { WebPAnimDecoderDelete(decoder); };
    const std::unique_ptr<WebPAnimDecoder, decltype(release)> decoder(WebPAnimDecoderNew(&data, nullptr), release);
    ASSERT_NE(decoder, nullptr);
    u32 frames = 0;
    for (; WebPAnimDecoderHasMoreFrames(decoder.get()) != 0; ++frames) {
        u8* pixels = nullptr;
        int end = 0;
        ASSERT_NE(WebPAnimDecoderGetNext(decoder.get(), &pixels, &end), 0);
        EXPECT_EQ(end, static_cast<int>(40 * (frames + 1)));
        const Pixels expected = square(frames);
        double error = 0;
        for (std::size_t i = 0; i < expected.rgba.size(); ++i) {
            const bool clear = expected.rgba[i / 4 * 4 + 3] == 0;
            if (i % 4 == 3) {
                ASSERT_EQ(pixels[i], expected.rgba[i]);
            } else if (!clear) {
                error += std::abs(pixels[i] - expected.rgba[i]);
            }
        }
        EXPECT_LE(error / (15 * 14 * 3), tolerance);
    }
    EXPECT_EQ(frames, 3u);
}

TEST(Webp, FramesComeBack) {
    expect_frames(webp_of(3, 40'000, {.lossless = true}), 0);
    expect_frames(webp_of(3, 40'000, {.quality = 90}), 12);
    expect_frames(webp_of(3, 40'000, {.quality = 90, .quick = true}), 12);
    EXPECT_EQ(webp_of(3, 40'000, {}), webp_of(3, 40'000, {}));
}

// An image that stands still has another kind of file, which has the stamp too.
TEST(Webp, ASingleFrame) {
    const std::string file = webp_of(1, 40'000, {.lossless = true});
    EXPECT_TRUE(is_stamped({}, bytes_of(file)));
    const WebPData data{bytes_of(file).data(), file.size()};
    const auto release = [](WebPAnimDecoder* decoder) { WebPAnimDecoderDelete(decoder); };
    const std::unique_ptr<WebPAnimDecoder, decltype(release)> decoder(WebPAnimDecoderNew(&data, nullptr), release);
    ASSERT_NE(decoder, nullptr);
    u8* pixels = nullptr;
    int end = 0;
    ASSERT_NE(WebPAnimDecoderGetNext(decoder.get(), &pixels, &end), 0);
    const Pixels expected = square(0);
    constexpr std::size_t inside = 4 * (15 * 40 + 10);
    for (std::size_t i = inside; i < inside + 4; ++i) EXPECT_EQ(pixels[i], expected.rgba[i]);
}

TEST(Webp, MistakesAreErrors) {
    StringSink sink;
    EXPECT_FALSE(media::webp_encoder(0, 5, sink).ok());
    EXPECT_FALSE(media::webp_encoder(16384, 5, sink).ok());
    auto made = media::webp_encoder(41, 30, sink);
    ASSERT_TRUE(made.ok());
    EXPECT_FALSE((*made)->add(square(0), 1000).ok());
    EXPECT_FALSE((*made)->finish().ok());
}

TEST(Library, AMissingOneIsNamedWithItsPackage) {
    const auto library = media::Library::open("libnothing.so.9", "libnothing9");
    ASSERT_FALSE(library.ok());
    EXPECT_EQ(library.error().code, Code::unsupported);
    EXPECT_NE(library.error().message.find("libnothing.so.9"), std::string::npos);
    EXPECT_NE(library.error().message.find("apt-get install libnothing9"), std::string::npos);
}

TEST(Library, AMissingFunctionIsAnError) {
    auto library = media::Library::open("libwebp.so.7", "libwebp7");
    ASSERT_TRUE(library.ok());
    EXPECT_TRUE(library->status().ok());
    void (*nothing)() = nullptr;
    library->get(nothing, "WebPNothing");
    EXPECT_EQ(nothing, nullptr);
    EXPECT_FALSE(library->status().ok());
}

}  // namespace
}  // namespace thaw::test
