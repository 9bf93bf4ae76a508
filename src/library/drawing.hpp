// Parts of render(), for those who make many images: stills as pixels, and clips of a model that is ready.
#pragma once

#include "library/painter.hpp"

namespace thaw {

// What render() makes of a still. `about` is told the rest.
Result<Pixels> draw_still(const Model& model, const RenderOptions& options, Rendered& about,
                          const Context& context = {});

// A clip of which only the beginning is shown if it is long.
struct Preview {
    u32 clip = 0;
    View view{};
    u32 side = 0;  // that of the renderer
    double frames_per_second = 15;
    double most_seconds = 6;
    MotionEncoderMaker webp = nullptr;
};
Result<Rendered> draw_preview(Painted& painted, const Preview& preview, std::string_view extension,
                              const Context& context = {});

}  // namespace thaw
