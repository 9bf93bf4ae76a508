// ATD: the text that describes an animated texture of Anachronox, as far as showing a still of it takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::ctc {

// An image put at x, y over what is there already, for `wait` seconds.
struct AtdFrame {
    i64 bitmap = -1;
    i64 next = -1;    // negative: the animation stays here
    double wait = 0;  // negative: goes on at once, without being seen
    i64 x = 0;
    i64 y = 0;
};

struct Atd {
    std::string type = "animation";  // in lower case; else "interform" or "whitenoise", which the game computes
    bool bilinear = true;
    bool clamp = false;
    std::vector<std::string> bitmaps{};  // paths from the root of the game's data; empty for one without a file
    std::vector<AtdFrame> frames{};

    bool is_animation() const { return type == "animation"; }
};

// Does the file start as one?
bool is_atd(Bytes bytes);
// Total: what makes no sense is passed over.
Atd parse_atd(Bytes bytes);
// The path of the image that is seen first. Empty if there is none.
std::string_view first_image(const Atd& atd);

}  // namespace thaw::ctc
