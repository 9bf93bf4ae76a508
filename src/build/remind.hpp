// What editors drop from a scene, and the scene before the edit still says.
#pragma once

#include <thaw/scene.hpp>

namespace thaw::build {

// The edited scene, with the extras of things that have none taken from those of the same name in the base.
Scene reminded(const Scene& edited, const Scene& base);

}  // namespace thaw::build
