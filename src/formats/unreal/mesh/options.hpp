// What can be asked of an Unreal mesh that no other format knows.
#pragma once

#include "formats/shared/options.hpp"

namespace thaw::unreal::option {

inline constexpr FormatOption uc{.name = "uc",
                                 .type = OptionType::file,
                                 .help = "the class script, or the MODELDEF",
                                 .placeholder = "FILE",
                                 .role = "uc"};
inline constexpr FormatOption show_class{.name = "class",
                                         .type = OptionType::text,
                                         .help = "as this class shows the mesh",
                                         .placeholder = "NAME",
                                         .preset = "the class of its script"};
inline constexpr FormatOption modeldef{.name = "modeldef", .help = "write a MODELDEF for GZDoom, too"};

}  // namespace thaw::unreal::option
