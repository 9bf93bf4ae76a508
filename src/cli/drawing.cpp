#include "cli/drawing.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "convert/export.hpp"
#include "images/motion.hpp"
#include "images/stamp.hpp"
#include "io/interrupt.hpp"
#include "media/webp.hpp"

namespace thaw::cli {

namespace {

constexpr double frames_per_second = 25;  // whole hundredths of a second, which is what GIF counts in
constexpr std::size_t most_frames = 3000;
constexpr std::size_t turntable_frames = 72;
constexpr u32 frame_microseconds = 40'000;

struct Frame {
    Shot shot{};
    u32 microseconds = 0;
};

// Whoever asked to stop gets no image: the run says so, not the model.
Error stopped() { return {Code::cancelled, "stopped on request"}; }

Error no_clip(const Scene& scene, const std::string& word) {
    if (scene.clips.empty()) return {Code::unsupported, "the model has no clips"};
    return {Code::unsupported, "no clip is named " + text::printable(word) + "; available: " + clip_names(scene)};
}

Result<Moment> moment_in(const Scene& scene, const DrawingArguments& arguments) {
    if (arguments.clip == "rest") return Moment{};
    if (arguments.clip.empty() && arguments.time == 0) return usual_moment(scene);
    const u32 clip = arguments.clip.empty() ? 0 : find_clip(scene, arguments.clip);
    if (clip < scene.clips.size()) return Moment{clip, arguments.time};
    if (arguments.any_clip && !arguments.clip.empty()) return usual_moment(scene);
    return no_clip(scene, arguments.clip);
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

Result<std::vector<Frame>> frames_of(const Scene& scene, const DrawingArguments& arguments) {
    const View view = arguments.image.camera();
    std::vector<Frame> frames;
    if (arguments.animate.empty()) {
        const auto moment = moment_in(scene, arguments);
        if (!moment) return moment.error();
        frames.assign(turntable_frames, {{*moment, view}, frame_microseconds});
    } else {
        const auto clips = clips_to_play(scene, arguments.animate);
        if (!clips) return clips.error();
        for (const u32 clip : *clips) {
            add_frames(clip, duration_of(scene.clips[clip]), frames_per_second, view, frames);
        }
    }
    if (frames.size() > most_frames) {
        return Error{Code::unsupported,
                     "more than " + std::to_string(most_frames) + " frames; pick a shorter clip: " + clip_names(scene)};
    }
    for (std::size_t i = 0; i < frames.size() && arguments.turntable; ++i) {
        frames[i].shot.view.yaw += 360 * static_cast<double>(i) / static_cast<double>(frames.size());
    }
    return frames;
}

// What a moving image is to be. `quick`: one of very many, small ones.
struct FilmKind {
    std::string_view extension{};
    bool quick = false;
};

MadeEncoder encoder_for(const FilmKind& kind, const Drawing& size, std::size_t frames, Sink& sink) {
    if (kind.extension == ".gif") return gif_encoder(size.width, size.height, sink);
    if (kind.extension == ".webp") return media::webp_encoder(size.width, size.height, sink, {.quick = kind.quick});
    return apng_encoder(size.width, size.height, static_cast<u32>(frames), sink);
}

// As many pixels as the drawing says.
Result<Drawing> film(Painted& painted, const std::vector<Frame>& frames, const FilmKind& kind, Drawing drawing,
                     const std::function<void(std::size_t)>& frame_drawn = {}) {
    std::vector<Shot> shots;
    for (const Frame& frame : frames) shots.push_back(frame.shot);
    painted.renderer->fit(shots);
    BytesSink sink;
    auto encoder = encoder_for(kind, drawing, frames.size(), sink);
    if (!encoder) return encoder.error();
    Pixels image;
    for (const Frame& frame : frames) {
        if (io::interrupted()) return stopped();
        painted.renderer->draw(frame.shot, image);
        if (auto status = (*encoder)->add(image, frame.microseconds); !status) return status.error();
        drawing.seconds += frame.microseconds * 1e-6;
        if (frame_drawn) frame_drawn(frames.size());
    }
    if (io::interrupted()) return stopped();
    if (auto status = (*encoder)->finish(); !status) return status.error();
    drawing.bytes = Blob::take(std::move(sink.bytes));
    drawing.frames = frames.size();
    return drawing;
}

Result<Pixels> draw_strip(Painted& painted, const DrawingArguments& arguments) {
    const auto moment = moment_in(painted.scene, arguments);
    if (!moment) return moment.error();
    if (moment->clip == no_index) return no_clip(painted.scene, arguments.clip);
    const double seconds = duration_of(painted.scene.clips[moment->clip]);
    std::vector<Shot> shots;
    for (u32 i = 0; i < arguments.filmstrip; ++i) {
        shots.push_back({{moment->clip, seconds * i / arguments.filmstrip}, arguments.image.camera()});
    }
    painted.renderer->fit(shots);
    Pixels strip;
    Pixels image;
    for (u32 i = 0; i < arguments.filmstrip; ++i) {
        if (io::interrupted()) return stopped();
        painted.renderer->draw(shots[i], image);
        if (i == 0) {
            strip = {image.width * arguments.filmstrip, image.height, {}};
            strip.rgba.resize(std::size_t{4} * strip.width * strip.height);
        }
        for (u32 y = 0; y < image.height; ++y) {
            const auto row = static_cast<std::ptrdiff_t>(std::size_t{4} * y * image.width);
            std::copy_n(image.rgba.begin() + row, std::size_t{4} * image.width,
                        strip.rgba.begin() + row * arguments.filmstrip + std::ptrdiff_t{4} * image.width * i);
        }
    }
    return strip;
}

Result<Pixels> draw_one(Painted& painted, const DrawingArguments& arguments) {
    if (arguments.filmstrip > 0) return draw_strip(painted, arguments);
    const auto moment = moment_in(painted.scene, arguments);
    if (!moment) return moment.error();
    const Shot shot{*moment, arguments.image.camera()};
    const Room motion = arguments.clip.empty() ? Room::all_clips : Room::clip;
    frame_still(painted, shot, arguments.image.frame_all ? motion : Room::pose);
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

bool is_image(const Model& model, const DrawingArguments& arguments) {
    return model.format->to_scene == nullptr && model.format->to_image != nullptr && !arguments.moves();
}

Drawing about(Painted& painted) {
    Drawing drawing;
    drawing.issues = std::move(painted.issues);
    drawing.name = painted.scene.name;
    drawing.clips = painted.scene.clips.size();
    drawing.has_triangles = painted.renderer->has_triangles();
    drawing.shows_nothing = shows_nothing(painted.scene);
    return drawing;
}

}  // namespace

void add_time(Verb& verb, DrawingArguments& arguments) {
    verb.number({.names = "--time",
                 .type = "SECONDS",
                 .help = "moment of the clip to draw [default: 0]",
                 .check = number_in(0, 1e6)},
                arguments.time);
}

Result<Drawing> draw_model(const Model& model, const DrawingArguments& arguments, std::string_view extension) {
    if (is_image(model, arguments)) {
        const auto pixels = pixels_in(model);
        if (!pixels) return pixels.error();
        Drawing drawing;
        drawing.width = pixels->width;
        drawing.height = pixels->height;
        drawing.bytes = stamped_png(*pixels);
        return drawing;
    }
    auto painted = prepare(model, arguments.scene, arguments.image, arguments.usual_size);
    if (!painted) return painted.error();
    Drawing drawing = about(**painted);
    if (drawing.shows_nothing) return drawing;
    drawing.width = (**painted).options.width;
    drawing.height = (**painted).options.height;
    if (arguments.moves()) {
        const auto frames = frames_of((**painted).scene, arguments);
        if (!frames) return frames.error();
        return film(**painted, *frames, {extension}, std::move(drawing), arguments.frame_drawn);
    }
    const auto image = draw_one(**painted, arguments);
    if (!image) return image.error();
    drawing.width = image->width;
    drawing.bytes = stamped_png(*image);
    return drawing;
}

Result<Drawing> draw_preview(Painted& painted, const Preview& preview, std::string_view extension) {
    const double seconds = duration_of(painted.scene.clips[preview.clip]);
    std::vector<Frame> frames;
    add_frames(preview.clip, std::min(seconds, preview.most_seconds), preview.frames_per_second, preview.view, frames);
    Drawing drawing;
    drawing.width = preview.side;
    drawing.height = preview.side;
    return film(painted, frames, {extension, true}, std::move(drawing));
}

Result<Pixels> draw_still(const Model& model, const DrawingArguments& arguments, Drawing& out) {
    if (is_image(model, arguments)) return pixels_in(model);
    auto painted = prepare(model, arguments.scene, arguments.image, arguments.usual_size);
    if (!painted) return painted.error();
    out = about(**painted);
    if (out.shows_nothing) return Pixels{};
    const std::string& clip = arguments.clip;
    out.clip_missing = !clip.empty() && clip != "rest" && find_clip((**painted).scene, clip) == no_index;
    return draw_one(**painted, arguments);
}

}  // namespace thaw::cli
