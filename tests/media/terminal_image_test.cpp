// What is sent to a terminal is what that terminal understands.
#include "media/terminal_image.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace thaw::test {
namespace {

Pixels wheel() {
    Pixels image{64, 64};
    for (u32 y = 0; y < 64; ++y) {
        for (u32 x = 0; x < 64; ++x) {
            const bool inside = (2 * x - 63) * (2 * x - 63) + (2 * y - 63) * (2 * y - 63) < 3600;
            for (const u32 value : {x * 4, y * 4, 90u, 255u}) image.rgba.push_back(static_cast<u8>(inside ? value : 0));
        }
    }
    return image;
}

std::string shown(std::vector<std::string> environment, const media::TerminalOptions& options) {
    std::vector<char*> pointers;
    for (std::string& variable : environment) pointers.push_back(variable.data());
    pointers.push_back(nullptr);
    const auto text = media::terminal_image(wheel(), options, pointers.data());
    EXPECT_TRUE(text.ok()) << (text.ok() ? "" : to_string(text.error()));
    return text.ok() ? *text : std::string();
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

TEST(TerminalImage, CharactersFillTheRowsThatThereAre) {
    const std::string text = shown({"TERM=xterm-256color", "COLORTERM=truecolor"}, {80, 12});
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12);
    EXPECT_EQ(text.back(), '\n');
    EXPECT_TRUE(contains(text, "\x1b[38;2;") || contains(text, "\x1b[48;2;"));
    for (const char c : text) {
        const auto byte = static_cast<u8>(c);
        ASSERT_TRUE(byte >= 0x20 || byte == 0x1b || byte == '\n') << int{byte};
        ASSERT_NE(byte, 0x7f);
    }
}

TEST(TerminalImage, TheShapeIsKept) {
    const std::string text = shown({"TERM=screen-256color"}, {10, 40});  // characters are twice as high as wide
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
    EXPECT_FALSE(contains(text, "8;2;"));  // 256 colours
    EXPECT_TRUE(contains(text, "8;5;"));
}

TEST(TerminalImage, PixelsWhereTheTerminalHasThem) {
    const media::TerminalOptions options{40, 20, 8, 16};
    EXPECT_TRUE(contains(shown({"TERM=xterm-kitty"}, options), "\x1b_G"));
    EXPECT_TRUE(contains(shown({"TERM=mlterm"}, options), "\x1bP"));  // sixels
    EXPECT_TRUE(contains(shown({"TERM=xterm-256color", "TERM_PROGRAM=iTerm.app"}, options), "\x1b]1337"));
    const std::string symbols = shown({"TERM=xterm-kitty"}, {40, 20, 8, 16, true});
    EXPECT_FALSE(contains(symbols, "\x1b_G"));
    EXPECT_EQ(std::count(symbols.begin(), symbols.end(), '\n'), 20);
}

TEST(TerminalImage, AnUnknownTerminalGetsSomething) {
    EXPECT_EQ(std::ranges::count(shown({"TERM=dumb"}, {20, 5}), '\n'), 5);
    EXPECT_EQ(std::ranges::count(shown({}, {20, 5}), '\n'), 5);
    EXPECT_FALSE(shown({}, {0, 0}).empty());
}

TEST(TerminalImage, NoPixelsAreAnError) {
    char* nothing = nullptr;
    EXPECT_FALSE(media::terminal_image({}, {}, &nothing).ok());
}

}  // namespace
}  // namespace thaw::test
