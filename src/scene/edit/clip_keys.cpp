#include "scene/edit/clip_keys.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "scene/shapes.hpp"

namespace thaw::edit {

namespace {

constexpr double same_time = 1e-4;       // seconds
constexpr double alike_movement = 1e-3;  // what a key at another time may be off by

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

    KeysOutcome run(Clip& out, u64& keys) {
        const auto then = times_of(base_), now = times_of(edited_);
        const bool at_base_keys = std::all_of(now.begin(), now.end(), [&](double t) { return is_among(then, t); });
        const double longer = std::abs(length_of(base_) - length_of(edited_));
        if (longer > (at_base_keys ? 1e-3 : slowest_sampling)) return KeysOutcome::other;
        // A sampled clip may be right at each of its keys; one that has lost keys of the base is looked at where those
        // were.
        const auto& looked_at = at_base_keys ? then : now;
        std::vector<double> off;
        for (const double t : looked_at) {
            if (work_.is_stopped()) return KeysOutcome::same;
            if (!is_same_at(t, !at_base_keys)) off.push_back(t);
        }
        if (off.empty()) return KeysOutcome::same;
        out = base_;
        keys = put_keys(out, at_base_keys ? std::vector<double>() : now, off);
        return follows(out, now) ? KeysOutcome::keys : KeysOutcome::other;
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
            channel.turns.clear();  // they led to the key that was
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
        const bool is_key = single && channel.frames[k] != frame;  // NewFrames reports the others
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

}  // namespace

double length_of(const Clip& clip) {
    double out = 0;
    for (const auto& times : clip.timelines) out = std::max(out, times.empty() ? 0.0 : double{times.back()});
    return out;
}

KeysOutcome compare_keys(Work& work, NewFrames& frames, const Clip& base, const Clip& edited, Clip& out, u64& keys) {
    return ClipComparing(work, frames, base, edited).run(out, keys);
}

}  // namespace thaw::edit
