#include <algorithm>
#include <cmath>
#include <string>

#include "render/dither.hpp"
#include "render/overlays.hpp"
#include "render/raster.hpp"
#include "render/render.hpp"
#include "render/stage.hpp"

namespace thaw {

Status check_options(const RendererOptions& options) {
    const auto fits = [](u32 side) { return side >= 1 && side <= greatest_render_side; };
    if (!fits(options.width) || !fits(options.height)) {
        return Error{Code::unsupported, "an image of " + std::to_string(options.width) + " x " +
                                            std::to_string(options.height) + " pixels; each side has 1 to " +
                                            std::to_string(greatest_render_side)};
    }
    if (options.samples == 1 || options.samples == 4 || options.samples == 16) return Done{};
    return Error{Code::bad_value, std::to_string(options.samples) + " samples a pixel; there are 1, 4 or 16"};
}

struct Renderer::Parts {
    Parts(const Scene& scene, std::span<const Pixels> images, const RendererOptions& given)
        : options(given),
          frame(raster::frame_of(given.width, given.height)),
          stage(scene, images, given),
          overlays(scene, shown(given, stage)),
          raster(given.width, given.height, given.samples, given.background) {}

    // A model without triangles shows its skeleton.
    static Show shown(const RendererOptions& options, const raster::Stage& stage) {
        Show show = options.show;
        if (!stage.has_triangles()) show.bones = true;
        return show;
    }

    template <class Visit>
    void each_point(std::span<const Shot> shots, const Visit& visit) {
        for (const Shot& shot : shots) {
            const raster::Basis basis = raster::basis_of(shot.view);
            stage.pose(shot.moment);
            const auto add = [&](Vec3 point) { visit(basis, point); };
            stage.each_point(add);
            overlays.each_point(stage.pose(), add);
        }
    }

    RendererOptions options;
    raster::Frame frame;
    raster::Stage stage;
    raster::Overlays overlays;
    raster::Rasteriser raster;
    raster::Camera camera{};
    raster::DrawList list{};
};

Renderer::Renderer(const Scene& scene, std::span<const Pixels> images, const RendererOptions& options)
    : parts_(std::make_unique<Parts>(scene, images, options)) {}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;

bool Renderer::has_triangles() const { return parts_->stage.has_triangles(); }

double Renderer::fit(std::span<const Shot> shots) {
    if (shots.empty()) return parts_->camera.distance;
    const View& view = shots.front().view;
    const raster::Basis first = raster::basis_of(view);
    if (std::all_of(shots.begin(), shots.end(), [&](const Shot& shot) { return shot.view == view; })) {
        raster::Fit fit(parts_->frame);
        parts_->each_point(shots, [&](const raster::Basis& basis, Vec3 point) { fit.add(basis, point); });
        parts_->camera = fit.camera(first);
        return parts_->camera.distance;
    }
    Box3<double> box;
    parts_->each_point(shots, [&](const raster::Basis&, Vec3 point) { box.include(as_double(point)); });
    raster::TurningFit fit(parts_->frame, box.center());
    parts_->each_point(shots, [&](const raster::Basis& basis, Vec3 point) { fit.add(basis, point); });
    parts_->camera = fit.camera(first);
    return parts_->camera.distance;
}

void Renderer::draw(const Shot& shot, Pixels& image) {
    Parts& parts = *parts_;
    parts.camera.basis = raster::basis_of(shot.view);
    parts.list.clear();
    parts.stage.pose(shot.moment);
    parts.stage.collect(parts.camera, parts.list);
    parts.overlays.collect(parts.stage.pose(), parts.camera, parts.list);
    parts.raster.draw(parts.list, image);
    if (parts.options.style.fifteen_bits) raster::to_fifteen_bits(image);
}

std::vector<Moment> moments_of(const Scene& scene, u32 clip, std::size_t most) {
    std::vector<Moment> out;
    std::vector<u32> clips;
    for (u32 c = 0; c < scene.clips.size(); ++c) {
        if (clip == no_index || clip == c) clips.push_back(c);
    }
    if (clips.empty()) return {Moment{}};
    const std::size_t each = std::max<std::size_t>(most / clips.size(), 1);
    const std::size_t taken = std::min(clips.size(), most);
    for (std::size_t i = 0; i < taken; ++i) {
        const u32 c = clips[i * clips.size() / taken];
        const double length = duration_of(scene.clips[c]);
        for (std::size_t k = 0; k < each; ++k) {
            out.push_back(
                {c, each == 1 ? length / 2 : length * static_cast<double>(k) / static_cast<double>(each - 1)});
        }
    }
    return out;
}

}  // namespace thaw
