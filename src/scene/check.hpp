// What holds of every scene, in full. to_scene() promises it; tests, fuzzers and debug builds ask.
#pragma once

#include <string>

#include <thaw/scene.hpp>

namespace thaw {

// Empty if all is well, else the first thing that is not: "meshes[0].primitives[1].points[7] is 12 of 12 points".
std::string check(const Scene& scene);

}  // namespace thaw
