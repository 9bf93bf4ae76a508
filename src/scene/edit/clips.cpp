// Which clip is which, and which are new or gone.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "scene/edit/clip_keys.hpp"

namespace thaw::edit {

namespace {

constexpr std::size_t most_comparisons = 1u << 14;  // of clips with other names

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
        const bool same = compare_keys(work_, frames_, base, edited, ignored, keys) == KeysOutcome::same;
        frames_.forget_after(mark);
        return same;
    }

    Clip compared(const Clip& base, const Clip& edited) {
        Clip out = base;
        u64 keys = 0;
        const auto mark = frames_.mark();
        bool is_other = false;
        switch (compare_keys(work_, frames_, base, edited, out, keys)) {
            case KeysOutcome::same: out = base; break;
            case KeysOutcome::keys: keys_ += keys; break;
            case KeysOutcome::other:
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
    // known about its own keys does not hold for others.
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
