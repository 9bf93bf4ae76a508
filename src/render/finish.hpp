// What a material means to the renderer.
#pragma once

#include <span>
#include <vector>

#include "render/draw_list.hpp"
#include "render/render.hpp"

namespace thaw::raster {

struct Finish {
    Surface surface{};
    std::array<f32, 4> color{1, 1, 1, 1};  // encoded as images are, not linear
    bool lit = false;
    bool two_sided = false;
    bool environment = false;
    std::array<f32, 2> environment_center{0.5f, 0.5f};
    bool outlined = false;
};

// Textures and finishes of a scene's materials. The last finish is that of what has no material.
class Finishes {
public:
    Finishes(const Scene& scene, std::span<const Pixels> images, const RendererOptions& options);

    const Finish& of(u32 material) const;

private:
    struct Prepared {
        u32 image = no_index;
        bool with_alpha = false;
        std::unique_ptr<Texture> texture{};
    };
    const Texture* texture_of(const Material& material, std::span<const Pixels> images);
    Finish finish_of(const Material& material, std::span<const Pixels> images, const RendererOptions& options);

    std::vector<Prepared> textures_{};
    std::vector<Finish> finishes_{};
};

// A linear colour as images have it.
std::array<f32, 4> encoded(Vec4 linear);

}  // namespace thaw::raster
