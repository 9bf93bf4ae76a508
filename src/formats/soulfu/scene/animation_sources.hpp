// Which files move a model. A character is many files: each part has its own bind pose and shape, and the frames of one
// of them, the body, move them all. Only the game's scripts say which; Thaw looks for the one whose bones fit.
#pragma once

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

inline constexpr std::string_view animation_source_role = "animation-source";
// In a glTF of an earlier version it has another name.
inline bool is_animation_source(std::string_view role) { return role == animation_source_role || role == "mover"; }

// Has frames other than bind poses.
bool has_motion(const File& file);
// True if the other file's frames move this one's first base model: the same bones between the same joints.
bool can_move(const File& animation_source, const File& file);
// Can this file not move by itself, and might another move it? A prop of one bone stands still.
bool may_be_a_part(const File& file);
// Are these the bytes of a file that a part belongs to? Its frames can move the part and the bind poses are the same:
// so it is in every pair that the game's scripts make, while swords fit the bones of mushrooms. Most files say no after
// a glance at their header.
bool is_body_of(const Blob& body, const File& part);

}  // namespace thaw::ddd
