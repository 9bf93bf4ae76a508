// The TWM sample: a flower in a pot that sways in the wind, and that turns to the sun and bows. It has what the format
// can hold: five meshes, a skeleton, weights of one and two joints, and two animations of unit quaternions.
//
// Metres, +Y up, the flower looks to +Z, triangles counter-clockwise seen from outside.
#include "samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "formats/twm/document.hpp"
#include "formats/twm/family.hpp"

namespace thaw::samples {

namespace {

using namespace twm;
// The scene has words of the same name.
using twm::Mesh;
using twm::Vec2;
using twm::Vec3;

struct P {
    double x, y, z;
};
P operator+(P a, P b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
P operator-(P a, P b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
P operator*(P a, double k) { return {a.x * k, a.y * k, a.z * k}; }
double dot(P a, P b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
P cross(P a, P b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
P unit(P a) { return a * (1 / std::sqrt(dot(a, a))); }
Vec3 stored(P p) { return {static_cast<f32>(p.x), static_cast<f32>(p.y), static_cast<f32>(p.z)}; }
P loaded(const Vec3& v) { return {v.x, v.y, v.z}; }

// Of a fraction of a turn. Our own, so that every machine makes the same file.
double sine(double turns) {
    turns -= std::floor(turns + 0.5);
    if (turns > 0.25) turns = 0.5 - turns;
    if (turns < -0.25) turns = -0.5 - turns;
    const double x = turns * 6.283185307179586, s = x * x;
    return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))));
}
double cosine(double turns) { return sine(turns + 0.25); }

// --- the skeleton ----------------------------------------------------------------------------------------------------

enum JointIndex : u32 { root, stem_low, stem_high, head, leaf_left, leaf_right, joint_count };

struct JointPlan {
    u32 parent;
    P place;
};
constexpr std::array<JointPlan, joint_count> plan{{{no_parent, {0, 0, 0}},
                                                   {root, {0, 0.12, 0}},
                                                   {stem_low, {0, 0.24, 0}},
                                                   {stem_high, {0, 0.38, 0}},
                                                   {stem_low, {-0.01, 0.17, 0}},
                                                   {stem_low, {0.01, 0.2, 0}}}};

P local_place(u32 j) {
    return plan[j].parent == no_parent ? plan[j].place : plan[j].place - plan[plan[j].parent].place;
}

void add_skeleton(twm::Document& document) {
    document.skeleton_flag = 1;
    document.layout.joints = JointForm::packed;
    for (const JointPlan& joint : plan) {
        const Vec3 back = stored(P{0, 0, 0} - joint.place);
        document.joints.push_back(
            {joint.parent, 0, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, back.x + 0.0f, back.y + 0.0f, back.z + 0.0f, 1}});
    }
}

// --- shapes ----------------------------------------------------------------------------------------------------------

class Shape {
public:
    Shape() { mesh_.has_normals = mesh_.has_uvs = mesh_.has_deformer = 1; }

    u32 vertex(P place, P normal, double u, double v, u32 joint) {
        return vertex(place, normal, u, v, joint, joint, 0);
    }
    // `share` of the weight goes to the second joint.
    u32 vertex(P place, P normal, double u, double v, u32 first, u32 second, double share) {
        mesh_.positions.push_back(stored(place));
        mesh_.normals.push_back(stored(unit(normal)));
        mesh_.uvs.push_back({static_cast<f32>(u), static_cast<f32>(v)});
        if (share < 1) mesh_.weights.push_back({first, 1 - share});
        if (share > 0) mesh_.weights.push_back({second, share});
        mesh_.weight_counts.push_back((share < 1 ? 1u : 0u) + (share > 0 ? 1u : 0u));
        return static_cast<u32>(mesh_.positions.size() - 1);
    }
    // Turned so that its front is where its normals point.
    void triangle(u32 a, u32 b, u32 c) {
        const P pa = loaded(mesh_.positions[a]), pb = loaded(mesh_.positions[b]), pc = loaded(mesh_.positions[c]);
        const P normal = loaded(mesh_.normals[a]) + loaded(mesh_.normals[b]) + loaded(mesh_.normals[c]);
        if (dot(cross(pb - pa, pc - pa), normal) < 0) std::swap(b, c);
        mesh_.indices.insert(mesh_.indices.end(), {a, b, c});
    }
    void quad(u32 a, u32 b, u32 c, u32 d) {
        triangle(a, b, c);
        triangle(a, c, d);
    }
    Mesh take() { return std::move(mesh_); }

private:
    Mesh mesh_;
};

struct Ring {
    double radius, height;
    P slope;  // the normal in the plane of the profile: x outward, y up
};

// A surface of revolution around +Y.
template <class Add>
void revolve(Shape& shape, const std::vector<Ring>& rings, int sides, Add&& add) {
    std::vector<u32> rows;
    for (std::size_t r = 0; r < rings.size(); ++r) {
        for (int s = 0; s <= sides; ++s) {
            const double turn = static_cast<double>(s) / sides;
            const P out{cosine(turn), 0, sine(turn)};
            const P place = out * rings[r].radius + P{0, rings[r].height, 0};
            const P normal = out * rings[r].slope.x + P{0, rings[r].slope.y, 0};
            rows.push_back(add(place, normal, turn, static_cast<double>(r) / static_cast<double>(rings.size() - 1)));
        }
    }
    const auto at = [&](std::size_t r, int s) {
        return rows[r * static_cast<std::size_t>(sides + 1) + static_cast<std::size_t>(s)];
    };
    for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
        for (int s = 0; s < sides; ++s) shape.quad(at(r, s), at(r, s + 1), at(r + 1, s + 1), at(r + 1, s));
    }
}

Mesh pot() {
    Shape shape;
    const std::vector<Ring> rings{{0.001, 0, {0, -1, 0}},       {0.055, 0, {0, -1, 0}},    {0.055, 0, {1, -0.2, 0}},
                                  {0.075, 0.08, {1, -0.2, 0}},  {0.085, 0.08, {1, 0, 0}},  {0.085, 0.1, {1, 0, 0}},
                                  {0.085, 0.1, {0, 1, 0}},      {0.07, 0.1, {0, 1, 0}},    {0.07, 0.1, {-1, 0.3, 0}},
                                  {0.068, 0.085, {-1, 0.3, 0}}, {0.068, 0.085, {0, 1, 0}}, {0.001, 0.09, {0, 1, 0}}};
    revolve(shape, rings, 14, [&](P p, P n, double u, double v) { return shape.vertex(p, n, u, v, root); });
    return shape.take();
}

// How much of a point of the stem follows the joint above, and which two joints share it.
struct Share {
    u32 first, second;
    double share;
};
Share share_at(double height) {
    constexpr std::array<u32, 4> chain{root, stem_low, stem_high, head};
    constexpr double reach = 0.04;  // the joints blend this far to both sides
    Share out{root, root, 0};
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const double t = (height - plan[chain[i]].place.y + reach) / (2 * reach);
        if (t <= 0) break;
        out = t >= 1 ? Share{chain[i], chain[i], 0} : Share{chain[i - 1], chain[i], t};
    }
    return out;
}

Mesh stem() {
    Shape shape;
    std::vector<Ring> rings;
    for (int i = 0; i <= 15; ++i) rings.push_back({0.009 - 0.0002 * i, 0.08 + 0.02 * i, {1, 0, 0}});
    revolve(shape, rings, 8, [&](P p, P n, double u, double v) {
        const Share share = share_at(p.y);
        return shape.vertex(p, n, u, v, share.first, share.second, share.share);
    });
    // The calyx: what is seen of the head from behind.
    const std::vector<Ring> calyx{{0.04, 0, {1, 0.6, 0}}, {0.03, 0.012, {0.6, 1, 0}}, {0.001, 0.018, {0, 1, 0}}};
    revolve(shape, calyx, 10, [&](P p, P n, double u, double v) {
        return shape.vertex(plan[head].place + P{p.x, p.z, 0.012 - p.y}, {n.x, n.z, -n.y}, u, v, head);
    });
    return shape.take();
}

// A leaf or petal from `base` along `along`, in four steps, with both of its sides.
void blade(Shape& shape, P base, P along, P across, double width, double bend, u32 joint) {
    const P up = unit(cross(along, across));
    constexpr std::array<double, 5> outline{0.35, 0.85, 1, 0.7, 0.05};
    for (const double side : {1.0, -1.0}) {
        std::vector<u32> left, right;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const double t = static_cast<double>(i) / (outline.size() - 1.0);
            const P middle = base + along * t + up * (bend * t * t);
            const P normal = (up - along * (2 * bend * t / dot(along, along))) * side;
            const P half = unit(across) * (width / 2 * outline[i]);
            left.push_back(shape.vertex(middle - half, normal, 0.5 - outline[i] / 2, 1 - t, joint));
            right.push_back(shape.vertex(middle + half, normal, 0.5 + outline[i] / 2, 1 - t, joint));
        }
        for (std::size_t i = 0; i + 1 < left.size(); ++i) shape.quad(left[i], right[i], right[i + 1], left[i + 1]);
    }
}

Mesh petals() {
    Shape shape;
    constexpr int count = 13;
    for (int i = 0; i < count; ++i) {
        const double turn = static_cast<double>(i) / count;
        const P out{sine(turn), cosine(turn), 0};
        const P across{cosine(turn), -sine(turn), 0};
        const P base = plan[head].place + P{0, 0, 0.012 + 0.004 * (i % 2)} + out * 0.03;
        blade(shape, base, out * 0.075, across, 0.036, -0.016, head);
    }
    return shape.take();
}

// The brown middle: a dome that looks to +Z.
Mesh disc() {
    Shape shape;
    std::vector<Ring> rings;
    for (int i = 0; i <= 4; ++i) {
        const double turn = 0.25 * i / 4;
        rings.push_back({0.001 + 0.038 * cosine(turn), 0.018 * sine(turn), {cosine(turn), 2 * sine(turn) + 0.01, 0}});
    }
    const auto forward = [](P p) { return P{p.x, -p.z, p.y}; };
    revolve(shape, rings, 14, [&](P p, P n, double u, double v) {
        return shape.vertex(plan[head].place + P{0, 0, 0.014} + forward(p), forward(n), u, v, head);
    });
    return shape.take();
}

Mesh leaves() {
    Shape shape;
    blade(shape, plan[leaf_left].place, {-0.1, 0.05, 0.02}, {0, 0.02, -0.1}, 0.05, -0.02, leaf_left);
    blade(shape, plan[leaf_right].place, {0.09, 0.06, -0.01}, {0, -0.02, 0.1}, 0.045, 0.02, leaf_right);
    return shape.take();
}

// --- animations ------------------------------------------------------------------------------------------------------

using Quaternion = std::array<f32, 4>;

Quaternion turned(P axis, double turns) {
    const P a = axis * sine(turns / 2);
    return {static_cast<f32>(a.x), static_cast<f32>(a.y), static_cast<f32>(a.z), static_cast<f32>(cosine(turns / 2))};
}

constexpr P x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

template <class Pose>
Animation animate(u32 milliseconds, u32 keys, Pose&& pose) {
    Animation animation;
    for (u32 j = 0; j < joint_count; ++j) {
        animation.key_counts.push_back(keys + 1);
        for (u32 k = 0; k <= keys; ++k) {
            const double t = static_cast<double>(k) / keys;
            animation.keys.push_back({milliseconds * k / keys, stored(local_place(j)), {1, 1, 1}, pose(j, t)});
        }
    }
    return animation;
}

Animation sway() {
    return animate(2400, 12, [](u32 j, double t) {
        switch (j) {
            case stem_low: return turned(z_axis, 0.014 * sine(t));
            case stem_high: return turned(z_axis, 0.022 * sine(t - 0.08));
            case head: return turned(z_axis, 0.03 * sine(t - 0.16));
            case leaf_left: return turned(z_axis, 0.02 * sine(2 * t + 0.1));
            case leaf_right: return turned(z_axis, 0.02 * sine(2 * t - 0.2));
            default: return turned(z_axis, 0);
        }
    });
}

// It looks for the sun to its left and bows to it.
Animation greet() {
    return animate(3000, 15, [](u32 j, double t) {
        const double bow = 0.5 - 0.5 * cosine(t);
        switch (j) {
            case stem_low: return turned(y_axis, 0.11 * bow);
            case stem_high: return turned(x_axis, 0.07 * bow * bow);
            case head: return turned(x_axis, 0.1 * bow * bow);
            case leaf_left: return turned(z_axis, -0.06 * bow);
            case leaf_right: return turned(z_axis, 0.06 * bow);
            default: return turned(y_axis, 0);
        }
    });
}

}  // namespace

std::vector<SampleFile> twm_sample() {
    auto document = std::make_unique<twm::Document>();
    add_skeleton(*document);
    document->meshes = {pot(), stem(), petals(), disc(), leaves()};
    document->animations = {sway(), greet()};
    const Model model{&twm::format, {}, std::move(document)};
    const auto written = write(model);
    if (!written) std::abort();  // a sample that cannot be written is a mistake in this file
    const Bytes bytes = written->parts[0].bytes.bytes();
    return {{"twm/flower.twm", {bytes.begin(), bytes.end()}}};
}

}  // namespace thaw::samples
