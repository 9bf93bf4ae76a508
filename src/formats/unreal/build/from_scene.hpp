// A scene as a pair of files, with a class script that says how to show them.
#pragma once

#include <thaw/format.hpp>

namespace thaw::unreal {

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::unreal
