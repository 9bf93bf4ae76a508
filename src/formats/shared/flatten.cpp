#include "formats/shared/flatten.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/sampling.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw::build {

namespace {

constexpr Vec4 white{1, 1, 1, 1};
constexpr f32 nearly_nothing = 1e-3f;

// "017 RunLG 3" is frame 17, and the fourth of the clip RunLG.
struct FrameName {
    u32 number = 0;
    std::string_view clip{};
    u32 place = 0;
};

std::optional<FrameName> parse_frame_name(std::string_view name) {
    const std::size_t first = name.find(' ');
    const auto number = text::whole_integer<u32>(name.substr(0, first));
    if (!number || name.substr(0, first).size() < 3) return std::nullopt;
    FrameName out{.number = *number};
    const std::size_t last = name.rfind(' ');
    if (first == std::string_view::npos || last == first) return out;
    const auto place = text::whole_integer<u32>(name.substr(last + 1));
    if (!place) return std::nullopt;
    out.clip = name.substr(first + 1, last - first - 1);
    out.place = *place;
    return out;
}

class Flattening {
public:
    Flattening(const Scene& scene, std::span<const std::vector<u32>> sources, const FlattenOptions& options,
               Issues& issues)
        : scene_(scene), sources_(sources), options_(options), issues_(issues) {
        flat_.scene = &scene;
    }

    Flat run() {
        take_points();
        if (!frames_are_shapes()) sample();
        return std::move(flat_);
    }

private:
    void take_points();
    void take_triangles(u32 node, u32 first_point);
    bool frames_are_shapes();
    bool named_as_frames(const Mesh& mesh) const;
    std::optional<FlatClip> clip_of_shapes(const Clip& clip, u32 node) const;
    std::optional<FlatClip> clip_by_names(const Clip& clip, const Mesh& mesh) const;
    double rate_of(const Clip& clip) const;
    void sample();
    void sample(const Clip& clip);

    const Scene& scene_;
    std::span<const std::vector<u32>> sources_;
    const FlattenOptions& options_;
    Issues& issues_;
    Flat flat_;
};

void Flattening::take_points() {
    std::vector<bool> wanted(scene_.nodes.size(), options_.nodes.empty());
    for (const u32 n : options_.nodes) wanted[n] = true;
    for (u32 n = 0; n < scene_.nodes.size(); ++n) {
        const u32 mesh = scene_.nodes[n].mesh;
        if (mesh == no_index || !wanted[n]) continue;
        const auto count = static_cast<u32>(scene_.meshes[mesh].points.size());
        flat_.pieces.push_back({n, flat_.points, count});
        const bool known = mesh < sources_.size() && sources_[mesh].size() == count;
        for (u32 p = 0; p < count; ++p) flat_.sources.push_back(known ? sources_[mesh][p] : no_index);
        take_triangles(n, flat_.points);
        flat_.points += count;
    }
}

void Flattening::take_triangles(u32 node, u32 first_point) {
    u64 lines = 0;
    // A node that mirrors turns its triangles inside out.
    const bool mirrored = scene_.nodes[node].skin == no_index && is_mirror(world_matrix(scene_, node));
    for (const Primitive& primitive : scene_.meshes[scene_.nodes[node].mesh].primitives) {
        if (primitive.topology != Topology::triangles) {
            lines += primitive.indices.size() / 2;
            continue;
        }
        for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
            FlatTriangle out{.material = primitive.material,
                             .node = node,
                             .flat = primitive.flat,
                             .colored = !primitive.colors.empty()};
            for (std::size_t k = 0; k < 3; ++k) {
                const u32 corner = primitive.indices[i + (mirrored ? 2 - k : k)];
                out.points[k] = first_point + primitive.points[corner];
                out.uvs[k] = primitive.uvs.empty() ? Vec2() : primitive.uvs[corner];
                out.colors[k] = primitive.colors.empty() ? white : primitive.colors[corner];
            }
            flat_.triangles.push_back(out);
        }
    }
    if (lines > 0) issues_.add(issue::not_kept, {}, scene_.nodes[node].name, {}, text::plural(lines, "line"));
}

bool Flattening::named_as_frames(const Mesh& mesh) const {
    for (u32 shape = 1; shape < shape_count(mesh); ++shape) {
        const auto name = parse_frame_name(shape_name(mesh, shape));
        if (!name || name->number != shape) return false;
    }
    return shape_count(mesh) > 1;
}

// Which shape the mesh has at each key; none if one of them is a mixture.
std::optional<std::vector<u32>> shapes_at_keys(const Channel& channel, std::size_t targets) {
    if (channel.path == Path::frame) return channel.frames;
    if (channel.path != Path::weights || targets == 0) return std::nullopt;
    std::vector<u32> out;
    for (std::size_t key = 0; key < channel.values.size(); key += targets) {
        u32 shape = 0;
        for (std::size_t t = 0; t < targets; ++t) {
            const f32 weight = channel.values[key + t];
            if (std::abs(weight) <= nearly_nothing) continue;
            if (std::abs(weight - 1) > nearly_nothing || shape != 0) return std::nullopt;
            shape = static_cast<u32>(t) + 1;
        }
        out.push_back(shape);
    }
    return out;
}

std::optional<FlatClip> Flattening::clip_of_shapes(const Clip& clip, u32 node) const {
    const Mesh& mesh = scene_.meshes[scene_.nodes[node].mesh];
    for (const Channel& channel : clip.channels) {
        if (channel.node != node) continue;
        auto frames = shapes_at_keys(channel, mesh.targets.size());
        if (!frames || frames->empty()) return std::nullopt;
        FlatClip out{.name = clip.name, .frames = std::move(*frames), .loop = clip.loop, .source = &clip};
        const double end = clip.timelines[channel.timeline].back();
        // The key that closes or holds the end is no frame of its own.
        const auto stored = number_in(clip.extras, "frames");
        const std::size_t n = out.frames.size();
        const bool closed =
            n > 1 && (out.frames.back() == out.frames.front() || out.frames.back() == out.frames[n - 2]);
        if (stored ? *stored == static_cast<double>(n - 1) : closed) out.frames.pop_back();
        const auto steps = static_cast<double>(n - 1);
        out.fps = rate_in(clip.extras).value_or(end > 0 ? steps / end : options_.usual_fps);
        return out;
    }
    return std::nullopt;
}

// An editor has sampled the clip at a rate of its own, but the names of the shapes still say which ones it had.
std::optional<FlatClip> Flattening::clip_by_names(const Clip& clip, const Mesh& mesh) const {
    FlatClip out{.name = clip.name, .loop = clip.loop, .source = &clip};
    for (u32 shape = 0; shape < shape_count(mesh); ++shape) {
        const auto name = parse_frame_name(shape_name(mesh, shape));
        // Frame 0 is the mesh itself, which has no name; the next one tells whether it belongs to the clip.
        if (name ? name->clip == clip.name : shape == 0) {
            if (name && name->place == 1 && out.frames.empty() && shape == 1) out.frames.push_back(0);
            if (name) out.frames.push_back(shape);
        }
    }
    if (out.frames.empty()) return std::nullopt;
    const double end = length_of(clip);
    const double usual = end > 0 ? static_cast<double>(out.frames.size()) / end : options_.usual_fps;
    out.fps = rate_in(clip.extras).value_or(usual);
    return out;
}

bool Flattening::frames_are_shapes() {
    if (flat_.pieces.size() != 1) return false;
    const u32 node = flat_.pieces.front().node;
    const Mesh& mesh = scene_.meshes[scene_.nodes[node].mesh];
    if (shape_count(mesh) < 2 || scene_.nodes[node].skin != no_index) return false;
    const bool named = named_as_frames(mesh);
    if (!named && !mesh.frames) return false;  // a smile is no frame
    std::vector<FlatClip> clips;
    for (const Clip& clip : scene_.clips) {
        bool moved = false;
        for (const Channel& channel : clip.channels) {
            const bool moves = channel.path != Path::weights && channel.path != Path::frame;
            for (u32 n = node; n != no_index; n = scene_.nodes[n].parent) moved |= moves && channel.node == n;
        }
        auto shapes = moved ? std::nullopt : clip_of_shapes(clip, node);
        if (!shapes && named && !moved) shapes = clip_by_names(clip, mesh);
        if (!shapes) return false;
        clips.push_back(std::move(*shapes));
    }
    for (u32 shape = 0; shape < shape_count(mesh); ++shape) flat_.frames.push_back({.shape = shape});
    flat_.clips = std::move(clips);
    flat_.by_shape = true;
    return true;
}

double Flattening::rate_of(const Clip& clip) const {
    if (options_.fps) return *options_.fps;
    if (const auto rate = rate_in(clip.extras)) return *rate;
    // The rate at which most of its keys stand.
    double step = 0;
    for (const auto& times : clip.timelines) {
        if (times.size() < 3) continue;
        const double mean = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
        step = step == 0 ? mean : std::min(step, mean);
    }
    return step > 0 ? std::min(std::max(1 / step, 1.0), 60.0) : options_.usual_fps;
}

void Flattening::sample(const Clip& clip) {
    const double fps = rate_of(clip);
    const double end = length_of(clip);
    const auto count = static_cast<u64>(std::max(1.0, std::min(std::floor(end * fps + 0.5), 1e9)));
    if (flat_.frames.size() + count > options_.most_frames) {
        issues_.add(issue::clip_too_long, {}, clip.name, text::plural(options_.most_frames, "frame"),
                    text::plural(count, "frame"));
        return;
    }
    FlatClip out{.name = clip.name, .fps = fps, .loop = clip.loop, .source = &clip};
    for (u64 f = 0; f < count; ++f) {
        out.frames.push_back(static_cast<u32>(flat_.frames.size()));
        // As a float: so a key at this very moment counts.
        flat_.frames.push_back({.clip = &clip, .seconds = static_cast<f32>(static_cast<double>(f) / fps)});
    }
    flat_.clips.push_back(std::move(out));
}

void Flattening::sample() {
    flat_.frames.push_back({});
    for (const Clip& clip : scene_.clips) {
        if (!clip.channels.empty()) sample(clip);
    }
    // With clips, the pose at rest is no frame of the animation.
    if (flat_.clips.empty() || flat_.frames.size() < 2) return;
    flat_.frames.erase(flat_.frames.begin());
    for (FlatClip& clip : flat_.clips) {
        for (u32& frame : clip.frames) --frame;
    }
}

}  // namespace

void Flat::pose(u32 frame, std::vector<Vec3>& out, Pose& scratch) const {
    const FlatFrame& wanted = frames[frame];
    evaluate(*scene, wanted.clip, wanted.seconds, scratch);
    out.resize(points);
    std::vector<Vec3> own;
    for (const FlatPiece& piece : pieces) {
        const Mesh& mesh = scene->meshes[scene->nodes[piece.node].mesh];
        // Whatever else there is moves as the clip has it.
        const bool shaped = wanted.shape != no_index && &piece == &pieces.front();
        if (shaped && mesh.frames) {
            scratch.frames[piece.node] = {wanted.shape, wanted.shape, 0};
        } else if (shaped) {
            auto& weights = scratch.weights[piece.node];
            weights.assign(mesh.targets.size(), 0);
            if (wanted.shape > 0) weights[wanted.shape - 1] = 1;
        }
        posed_points(*scene, scratch, piece.node, own);
        std::copy(own.begin(), own.end(), out.begin() + static_cast<std::ptrdiff_t>(piece.first_point));
    }
}

Flat flatten(const Scene& scene, std::span<const std::vector<u32>> source_points, const FlattenOptions& options,
             Issues& issues) {
    return Flattening(scene, source_points, options, issues).run();
}

}  // namespace thaw::build
