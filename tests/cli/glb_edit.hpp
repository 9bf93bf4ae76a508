// Edits of a GLB as another program makes them: on its bytes, without any of Thaw's own code for glTF.
#pragma once

#include <string>

#include <thaw/bytes.hpp>

namespace thaw::test {

// The first vertex of the first mesh moves along X, and with it every other one at its place.
std::string with_moved_vertex(std::string glb, f32 by);

// The last triangle of the first mesh has no area any more.
std::string without_face(std::string glb);

// The file of the first image.
std::string first_image(const std::string& glb);
// Another image in the place of the first one. It must not be longer.
std::string with_image(std::string glb, const std::string& image);

}  // namespace thaw::test
