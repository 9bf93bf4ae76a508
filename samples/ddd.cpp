// The DDD sample: a frog that breathes when it stands and hops when it walks. It has everything a SoulFu creature has:
// a skin of two bones per vertex, a slot of eyes that the game makes blink, bones to hold a weapon and a rider, foot
// events, movement and a shadow.
//
// Stored axes: +X the creature's left, +Y front, +Z up, in feet. Read as if right-handed, triangles are
// counter-clockwise seen from outside.
#include "samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "ddd_images.hpp"
#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/family.hpp"
#include "images/encode_pcx.hpp"

namespace thaw::samples {

namespace {

using namespace ddd;

constexpr u16 scaling = 3;  // the smallest number of feet that holds every coordinate
constexpr double units_per_foot = 20000.0 / scaling;
constexpr u8 boning = 0, stand = 1, walk = 2;
constexpr u8 foot_event = 1;
constexpr u8 bone_left = 1, bone_saddle = 5;
constexpr int stand_frames = 75;
constexpr int hop_frames = 42;

struct P {
    double x, y, z;
};
P operator+(P a, P b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
P operator-(P a, P b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
P operator*(P a, double k) { return {a.x * k, a.y * k, a.z * k}; }
double dot(P a, P b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
P cross(P a, P b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
P unit(P a) { return a * (1 / std::sqrt(dot(a, a))); }
P mix(P a, P b, double t) { return a + (b - a) * t; }

// Of a fraction of a turn. Our own, so that every machine makes the same file.
double sine(double turns) {
    turns -= std::floor(turns + 0.5);
    if (turns > 0.25) turns = 0.5 - turns;
    if (turns < -0.25) turns = -0.5 - turns;
    const double x = turns * 6.283185307179586, s = x * x;
    return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))));
}
double cosine(double turns) { return sine(turns + 0.25); }
double smooth(double t) { return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t); }

i16 raw(double feet) { return static_cast<i16>(std::lround(feet * units_per_foot)); }

// --- the skeleton ----------------------------------------------------------------------------------------------------

enum Joint : u16 {
    rump,
    chest,
    nose,
    shoulder_l,
    shoulder_r,
    hand_l,
    hand_r,
    hip_l,
    hip_r,
    knee_l,
    knee_r,
    ankle_l,
    ankle_r,
    toe_l,
    toe_r,
    seat,
    seat_top,
    grip_top,
    joint_count
};
enum BoneIndex : u8 {
    spine,
    head,
    arm_l,
    arm_r,
    thigh_l,
    thigh_r,
    shin_l,
    shin_r,
    foot_l,
    foot_r,
    saddle,
    grip,
    bone_count
};

constexpr std::array<Bone, bone_count> skeleton{{{0, {rump, chest}},
                                                 {0, {chest, nose}},
                                                 {0, {shoulder_l, hand_l}},
                                                 {0, {shoulder_r, hand_r}},
                                                 {0, {hip_l, knee_l}},
                                                 {0, {hip_r, knee_r}},
                                                 {0, {knee_l, ankle_l}},
                                                 {0, {knee_r, ankle_r}},
                                                 {0, {ankle_l, toe_l}},
                                                 {0, {ankle_r, toe_r}},
                                                 {bone_saddle, {seat, seat_top}},
                                                 {bone_left, {hand_l, grip_top}}}};

struct Pose {
    double lift = 0;    // feet above the ground
    double pitch = 0;   // turns, nose up
    double legs = 0;    // 0 folded, 1 stretched out behind
    double arms = 0;    // 0 on the ground, 1 along the body
    double breath = 0;  // feet
};

using Joints = std::array<P, joint_count>;

Joints joints_in(const Pose& pose) {
    Joints j{};
    const auto turned = [&](P p) {  // about the hips
        const P from{0, -0.3, 0.3};
        const double s = sine(pose.pitch), c = cosine(pose.pitch);
        const P d = p - from;
        return from + P{d.x, d.y * c - d.z * s, d.y * s + d.z * c} + P{0, 0, pose.lift};
    };
    j[rump] = turned({0, -0.38, 0.30});
    j[chest] = turned({0, 0.12, 0.42 + pose.breath});
    j[nose] = turned({0, 0.58, 0.50 + pose.breath * 1.5});
    j[seat] = turned({0, -0.10, 0.66 + pose.breath});
    j[seat_top] = j[seat] + P{0, 0, 1};
    for (const double side : {1.0, -1.0}) {
        const bool right = side < 0;
        const auto at = [&](Joint left) -> P& { return j[left + (right ? 1u : 0u)]; };
        const auto mirrored = [&](P p) { return P{p.x * side, p.y, p.z}; };
        at(shoulder_l) = turned(mirrored({0.27, 0.24, 0.34 + pose.breath * 0.5}));
        at(hand_l) = mix(mirrored({0.38, 0.40, 0.04 + pose.lift}), turned(mirrored({0.36, -0.08, 0.22})), pose.arms);
        at(hip_l) = turned(mirrored({0.26, -0.34, 0.26}));
        at(knee_l) = mix(turned(mirrored({0.52, 0.00, 0.36})), turned(mirrored({0.36, -0.68, 0.16})), pose.legs);
        // Folded feet stay on the ground whatever the body does.
        at(ankle_l) = mix(mirrored({0.50, -0.42, 0.07 + pose.lift}), turned(mirrored({0.30, -1.02, 0.02})), pose.legs);
        at(toe_l) = mix(mirrored({0.60, 0.02, 0.03 + pose.lift}), turned(mirrored({0.38, -1.36, -0.16})), pose.legs);
    }
    // Nothing goes below the ground while the legs push.
    for (const Joint joint : {hand_l, hand_r, ankle_l, ankle_r, toe_l, toe_r}) j[joint].z = std::max(j[joint].z, 0.03);
    j[grip_top] = j[hand_l] + P{0, 0, 1};
    return j;
}

// Which way a bone faces: a direction it never points in itself, made square to it.
P forward_of(std::size_t bone, P along, double pitch) {
    const P up{0, -sine(pitch), cosine(pitch)};
    P facing{1, 0, 0};
    if (bone == spine || bone == head || bone == thigh_l || bone == thigh_r) facing = up;
    if (bone == saddle || bone == grip) facing = {0, 1, 0};
    return unit(facing - along * (dot(facing, along) / dot(along, along)));
}

Shadow shadow_under(double lift) {
    const i16 x = raw(0.62 - lift * 0.2), back = raw(-0.66 + lift * 0.15), front = raw(0.66 - lift * 0.2);
    const auto left = static_cast<i16>(-x);
    return {static_cast<u8>(190 - lift * 90), {{{left, front}, {x, front}, {x, back}, {left, back}}}};
}

Frame frame_of(u8 action, const Pose& pose) {
    Frame frame;
    frame.action = action;
    const Joints joints = joints_in(pose);
    for (const P& p : joints) frame.joints.push_back({raw(p.x), raw(p.y), raw(p.z)});
    for (std::size_t b = 0; b < skeleton.size(); ++b) {
        const P along = joints[skeleton[b].joints[1]] - joints[skeleton[b].joints[0]];
        const P f = forward_of(b, along, pose.pitch) * 32767;
        frame.forwards.push_back({static_cast<i16>(std::lround(f.x)), static_cast<i16>(std::lround(f.y)),
                                  static_cast<i16>(std::lround(f.z))});
    }
    frame.shadows[0] = shadow_under(pose.lift);
    return frame;
}

Pose hop(double t) {
    const double air = (t - 0.2) / 0.55;  // from push to landing
    Pose pose;
    pose.lift = air > 0 && air < 1 ? 0.75 * 4 * air * (1 - air) : 0;
    pose.legs = smooth((t - 0.12) / 0.2) * (1 - smooth((t - 0.5) / 0.25));
    pose.arms = smooth((t - 0.18) / 0.2) * (1 - smooth((t - 0.55) / 0.2));
    pose.pitch = 0.10 * smooth(t / 0.22) - 0.15 * smooth((t - 0.35) / 0.35) + 0.05 * smooth((t - 0.74) / 0.26);
    pose.breath = -0.03 * smooth((t - 0.72) / 0.06) * (1 - smooth((t - 0.82) / 0.18));
    return pose;
}

std::vector<Frame> frames() {
    std::vector<Frame> all{frame_of(boning, {})};
    for (int i = 0; i < stand_frames; ++i) {
        Pose pose;
        pose.breath = 0.022 * (1 - cosine(static_cast<double>(i) / stand_frames));
        all.push_back(frame_of(stand, pose));
    }
    for (int i = 0; i < hop_frames; ++i) {
        const double t = static_cast<double>(i) / hop_frames;
        const Pose pose = hop(t);
        all.push_back(frame_of(walk, pose));
        if (pose.lift > 0) all.back().movement = {0, 26};  // a tenth of a foot each tick, only in the air
        const bool was_up = hop(t - 1.0 / hop_frames).lift > 0;
        if (i > 0 && (pose.lift > 0) != was_up) all.back().events = foot_event;  // push and landing
    }
    return all;
}

// --- the skin --------------------------------------------------------------------------------------------------------

struct Binding {
    u8 first, second;
    double weight;  // of the first
};

class Skin {
public:
    u16 add(P at, Binding b, double u, double v) {
        if (b.weight < 0.5) b = {b.second, b.first, 1 - b.weight};
        const auto weight = static_cast<u8>(std::lround(b.weight * 127));
        base.vertices.push_back({{raw(at.x), raw(at.y), raw(at.z)}, {b.first, b.second}, weight});
        base.tex_vertices.push_back({static_cast<i16>(std::lround(u * 256)), static_cast<i16>(std::lround(v * 256))});
        return static_cast<u16>(base.vertices.size() - 1);
    }
    void triangle(std::size_t slot, u16 a, u16 b, u16 c) {
        base.slots[slot].triangles.push_back({{{{a, a}, {b, b}, {c, c}}}});
    }
    // A tube of rings of equal size, closed by a point at both ends.
    void tube(std::size_t slot, u16 start, const std::vector<std::vector<u16>>& rings, u16 end) {
        const std::size_t n = rings[0].size();
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t k = (i + 1) % n;
            triangle(slot, start, rings.front()[k], rings.front()[i]);
            for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
                triangle(slot, rings[r][i], rings[r][k], rings[r + 1][k]);
                triangle(slot, rings[r][i], rings[r + 1][k], rings[r + 1][i]);
            }
            triangle(slot, rings.back()[i], rings.back()[k], end);
        }
    }

    BaseModel base;
};

// The image runs from the rump at its left to the nose at its right, from the back at its top to the belly.
void add_body(Skin& skin) {
    struct Ring {
        double y, z, wide, high;
    };
    constexpr std::array<Ring, 9> profile{{{-0.50, 0.27, 0.16, 0.11},
                                           {-0.40, 0.30, 0.30, 0.21},
                                           {-0.22, 0.34, 0.39, 0.29},
                                           {0.00, 0.39, 0.41, 0.31},
                                           {0.18, 0.44, 0.38, 0.29},
                                           {0.34, 0.48, 0.38, 0.24},
                                           {0.50, 0.49, 0.34, 0.18},
                                           {0.62, 0.48, 0.24, 0.12},
                                           {0.69, 0.47, 0.12, 0.06}}};
    constexpr int sides = 12;
    const auto binding = [](double y) { return Binding{spine, head, 1 - smooth((y + 0.15) / 0.5)}; };
    const auto u = [](double y) { return 0.02 + 0.96 * (y + 0.54) / 1.26; };
    std::vector<std::vector<u16>> rings;
    for (const Ring& ring : profile) {
        rings.emplace_back();
        for (int i = 0; i < sides; ++i) {
            const double turn = static_cast<double>(i) / sides;
            const double across = -cosine(turn), up = sine(turn);
            const double flat = up < 0 ? 0.8 : 1;  // the belly is flatter than the back
            rings.back().push_back(skin.add({ring.wide * across, ring.y, ring.z + ring.high * up * flat},
                                            binding(ring.y), u(ring.y), 0.5 - 0.46 * up));
        }
    }
    const u16 tail = skin.add({0, -0.54, 0.26}, binding(-0.54), u(-0.54), 0.5);
    const u16 tip = skin.add({0, 0.72, 0.465}, binding(0.72), u(0.72), 0.5);
    skin.tube(0, tail, rings, tip);
}

// A limb along joints, thinner towards its end, with a flat paw.
struct Limb {
    std::vector<Joint> joints;
    std::vector<u8> bones;
    std::vector<double> radii;  // at each joint
};

void add_limb(Skin& skin, const Joints& joints, const Limb& limb) {
    constexpr int sides = 6;
    std::vector<std::vector<u16>> rings;
    const std::size_t last = limb.bones.size() - 1;
    const auto ring = [&](P center, P along, double wide, double high, Binding binding, double u) {
        const P side = unit(cross(along, {0, 0.1, 1}));
        const P up = cross(side, unit(along));
        rings.emplace_back();
        for (int i = 0; i < sides; ++i) {
            const double turn = static_cast<double>(i) / sides;
            rings.back().push_back(skin.add(center + side * (-cosine(turn) * wide) + up * (sine(turn) * high), binding,
                                            u, 0.30 - 0.16 * sine(turn)));
        }
    };
    for (std::size_t b = 0; b <= last; ++b) {
        const P from = joints[limb.joints[b]], to = joints[limb.joints[b + 1]], along = to - from;
        const double r0 = limb.radii[b], r1 = limb.radii[b + 1];
        const u8 before = limb.bones[b == 0 ? 0 : b - 1];
        const double u = 0.1 + 0.25 * static_cast<double>(b);
        ring(mix(from, to, 0.04), along, r0, r0, {limb.bones[b], before, 0.5}, u);
        ring(mix(from, to, 0.5), along, (r0 + r1) * 0.55, (r0 + r1) * 0.55, {limb.bones[b], limb.bones[b], 1}, u + 0.1);
    }
    const P end = joints[limb.joints[last + 1]], before = joints[limb.joints[last]];
    const P outward = unit({end.x - before.x, end.y - before.y + 0.3, 0});
    const Binding paw{limb.bones[last], limb.bones[last], 1};
    ring(end - outward * 0.04, outward, 0.075, 0.035, paw, 0.8);
    ring(end + outward * 0.07, outward, 0.115, 0.025, paw, 0.9);
    const u16 root = skin.add(joints[limb.joints[0]], {limb.bones[0], limb.bones[0], 1}, 0.1, 0.3);
    const u16 tip = skin.add(end + outward * 0.13, paw, 0.95, 0.3);
    skin.tube(0, root, rings, tip);
}

// The image's upper left quarter: pupil in the middle, lid at the rim. The other quarters are for blinking.
void add_eye(Skin& skin, double side) {
    constexpr int sides = 8, steps = 5;
    constexpr double radius = 0.135;
    const P center{0.215 * side, 0.36, 0.70};
    const P gaze = unit({0.62 * side, 0.74, 0.18});
    const P right = unit(cross(gaze, {0, 0, 1})), up = cross(right, gaze);
    const Binding binding{head, head, 1};
    std::vector<std::vector<u16>> rings;
    for (int s = steps; s >= 1; --s) {  // from behind to the front
        const double angle = 0.5 * s / (steps + 1.0);
        rings.emplace_back();
        for (int i = 0; i < sides; ++i) {
            const double turn = static_cast<double>(i) / sides;
            const P out = right * cosine(turn) + up * -sine(turn);
            const double r = 0.235 * 2 * angle;
            rings.back().push_back(skin.add(center + (gaze * cosine(angle) + out * sine(angle)) * radius, binding,
                                            0.25 + r * cosine(turn), 0.25 + r * sine(turn)));
        }
    }
    const u16 back = skin.add(center - gaze * radius, binding, 0.25, 0.02);
    const u16 front = skin.add(center + gaze * radius, binding, 0.25, 0.25);
    skin.tube(1, back, rings, front);
}

BaseModel body() {
    constexpr u8 plain = 0, blinking_without_outline = 32 | 64;
    const Joints joints = joints_in({});
    Skin skin;
    skin.base.slots[0] = {1, plain, 255, {}};
    skin.base.slots[1] = {1, blinking_without_outline, 255, {}};
    add_body(skin);
    add_limb(skin, joints, {{shoulder_l, hand_l}, {arm_l}, {0.10, 0.05}});
    add_limb(skin, joints, {{shoulder_r, hand_r}, {arm_r}, {0.10, 0.05}});
    add_limb(skin, joints, {{hip_l, knee_l, ankle_l, toe_l}, {thigh_l, shin_l, foot_l}, {0.16, 0.10, 0.06, 0.05}});
    add_limb(skin, joints, {{hip_r, knee_r, ankle_r, toe_r}, {thigh_r, shin_r, foot_r}, {0.16, 0.10, 0.06, 0.05}});
    add_eye(skin, 1);
    add_eye(skin, -1);
    skin.base.bones.assign(skeleton.begin(), skeleton.end());
    skin.base.joint_sizes.assign(joint_count, 5);
    skin.base.joint_sizes[rump] = skin.base.joint_sizes[chest] = 25;
    skin.base.joint_sizes[nose] = 15;
    return std::move(skin.base);
}

std::vector<u8> bytes_of(const Model& model) {
    const auto written = write(model);
    if (!written) std::abort();  // a mistake in this file
    const Bytes bytes = written->parts[0].bytes.bytes();
    return {bytes.begin(), bytes.end()};
}

Model model() {
    auto document = std::make_unique<ddd::Document>();
    document->file.scaling = scaling;
    document->file.bases.push_back(body());
    document->file.frames = frames();
    return {&ddd::format, {}, std::move(document)};
}

// What the game has in memory when it has loaded the frog.
Model ready_model() {
    Issues issues;
    auto made = convert_document(model(), rdy::format, issues);
    if (!made || !issues.empty()) std::abort();
    return std::move(*made);
}

}  // namespace

std::vector<SampleFile> ddd_sample() {
    // In the game a script says which slot shows which image.
    const std::string names = "{\"0\": \"FROG.PCX\", \"1\": \"FROGEYE.PCX\"}\n";
    return {{"soulfu/FROG.DDD", bytes_of(model())},
            {"soulfu/FROG.RDY", bytes_of(ready_model())},
            {"soulfu/FROG.PCX", encode_pcx(frog_skin_image())},
            {"soulfu/FROGEYE.PCX", encode_pcx(frog_eye_image())},
            {"soulfu/FROG.textures.json", {names.begin(), names.end()}}};
}

}  // namespace thaw::samples
