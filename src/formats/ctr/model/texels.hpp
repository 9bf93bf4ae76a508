// Where in the video memory the texels of a layout are.
#pragma once

#include "formats/ctr/memory/video_memory.hpp"
#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

inline TexelSource texels_of(const TextureLayout& layout) {
    return {layout.page_x(), layout.page_y(), layout.depth(), layout.clut_x(), layout.clut_y()};
}

}  // namespace thaw::ctr
