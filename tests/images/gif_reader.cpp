#include "gif_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace thaw::test {
namespace {

class GifReader {
public:
    explicit GifReader(Bytes file) : file_(file) {}

    Gif read() {
        EXPECT_EQ(text(6), "GIF89a");
        gif_.width = number();
        gif_.height = number();
        const u32 flags = byte();
        EXPECT_EQ(flags & 0x80, 0u) << "these files have no table for all frames";
        byte();
        byte();
        gif_.after = Pixels{gif_.width, gif_.height, std::vector<u8>(std::size_t{4} * gif_.width * gif_.height)};
        while (at_ < file_.size() && !::testing::Test::HasFailure()) {
            switch (const u32 kind = byte()) {
                case '!': extension(); break;
                case ',': image(); break;
                case ';': EXPECT_EQ(at_, file_.size()); return gif_;
                default: ADD_FAILURE() << "a block of kind " << kind;
            }
        }
        ADD_FAILURE() << "no end";
        return gif_;
    }

private:
    u32 byte() {
        if (at_ < file_.size()) return file_[at_++];
        ADD_FAILURE() << "the file ends early";
        return 0;
    }
    u32 number() {
        const u32 low = byte();
        return low | byte() << 8;
    }
    std::string text(int n) {
        std::string s;
        for (int i = 0; i < n; ++i) s += static_cast<char>(byte());
        return s;
    }
    std::vector<u8> blocks() {
        std::vector<u8> all;
        for (u32 n = byte(); n != 0; n = byte()) {
            for (; n > 0; --n) all.push_back(static_cast<u8>(byte()));
        }
        return all;
    }

    void extension() {
        const u32 kind = byte();
        if (kind == 0xF9) {
            EXPECT_EQ(byte(), 4u);
            const u32 flags = byte();
            delay_ = number();
            disposal_ = flags >> 2 & 7;
            const u32 index = byte();
            clear_ = (flags & 1) != 0 ? static_cast<int>(index) : -1;
            EXPECT_EQ(byte(), 0u);
        } else if (kind == 0xFE) {
            const u32 length = byte();
            EXPECT_EQ(text(static_cast<int>(length)), "Thaw");
            EXPECT_EQ(byte(), 0u);
        } else {
            EXPECT_EQ(kind, 0xFFu);
            EXPECT_EQ(byte(), 11u);
            EXPECT_EQ(text(11), "NETSCAPE2.0");
            EXPECT_EQ(byte(), 3u);
            EXPECT_EQ(byte(), 1u);
            gif_.loops = static_cast<int>(number());
            EXPECT_EQ(byte(), 0u);
        }
    }

    void image() {
        const u32 left = number();
        const u32 top = number();
        const u32 width = number();
        const u32 height = number();
        EXPECT_LE(left + width, gif_.width);
        EXPECT_LE(top + height, gif_.height);
        const u32 flags = byte();
        EXPECT_EQ(flags & 0xC0, 0x80u) << "a table of its own, rows in order";
        std::vector<u8> table(std::size_t{3} << ((flags & 7) + 1));
        for (u8& value : table) value = static_cast<u8>(byte());
        const u32 bits = byte();
        const auto indices = unpack(blocks(), bits);
        ASSERT_EQ(indices.size(), std::size_t{width} * height);
        Pixels& shown = gif_.after;
        const auto pixel = [&](u32 x, u32 y) {
            return shown.rgba.begin() + std::ptrdiff_t{4} * ((top + y) * gif_.width + left + x);
        };
        for (u32 i = 0; i < width * height; ++i) {
            if (indices[i] == clear_) continue;
            ASSERT_LT(3u * indices[i], table.size());
            const auto to = pixel(i % width, i / width);
            std::copy_n(table.begin() + 3 * indices[i], 3, to);
            to[3] = 255;
        }
        gif_.frames.push_back({shown, delay_, {left, top, width, height}});
        ASSERT_TRUE(disposal_ == 1 || disposal_ == 2);
        for (u32 i = 0; disposal_ == 2 && i < width * height; ++i) std::fill_n(pixel(i % width, i / width), 4, u8{0});
    }

    // Every string whole, by its number.
    static std::vector<u8> unpack(const std::vector<u8>& packed, u32 bits) {
        const u32 clear = 1u << bits;
        std::vector<std::vector<u8>> strings;
        const auto reset = [&] {
            strings.assign(clear + 2, {});
            for (u32 i = 0; i < clear; ++i) strings[i] = {static_cast<u8>(i)};
        };
        std::vector<u8> out;
        std::vector<u8> before;
        u32 width = bits + 1;
        std::size_t bit = 0;
        reset();
        for (;;) {
            u32 code = 0;
            for (u32 i = 0; i < width; ++i, ++bit) {
                if (bit / 8 >= packed.size()) {
                    ADD_FAILURE() << "the pixels end early";
                    return out;
                }
                code |= (packed[bit / 8] >> bit % 8 & 1u) << i;
            }
            if (code == clear + 1) {
                EXPECT_LE(packed.size() * 8 - bit, 7u);
                return out;
            }
            if (code == clear) {
                reset();
                before.clear();
                width = bits + 1;
                continue;
            }
            std::vector<u8> now;
            if (code < strings.size()) {
                now = strings[code];
            } else if (code == strings.size() && !before.empty()) {
                now = before;
                now.push_back(before[0]);
            } else {
                ADD_FAILURE() << "code " << code << " of " << strings.size();
                return out;
            }
            out.insert(out.end(), now.begin(), now.end());
            if (!before.empty() && strings.size() < 4096) {
                before.push_back(now[0]);
                strings.push_back(before);
            }
            before = now;
            if (strings.size() == std::size_t{1} << width && width < 12) ++width;
        }
    }

    Bytes file_;
    std::size_t at_ = 0;
    Gif gif_{};
    u32 delay_ = 0;
    u32 disposal_ = 0;
    int clear_ = -1;
};

}  // namespace

Gif read_gif(Bytes file) { return GifReader(file).read(); }

}  // namespace thaw::test
