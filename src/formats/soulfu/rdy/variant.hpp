#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

inline constexpr std::array<std::string_view, 3> variants{"classic32", "port64", "portable"};

// Lays the tables out as the named engine does. Everything else stays as it is.
Status convert_variant(File& file, std::string_view variant);

}  // namespace thaw::rdy
