// How a clip ends. A looping clip needs a key at its end time, or viewers cut its last frame short.
#pragma once

#include <thaw/scene.hpp>

namespace thaw {

// Adds the last key at `end_seconds` to every channel: the first pose again, or the last one held. Automatically, a
// clip is closed when the step back to its start is at most twice its usual step; STEP clips always hold.
// Gives back whether it was closed. Call once, when all channels of the clip are there and the meshes have their
// frames.
bool finish_clip(const Scene& scene, Clip& clip, f32 end_seconds, SceneOptions::Loop loop);

}  // namespace thaw
