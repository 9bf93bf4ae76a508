// The option that chooses between the looks of a model where that decides which files it is made of.
#pragma once

#include <thaw/options.hpp>

namespace thaw::option {

inline constexpr FormatOption skin{.name = "skin",
                                   .type = OptionType::integer,
                                   .help = "dress the character of a script by this number: its kind, of several",
                                   .placeholder = "N",
                                   .preset = "0",
                                   .most = 255,
                                   .role = "skin"};

}  // namespace thaw::option
