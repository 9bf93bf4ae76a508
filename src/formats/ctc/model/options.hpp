// What can be asked of an Anachronox model that no other format knows.
#pragma once

#include "formats/shared/options.hpp"

namespace thaw::ctc::option {

inline constexpr FormatOption all_weights{.name = "all-weights",
                                          .help = "keep all weights, not only the first, which is all the game uses"};

}  // namespace thaw::ctc::option
