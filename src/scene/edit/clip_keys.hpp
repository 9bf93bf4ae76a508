// The keys of two clips. Editors sample them at a rate of their own: a clip that agrees with the base's at each of its
// keys is the base's.
#pragma once

#include "scene/edit/new_frames.hpp"

namespace thaw::edit {

constexpr double slowest_sampling = 1 / 20.0;  // seconds from key to key

double length_of(const Clip& clip);

enum class KeysOutcome : u8 {
    same,
    keys,   // `out` is the base's clip with `keys` keys changed
    other,  // it cannot be expressed as an edit of the base's keys
};
KeysOutcome compare_keys(Work& work, NewFrames& frames, const Clip& base, const Clip& edited, Clip& out, u64& keys);

}  // namespace thaw::edit
