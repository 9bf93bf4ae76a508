// On which grid the vertices of a scene lie, where nothing else decides.
#pragma once

#include "formats/soulfu/build/shape.hpp"

namespace thaw::ddd {

// The scaling, from `least` to about twice as much, of whose steps most vertices are whole numbers, but for what an
// editor rounds. 0 if there is none. Vertices that came from a file of this game lie on its grid after every editor; on
// another one each of them would move by up to half a step, and so would every joint of every frame.
u16 scaling_by_grid(const std::vector<BuildShape>& shapes, u16 least);

}  // namespace thaw::ddd
