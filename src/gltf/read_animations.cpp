// Animations become clips. Channels that share their times share a timeline.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"
#include "gltf/cubic.hpp"
#include "gltf/read_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::gltf {

namespace {

constexpr double cubic_share = 1e-3;  // of how far a channel's values are apart
constexpr u32 most_pieces = 64;       // between two keys of a curve

class ClipReader {
public:
    ClipReader(Reading& r, Ref json) : r_(r), in_(r.input), json_(json) {}

    void run() {
        clip_.name = in_.text(json_, "name");
        samplers_ = in_.member(json_, "samplers", Kind::array).items();
        if (!in_.charge(json_, samplers_.size() * sizeof(Ref))) return;
        for (const Ref json : in_.member(json_, "channels", Kind::array).items()) {
            if (!in_.charge(json, sizeof(Channel) + 48)) return;
            channel(json);
            if (!in_.ok()) return;
        }
        r_.scene.clips.push_back(std::move(clip_));
    }

private:
    // Which keys of an input are of use.
    struct Timeline {
        u32 index = 0;            // in the clip
        std::vector<u32> keys{};  // empty: all of them
        std::size_t all = 0;
    };

    void channel(Ref json) {
        const Ref target = in_.member(json, "target", Kind::object);
        const std::string path = in_.text(target, "path");
        const u32 old = in_.index(target, "node", r_.nodes.size());
        const u32 sampler = in_.required_index(json, "sampler", samplers_.size());
        if (!in_.ok()) return;
        Channel out;
        if (const char* why = aim(old, path, out)) return in_.note(issue::channel, json, {}, why);
        const Ref source = samplers_[sampler];  // of which many channels may make use
        if (!in_.work(json, source.size())) return;
        const std::string interpolation = in_.text(source, "interpolation");
        const bool cubic = interpolation == "CUBICSPLINE";
        if (interpolation == "STEP") out.interpolation = Interpolation::step;
        const Timeline* times = timeline(source);
        if (times == nullptr) return;
        out.timeline = times->index;
        if (!values(source, *times, cubic, out)) return;
        if (clip_.timelines[times->index].empty()) return in_.note(issue::channel, json, {}, "no keys");
        taken_.emplace(out.node, out.path);
        if (cubic) straighten(json, out);
        if (out.path == Path::rotation) fix_rotations(json, out);
        clip_.channels.push_back(std::move(out));
    }

    // Node and path; else why there is nothing to move.
    const char* aim(u32 old, const std::string& path, Channel& out) {
        if (path == "translation") {
            out.path = Path::translation;
        } else if (path == "rotation") {
            out.path = Path::rotation;
        } else if (path == "scale") {
            out.path = Path::scale;
        } else if (path == "weights") {
            out.path = Path::weights;
        } else {
            return "unknown path";
        }
        const auto& nodes = out.path == Path::weights ? r_.mesh_nodes : r_.nodes;
        out.node = old == no_index ? no_index : nodes[old];
        if (out.node == no_index) return "no node of this scene";
        if (taken_.contains({out.node, out.path})) return "moved by another channel";
        const Node& node = r_.scene.nodes[out.node];
        if (out.path == Path::weights && (node.mesh == no_index || r_.scene.meshes[node.mesh].targets.empty())) {
            return "no morph targets";
        }
        if (out.path != Path::weights && node.skin != no_index) return "only joints move a skinned mesh";
        return nullptr;
    }

    const Timeline* timeline(Ref sampler) {
        const u32 input = in_.required_index(sampler, "input", in_.list("accessors").size());
        if (!in_.ok()) return nullptr;
        const auto [at, is_new] = timelines_.try_emplace(input);
        Timeline& out = at->second;
        if (!is_new) return &out;
        const Numbers* numbers = r_.accessors.find(sampler.find("input"), {1});
        std::vector<f32> times;
        if (numbers == nullptr || !r_.accessors.floats(*numbers, times)) return nullptr;
        out.all = times.size();
        out.index = static_cast<u32>(clip_.timelines.size());
        std::vector<f32> good;
        for (u32 k = 0; k < times.size(); ++k) {
            if (times[k] < 0 || (!good.empty() && times[k] <= good.back())) continue;
            good.push_back(times[k]);
            out.keys.push_back(k);
        }
        if (good.size() == times.size()) {
            out.keys.clear();
        } else {
            in_.note(issue::times, numbers->json, {},
                     std::to_string(times.size() - good.size()) + " of " + std::to_string(times.size()));
        }
        clip_.timelines.push_back(std::move(good));
        return &out;
    }

    std::size_t width_of(const Channel& channel) const {
        if (channel.path == Path::rotation) return 4;
        if (channel.path != Path::weights) return 3;
        return r_.scene.meshes[r_.scene.nodes[channel.node].mesh].targets.size();
    }

    bool values(Ref sampler, const Timeline& times, bool cubic, Channel& out) {
        const Ref value = sampler.find("output");
        if (!value) return in_.fail(Code::bad_value, sampler, "'output' is missing");
        const std::size_t width = width_of(out);
        const u32 element = out.path == Path::weights ? 1 : static_cast<u32>(width);
        const Numbers* numbers = r_.accessors.find(value, {element});
        if (numbers == nullptr) return false;
        const u64 row = u64{width} * (cubic ? 3 : 1);
        if (numbers->count * element != row * times.all) {
            return in_.fail(Code::bad_value, value,
                            std::to_string(numbers->count) + " elements for " + text::plural(times.all, "key"));
        }
        std::vector<f32> all;
        if (!r_.accessors.floats(*numbers, all)) return false;
        if (times.keys.empty() && clip_.timelines[times.index].size() == times.all) {
            out.values = std::move(all);
            return true;
        }
        for (const u32 key : times.keys) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(key * row);
            out.values.insert(out.values.end(), first, first + static_cast<std::ptrdiff_t>(row));
        }
        return true;
    }

    void straighten(Ref json, Channel& out) {
        const std::size_t width = width_of(out);
        const auto& times = clip_.timelines[out.timeline];
        f32 least = 0;
        f32 most = 0;
        for (std::size_t key = 0; key < times.size(); ++key) {
            for (std::size_t k = 0; k < width; ++k) {
                const f32 v = out.values[(3 * key + 1) * width + k];
                least = key + k == 0 ? v : std::min(least, v);
                most = key + k == 0 ? v : std::max(most, v);
            }
        }
        const double range = double{most} - double{least};
        const double tolerance = cubic_share * (out.path == Path::rotation ? 1 : std::max(range, 1e-3));
        if (!in_.charge(json, out.values.size() * u64{4})) return;
        Straightened made = straightened(times, out.values, width, tolerance, most_pieces);
        if (!in_.charge(json, (made.values.size() + made.times.size()) * u64{8})) return;
        in_.note(issue::cubic, json, "within " + text::number(tolerance), "within " + text::number(made.error));
        out.values = std::move(made.values);
        out.interpolation = Interpolation::linear;
        // Channels that bend equally little often stand side by side.
        if (made.times == times) return;
        if (made.times != clip_.timelines.back()) clip_.timelines.push_back(std::move(made.times));
        out.timeline = static_cast<u32>(clip_.timelines.size() - 1);
    }

    void fix_rotations(Ref json, Channel& out) {
        bool fine = true;
        for (std::size_t i = 0; i + 3 < out.values.size(); i += 4) {
            f32* q = out.values.data() + i;
            const double squared = static_cast<double>(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
            if (std::abs(squared - 1) < 9e-4) continue;
            // What lies between two keys of a curve, and what was rounded to a byte, is a little short.
            fine = fine && squared > 0.5 && squared < 2;
            const Quat n = normalised({q[0], q[1], q[2], q[3]});
            q[0] = n.x;
            q[1] = n.y;
            q[2] = n.z;
            q[3] = n.w;
        }
        if (!fine) in_.note(issue::rotation, json);
    }

    Reading& r_;
    Input& in_;
    Ref json_;
    Clip clip_;
    std::vector<Ref> samplers_;
    std::map<u32, Timeline> timelines_;  // by accessor
    std::set<std::pair<u32, Path>> taken_;
};

// Timelines that only channels without use or curves had.
void drop_unused_timelines(Clip& clip) {
    std::vector<u32> at(clip.timelines.size(), no_index);
    std::vector<std::vector<f32>> used;
    for (Channel& channel : clip.channels) {
        if (at[channel.timeline] == no_index) {
            at[channel.timeline] = static_cast<u32>(used.size());
            used.push_back(std::move(clip.timelines[channel.timeline]));
        }
        channel.timeline = at[channel.timeline];
    }
    clip.timelines = std::move(used);
}

// Rates, events and whether it loops, as an earlier writer kept them with a node. Equal names take turns.
void restore_clips(Reading& r) {
    if (r.clips.empty()) return;
    std::map<std::string, std::vector<Clip*>, std::less<>> by_name;
    for (Clip& clip : r.scene.clips) by_name[clip.name].push_back(&clip);
    std::map<std::string, std::size_t, std::less<>> next;
    for (const Extras& all : r.clips) {
        for (const auto& [name, value] : *all.get_if<json::Object>()) {
            const auto found = by_name.find(name);
            const auto* members = value.get_if<json::Object>();
            if (found == by_name.end() || members == nullptr) continue;
            std::size_t& turn = next[name];
            if (turn >= found->second.size()) continue;
            Clip& clip = *found->second[turn++];
            json::Object left;
            for (const auto& member : *members) {
                const auto* loop = member.second.get_if<bool>();
                if (member.first == "loop" && loop != nullptr) {
                    clip.loop = *loop;
                } else {
                    left.push_back(member);
                }
            }
            if (!left.empty()) clip.extras = std::move(left);
        }
    }
}

}  // namespace

void read_animations(Reading& r) {
    const auto& all = r.input.list("animations");
    if (!r.input.charge({}, all.size() * sizeof(Clip))) return;
    r.scene.clips.reserve(all.size());
    for (const Ref json : all) {
        if (!r.input.ok()) return;
        ClipReader(r, json).run();
    }
    if (!r.input.ok()) return;
    for (Clip& clip : r.scene.clips) drop_unused_timelines(clip);
    restore_clips(r);
}

}  // namespace thaw::gltf
