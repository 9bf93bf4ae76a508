// Small scenes that use everything a scene can hold.
#pragma once

#include <thaw/scene.hpp>

namespace thaw::test {

Scene flapping_quad();  // vertex frames, a textured and a flat lit primitive, a frame clip
Scene bending_strip();  // a skin of two joints, five influences, morph targets, vertex colours, variants, a clip
Scene lone_marker();    // a node without mesh, no binary at all

}  // namespace thaw::test
