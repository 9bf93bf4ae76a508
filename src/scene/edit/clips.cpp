// Clips. Editors sample them at a rate of their own: a clip that agrees with the base's at each of its keys is the
// base's.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"
#include "scene/edit/new_frames.hpp"
#include "scene/shapes.hpp"

namespace thaw::edit {

namespace {

constexpr double same_time = 1e-4;       // seconds
constexpr double alike_movement = 1e-3;  // what a key at another time may be off by
constexpr double slowest_sampling = 1 / 20.0;
constexpr std::size_t most_comparisons = 1u << 14;  // of clips with other names

double length_of(const Clip& clip) {
    double out = 0;
    for (const auto& times : clip.timelines) out = std::max(out, times.empty() ? 0.0 : double{times.back()});
    return out;
}

std::vector<double> times_of(const Clip& clip) {
    std::vector<double> out;
    for (const auto& times : clip.timelines) out.insert(out.end(), times.begin(), times.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool is_among(const std::vector<double>& times, double time) {
    const auto next = std::lower_bound(times.begin(), times.end(), time - same_time);
    return next != times.end() && *next <= time + same_time;
}

Mixture mixture(const Scene& scene, u32 node, const Pose& pose, const NewFrames* made = nullptr) {
    Mixture out;
    const u32 number = scene.nodes[node].mesh;
    const auto add = [&](u32 shape, f32 share) {
        if (shape > 0 && std::abs(share) > same_share) out[shape] += share;
    };
    const auto add_frame = [&](u32 frame, f32 share) {
        const Mixture* mixed = made == nullptr ? nullptr : made->find(number, frame);
        if (mixed == nullptr) return add(frame, share);
        for (const auto& [shape, of] : *mixed) add(shape, of * share);
    };
    if (scene.meshes[number].frames) {
        const FrameMix& mix = pose.frames[node];
        add_frame(mix.first, 1 - mix.share);
        add_frame(mix.second, mix.share);
    }
    for (u32 t = 0; t < pose.weights[node].size(); ++t) add(t + 1, pose.weights[node][t]);
    return out;
}

class ClipComparing {
public:
    ClipComparing(Work& work, NewFrames& frames, const Clip& base, const Clip& edited)
        : work_(work), frames_(frames), base_(base), edited_(edited) {
        std::set<u32> moving, shaped;
        const auto note = [&](u32 node, Path path) {
            (path == Path::weights || path == Path::frame ? shaped : moving).insert(node);
        };
        for (const Channel& channel : base.channels) {
            note(channel.node, channel.path);
            if (channel.path == Path::rotation) rotations_[channel.node] = &channel;
        }
        for (const Channel& channel : edited.channels) {
            const u32 node = work.base_node[channel.node];
            if (node != no_index) note(node, channel.path);
        }
        for (const u32 node : moving) {
            if (work.edited_node[node] != no_index) moving_.push_back(node);
        }
        for (const u32 node : shaped) {
            const u32 now = work.edited_node[node];
            if (now == no_index || work.edited.nodes[now].mesh == no_index) continue;
            if (work.base.nodes[node].mesh != no_index) shaped_.push_back(node);
        }
    }

    enum class Outcome : u8 { same, keys, other };

    Outcome run(Clip& out, u64& keys) {
        const auto then = times_of(base_), now = times_of(edited_);
        const bool at_base_keys = std::all_of(now.begin(), now.end(), [&](double t) { return is_among(then, t); });
        const double longer = std::abs(length_of(base_) - length_of(edited_));
        if (longer > (at_base_keys ? 1e-3 : slowest_sampling)) return Outcome::other;
        // A sampled clip may be right at each of its keys; one that has lost keys of the base is looked at where those
        // were.
        const auto& looked_at = at_base_keys ? then : now;
        std::vector<double> off;
        for (const double t : looked_at) {
            if (!is_same_at(t, !at_base_keys)) off.push_back(t);
        }
        if (off.empty()) return Outcome::same;
        out = base_;
        keys = put_keys(out, at_base_keys ? std::vector<double>() : now, off);
        return follows(out, now) ? Outcome::keys : Outcome::other;
    }

private:
    bool is_same_pose(double time, bool sampled) const {
        for (const u32 node : moving_) {
            Transform was = before_.locals[node];
            const Transform is = local_of(work_, node, now_);
            if (is_same_transform(was, is, work_.size)) continue;
            if (!sampled) return false;
            was.rotation = straight_rotation(node, time, was.rotation);
            if (!is_same_transform(was, is, work_.size)) return false;
        }
        for (const u32 node : shaped_) {
            const auto was = mixture(work_.base, node, before_);
            if (!is_same_mixture(was, mixture(work_.edited, work_.edited_node[node], now_))) return false;
        }
        return true;
    }

    // A sample next to a sudden step may be of either side.
    bool is_same_at(double t, bool sampled) {
        evaluate(work_.edited, &edited_, t, now_);
        const double near[]{t, t - same_time, t + same_time};
        for (const double time : std::span(near).first(sampled ? 3 : 1)) {
            evaluate(work_.base, &base_, time, before_);
            if (is_same_pose(time, sampled)) return true;
        }
        return false;
    }

    // Blender takes each of the four numbers of a rotation straight from key to key; a scene turns evenly. Between keys
    // that are far apart that is seen.
    Quat straight_rotation(u32 node, double time, Quat otherwise) const {
        const auto found = rotations_.find(node);
        if (found == rotations_.end() || found->second->interpolation != Interpolation::linear) return otherwise;
        const auto& times = base_.timelines[found->second->timeline];
        const auto next =
            std::upper_bound(times.begin(), times.end(), time, [](double a, f32 b) { return a < double{b}; });
        if (next == times.begin() || next == times.end()) return otherwise;
        const f32* v = found->second->values.data() + 4 * (next - times.begin() - 1);
        const auto share = static_cast<f32>((time - double{*(next - 1)}) / (double{*next} - double{*(next - 1)}));
        const Quat from{v[0], v[1], v[2], v[3]}, to = nearer({v[4], v[5], v[6], v[7]}, from);
        const auto mixed = [&](f32 a, f32 b) { return a + (b - a) * share; };
        return normalised({mixed(from.x, to.x), mixed(from.y, to.y), mixed(from.z, to.z), mixed(from.w, to.w)});
    }

    // Keys of the base take the edited values. Between two samples that are as before, so is everything.
    u64 put_keys(Clip& out, const std::vector<double>& samples, const std::vector<double>& off) {
        u64 changed = 0;
        std::map<double, std::vector<std::pair<Channel*, std::size_t>>> keys;
        for (Channel& channel : out.channels) {
            if (work_.edited_node[channel.node] == no_index) continue;
            const auto& times = out.timelines[channel.timeline];
            for (std::size_t k = 0; k < times.size(); ++k) keys[double{times[k]}].emplace_back(&channel, k);
        }
        for (const auto& [time, list] : keys) {
            if (!samples.empty() && !is_between(samples, off, time)) continue;
            evaluate(work_.edited, &edited_, time, now_);
            evaluate(work_.base, &base_, time, before_);
            for (const auto& [channel, k] : list) changed += put_key(*channel, k) ? 1u : 0u;
        }
        return changed;
    }

    // Is one of the two samples around the time off?
    static bool is_between(const std::vector<double>& samples, const std::vector<double>& off, double time) {
        const auto next = std::lower_bound(samples.begin(), samples.end(), time - same_time);
        const double after = next == samples.end() ? samples.back() : *next;
        const double before = next == samples.begin() ? samples.front() : *(next - 1);
        return is_among(off, after) || is_among(off, before);
    }

    bool put_key(Channel& channel, std::size_t k) {
        if (channel.path == Path::frame) return put_frame(channel, k);
        if (channel.path == Path::weights) return put_weights(channel, k);
        const Transform was = before_.locals[channel.node], is = local_of(work_, channel.node, now_);
        Transform only = was;
        if (channel.path == Path::translation) only.translation = is.translation;
        if (channel.path == Path::scale) only.scale = is.scale;
        if (channel.path == Path::rotation) only.rotation = nearer(is.rotation, was.rotation);
        if (is_same_transform(was, only, work_.size)) return false;
        const auto [t, r, s] = only;
        const std::size_t width = channel.path == Path::rotation ? 4 : 3;
        f32* to = channel.values.data() + k * width;
        if (channel.path == Path::rotation) {
            to[0] = r.x, to[1] = r.y, to[2] = r.z, to[3] = r.w;
        } else {
            const Vec3 v = channel.path == Path::translation ? t : s;
            to[0] = v.x, to[1] = v.y, to[2] = v.z;
        }
        return true;
    }

    bool put_frame(Channel& channel, std::size_t k) {
        const auto now = mixture(work_.edited, work_.edited_node[channel.node], now_);
        const u32 mesh = work_.base.nodes[channel.node].mesh;
        const auto single = single_frame(now, shape_count(work_.base.meshes[mesh]));
        if (!single && work_.replaced[mesh]) return false;  // its own shapes say it
        const u32 frame = single ? *single : frames_.number_of(mesh, now, channel.frames[k]);
        const bool is_key = single && channel.frames[k] != frame;  // NewFrames tells of the others
        channel.frames[k] = frame;
        return is_key;
    }

    bool put_weights(Channel& channel, std::size_t k) {
        const auto now = mixture(work_.edited, work_.edited_node[channel.node], now_);
        if (is_same_mixture(mixture(work_.base, channel.node, before_), now)) return false;
        const std::size_t targets = work_.base.meshes[work_.base.nodes[channel.node].mesh].targets.size();
        for (std::size_t t = 0; t < targets; ++t) {
            const auto found = now.find(static_cast<u32>(t) + 1);
            channel.values[k * targets + t] = found == now.end() ? 0 : found->second;
        }
        return true;
    }

    // Does the base's clip with other keys move as the edited one does, also where that has its keys?
    bool follows(const Clip& clip, const std::vector<double>& times) {
        Pose made;
        for (const double t : times) {
            evaluate(work_.base, &clip, t, made);
            evaluate(work_.edited, &edited_, t, now_);
            for (const u32 node : moving_) {
                const Matrix a = matrix_of(made.locals[node]), b = matrix_of(local_of(work_, node, now_));
                for (std::size_t i = 0; i < 15; ++i) {
                    const double most = alike_movement * std::max({1.0, std::abs(a[i]), i >= 12 ? work_.size : 0});
                    if (!(std::abs(a[i] - b[i]) <= most)) return false;
                }
            }
            for (const u32 node : shaped_) {
                const auto a = mixture(work_.base, node, made, &frames_);
                if (!is_same_mixture(a, mixture(work_.edited, work_.edited_node[node], now_))) return false;
            }
        }
        return true;
    }

    Work& work_;
    NewFrames& frames_;
    const Clip& base_;
    const Clip& edited_;
    std::vector<u32> moving_{}, shaped_{};       // nodes of the base
    std::map<u32, const Channel*> rotations_{};  // by node of the base
    Pose before_{}, now_{};
};

class ClipsComparing {
public:
    explicit ClipsComparing(Work& work) : work_(work), frames_(work) {}

    void run() {
        // Whoever exports a still, or from a program without animation, did not mean to remove all of it.
        if (work_.edited.clips.empty() && !work_.base.clips.empty()) {
            work_.out.notes.push_back("the edited model has no clips; all " +
                                      text::plural(work_.base.clips.size(), "clip") + " of the base stay");
            for (u32 b = 0; b < work_.base.clips.size(); ++b) work_.out.source_clips.push_back(b);
            return;
        }
        pair();
        std::vector<Clip> out;
        for (u32 b = 0; b < work_.base.clips.size(); ++b) {
            if (edited_clip_[b] == no_index) {
                change("clip " + work_.base.clips[b].name + " removed");
            } else {
                out.push_back(compared(work_.base.clips[b], work_.edited.clips[edited_clip_[b]]));
                work_.out.source_clips.push_back(b);
            }
        }
        for (u32 e = 0; e < work_.edited.clips.size(); ++e) {
            if (base_clip_[e] != no_index || !moves_anything(work_.edited.clips[e])) continue;
            change("clip " + work_.edited.clips[e].name + " added");
            out.push_back(adopted(work_.edited.clips[e]));
            work_.out.source_clips.push_back(no_index);
        }
        work_.out.scene.clips = std::move(out);
        show_frames_as_targets();
        frames_.put();
        if (keys_ > 0) work_.change(ChangeKind::keys, keys_, text::plural(keys_, "key") + " changed");
        if (fields_ > 0) work_.change(ChangeKind::fields, fields_, text::plural(fields_, "field") + " changed");
    }

private:
    void change(std::string text) { work_.change(ChangeKind::clips, 1, std::move(text)); }

    bool moves_anything(const Clip& clip) const {
        return std::any_of(clip.channels.begin(), clip.channels.end(),
                           [&](const Channel& channel) { return work_.out_node[channel.node] != no_index; });
    }

    void pair() {
        const auto names = [](const Scene& scene) {
            std::vector<std::string_view> out;
            for (const Clip& clip : scene.clips) out.push_back(clip.name);
            return out;
        };
        base_clip_ = paired_by_name(names(work_.base), names(work_.edited));
        edited_clip_.assign(work_.base.clips.size(), no_index);
        for (u32 e = 0; e < base_clip_.size(); ++e) {
            if (base_clip_[e] != no_index) edited_clip_[base_clip_[e]] = e;
        }
        // A clip of another name was renamed if it plays the same.
        const auto unpaired = std::count(base_clip_.begin(), base_clip_.end(), no_index);
        if (static_cast<std::size_t>(unpaired) * edited_clip_.size() > most_comparisons) return;
        for (u32 e = 0; e < base_clip_.size(); ++e) {
            if (base_clip_[e] != no_index) continue;
            for (u32 b = 0; b < edited_clip_.size(); ++b) {
                if (edited_clip_[b] != no_index || !is_same(work_.base.clips[b], work_.edited.clips[e])) continue;
                base_clip_[e] = b;
                edited_clip_[b] = e;
                break;
            }
        }
    }

    bool is_same(const Clip& base, const Clip& edited) {
        if (std::abs(length_of(base) - length_of(edited)) > slowest_sampling) return false;
        Clip ignored;
        u64 keys = 0;
        const auto mark = frames_.mark();
        const bool same =
            ClipComparing(work_, frames_, base, edited).run(ignored, keys) == ClipComparing::Outcome::same;
        frames_.forget_after(mark);
        return same;
    }

    Clip compared(const Clip& base, const Clip& edited) {
        Clip out = base;
        u64 keys = 0;
        const auto mark = frames_.mark();
        bool is_other = false;
        switch (ClipComparing(work_, frames_, base, edited).run(out, keys)) {
            case ClipComparing::Outcome::same: out = base; break;
            case ClipComparing::Outcome::keys: keys_ += keys; break;
            case ClipComparing::Outcome::other:
                is_other = true;
                frames_.forget_after(mark);
                out = adopted(edited);
                change("keys of clip " + edited.name + " changed");
                break;
        }
        out.extras = with_base_extras(edited.extras, base.extras, fields_);
        if (is_other) forget_rate(base, out);
        out.loop = base.loop;
        out.name = base.name;
        if (edited.name != base.name && !is_numbered(edited.name, base.name)) {
            out.name = edited.name;
            work_.change(ChangeKind::clip_names, 1, "clip " + base.name + " renamed to " + edited.name);
        }
        return out;
    }

    // Where each key shows a frame, the keys themselves say how many there are and how fast they play; what the base
    // said of its own keys does not hold for others.
    static void forget_rate(const Clip& base, Clip& out) {
        const auto shows_frame = [](const Channel& channel) { return channel.path == Path::frame; };
        const auto* members = out.extras.get_if<json::Object>();
        if (members == nullptr || std::none_of(base.channels.begin(), base.channels.end(), shows_frame)) return;
        Extras kept;
        for (const auto& [key, value] : *members) {
            const bool is_about_keys = key == "fps" || key == "frames" || key == "first_frame";
            const json::Value* before = base.extras.find(key);
            if (is_about_keys && before != nullptr && is_same_value(value, *before)) continue;
            kept.set(key, value);
        }
        out.extras = std::move(kept);
    }

    static bool is_numbered(std::string_view name, std::string_view base) {
        return name.size() == base.size() + 4 && name.starts_with(base) && name[base.size()] == '.';
    }

    // In the numbers of the outcome.
    Clip adopted(const Clip& clip) const {
        Clip out = clip;
        std::erase_if(out.channels, [&](const Channel& channel) { return work_.out_node[channel.node] == no_index; });
        for (Channel& channel : out.channels) channel.node = work_.out_node[channel.node];
        return out;
    }

    // Frames and targets do not go together: one of the two has to be for all clips.
    void show_frames_as_targets() {
        Scene& scene = work_.out.scene;
        for (Clip& clip : scene.clips) {
            for (Channel& channel : clip.channels) {
                const u32 mesh = scene.nodes[channel.node].mesh;
                if (mesh == no_index) continue;
                const bool frames = scene.meshes[mesh].frames.has_value();
                if (channel.path == Path::weights && frames) to_frames(channel, mesh);
                if (channel.path == Path::frame && !frames) to_weights(channel, scene.meshes[mesh]);
            }
        }
    }

    void to_frames(Channel& channel, u32 mesh) {
        const u32 count = work_.base.meshes[mesh].frames->count;
        const std::size_t targets = count - 1;
        for (std::size_t key = 0; targets > 0 && key + targets <= channel.values.size(); key += targets) {
            Mixture now;
            for (u32 t = 0; t < targets; ++t) {
                if (std::abs(channel.values[key + t]) > same_share) now[t + 1] = channel.values[key + t];
            }
            const auto single = single_frame(now, count);
            channel.frames.push_back(single ? *single : frames_.number_of(mesh, now, no_index));
        }
        channel.values.clear();
        channel.path = Path::frame;
    }

    static void to_weights(Channel& channel, const Mesh& mesh) {
        const std::size_t targets = mesh.targets.size();
        channel.values.assign(channel.frames.size() * targets, 0);
        for (std::size_t k = 0; k < channel.frames.size(); ++k) {
            const u32 frame = channel.frames[k];
            if (frame > 0 && frame <= targets) channel.values[k * targets + frame - 1] = 1;
        }
        channel.frames.clear();
        channel.path = Path::weights;
    }

    Work& work_;
    std::vector<u32> base_clip_{};    // by clip of the edited scene
    std::vector<u32> edited_clip_{};  // by clip of the base
    NewFrames frames_;
    u64 keys_ = 0, fields_ = 0;
};

}  // namespace

void compare_clips(Work& work) { ClipsComparing(work).run(); }

}  // namespace thaw::edit
