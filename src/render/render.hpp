// A scene as an image, without a graphics card: the same bytes on every run.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <thaw/limits.hpp>
#include <thaw/render.hpp>
#include <thaw/render_style.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>

#include "images/image.hpp"

namespace thaw {

// A moment of a clip; without one, the scene at rest.
struct Moment {
    u32 clip = no_index;
    double seconds = 0;
};

struct Shot {
    Moment moment{};
    View view{};
};

struct RendererOptions {
    u32 width = 512;
    u32 height = 512;
    u32 samples = 4;  // of each pixel: 1, 4 or 16
    Filter filter = Filter::automatic;
    std::array<u8, 4> background{};  // red, green, blue, alpha
    RenderStyle style{};             // clean unless a format says how its game drew
    Show show{};
    u32 variant = no_index;       // of the scene's materials
    std::vector<Vec3> offsets{};  // by node: how far from its place its mesh is drawn. None: where it is
};

// Sizes and samples that can be drawn.
Status check_options(const RendererOptions& options);

// Draws one scene many times; textures, corners and buffers are prepared once.
class Renderer {
public:
    // The scene has to keep its promises (check()) and to stay. `images` are the pixels of each of its images; none
    // where it could not be read. The options have to pass check_options().
    Renderer(const Scene& scene, std::span<const Pixels> images, const RendererOptions& options);
    ~Renderer();
    Renderer(Renderer&&) noexcept;

    // Places the camera so that all of these shots fit: at one distance, looking at one place. Gives the distance.
    double fit(std::span<const Shot> shots);

    // After fit(), with a shot that was among those.
    void draw(const Shot& shot, Pixels& image);

    bool has_triangles() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Evenly spread moments of one clip, or of all of them (no_index); at most `most`. Of a scene without clips, the one
// there is.
std::vector<Moment> moments_of(const Scene& scene, u32 clip, std::size_t most);

}  // namespace thaw
