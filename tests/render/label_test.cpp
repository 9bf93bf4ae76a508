#include "render/label.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "render/art.hpp"
#include "render/font.hpp"

namespace thaw::test {

namespace {

constexpr Rgba white{255, 255, 255};

std::string drawn(std::string_view text, u32 width, u32 height, i64 x = 0, i64 y = 0, u32 scale = 1) {
    Pixels image = blank(width, height);
    draw_text(image, x, y, text, white, scale);
    return art(image);
}

std::string glyph(char32_t character) {
    std::string rows;
    for (u32 row = 0; row < glyph_height; ++row) rows += static_cast<char>('@' + glyph_row(character, row));
    return rows;
}

TEST(Font, LettersAreAsDrawn) {
    EXPECT_EQ(drawn("Ag", 11, 9),
              ".###.......\n"
              "#...#......\n"
              "#...#..####\n"
              "#####.#...#\n"
              "#...#.#...#\n"
              "#...#.#...#\n"
              "#...#..####\n"
              "..........#\n"
              ".......###.\n");
}

TEST(Font, NoTwoCharactersLookTheSame) {
    std::map<std::string, char32_t> seen;
    for (char32_t c = U' '; c <= U'~'; ++c) {
        const auto [found, fresh] = seen.emplace(glyph(c), c);
        EXPECT_TRUE(fresh) << static_cast<char>(c) << " is drawn as " << static_cast<char>(found->second);
    }
    EXPECT_FALSE(seen.contains(glyph(0xE9))) << "a character without glyph looks like one that has one";
    EXPECT_FALSE(seen.contains(glyph(0x2026)));
}

TEST(Font, CapitalsAndDigitsStandOnTheBaseLine) {
    for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")) {
        const auto point = static_cast<char32_t>(c);
        EXPECT_NE(glyph_row(point, 0), 0) << c;
        EXPECT_NE(glyph_row(point, 6), 0) << c;
        EXPECT_EQ(glyph_row(point, 7) | glyph_row(point, 8), 0) << c;
    }
    for (const char c : std::string_view("gjpqy")) EXPECT_NE(glyph_row(static_cast<char32_t>(c), 8), 0) << c;
}

TEST(Label, OtherCharactersAreOneBoxEach) {
    const std::string box = drawn("\x01", 5, 9);
    EXPECT_EQ(box.substr(0, 12), "#####\n#...#\n");
    EXPECT_EQ(drawn("\u00e9", 11, 9), drawn("\x01", 11, 9)) << "two bytes, one character";
    EXPECT_EQ(drawn("\U0001F600", 11, 9), drawn("\x01", 11, 9));
    EXPECT_EQ(drawn("\xff\xc3", 11, 9), drawn("\x01\x01", 11, 9)) << "no UTF-8: one box a byte";
}

TEST(Label, WidthIsThatOfThePixels) {
    EXPECT_EQ(text_width(""), 0u);
    EXPECT_EQ(text_width("W"), 5u);
    EXPECT_EQ(text_width("WW"), 11u);
    EXPECT_EQ(text_width("WW", 3), 33u);
    EXPECT_EQ(text_width("\u00e9\xff"), 11u);
}

TEST(Label, ScaleMakesSquaresOfPixels) {
    EXPECT_EQ(drawn("-", 10, 10, 0, 0, 2),
              "..........\n..........\n..........\n..........\n..........\n..........\n"
              "..######..\n..######..\n..........\n..........\n");
    EXPECT_EQ(drawn("A", 5, 9, 0, 0, 0), drawn("", 5, 9));
}

TEST(Label, ClippedAtEveryEdge) {
    const std::string whole = drawn("Wg@", 17, 9);
    for (i64 dx = -20; dx <= 20; ++dx) {
        for (i64 dy = -12; dy <= 12; ++dy) {
            const std::string moved = drawn("Wg@", 17, 9, dx, dy);
            for (i64 y = 0; y < 9; ++y) {
                for (i64 x = 0; x < 17; ++x) {
                    const i64 from_x = x - dx;
                    const i64 from_y = y - dy;
                    const bool inside = from_x >= 0 && from_x < 17 && from_y >= 0 && from_y < 9;
                    const char expected = inside ? whole[static_cast<std::size_t>(from_y * 18 + from_x)] : '.';
                    ASSERT_EQ(moved[static_cast<std::size_t>(y * 18 + x)], expected) << dx << ' ' << dy;
                }
            }
        }
    }
    Pixels empty;
    draw_text(empty, 0, 0, "text", white);
    EXPECT_TRUE(empty.rgba.empty());
}

TEST(Label, InkIsMixedByItsAlpha) {
    Pixels image = blank(3, 1, 100);
    fill_rectangle(image, 0, 0, 1, 1, {200, 200, 200, 255});
    fill_rectangle(image, 1, 0, 1, 1, {200, 200, 200, 128});
    fill_rectangle(image, 2, 0, 1, 1, {200, 200, 200, 0});
    EXPECT_EQ(pixel(image, 0, 0)[0], 200);
    EXPECT_EQ(pixel(image, 1, 0)[0], 150);
    EXPECT_EQ(pixel(image, 2, 0)[0], 100);

    Pixels clear = blank(1, 1, 77, 0);
    fill_rectangle(clear, 0, 0, 1, 1, {200, 10, 0, 128});
    EXPECT_EQ(clear.rgba, (std::vector<u8>{200, 10, 0, 128})) << "what is under alpha 0 does not shine through";
    Pixels nothing = blank(1, 1, 77, 0);
    fill_rectangle(nothing, 0, 0, 1, 1, {200, 10, 0, 0});
    EXPECT_EQ(nothing.rgba[3], 0);
}

TEST(Label, LongNamesLoseTheirMiddle) {
    EXPECT_EQ(fitted("hellknight.ddd", 83), "hellknight.ddd");
    EXPECT_EQ(fitted("hellknight.ddd", 82), "hellkn\u2026ht.ddd");
    EXPECT_EQ(fitted("hellknight.ddd", 17), "h\u2026d");
    EXPECT_EQ(fitted("hellknight.ddd", 11), "h\u2026");
    EXPECT_EQ(fitted("hellknight.ddd", 5), "\u2026");
    EXPECT_EQ(fitted("hellknight.ddd", 4), "");
    EXPECT_EQ(fitted("", 4), "");
    EXPECT_EQ(fitted("ab", 100, 0), "");
}

TEST(Label, ShortenedTextFitsAndKeepsCharactersWhole) {
    const std::string text =
        "a\u00e9\U0001F600\xff"
        "bc\u20acdef\xc3";
    for (u32 scale = 1; scale < 4; ++scale) {
        for (u64 width = 0; width < 200; ++width) {
            const std::string out = fitted(text, width, scale);
            EXPECT_LE(text_width(out, scale), width);
            if (out == text) {
                EXPECT_LE(text_width(text, scale), width);
            } else {
                EXPECT_GT(text_width(text, scale), width);
                EXPECT_GT(text_width(out, scale) + 6 * scale, width) << "more would have fitted";
            }
        }
    }
}

}  // namespace

}  // namespace thaw::test
