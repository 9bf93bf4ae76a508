// The packed bytes that DDD and RDY have in common, bit by bit.
#pragma once

#include "layout/field.hpp"

namespace thaw::ddd {

inline constexpr BitPart header_flag_parts[] = {{"external_frames", 14, 1}};
inline constexpr BitPart weight_parts[] = {{"weight", 0, 7}, {"anchor", 7, 1}};
inline constexpr u8 weight_mask = 0x7F;
inline constexpr u8 anchor_bit = 0x80;
inline constexpr u8 least_heavy_weight = 62;  // the game swaps the bones of a vertex when the first one has less
inline constexpr BitPart slot_flag_parts[] = {{"light", 0, 1}, {"color", 1, 1}, {"no_cull", 2, 1}, {"shiny", 3, 1},
                                              {"anime", 4, 1}, {"eye", 5, 1},   {"no_line", 6, 1}, {"paper", 7, 1}};
inline constexpr u8 light_flag = 1;
inline constexpr u8 color_flag = 2;
inline constexpr u8 no_cull_flag = 4;
inline constexpr u8 shiny_flag = 8;
inline constexpr u8 paper_flag = 128;
inline constexpr BitPart event_parts[] = {{"foot", 0, 1}, {"event_2", 1, 1}, {"event_4", 2, 1}, {"attack", 3, 1},
                                          {"left", 4, 1}, {"right", 5, 1},   {"block", 6, 1},   {"combat", 7, 1}};

}  // namespace thaw::ddd
