// What can be asked of a Crash Team Racing model that no other format knows.
#pragma once

#include "formats/shared/options.hpp"

namespace thaw::ctr::option {

inline constexpr std::string_view no_existing_memory =
    "placing textures into an existing video memory is not supported yet; without it the model gets a video memory of "
    "its own";
inline constexpr FormatOption vrm{.name = "vrm",
                                  .type = OptionType::file,
                                  .help = "the video memory with the textures of a model that is read",
                                  .placeholder = "FILE",
                                  .role = "vrm",
                                  .not_built_reason = no_existing_memory};
inline constexpr FormatOption shared_vrm{.name = "shared-vrm",
                                         .type = OptionType::file,
                                         .help = "the video memory that all levels share",
                                         .placeholder = "FILE",
                                         .role = "shared-vrm",
                                         .not_built_reason = no_existing_memory};
inline constexpr FormatOption vrm_out{.name = "vrm-out",
                                      .type = OptionType::output,
                                      .help = "write the textures to this file",
                                      .placeholder = "FILE",
                                      .preset = "next to the model",
                                      .role = "vrm"};

}  // namespace thaw::ctr::option
