// Clips as whole frames of the game's server, and how far they end up from the scene.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/between_keys.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/ctc/model/pose.hpp"
#include "formats/ctc/model/scene.hpp"
#include "formats/shared/build_names.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/measures.hpp"
#include "formats/shared/sampling.hpp"
#include "scene/edit/edit.hpp"
#include "scene/maths.hpp"

namespace thaw::ctc {

namespace {

constexpr std::size_t most_measured = 256;  // moments of a clip
constexpr double seen = 1e-4;               // of the model's size

struct Plan {
    const thaw::Clip* clip = nullptr;
    double fps = usual_fps;
    u64 first = 0;
    u64 count = 1;
    double scale_lost = 0;
};

class ClipBuilder {
public:
    explicit ClipBuilder(BuildWork& work) : work_(work), scene_(work.scene), d_(work.document) {}

    Status run() {
        plan();
        if (const Status status = fit(); !status) return status;
        if (!work_.refusal.empty()) return Done{};
        if (plans_.empty()) {
            add_frame(nullptr, 0, nullptr);
        }
        for (Plan& plan : plans_) {
            find_turn_times(*plan.clip);
            for (u64 f = 0; f < plan.count; ++f) {
                if (work_.input.context.cancelled()) return stopped_on_request();
                add_frame(plan.clip, time_of(plan, f), f == 0 ? nullptr : &plan);
                plan.scale_lost = std::max(plan.scale_lost, rigid_.scale_lost);
            }
        }
        for (const Plan& plan : plans_) report(plan);
        report_rest();
        return relayout(d_);
    }

private:
    // In the numbers that keys have.
    static double time_of(const Plan& plan, u64 frame) {
        return double{static_cast<f32>(static_cast<double>(frame) / plan.fps)};
    }

    // A clip that came from such a file has the rate that it was shown with; any other is cut to the game's.
    double rate_of(const thaw::Clip& clip) const {
        if (work_.options.fps) return *work_.options.fps;
        const auto own = build::number_in(clip.extras, "fps");
        return is_of_file_ && build::is_playable(own) ? *own : usual_fps;
    }

    void plan() {
        FileNames<16> names(15, "clip name", work_.issues, work_.base == nullptr ? nullptr : &work_.base->animations);
        u64 first = 0;
        for (const thaw::Clip& clip : scene_.clips) {
            const double fps = rate_of(clip);
            plans_.push_back({&clip, fps, first, build::frames_of(scene_, clip, fps), 0});
            first += plans_.back().count;
            d_.animations.push_back(
                {names.take(clip.name), static_cast<i32>(plans_.back().first), static_cast<i32>(plans_.back().count)});
        }
    }

    u64 frames() const { return plans_.empty() ? 1 : plans_.back().first + plans_.back().count; }

    // With all frames that are planned; the file grows by as much.
    u64 bytes_needed() {
        const u64 keys = std::min<u64>(frames() * (d_.bones.size() + 1), hunk_bytes);
        d_.offsets.end += static_cast<u32>(keys * Key::disk_bytes);
        const u64 needed = bytes_in_memory(d_);
        d_.offsets.end -= static_cast<u32>(keys * Key::disk_bytes);
        return needed;
    }

    Status fit() {
        if (const Status status = relayout(d_); !status) return status;
        u64 needed = bytes_needed();
        if (work_.fits("model", hunk_bytes, needed, "bytes of the game's memory") || !work_.may_fit()) return Done{};
        std::string gone;
        while (needed > hunk_bytes && plans_.size() > 1) {
            gone += (gone.empty() ? "" : ", ") + plans_.back().clip->name;
            plans_.pop_back();
            d_.animations.pop_back();
            if (const Status status = relayout(d_); !status) return status;
            needed = bytes_needed();
        }
        if (!gone.empty()) work_.say_fitted("clips", hunk_bytes, "clips left out (" + gone + ")");
        if (needed > hunk_bytes && !plans_.empty() && frames() > 1) {
            Plan& only = plans_.front();
            const u64 frame = Key::disk_bytes * (d_.bones.size() + 1);
            const u64 over = (needed - hunk_bytes + frame - 1) / frame;
            if (over < only.count) {
                work_.say_fitted("clips", hunk_bytes,
                                 text::plural(over, "frame") + " at the end of clip " + only.clip->name + " left out");
                only.count -= over;
                d_.animations.front().b = static_cast<i32>(only.count);
                needed = bytes_needed();
            }
        }
        if (needed > hunk_bytes) work_.refuse("model", hunk_bytes, needed, "bytes of the game's memory");
        return Done{};
    }

    void find_turn_times(const thaw::Clip& clip) {
        std::set<f32> times;
        for (const Channel& channel : clip.channels) {
            const auto& of = clip.timelines[channel.timeline];
            if (channel.path == Path::rotation) times.insert(of.begin(), of.end());
        }
        turn_times_.assign(times.begin(), times.end());
    }

    // Turns are followed through the clip's keys from one frame to the next, so that one by more than half a circle is
    // told from one the other way round.
    void add_frame(const thaw::Clip* clip, double seconds, const Plan* goes_on) {
        if (goes_on == nullptr) followed_.clear();
        auto time = std::upper_bound(turn_times_.begin(), turn_times_.end(), seconds_before_);
        for (; goes_on != nullptr && time != turn_times_.end() && *time < seconds; ++time) follow(clip, *time);
        rigid_.scale_lost = 0;
        follow(clip, seconds);
        seconds_before_ = seconds;
        d_.main_keys.push_back(followed_.front());
        const std::size_t bones = d_.bones.size(), last = d_.bone_keys.size() - (goes_on == nullptr ? 0 : bones);
        for (std::size_t b = 0; b < bones; ++b) {
            Key& key = followed_[b + 1];
            if (goes_on != nullptr) key = as_bones_turn(key, d_.bone_keys[last + b]);
            d_.bone_keys.push_back(key);
        }
    }

    // The keys of a moment, the main one first; each continues what it was before.
    void follow(const thaw::Clip* clip, double seconds) {
        evaluate(scene_, clip, seconds, pose_);
        pose_rigidly(work_, pose_, rigid_);
        const bool begins = followed_.empty();
        followed_.resize(d_.bones.size() + 1);
        const auto put = [&](Key& key, const thaw::Matrix& local) { key = key_of(local, begins ? nullptr : &key); };
        put(followed_.front(), rigid_.main);
        const thaw::Matrix up = inverse_of(rigid_.main).value_or(identity_matrix);
        for (std::size_t b = 0; b < d_.bones.size(); ++b) {
            const u32 parent = work_.rig.bones[b].parent;
            const thaw::Matrix above =
                parent == no_index ? up : inverse_of(rigid_.bones[parent]).value_or(identity_matrix);
            put(followed_[b + 1], above * rigid_.bones[b]);
        }
    }

    // The game takes one turn off a step of a bone by more than half a circle (C11): such a step gets it in addition.
    // All others come out the same within the circle.
    static Key as_bones_turn(Key key, const Key& before) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double step = double{key.angles[i]} - double{before.angles[i]};
            const double angle = std::abs(step) > 180 ? key.angles[i] + std::copysign(360, step)
                                                      : std::remainder(double{key.angles[i]}, 360);
            key.angles[i] = static_cast<f32>(angle) + 0.0f;
        }
        return key;
    }

    // How far the farthest point is from where the scene has it. Past the last frame a clip holds that one, or goes
    // back to the first one.
    double distance(const Plan& plan, double seconds) {
        const u64 last = plan.count - 1;
        const double at = std::min(seconds * plan.fps, static_cast<double>(plan.count));
        const u64 before = std::min(static_cast<u64>(at), last);
        const double share = at - static_cast<double>(before);
        evaluate(scene_, plan.clip, seconds, pose_);
        const u64 after = plan.first + std::min(before + 1, last);
        const double off = distance_from({after, plan.first + before, 1 - share, {}});
        return before < last ? off : std::min(off, distance_from({plan.first, plan.first + last, 1 - share, {}}));
    }

    double distance_from(const Moment& moment) {
        const std::vector<Vec3d> points = positions_at(d_, moment);
        double most = 0;
        for (const BuildPiece& piece : work_.pieces) {
            posed_points(scene_, pose_, piece.node, shown_);
            for (std::size_t p = 0; p < shown_.size(); ++p) {
                const u32 v = work_.vertex_of_point[piece.first_vertex + p];
                if (v == no_index) continue;
                const Vec3d in_scene{points[v].x, points[v].y, -points[v].z};
                const Vec3d off = in_scene * metres_per_unit - as_double(shown_[p]);
                most = std::max(most, dot(off, off));
            }
        }
        return std::sqrt(most);
    }

    void report(const Plan& plan) {
        std::vector<f32> between;
        std::size_t keys = 0;
        u64 weights = 0;
        for (const auto& times : plan.clip->timelines) {
            keys = std::max(keys, times.size());
            for (const f32 time : times) {
                const double at = double{time} * plan.fps;
                if (std::abs(at - std::round(at)) > 0.01) between.push_back(time);
            }
        }
        for (const Channel& channel : plan.clip->channels) {
            const bool shapes = channel.path == Path::weights && !channel.values.empty();
            if (shapes) weights += scene_.meshes[scene_.nodes[channel.node].mesh].targets.size();
        }
        if (weights > 0) {
            work_.issues.add(issue::morph_weights_dropped, {}, plan.clip->name, {}, text::plural(weights, "morph"));
        }
        std::sort(between.begin(), between.end());
        between.erase(std::unique(between.begin(), between.end()), between.end());
        // Also where it has no keys: the game turns otherwise than a viewer.
        const bool as_shown = is_as_shown(*plan.clip), has_others = !between.empty();
        const double frames = std::floor(build::length_of(*plan.clip) * plan.fps + 0.5);
        for (u64 f = 0; !as_shown && f < most_measured && static_cast<double>(f) < frames; ++f) {
            between.push_back(static_cast<f32>((static_cast<double>(f) + 0.5) / plan.fps));
        }
        double most = 0;
        const std::size_t step = between.size() / most_measured + 1;
        for (std::size_t i = 0; i < between.size(); i += step) {
            most = std::max(most, distance(plan, double{between[i]}));
        }
        if (as_shown ? most > size_tolerance * size() : has_others || most > seen * size()) {
            work_.issues.add(thaw::issue::frames_resampled, {}, plan.clip->name, {},
                             text::plural(plan.count, "frame") + " at " + text::number(plan.fps) + " a second, from " +
                                 text::plural(keys, "key") + ", at most " + build::millimetres(most) + " off");
        }
        if (plan.scale_lost > 1e-3) {
            double most = 0;
            const u64 step = plan.count / most_measured + 1;
            for (u64 f = 0; f < plan.count; f += step) most = std::max(most, distance(plan, time_of(plan, f)));
            work_.issues.add(issue::scales_dropped, {}, plan.clip->name, {},
                             "at most " + text::number(std::round(plan.scale_lost * 1000) / 10) + " % and " +
                                 build::millimetres(most) + " off");
        }
    }

    // Between the frames of such a file, keys show what the game does there; those of a new clip are somebody's own.
    bool is_as_shown(const thaw::Clip& clip) const {
        if (!is_of_file_) return false;
        if (work_.input.edit == nullptr) return true;
        const auto i = static_cast<std::size_t>(&clip - scene_.clips.data());
        return i < work_.input.edit->source_clips.size() && work_.input.edit->source_clips[i] != no_index;
    }

    // Of the mesh at rest, its largest side.
    double size() const {
        Box3<double> box;
        for (const auto& vertex : work_.vertices) box.include(vertex.position);
        const Vec3d sides = box.size();
        return work_.vertices.empty() ? 0 : std::max({sides.x, sides.y, sides.z});
    }

    // Without a clip the first frame is the pose at rest; with clips, what a file has at rest is the bind pose.
    void report_rest() {
        if (plans_.empty()) return;
        double most = 0, size = 0;
        for (const BuildPiece& piece : work_.pieces) {
            for (std::size_t p = 0; p < piece.at_rest.size(); ++p) {
                const u32 v = work_.vertex_of_point[piece.first_vertex + p];
                if (v == no_index) continue;
                const Vec3d bind = work_.vertices[v].position, off = bind - as_double(piece.at_rest[p]);
                most = std::max({most, std::abs(off.x), std::abs(off.y), std::abs(off.z)});
                size = std::max({size, std::abs(bind.x), std::abs(bind.y), std::abs(bind.z)});
            }
        }
        if (most <= 1e-3 * size) return;
        work_.issues.add(issue::rest_pose_dropped, {}, "pose at rest", {}, build::millimetres(most));
    }

    BuildWork& work_;
    const Scene& scene_;
    Document& d_;
    // The scene was made of such a file.
    const bool is_of_file_ = scene_.extras.find("thaw_clips_by") != nullptr;
    std::vector<Plan> plans_{};
    std::vector<double> turn_times_{};  // of the clip: where it says how something turns
    double seconds_before_ = 0;         // of the last frame
    std::vector<Key> followed_{};       // the main key, then the bones
    Pose pose_{};
    RigidPose rigid_{};
    std::vector<Vec3> shown_{};
};

}  // namespace

Status build_clips(BuildWork& work) { return ClipBuilder(work).run(); }

}  // namespace thaw::ctc
