// From an opened model to something that draws it.
#pragma once

#include <memory>
#include <optional>

#include <thaw/render.hpp>

#include "render/render.hpp"

namespace thaw {

// A model ready to be drawn. What it is made of has to stay where it is, so it lives on the heap.
struct Painted {
    Scene scene{};
    std::vector<Pixels> images{};
    RendererOptions options{};
    Issues issues{};
    std::optional<Renderer> renderer{};
};

// May be called from several threads at once.
Result<std::unique_ptr<Painted>> prepare(const Model& model, const RenderOptions& options, const Context& context = {});

std::string clip_names(const Scene& scene);  // "Walk, Run and 12 more"

// What an image shows if nobody says: the start of the first clip. At rest many models are taken apart.
Moment usual_moment(const Scene& scene);

// What a still leaves room for: the pose it shows, all of its clip, or all clips.
enum class Room : u8 { pose, clip, all_clips };
void frame_still(Painted& painted, const Shot& shot, Room room);  // places the camera

}  // namespace thaw
