#include "scene/loops.hpp"

#include <algorithm>
#include <span>

#include "scene/frames.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace {

// A few neighbours at each place: they are in memory together, and to wait for memory is what takes long.
constexpr std::size_t points_compared = 64;
constexpr std::size_t places_compared = 16;

std::size_t width_of(const Channel& channel, const Clip& clip) {
    const std::size_t keys = clip.timelines[channel.timeline].size();
    return keys == 0 ? 0 : channel.values.size() / keys;
}

double difference(const Channel& channel, std::size_t width, std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const double d = static_cast<double>(channel.values[a * width + i]) - channel.values[b * width + i];
        sum += d * d;
    }
    if (channel.path != Path::rotation) return std::sqrt(sum);
    double flipped = 0;  // q and -q are the same rotation
    for (std::size_t i = 0; i < width; ++i) {
        const double d = static_cast<double>(channel.values[a * width + i]) + channel.values[b * width + i];
        flipped += d * d;
    }
    return std::sqrt(std::min(sum, flipped));
}

// Some points of the frames a channel shows, spread over the mesh.
class FrameSamples {
public:
    FrameSamples(const Scene& scene, const Channel& channel) : mesh_(scene.meshes[scene.nodes[channel.node].mesh]) {
        for (const u32 frame : channel.frames) load(frame);
    }

    double difference(std::size_t a, std::size_t b) const {
        double sum = 0;
        for (std::size_t i = 0; i < shown_; ++i) sum += length(samples_[a * shown_ + i] - samples_[b * shown_ + i]);
        return sum;
    }

private:
    void load(u32 frame) {
        const std::size_t total = mesh_.points.size();
        const std::size_t run = total < points_compared ? total : points_compared / places_compared;
        const std::size_t places = total < points_compared ? 1 : places_compared;
        shown_ = places * run;
        const std::size_t before = samples_.size();
        samples_.resize(before + shown_);
        for (std::size_t i = 0; i < places; ++i) {
            const auto to = std::span(samples_).subspan(before + i * run, run);
            decode_frame(*mesh_.frames, frame, to, i * total / places);
        }
    }

    const Mesh& mesh_;
    std::size_t shown_ = 0;
    std::vector<Vec3> samples_;
};

// The step back to the start against the usual step; channels are weighed alike.
bool closes(const Scene& scene, const Clip& clip) {
    double closing = 0;
    double usual = 0;
    for (const Channel& channel : clip.channels) {
        const std::size_t keys = clip.timelines[channel.timeline].size();
        if (channel.interpolation == Interpolation::step) return false;
        if (keys < 3) continue;
        std::vector<double> steps(keys - 1);
        if (channel.path == Path::frame) {
            const FrameSamples samples(scene, channel);
            for (std::size_t i = 0; i + 1 < keys; ++i) steps[i] = samples.difference(i, i + 1);
            closing += samples.difference(keys - 1, 0);
        } else {
            const std::size_t width = width_of(channel, clip);
            for (std::size_t i = 0; i + 1 < keys; ++i) steps[i] = difference(channel, width, i, i + 1);
            closing += difference(channel, width, keys - 1, 0);
        }
        const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
        std::nth_element(steps.begin(), middle, steps.end());
        usual += *middle;
    }
    return closing <= 2 * usual;
}

}  // namespace

bool finish_clip(const Scene& scene, Clip& clip, f32 end_seconds, SceneOptions::Loop loop) {
    const bool close = loop == SceneOptions::Loop::close ||
                       (loop == SceneOptions::Loop::automatic && clip.loop && closes(scene, clip));
    for (Channel& channel : clip.channels) {
        const auto& times = clip.timelines[channel.timeline];
        if (times.empty() || !(end_seconds > times.back())) continue;
        const bool first = close && channel.interpolation == Interpolation::linear;
        if (channel.path == Path::frame) {
            channel.frames.push_back(first ? channel.frames.front() : channel.frames.back());
            continue;
        }
        const std::size_t width = width_of(channel, clip);
        const std::size_t from = first ? 0 : channel.values.size() - width;
        for (std::size_t i = 0; i < width; ++i) channel.values.push_back(channel.values[from + i]);
    }
    for (auto& times : clip.timelines) {
        if (!times.empty() && end_seconds > times.back()) times.push_back(end_seconds);
    }
    return close;
}

}  // namespace thaw
