#include <thaw/render.hpp>

#include <algorithm>
#include <cmath>

#include "base/guard.hpp"
#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "convert/export.hpp"
#include "images/motion.hpp"
#include "images/stamp.hpp"
#include "library/drawing.hpp"

namespace thaw {

namespace {

constexpr double frames_per_second = 25;  // whole hundredths of a second, which is what GIF counts in
constexpr std::size_t most_frames = 3000;
constexpr std::size_t turntable_frames = 72;
constexpr u32 frame_microseconds = 40'000;
constexpr u32 most_images = 64;  // side by side
constexpr u32 widest_strip = greatest_image_side;

struct Frame {
    Shot shot{};
    u32 microseconds = 0;
};

Error no_clip(const Scene& scene, const std::string& word) {
    if (scene.clips.empty()) return {Code::unsupported, "the model has no clips"};
    return {Code::unsupported, "no clip is named " + text::printable(word) + "; available: " + clip_names(scene)};
}

Result<Moment> moment_in(const Scene& scene, const RenderOptions& options) {
    if (options.clip == "rest") return Moment{};
    if (options.clip.empty() && options.time == 0) return usual_moment(scene);
    const u32 clip = options.clip.empty() ? 0 : find_clip(scene, options.clip);
    if (clip < scene.clips.size()) return Moment{clip, options.time};
    if (options.any_clip && !options.clip.empty()) return usual_moment(scene);
    return no_clip(scene, options.clip);
}

Result<std::vector<u32>> clips_to_play(const Scene& scene, const std::string& word) {
    std::vector<u32> out;
    for (u32 c = 0; c < scene.clips.size() && word == "all"; ++c) out.push_back(c);
    if (!out.empty()) return out;
    const u32 clip = find_clip(scene, word);
    if (clip == no_index) return no_clip(scene, word);
    return std::vector<u32>{clip};
}

// Evenly spaced, so that they take exactly that time; the end of a clip is its start again.
void add_frames(u32 clip, double seconds, double rate, const View& view, std::vector<Frame>& frames) {
    const double wanted = std::ceil(std::min(seconds * rate, 1e7) - 1e-6);
    const auto count = static_cast<std::size_t>(std::max(wanted, 1.0));
    const double each = seconds / static_cast<double>(count);
    for (std::size_t i = 0; i < count && frames.size() <= most_frames; ++i) {
        const auto microseconds = static_cast<u32>(std::min(each * 1e6 + 0.5, 6e8));
        frames.push_back({{{clip, each * static_cast<double>(i)}, view}, std::max(microseconds, 1000u)});
    }
}

Result<std::vector<Frame>> frames_of(const Scene& scene, const RenderOptions& options) {
    const View view = options.view;
    std::vector<Frame> frames;
    if (options.animate.empty()) {
        const auto moment = moment_in(scene, options);
        if (!moment) return moment.error();
        frames.assign(turntable_frames, {{*moment, view}, frame_microseconds});
    } else {
        const auto clips = clips_to_play(scene, options.animate);
        if (!clips) return clips.error();
        for (const u32 clip : *clips) {
            add_frames(clip, duration_of(scene.clips[clip]), frames_per_second, view, frames);
        }
    }
    if (frames.size() > most_frames) {
        return Error{Code::unsupported,
                     "more than " + std::to_string(most_frames) + " frames; pick a shorter clip: " + clip_names(scene)};
    }
    for (std::size_t i = 0; i < frames.size() && options.turntable; ++i) {
        frames[i].shot.view.yaw += 360 * static_cast<double>(i) / static_cast<double>(frames.size());
    }
    return frames;
}

// What a moving image is to be. `quick`: one of very many, small ones.
struct FilmKind {
    std::string_view extension{};
    MotionEncoderMaker webp = nullptr;
    bool quick = false;
};

MadeEncoder encoder_for(const FilmKind& kind, const Rendered& size, std::size_t frames, Sink& sink) {
    if (kind.extension == ".gif") return gif_encoder(size.width, size.height, sink);
    if (kind.extension == ".webp" && kind.webp != nullptr) return kind.webp(size.width, size.height, sink, kind.quick);
    if (kind.extension != ".apng" && kind.extension != ".png") {
        return Error{Code::unsupported, "no moving images are made as " + text::printable(kind.extension)};
    }
    return apng_encoder(size.width, size.height, static_cast<u32>(frames), sink);
}

// As many pixels as the drawing says.
Result<Rendered> film(Painted& painted, const std::vector<Frame>& frames, const FilmKind& kind, Rendered out,
                      const Context& context) {
    std::vector<Shot> shots;
    for (const Frame& frame : frames) shots.push_back(frame.shot);
    painted.renderer->fit(shots);
    BytesSink sink;
    auto encoder = encoder_for(kind, out, frames.size(), sink);
    if (!encoder) return encoder.error();
    Pixels image;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Frame& frame = frames[i];
        if (context.cancelled()) return stopped_on_request();
        painted.renderer->draw(frame.shot, image);
        if (auto status = (*encoder)->add(image, frame.microseconds); !status) return status.error();
        out.seconds += frame.microseconds * 1e-6;
        context.progress(i + 1, frames.size());
    }
    if (context.cancelled()) return stopped_on_request();
    if (auto status = (*encoder)->finish(); !status) return status.error();
    out.bytes = Blob::take(std::move(sink.bytes));
    out.frames = frames.size();
    return out;
}

Result<Pixels> draw_strip(Painted& painted, const RenderOptions& options, const Context& context) {
    const auto moment = moment_in(painted.scene, options);
    if (!moment) return moment.error();
    if (moment->clip == no_index) return no_clip(painted.scene, options.clip);
    const double seconds = duration_of(painted.scene.clips[moment->clip]);
    std::vector<Shot> shots;
    for (u32 i = 0; i < options.filmstrip; ++i) {
        shots.push_back({{moment->clip, seconds * i / options.filmstrip}, options.view});
    }
    painted.renderer->fit(shots);
    Pixels strip;
    Pixels image;
    for (u32 i = 0; i < options.filmstrip; ++i) {
        if (context.cancelled()) return stopped_on_request();
        painted.renderer->draw(shots[i], image);
        if (i == 0) {
            strip = {image.width * options.filmstrip, image.height, {}};
            strip.rgba.resize(std::size_t{4} * strip.width * strip.height);
        }
        const std::size_t row = std::size_t{4} * image.width;
        for (std::size_t y = 0; y < image.height; ++y) {
            std::copy_n(image.rgba.data() + y * row, row, strip.rgba.data() + (y * options.filmstrip + i) * row);
        }
    }
    return strip;
}

Result<Pixels> draw_one(Painted& painted, const RenderOptions& options, const Context& context) {
    if (options.filmstrip > 0) return draw_strip(painted, options, context);
    const auto moment = moment_in(painted.scene, options);
    if (!moment) return moment.error();
    const Shot shot{*moment, options.view};
    const Room motion = options.clip.empty() ? Room::all_clips : Room::clip;
    frame_still(painted, shot, options.frame_all ? motion : Room::pose);
    Pixels image;
    painted.renderer->draw(shot, image);
    return image;
}

// A file that is an image itself: pixel by pixel.
Result<Pixels> pixels_in(const Model& model) {
    const auto image = model.format->to_image(*model.document);
    if (!image) return image.error();
    const Bytes rgba = image->pixels.bytes();
    return Pixels{image->width, image->height, {rgba.begin(), rgba.end()}};
}

bool is_image(const Model& model, const RenderOptions& options) {
    return model.format->to_scene == nullptr && model.format->to_image != nullptr && !options.moves();
}

Rendered about(Painted& painted) {
    Rendered out;
    out.issues = std::move(painted.issues);
    out.name = painted.scene.name;
    out.clips = painted.scene.clips.size();
    out.has_triangles = painted.renderer->has_triangles();
    out.shows_nothing = shows_nothing(painted.scene);
    return out;
}

Rendered about(const Pixels& image) {
    Rendered out;
    out.width = image.width;
    out.height = image.height;
    return out;
}

// What the command line checks as it is typed.
Status check_request(const RenderOptions& options) {
    const auto is_angle = [](double degrees) { return std::abs(degrees) <= 3600; };
    if (!is_angle(options.view.yaw) || !is_angle(options.view.pitch)) {
        return Error{Code::bad_value, "the view is in degrees, from -3600 to 3600"};
    }
    if (!(options.time >= 0 && options.time <= 1e6)) {
        return Error{Code::bad_value, "the time is in seconds, from 0 to 1000000"};
    }
    if (options.filmstrip > 0 && options.moves()) {
        return Error{Code::unsupported, "a filmstrip is a still image; it cannot be animated or a turntable"};
    }
    if (options.filmstrip > most_images || u64{options.filmstrip} * options.width > widest_strip) {
        return Error{Code::bad_value, "the filmstrip is too wide: at most " + std::to_string(most_images) +
                                          " images, and " + std::to_string(widest_strip) + " pixels"};
    }
    return Done{};
}

Result<Rendered> make_film(const Model& model, const RenderOptions& options, std::string_view extension,
                           const Context& context) {
    auto painted = prepare(model, options, context);
    if (!painted) return painted.error();
    Rendered out = about(**painted);
    if (out.shows_nothing) return out;
    const auto frames = frames_of((**painted).scene, options);
    if (!frames) return frames.error();
    out.width = options.width;
    out.height = options.height;
    return film(**painted, *frames, {extension, options.webp}, std::move(out), context);
}

Result<Rendered> make_still(const Model& model, const RenderOptions& options, std::string_view extension,
                            const Context& context) {
    if (!extension.empty() && extension != ".png") {
        return Error{Code::unsupported, "a still image is a PNG, not " + text::printable(extension)};
    }
    Rendered out;
    auto image = draw_still(model, options, out, context);
    if (!image) return image.error();
    if (out.shows_nothing) return out;
    out.bytes = extension.empty() ? Blob::take(std::move(image->rgba)) : stamped_png(*image);
    return out;
}

}  // namespace

Result<Pixels> draw_still(const Model& model, const RenderOptions& options, Rendered& out, const Context& context) {
    if (is_image(model, options)) {
        auto pixels = pixels_in(model);
        if (pixels) out = about(*pixels);
        return pixels;
    }
    auto painted = prepare(model, options, context);
    if (!painted) return painted.error();
    out = about(**painted);
    if (out.shows_nothing) return Pixels{};
    const std::string& clip = options.clip;
    out.clip_missing = !clip.empty() && clip != "rest" && find_clip((**painted).scene, clip) == no_index;
    auto image = draw_one(**painted, options, context);
    if (image) {
        out.width = image->width;
        out.height = image->height;
    }
    return image;
}

Result<Rendered> draw_preview(Painted& painted, const Preview& preview, std::string_view extension,
                              const Context& context) {
    const double seconds = duration_of(painted.scene.clips[preview.clip]);
    std::vector<Frame> frames;
    add_frames(preview.clip, std::min(seconds, preview.most_seconds), preview.frames_per_second, preview.view, frames);
    Rendered out;
    out.width = preview.side;
    out.height = preview.side;
    return film(painted, frames, {extension, preview.webp, true}, std::move(out), context);
}

Result<Rendered> render(const Model& model, const RenderOptions& options, std::string_view extension,
                        const Context& context) {
    return guarded([&]() -> Result<Rendered> {
        if (auto status = check_request(options); !status) return status.error();
        return options.moves() ? make_film(model, options, extension, context)
                               : make_still(model, options, extension, context);
    });
}

}  // namespace thaw
