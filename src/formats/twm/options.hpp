// What can be asked of a Twilli Engine model that no other format knows.
#pragma once

#include "formats/shared/options.hpp"

namespace thaw::twm::option {

inline constexpr std::string_view rotation_words[] = {"auto", "quaternion", "euler"};
inline constexpr FormatOption rotation{.name = "rotation",
                                       .type = OptionType::word,
                                       .help = "what the four numbers of a rotation are",
                                       .values = rotation_words};

}  // namespace thaw::twm::option
