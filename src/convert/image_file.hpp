// Images written next to a model, in the form that the game takes.
#pragma once

#include <thaw/format.hpp>

namespace thaw {

struct ImageFileInput {
    const Scene* base = nullptr;  // what the scene was before it was edited, with the same images; none without a base
    Issues& issues;
    const Context& context;
};

// The file that the texture's name asks for, by its ending.
Result<Blob> image_file(const Scene& scene, const BuiltTexture& texture, const ImageFileInput& input);

}  // namespace thaw
