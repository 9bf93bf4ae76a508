#include "formats/ctc/model/between_keys.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/skeleton.hpp"

namespace thaw::ctc {

namespace {

constexpr u64 always_allowed = 4096;  // keys between the file's own
constexpr u64 allowed_per_key = 24;
constexpr double least_tolerance = 1e-6;  // radians; keys are 32-bit floats

// Of a bone's points, those farthest out in each of these directions and its opposite: a box around them is nearly the
// box around all.
constexpr Vec3d directions[] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1}, {1, 0, -1},
                                {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
struct Outline {
    std::array<Vec3d, 2 * std::size(directions)> points{};
    bool empty = true;

    void include(const Vec3d& p) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vec3d direction = directions[i / 2] * (i % 2 == 0 ? 1 : -1);
            if (empty || dot(direction, p) > dot(direction, points[i])) points[i] = p;
        }
        empty = false;
    }
};

struct JointReach {
    Outline outline{};  // from the joint's origin
    double lever = -1;  // the farthest point
    double moved = 0;   // the joint's origin from its parent's, in the frame where that is farthest
};

// As from key to key is another way, however short.
bool goes_its_own_way(const Turn& turn) { return turn.is_bent() || turn.total() > longest_part; }

std::vector<bool> drawn_points(const thaw::Mesh& mesh) {
    std::vector<bool> out(mesh.points.size());
    for (const Primitive& primitive : mesh.primitives) {
        for (const u32 corner : primitive.indices) out[primitive.points[corner]] = true;
    }
    return out;
}

// By bone: what of the drawn mesh hangs on it.
std::vector<JointReach> reaches_of(const SceneWork& work) {
    std::vector<JointReach> out(work.document.bones.size());
    if (work.mesh == no_index || work.scene.skins.empty()) return out;
    const thaw::Mesh& mesh = work.scene.meshes[work.mesh];
    const thaw::Skin& skin = work.scene.skins[0];
    std::vector<u32> bone_of_joint(skin.joints.size(), no_index);
    std::vector<thaw::Matrix> to_joint;
    for (const Mat4& bind : skin.inverse_binds) to_joint.push_back(matrix_of(bind));
    for (u32 b = 0; b < out.size(); ++b) {
        if (work.rig.joints[b] != no_index) bone_of_joint[work.rig.joints[b]] = b;
    }
    const auto drawn = drawn_points(mesh);
    const std::size_t n = mesh.influences.per_point;
    for (std::size_t p = 0; p < mesh.points.size(); ++p) {
        for (std::size_t i = p * n; drawn[p] && i < (p + 1) * n; ++i) {
            const u32 joint = mesh.influences.joints[i];
            if (!(mesh.influences.weights[i] > 0) || bone_of_joint[joint] == no_index) continue;
            const Vec3d at = transformed(to_joint[joint], as_double(mesh.points[p]));
            JointReach& reach = out[bone_of_joint[joint]];
            reach.outline.include(at);
            reach.lever = std::max(reach.lever, length(at));
        }
    }
    return out;
}

}  // namespace

BetweenKeys::BetweenKeys(SceneWork& work) : work_(work) {
    const u64 frames = work.document.num_frames();
    left_ = always_allowed + allowed_per_key * frames * (work.rig.order.size() + 1);
    measure();
}

// The size of the largest pose, and how far each turner may reach: along its bones, stretched out.
void BetweenKeys::measure() {
    const Document& d = work_.document;
    auto reaches = reaches_of(work_);
    const bool shows = std::any_of(reaches.begin(), reaches.end(), [](const auto& r) { return r.lever >= 0; });
    std::vector<thaw::Matrix> worlds(d.bones.size());
    for (u64 f = 0; shows && f < d.num_frames(); ++f) {
        Box3<double> box;
        const thaw::Matrix main = matrix_of(main_transform(work_, f));
        for (const u32 bone : work_.rig.order) {
            const Transform local = bone_transform(work_, f, bone);
            const auto parent = parent_of(d, bone);
            worlds[bone] = (parent ? worlds[*parent] : main) * matrix_of(local);
            JointReach& reach = reaches[bone];
            reach.moved = std::max(reach.moved, length(as_double(local.translation)));
            if (reach.outline.empty) continue;
            for (const Vec3d& p : reach.outline.points) box.include(transformed(worlds[bone], p));
        }
        for (std::size_t i = 0; i < 3; ++i) size_ = std::max(size_, box.high[i] - box.low[i]);
    }
    double lever = -1;  // of the main key
    for (auto bone = work_.rig.order.rbegin(); bone != work_.rig.order.rend(); ++bone) {
        const JointReach& reach = reaches[*bone];
        if (reach.lever < 0) continue;
        const auto parent = parent_of(d, *bone);
        double& above = parent ? reaches[*parent].lever : lever;
        above = std::max(above, reach.moved + reach.lever);
    }
    u32 channel = 1;  // each node has its translation first
    turners_.push_back({channel, no_index, lever});
    for (const u32 bone : work_.rig.order) turners_.push_back({channel += 2, bone, reaches[bone].lever});
}

// Nothing where a key is no number: the scene puts a pose at rest there.
std::optional<Turn> BetweenKeys::turn_at(const Turner& turner, const Clip& source, u64 interval, bool closed) const {
    const Document& d = work_.document;
    const bool last = interval + 1 == source.count;
    if (last && !closed) return std::nullopt;
    const u64 from = source.first + interval, to = last ? source.first : from + 1;
    const auto key = [&](u64 frame) -> const Key& {
        return turner.bone == no_index ? d.main_keys[static_cast<std::size_t>(frame)]
                                       : d.bone_keys_of(frame)[turner.bone];
    };
    if (!key(from).is_finite() || !key(to).is_finite()) return std::nullopt;
    return turn_between(key(from), key(to), turner.bone == no_index ? Wrap::no : Wrap::yes);
}

// Errors along a chain add up: the most turners of one that are off at all.
u32 BetweenKeys::longest_chain(const std::vector<std::optional<Turn>>& turns) const {
    std::vector<u32> chains(work_.document.bones.size());
    const auto own = [&](std::size_t i) { return turns[i] && turns[i]->is_bent() ? 1u : 0u; };
    u32 most = own(0);
    for (std::size_t i = 1; i < turners_.size(); ++i) {
        const auto parent = parent_of(work_.document, turners_[i].bone);
        u32& chain = chains[turners_[i].bone];
        chain = own(i) + (parent ? chains[*parent] : own(0));
        most = std::max(most, chain);
    }
    return std::max(most, 1u);
}

double BetweenKeys::tolerance(const Turner& turner, u32 chain) const {
    if (!(turner.lever > 0)) return angle_tolerance;
    const double share = size_tolerance * size_ / (chain * turner.lever);
    return share < angle_tolerance ? std::max(share, least_tolerance) : angle_tolerance;
}

u32 BetweenKeys::parts(const Turn& turn, double tolerance) {
    const Parts wanted = parts_of(turn, tolerance);
    const u64 count = std::min<u64>(wanted.count, left_ + 1);
    left_ -= count - 1;
    if (!wanted.enough || count < wanted.count) ++cut_;
    return static_cast<u32>(count);
}

void BetweenKeys::add(thaw::Clip& clip, const Clip& source, bool closed) {
    const std::vector<f32> whole = clip.timelines[0];
    if (whole.size() != source.count + 1) return;  // frames of no length
    std::vector<std::vector<f32>> times(turners_.size()), values(turners_.size());
    std::vector<std::optional<Turn>> turns(turners_.size());
    std::vector<std::vector<AngleTurn>> ways(turners_.size());
    const auto put = [&](std::size_t i, f32 time, Quat q) {
        auto& to = values[i];
        if (!to.empty()) q = nearer(q, {to[to.size() - 4], to[to.size() - 3], to[to.size() - 2], to.back()});
        times[i].push_back(time);
        to.insert(to.end(), {q.x, q.y, q.z, q.w});
    };
    const auto put_whole = [&](std::size_t i, std::size_t key) {
        const f32* q = clip.channels[turners_[i].channel].values.data() + 4 * key;
        put(i, whole[key], {q[0], q[1], q[2], q[3]});
    };
    for (u64 f = 0; f < source.count; ++f) {
        for (std::size_t i = 0; i < turners_.size(); ++i) turns[i] = turn_at(turners_[i], source, f, closed);
        const u32 chain = longest_chain(turns);
        const auto key = static_cast<std::size_t>(f);
        for (std::size_t i = 0; i < turners_.size(); ++i) {
            put_whole(i, key);
            if (turns[i] && goes_its_own_way(*turns[i])) {
                ways[i].push_back(
                    {whole[key], whole[key + 1], scene_angles(turns[i]->from), scene_angles(turns[i]->step)});
            }
            const u32 n = turns[i] ? parts(*turns[i], tolerance(turners_[i], chain)) : 1;
            for (u32 part = 1; part < n; ++part) {
                const double at = static_cast<double>(f * n + part) / n;
                const auto time = static_cast<f32>(at / work_.fps);
                if (!(time > times[i].back() && time < whole[key + 1])) continue;
                const Rotation q = scene_rotation(turns[i]->at(static_cast<double>(part) / n));
                put(i, time,
                    {static_cast<f32>(q[0]), static_cast<f32>(q[1]), static_cast<f32>(q[2]), static_cast<f32>(q[3])});
            }
        }
    }
    std::map<std::vector<f32>, u32> known{{whole, 0}};
    for (std::size_t i = 0; i < turners_.size(); ++i) {
        put_whole(i, static_cast<std::size_t>(source.count));
        Channel& channel = clip.channels[turners_[i].channel];
        channel.values = std::move(values[i]);
        channel.turns = std::move(ways[i]);
        const auto [at, is_new] = known.try_emplace(std::move(times[i]), static_cast<u32>(clip.timelines.size()));
        channel.timeline = at->second;
        if (is_new) clip.timelines.push_back(at->first);
    }
}

void BetweenKeys::report() {
    if (cut_ == 0) return;
    work_.reporter.report(issue::turns_cut, [&] { return Finding{"frames", {}, text::plural(cut_, "turn")}; });
}

}  // namespace thaw::ctc
