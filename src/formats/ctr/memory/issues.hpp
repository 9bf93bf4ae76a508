// What validate() may say about a VRM, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"

namespace thaw::vrm::issue {

using thaw::issue::trailing_bytes;

inline constexpr IssueKind magic{"VRM_MAGIC", Severity::warning,
                                 "An image does not start with the number 16. The game does not look at it.",
                                 "magic is {found}, expected {expected}"};
inline constexpr IssueKind entry_size{"VRM_ENTRY_SIZE", Severity::warning,
                                      "The size of an entry is not that of its image.",
                                      "size is {found}, expected {expected}"};
inline constexpr IssueKind block_length{
    "VRM_BLOCK_LENGTH", Severity::info,
    "The length of a block is not what its rectangle needs. The game relies on the rectangle.",
    "length is {found}, expected {expected}"};
inline constexpr IssueKind rectangle{"VRM_RECTANGLE", Severity::error, "An image reaches beyond video memory.",
                                     "image is {found}, expected {expected}"};
inline constexpr IssueKind pixels_short{"VRM_PIXELS_SHORT", Severity::error,
                                        "An image has fewer pixels than its rectangle needs.",
                                        "image has {found}, expected {expected}"};
inline constexpr IssueKind palette{
    "VRM_PALETTE", Severity::error,
    "An image has a palette block. The game's loader takes the palette for the image and skips the rest.",
    "the image has a palette block"};
inline constexpr IssueKind no_image{"VRM_NO_PICTURE", Severity::warning, "The file holds no image.",
                                    "the file holds no image"};

inline constexpr std::array<const IssueKind*, 8> all{&trailing_bytes, &magic,        &entry_size, &block_length,
                                                     &rectangle,      &pixels_short, &palette,    &no_image};

}  // namespace thaw::vrm::issue
