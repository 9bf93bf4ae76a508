// Reads GIFs as programs that show them do, to judge what is written. It fails the test that calls it where a file
// breaks a rule.
#pragma once

#include <vector>

#include "images/image.hpp"
#include "images/rectangle.hpp"

namespace thaw::test {

struct GifFrame {
    Pixels shown{};  // the whole image while this frame is shown
    u32 delay = 0;   // hundredths of a second
    images::Rectangle part{};
};

struct Gif {
    u32 width = 0;
    u32 height = 0;
    int loops = -1;  // -1: shown once
    std::vector<GifFrame> frames{};
    Pixels after{};  // what the last frame leaves
};

Gif read_gif(Bytes file);

}  // namespace thaw::test
