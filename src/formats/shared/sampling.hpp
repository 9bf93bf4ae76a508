// Clips cut into whole frames.
#pragma once

#include <optional>

#include <thaw/scene.hpp>

namespace thaw::build {

bool is_playable(std::optional<double> fps);  // one that somebody could want to play
double length_of(const Clip& clip);           // seconds

// How many frames a clip has at a rate. The key that closes a loop, or holds the last pose until the end, is no frame
// of its own. Never fewer than 1; a clip of hours has very many.
u64 frames_of(const Scene& scene, const Clip& clip, double fps);

}  // namespace thaw::build
