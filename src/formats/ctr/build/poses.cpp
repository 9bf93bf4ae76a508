// Points of a level at every frame, on the grid of the format.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctr/build/parts.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/measures.hpp"
#include "scene/maths.hpp"

namespace thaw::ctr {

namespace {

constexpr std::size_t height_axis = 1;
constexpr double lowest_origin = -8192, highest_origin = 7936;
constexpr double grid_steps = 254;  // of 255: both ends are rounded
constexpr double height_steps = 253;
constexpr double exact_step = 0.01;  // nearer to the grid than that is on it
constexpr u64 most_body_bytes = 0x7FFFFFFF;
constexpr std::size_t most_keys_compared = 256;

Vec3d in_units(Vec3 p) { return as_double(p) * units_per_metre; }

// Heights may be odd only where they are just that.
double round_to_grid(double at, std::size_t axis, bool odd_heights) {
    const double near = std::nearbyint(at);
    if (axis != height_axis || (odd_heights && std::abs(at - near) <= exact_step)) return near;
    return 2 * std::nearbyint(at / 2);
}

// The file's steps: how long they are, and whether heights may be odd ones.
struct Grid {
    std::array<u16, 3> scale{1, 1, 1};
    bool odd_heights = false;  // the game rounds them down; only where the model had them before
};

class PoseBuilder {
public:
    PoseBuilder(BuildWork& work, const LevelNodes& level, build::Flat& flat, const std::string& model_prefix)
        : work_(work),
          flat_(flat),
          prefix_(model_prefix),
          mesh_extras_(work.scene.meshes[work.scene.nodes[level.nodes.front()].mesh].extras),
          name_(work.scene.nodes[level.nodes.front()].name) {
        for (const u32 node : level.nodes) add_movers(node);
    }

    std::optional<LevelPoses> run() {
        choose_frames();
        if (u64{flat_.frames.size()} * (3 * u64{flat_.points} + frame_header_bytes) > most_body_bytes) {
            work_.refuse(name_, std::to_string(most_body_bytes) + " bytes of frames",
                         std::to_string(flat_.frames.size()) + " frames of " + text::plural(flat_.points, "point"));
            return std::nullopt;
        }
        measure();
        if (!choose_grid()) return std::nullopt;
        for (u32 f = 0; f < flat_.frames.size(); ++f) quantise_frame(f);
        report_positions();
        merge_points();
        return std::move(out_);
    }

private:
    // The nodes that a level's points hang on.
    void add_movers(u32 node) {
        const auto add = [&](u32 n) {
            for (; n != no_index && movers_.insert(n).second; n = work_.scene.nodes[n].parent) {
            }
        };
        add(node);
        const u32 skin = work_.scene.nodes[node].skin;
        if (skin == no_index) return;
        for (const u32 joint : work_.scene.skins[skin].joints) add(joint);
    }

    bool moves(const Clip& clip) const {
        return std::any_of(clip.channels.begin(), clip.channels.end(),
                           [&](const Channel& channel) { return movers_.contains(channel.node); });
    }

    static double end_of_clip(const Clip& clip) {
        f32 end = 0;
        for (const auto& times : clip.timelines) end = times.empty() ? end : std::max(end, times.back());
        return end;
    }

    // All clips if any of them moves the level: the game counts them.
    void choose_frames() {
        flat_.frames.clear();
        std::vector<const Clip*> own;
        bool any = false;
        for (const Clip& clip : work_.clips) {
            if (!prefix_.empty() && !clip.name.starts_with(prefix_)) continue;
            own.push_back(&clip);
            any = any || moves(clip);
        }
        if (any) {
            for (const Clip* clip : own) sample(*clip);
        }
        if (flat_.frames.empty()) flat_.frames.push_back({});
    }

    void sample(const Clip& clip) {
        const double fps = work_.options.fps.value_or(game_fps);
        SampledClip out{.source = &clip};
        const std::string name = clip.name.substr(prefix_.size());
        out.name = work_.name(name, "clip");
        out.half_rate = build::flag_in(clip.extras, "half_rate").value_or(false);
        const double end = end_of_clip(clip);
        double played = std::max(1.0, std::floor(end * fps + 0.5));
        // A clip of somebody else may end in a pose that is neither its first nor its last but one.
        if (!build::number_in(clip.extras, "frames") && ends_elsewhere(clip, end, fps)) ++played;
        if (played > most_played_frames) {
            if (!work_.exceeds(clip.name, text::plural(most_played_frames, "frame"), text::number(played),
                               "clip cut")) {
                played = 1;
            }
            played = std::min<double>(played, most_played_frames);
        }
        out.played = static_cast<u16>(played);
        out.first = static_cast<u32>(flat_.frames.size());
        out.stored = out.half_rate ? out.played / 2u + 1 : out.played;
        const double step = (out.half_rate ? 2 : 1) / fps;
        for (u32 k = 0; k < out.stored; ++k) {
            flat_.frames.push_back({.clip = &clip, .seconds = std::min(k * step, std::max(end, 0.0))});
        }
        report_keys_between(clip, step, out);
        out_.clips.push_back(std::move(out));
    }

    double distance(const build::FlatFrame& a, const build::FlatFrame& b) {
        std::swap(flat_.frames, scratch_frames_);
        flat_.frames = {a, b};
        flat_.pose(0, first_, scratch_);
        flat_.pose(1, second_, scratch_);
        std::swap(flat_.frames, scratch_frames_);
        double farthest = 0;
        for (std::size_t i = 0; i < first_.size(); ++i) {
            farthest = std::max(farthest, static_cast<double>(length(first_[i] - second_[i])));
        }
        return farthest;
    }

    bool ends_elsewhere(const Clip& clip, double end, double fps) {
        if (!(end > 0)) return false;
        constexpr double nearly_nowhere = 1e-4;
        const build::FlatFrame last{.clip = &clip, .seconds = end};
        return distance(last, {.clip = &clip, .seconds = 0}) > nearly_nowhere &&
               distance(last, {.clip = &clip, .seconds = std::max(0.0, end - 1 / fps)}) > nearly_nowhere;
    }

    // Keys that no frame falls on are not shown as they are.
    void report_keys_between(const Clip& clip, double step, const SampledClip& out) {
        double farthest = 0;
        std::size_t between = 0;
        for (const auto& times : clip.timelines) {
            for (std::size_t i = 0; i + 1 < times.size(); ++i) {
                const double at = times[i] / step;
                if (std::abs(at - std::nearbyint(at)) < 1e-3 || ++between > most_keys_compared) continue;
                const double frame = std::min<double>(std::nearbyint(at), out.stored - 1);
                farthest = std::max(
                    farthest, distance({.clip = &clip, .seconds = times[i]}, {.clip = &clip, .seconds = frame * step}));
            }
        }
        constexpr double tenth_of_a_millimetre = 1e-4;
        if (farthest < tenth_of_a_millimetre) return;
        work_.issues.add(thaw::issue::frames_resampled, "ctr", clip.name, {},
                         text::plural(out.stored, "frame") + ", at most " + build::millimetres(farthest) + " off at " +
                             text::plural(between, "key") + " between them");
    }

    void measure() {
        for (u32 f = 0; f < flat_.frames.size(); ++f) {
            flat_.pose(f, first_, scratch_);
            Box3<double>& box = boxes_.emplace_back();
            for (const Vec3 p : first_) box.include(in_units(p));
        }
    }

    // The steps that the model had before, if all points are on them; with a base also if the others fit, so that those
    // that nobody moved stay.
    bool keeps_grid() {
        std::array<u16, 3> scale{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto stored = stored_scale(axis);
            if (!stored) return false;
            scale[axis] = *stored;
        }
        for (u32 f = 0; f < flat_.frames.size(); ++f) {
            const bool exact = is_on_grid(f, scale);
            if (!exact && work_.edited == nullptr) return false;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double low = std::nearbyint(boxes_[f].low[axis] * 4096 / scale[axis]);
                const double high = std::nearbyint(boxes_[f].high[axis] * 4096 / scale[axis]);
                if (high - low > (exact ? 255 : height_steps) || low < lowest_origin || low > highest_origin)
                    return false;
            }
        }
        grid_ = {scale, true};
        return true;
    }

    std::optional<u16> stored_scale(std::size_t axis) const {
        constexpr std::array<const char*, 3> keys{"thaw_scale_x", "thaw_scale_y", "thaw_scale_z"};
        const auto stored = build::integer_in(mesh_extras_, keys[axis]);
        if (!stored || *stored < 1 || *stored > greatest_scale) return std::nullopt;
        return static_cast<u16>(*stored);
    }

    bool is_on_grid(u32 f, const std::array<u16, 3>& scale) {
        flat_.pose(f, first_, scratch_);
        return std::all_of(first_.begin(), first_.end(), [&](Vec3 p) {
            const Vec3d at = in_units(p);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double step = at[axis] * 4096 / scale[axis];
                if (std::abs(step - std::nearbyint(step)) > exact_step) return false;
            }
            return true;
        });
    }

    double needed_scale(std::size_t axis) const {
        double needed = 1;
        for (const Box3<double>& box : boxes_) {
            const double low = box.low[axis], high = box.high[axis];
            const double steps = axis == height_axis ? height_steps : grid_steps;
            needed = std::max(
                {needed, (high - low) * 4096 / steps, low * 4096 / lowest_origin, low * 4096 / (highest_origin - 1)});
        }
        return needed;
    }

    bool choose_grid() {
        if (keeps_grid()) return true;
        double most = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) most = std::max(most, needed_scale(axis));
        if (!std::isfinite(most)) return false;
        if (std::ceil(most) > greatest_scale) {
            shrink_ = greatest_scale / most;
            const double metres = greatest_scale / 4096.0 * grid_steps / units_per_metre;
            if (!work_.exceeds(name_,
                               "a grid of steps of " + std::to_string(greatest_scale) + " / 4096 units (" +
                                   text::number(std::round(metres * 100) / 100) + " m across)",
                               "steps of " + text::number(std::ceil(most)),
                               "mesh shrunk to " + text::number(std::round(shrink_ * 1e4) / 100) + " %")) {
                return false;
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double scale = std::ceil(needed_scale(axis) * shrink_ - 1e-9);
            grid_.scale[axis] = static_cast<u16>(std::clamp(scale, 1.0, double{greatest_scale}));
            // What grew along one axis only leaves the base's points where they are along the others.
            const auto stored = work_.edited == nullptr ? std::nullopt : stored_scale(axis);
            if (!stored || *stored < grid_.scale[axis]) continue;
            grid_.scale[axis] = *stored;
            grid_.odd_heights = grid_.odd_heights || axis == height_axis;
        }
        return true;
    }

    // A base may have a grid without extent, on which everything is at one place.
    double in_steps(double units, std::size_t axis) const {
        const double out = units * shrink_ * 4096 / grid_.scale[axis];
        return std::isfinite(out) ? out : 0;
    }

    void quantise_frame(u32 f) {
        flat_.pose(f, first_, scratch_);
        GridPose pose;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double low = in_steps(boxes_[f].low[axis], axis);
            double origin = round_to_grid(low, axis, grid_.odd_heights);
            const double high = std::nearbyint(in_steps(boxes_[f].high[axis], axis));
            // Even, as the game wants it, unless all 256 steps are in use.
            if (axis == height_axis && std::fmod(origin, 2) != 0 && high - origin < 255) --origin;
            pose.origin[axis] = static_cast<i16>(std::clamp(origin, lowest_origin, highest_origin));
        }
        for (const Vec3 p : first_) {
            const Vec3d at = in_units(p);
            GridPoint point{};
            double squared = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double exact = in_steps(at[axis], axis);
                const double step =
                    std::clamp(round_to_grid(exact, axis, grid_.odd_heights) - pose.origin[axis], 0.0, 255.0);
                point[axis] = static_cast<u8>(step);
                const double off = (step + pose.origin[axis] - exact) * grid_.scale[axis] / 4096 / units_per_metre;
                squared += off * off;
            }
            farthest_ = std::max(farthest_, squared);
            sum_ += std::sqrt(squared);
            pose.points.push_back(point);
        }
        out_.poses.push_back(std::move(pose));
    }

    void report_positions() {
        constexpr double micrometre = 1e-6;
        const double farthest = std::sqrt(farthest_);
        if (farthest < micrometre) return;
        const double count = static_cast<double>(flat_.points) * static_cast<double>(flat_.frames.size());
        work_.issues.add(thaw::issue::positions_rounded, "ctr", name_, {},
                         build::millimetres(farthest) + ", " + build::millimetres(sum_ / count) + " on average");
    }

    // Points that are in one place in every frame are one vertex, unless the base has them apart.
    void merge_points() {
        out_.scale = grid_.scale;
        std::vector<u32> order(flat_.points);
        for (u32 i = 0; i < flat_.points; ++i) order[i] = i;
        const auto before = [&](u32 a, u32 b) {
            for (const GridPose& pose : out_.poses) {
                if (pose.points[a] != pose.points[b]) return pose.points[a] < pose.points[b];
            }
            return false;
        };
        std::stable_sort(order.begin(), order.end(), before);
        out_.vertices.assign(flat_.points, 0);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const bool alike = work_.edited == nullptr && i > 0 && !before(order[i - 1], order[i]);
            out_.vertices[order[i]] = alike ? out_.vertices[order[i - 1]] : order[i];
        }
    }

    BuildWork& work_;
    build::Flat& flat_;
    const std::string& prefix_;
    const Extras& mesh_extras_;
    std::string name_;
    std::set<u32> movers_{};
    std::vector<Box3<double>> boxes_{};  // by frame
    Grid grid_{};
    double shrink_ = 1;
    double farthest_ = 0;  // squared
    double sum_ = 0;
    LevelPoses out_{};
    std::vector<Vec3> first_{}, second_{};
    std::vector<build::FlatFrame> scratch_frames_{};
    thaw::Pose scratch_{};
};

}  // namespace

std::optional<LevelPoses> poses_of(BuildWork& work, const LevelNodes& level, build::Flat& flat,
                                   const std::string& model_prefix) {
    return PoseBuilder(work, level, flat, model_prefix).run();
}

}  // namespace thaw::ctr
