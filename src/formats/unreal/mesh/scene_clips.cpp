// Sequences of the script become clips, and give frames their names.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"

namespace thaw::unreal {

namespace {

constexpr u64 usual_keys = 256;                     // what a script may play however few frames there are
constexpr std::size_t longest_name_in_frames = 64;  // names of frames repeat it

class Sequences {
public:
    explicit Sequences(SceneWork& work) : work_(work), keys_left_(usual_keys + 16 * u64{work.extent.frames}) {}

    std::vector<Play> run(const Mesh& mesh) {
        std::vector<FrameRun> runs;
        for (const Sequence& sequence : mesh.sequences)
            runs.push_back({sequence.name, sequence.start, sequence.frames});
        const auto only_all = find_only_all(runs, mesh.frames_left(work_.document.frames_present()));
        for (std::size_t i = 0; i < only_all.size(); ++i) {
            const Sequence& sequence = mesh.sequences[i];
            if (only_all[i]) continue;
            Play play = cut(mesh, sequence);
            if (play.frames.empty()) continue;
            if (play.frames.size() > keys_left_) {
                report(issue::clips_skipped, sequence, {}, {});
                break;
            }
            keys_left_ -= play.frames.size();
            plays_.push_back(std::move(play));
        }
        return std::move(plays_);
    }

private:
    Play cut(const Mesh& mesh, const Sequence& sequence) {
        Play out{.name = text::to_utf8(sequence.name), .rate = sequence.rate, .sequence = &sequence};
        const u64 left = mesh.frames_left(work_.document.frames_present());
        if (sequence.listed.empty()) {
            add_run(mesh, sequence, left, out);
        } else {
            for (const i64 f : sequence.listed) {
                if (out.frames.size() > keys_left_) break;
                if (f < static_cast<i64>(work_.extent.frames)) out.frames.push_back(static_cast<u32>(f));
            }
        }
        if (out.frames.size() <= keys_left_ && static_cast<i64>(out.frames.size()) != sequence.frames) {
            report(issue::sequence_beyond_frames, sequence, text::plural(left, "frame"), sequence.described());
        }
        if (!is_speed(out.rate)) {
            report(issue::rate_unusable, sequence, "0.001 to 1000 frames a second", text::number(out.rate));
            out.rate = default_rate;
        }
        return out;
    }

    void add_run(const Mesh& mesh, const Sequence& sequence, u64 left, Play& out) {
        const i64 end = std::min(sequence.start + sequence.frames, static_cast<i64>(left));
        for (i64 f = std::max<i64>(sequence.start, 0); f < end && out.frames.size() <= keys_left_; ++f) {
            const u64 frame = mesh.file_frame(static_cast<u64>(f));
            if (frame >= work_.extent.frames) break;
            out.frames.push_back(static_cast<u32>(frame));
        }
    }

    void report(const IssueKind& kind, const Sequence& sequence, std::string expected, std::string found) {
        const Mesh& mesh = *work_.mesh();
        work_.issues.add(Issue{&kind, kind.severity, std::string(mesh.part()), mesh.line(sequence), sequence.offset,
                               std::move(expected), std::move(found)});
    }

    SceneWork& work_;
    u64 keys_left_;
    std::vector<Play> plays_;
};

// A notify belongs to the last sequence of its name.
std::map<const Sequence*, std::vector<const Notify*>> events_of(const Mesh& mesh) {
    std::map<std::string, const Sequence*> by_name;
    for (const Sequence& sequence : mesh.sequences) by_name[text::lower(sequence.name)] = &sequence;
    std::map<const Sequence*, std::vector<const Notify*>> out;
    for (const Notify& notify : mesh.notifies) {
        const auto found = by_name.find(text::lower(notify.sequence));
        if (found != by_name.end()) out[found->second].push_back(&notify);
    }
    return out;
}

}  // namespace

std::vector<bool> find_only_all(const std::vector<FrameRun>& runs, u64 frames) {
    const auto is_all = [](const FrameRun& run) { return text::equal_ignoring_case(run.name, "All"); };
    std::vector<bool> out(runs.size());
    if (std::all_of(runs.begin(), runs.end(), is_all)) return out;
    const auto within = [&](i64 frame) {
        return static_cast<std::size_t>(std::clamp<i64>(frame, 0, static_cast<i64>(frames)));
    };
    const auto end_of = [&](const FrameRun& run) { return within(run.start + std::min<i64>(run.frames, 1 << 20)); };
    std::vector<i64> shown(static_cast<std::size_t>(frames + 1));  // by how many others: first where that changes
    for (const FrameRun& run : runs) {
        if (is_all(run) || end_of(run) <= within(run.start)) continue;
        ++shown[within(run.start)];
        --shown[end_of(run)];
    }
    std::vector<u64> alone(static_cast<std::size_t>(frames + 1));  // how many frames before it nothing else shows
    i64 others = 0;
    for (std::size_t f = 0; f < frames; ++f) {
        others += shown[f];
        alone[f + 1] = alone[f] + (others == 0 ? 1u : 0u);
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::size_t from = within(runs[i].start), to = std::max(from, end_of(runs[i]));
        out[i] = is_all(runs[i]) && ((from == 0 && to == frames) || alone[to] == alone[from]);
    }
    return out;
}

bool is_speed(double rate) { return rate >= 0.001 && rate <= 1000; }  // false for what is no number

std::vector<Play> plays_of(SceneWork& work) {
    if (work.extent.frames < 2) return {};
    std::vector<Play> plays;
    const Mesh* mesh = work.mesh();
    if (mesh != nullptr) {
        plays = Sequences(work).run(*mesh);
        auto events = events_of(*mesh);
        for (Play& play : plays) {
            if (const auto found = events.find(play.sequence); found != events.end()) play.events = found->second;
        }
    }
    if (plays.empty()) {
        Play all{.name = "All"};
        for (u32 f = 0; f < work.extent.frames; ++f) all.frames.push_back(f);
        plays.push_back(std::move(all));
    }
    if (!work.options.fps && mesh != nullptr && mesh->modeldef && plays.front().sequence != nullptr) {
        work.issues.add(issue::modeldef_rate, "modeldef", mesh->line(), {},
                        text::number(modeldef_rate) + " frames a second");
    }
    if (work.options.fps) {
        for (Play& play : plays) play.rate = *work.options.fps;
    }
    return plays;
}

std::vector<std::string> frame_names(const SceneWork& work) {
    std::vector<std::string> names(work.extent.frames);
    const std::size_t digits = std::max<std::size_t>(3, std::to_string(work.extent.frames - 1).size());
    for (u32 f = 0; f < work.extent.frames; ++f) {
        const std::string number = std::to_string(f);
        names[f].append(digits - number.size(), '0').append(number);
    }
    for (const Play& play : work.plays) {
        if (play.name.size() > longest_name_in_frames) continue;
        for (std::size_t i = 0; i < play.frames.size(); ++i) {
            std::string& name = names[play.frames[i]];
            // The first sequence that shows a frame names it.
            if (name.size() == digits) name.append(" ").append(play.name).append(" ").append(std::to_string(i));
        }
    }
    return names;
}

Clip make_clip(const Play& play, u32 node, u32 first_frame) {
    Clip clip;
    clip.name = play.name;
    auto& times = clip.timelines.emplace_back();
    Channel channel{.node = node, .path = Path::frame};
    times.reserve(play.frames.size() + 1);
    channel.frames.reserve(play.frames.size() + 1);
    for (const u32 frame : play.frames) {
        times.push_back(static_cast<f32>(static_cast<double>(times.size()) / play.rate));
        channel.frames.push_back(frame - first_frame);
    }
    clip.channels.push_back(std::move(channel));

    clip.extras.set("fps", play.rate).set("first_frame", play.frames.front()).set("frames", play.frames.size());
    if (play.sequence == nullptr) return clip;
    if (!play.sequence->group.empty()) clip.extras.set("group", text::to_utf8(play.sequence->group));
    json::Array events;
    for (const Notify* notify : play.events) {
        const double at = std::isfinite(notify->time) ? notify->time : 0;
        json::Value event;
        event.set("seconds", at * static_cast<double>(play.frames.size()) / play.rate);
        event.set("name", text::to_utf8(notify->function));
        events.push_back(std::move(event));
    }
    if (!events.empty()) clip.extras.set("events", std::move(events));
    return clip;
}

}  // namespace thaw::unreal
