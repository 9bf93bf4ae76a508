// A model as an image file, still or animated. Nothing here knows where it goes, and several may be made at once.
#pragma once

#include <functional>
#include <string>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "cli/image_arguments.hpp"
#include "cli/painter.hpp"

namespace thaw::cli {

struct DrawingArguments {
    ImageArguments image{};
    SceneOptions scene{};
    u32 usual_size = 512;
    std::string clip{};  // empty: the first one; "rest": none
    double time = 0;
    std::string animate{};  // a clip, or "all"
    bool turntable = false;
    u32 filmstrip = 0;      // how many images side by side
    bool any_clip = false;  // one without the clip shows its usual pose

    // Called for each frame of an animation that is drawn, with how many there will be; may be empty.
    std::function<void(std::size_t frames)> frame_drawn{};

    bool moves() const { return turntable || !animate.empty(); }
};

void add_time(Verb& verb, DrawingArguments& arguments);

struct Drawing {
    Issues issues{};
    std::string name{};  // of the scene
    Blob bytes{};
    u32 width = 0;
    u32 height = 0;
    std::size_t frames = 1;
    double seconds = 0;
    std::size_t clips = 0;      // that the model has
    bool clip_missing = false;  // the usual pose is shown instead
    bool has_triangles = true;
    bool shows_nothing = false;  // and has no bytes
};

// `extension` says what kind of file: .png, .gif, .webp or .apng. Code::unsupported means that the user asked for
// something that is not there.
Result<Drawing> draw_model(const Model& model, const DrawingArguments& arguments, std::string_view extension);

// A clip of a model that is ready, of which only the beginning is shown if it is long.
struct Preview {
    u32 clip = 0;
    View view{};
    u32 side = 0;  // that of the renderer
    double frames_per_second = 15;
    double most_seconds = 6;
};
Result<Drawing> draw_preview(Painted& painted, const Preview& preview, std::string_view extension);

// The same as pixels, for what shows images in its own way.
Result<Pixels> draw_still(const Model& model, const DrawingArguments& arguments, Drawing& about);

}  // namespace thaw::cli
