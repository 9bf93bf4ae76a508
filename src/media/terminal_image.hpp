// An image as text for a terminal, through libchafa, which is opened when the first one is made.
#pragma once

#include <string>

#include <thaw/result.hpp>

#include "images/image.hpp"

namespace thaw::media {

struct TerminalOptions {
    u32 columns = 80;  // the room there is; the image keeps its shape
    u32 rows = 24;
    u32 cell_width = 0;  // pixels of a character; 0: not known
    u32 cell_height = 0;
    bool symbols = false;  // characters even where the terminal shows pixels
};

// As well as the terminal can show it: the graphics of kitty, sixels, those of iTerm, or characters in as many colours
// as it has. `environment` is what tells (TERM, COLORTERM, TERM_PROGRAM ...): NAME=VALUE and a null at the end. Lines
// end with a newline, the last one too.
Result<std::string> terminal_image(const Pixels& image, const TerminalOptions& options, char** environment);

}  // namespace thaw::media
