// Which layout an image has. It does not say, so each is tried: the one that explains every byte is it.
#pragma once

#include <optional>

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

struct Trial {
    Layout layout{};
    bool read = false;       // the layout makes sense of the bytes
    bool exact = false;      // and of all of them
    bool addressed = false;  // and both tables point where the parts are
    bool at_zero = false;    // its first pointer is the offset from the start of the file of what it points at
    // What was read, if nothing can be better: of other trials it would only take memory.
    std::optional<File> file{};
};

// The best of all layouts.
Trial find_layout(const Blob& bytes, const Context& context);

}  // namespace thaw::rdy
