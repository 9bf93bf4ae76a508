// What validate() may say about a VRM, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"

namespace thaw::vrm::issue {

using thaw::issue::trailing_bytes;

inline constexpr IssueKind magic{"VRM_MAGIC", Severity::warning,
                                 "A picture does not start with the number 16. The game does not look at it."};
inline constexpr IssueKind entry_size{"VRM_ENTRY_SIZE", Severity::warning,
                                      "The size of an entry is not that of its picture."};
inline constexpr IssueKind block_length{
    "VRM_BLOCK_LENGTH", Severity::info,
    "The length of a block is not what its rectangle needs. The game goes by the rectangle."};
inline constexpr IssueKind rectangle{"VRM_RECTANGLE", Severity::error, "A picture reaches beyond video memory."};
inline constexpr IssueKind pixels_short{"VRM_PIXELS_SHORT", Severity::error,
                                        "A picture has fewer pixels than its rectangle needs."};
inline constexpr IssueKind palette{
    "VRM_PALETTE", Severity::error,
    "A picture has a palette block. The game's loader takes the palette for the picture and skips the rest."};
inline constexpr IssueKind no_picture{"VRM_NO_PICTURE", Severity::warning, "The file holds no picture."};

inline constexpr std::array<const IssueKind*, 8> all{&trailing_bytes, &magic,        &entry_size, &block_length,
                                                     &rectangle,      &pixels_short, &palette,    &no_picture};

}  // namespace thaw::vrm::issue
