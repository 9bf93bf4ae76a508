// What can be asked of SoulFu models that no other format knows.
#pragma once

#include "formats/shared/options.hpp"

namespace thaw::soulfu::option {

inline constexpr FormatOption anim{.name = "anim",
                                   .type = OptionType::file,
                                   .help = "take the animation from this model",
                                   .placeholder = "FILE",
                                   .role = "link"};
inline constexpr FormatOption part{
    .name = "part",
    .type = OptionType::keyed_files,
    .help = "add this model, as the HEAD, LEGS, ... of a character or in its RIGHT hand; may be given several times",
    .placeholder = "PLACE=FILE",
    .role = "part:",
    .example = "HEAD=PLRHEAD0.DDD"};
inline constexpr std::string_view rig_words[] = {"compact", "exact"};
inline constexpr FormatOption rig{.name = "rig",
                                  .type = OptionType::word,
                                  .help = "one node per bone, or two that show every pose without error",
                                  .values = rig_words};
inline constexpr FormatOption smooth{.name = "smooth", .help = "add poses in between, which the game did not show"};
inline constexpr FormatOption lines{.name = "lines", .help = "add the cartoon lines"};

}  // namespace thaw::soulfu::option
