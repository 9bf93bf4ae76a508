// Synthetic Unreal pairs.
#pragma once

#include <memory>

#include <thaw/format.hpp>

namespace thaw::bench {

// A strip that waves: each vertex moves a little every frame. Every second vertex lies on a seam, which makes 1.5
// corners a vertex.
std::unique_ptr<Document> waving(u16 vertices, u16 frames);

}  // namespace thaw::bench
