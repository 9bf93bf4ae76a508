// The packed bytes that DDD and RDY have in common, bit by bit.
#pragma once

#include "layout/codec.hpp"

namespace thaw::ddd {

inline constexpr BitPart header_flag_parts[] = {{"external_frames", 14, 1}};
inline constexpr BitPart weight_parts[] = {{"weight", 0, 7}, {"anchor", 7, 1}};
inline constexpr BitPart slot_flag_parts[] = {{"light", 0, 1}, {"color", 1, 1}, {"no_cull", 2, 1}, {"shiny", 3, 1},
                                              {"anime", 4, 1}, {"eye", 5, 1},   {"no_line", 6, 1}, {"paper", 7, 1}};
inline constexpr BitPart event_parts[] = {{"foot", 0, 1}, {"event_2", 1, 1}, {"event_4", 2, 1}, {"attack", 3, 1},
                                          {"left", 4, 1}, {"right", 5, 1},   {"block", 6, 1},   {"combat", 7, 1}};

}  // namespace thaw::ddd
