// The words the game and its modeler use for numbers in DDD and RDY files.
#pragma once

#include <array>
#include <string>

#include <thaw/bytes.hpp>

namespace thaw::ddd {

// Action numbers 0 to 47; 48 to 127 have no name.
inline constexpr std::array<const char*, 48> action_names{
    "BONING",     "STAND",          "WALK",          "STUN_BEGIN",   "STUN",         "STUN_END",    "KNOCK_OUT_BEGIN",
    "KNOCK_OUT",  "KNOCK_OUT_STUN", "KNOCK_OUT_END", "BASH_LEFT",    "BASH_RIGHT",   "THRUST_LEFT", "THRUST_RIGHT",
    "SLASH_LEFT", "SLASH_RIGHT",    "ATTACK_FAIL",   "BLOCK_BEGIN",  "BLOCK",        "BLOCK_END",   "JUMP_BEGIN",
    "JUMP",       "JUMP_END",       "RIDE",          "SWIM",         "SWIM_FORWARD", "MAGIC",       "FIRE_BEGIN",
    "FIRE_READY", "FIRE",           "FIRE_END",      "EXTRA",        "SPECIAL_0",    "SPECIAL_1",   "SPECIAL_2",
    "SPECIAL_3",  "SPECIAL_4",      "SPECIAL_5",     "SPECIAL_6",    "SPECIAL_7",    "SPECIAL_8",   "SPECIAL_9",
    "SPECIAL_10", "SPECIAL_11",     "SPECIAL_12",    "DOUBLE_BEGIN", "DOUBLE",       "DOUBLE_END"};

std::string action_name(u8 action);  // ACTION_n where the game has no word

inline constexpr u8 boning = 0;                    // the bind pose, not an action to be seen
inline constexpr double frames_per_second = 62.5;  // one frame per tick of 16 ms, never anything in between
// The game goes back to an object's default action when another one ends, so a default action loops. Which one that is
// a script decides; these are the ones that make sense as one.
bool is_default_action(u8 action);

// Bone ids; a named bone is where weapons and riders attach.
inline constexpr std::array<const char*, 6> bone_names{"plain", "LEFT", "RIGHT", "LEFT2", "RIGHT2", "SADDLE"};

}  // namespace thaw::ddd
