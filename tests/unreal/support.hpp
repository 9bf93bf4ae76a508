// For the tests of points in frames.
#pragma once

#include "formats/unreal/mesh/survey.hpp"

namespace thaw::unreal {

inline bool same(Point a, Point b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace thaw::unreal
