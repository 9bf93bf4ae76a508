#include "penguin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace thaw::samples {

namespace {

constexpr double pi = 3.14159265358979323846;

enum Bone : u16 { hips, head, left_flipper, right_flipper, left_foot, right_foot, bone_count };
constexpr std::array<const char*, bone_count> bone_names{"hips",          "head",      "left_flipper",
                                                         "right_flipper", "left_foot", "right_foot"};
constexpr std::array<Vec3, bone_count> bone_places{{{0, 0.12f, 0},
                                                    {0, 0.33f, 0},
                                                    {0.12f, 0.28f, 0},
                                                    {-0.12f, 0.28f, 0},
                                                    {0.06f, 0.04f, 0.02f},
                                                    {-0.06f, 0.04f, 0.02f}}};
constexpr std::array<u16, bone_count> bone_parents{hips, hips, hips, hips, hips, hips};

// The image: four squares of 64 pixels side by side and below each other.
constexpr u32 image_side = 128;
constexpr u32 square = 64;
enum Square : u32 { body_square, head_square, flipper_square, orange_square };

// A part of the bird: an ellipsoid on a bone, softly held by a second one near its seam.
struct Part {
    Vec3 middle;
    Vec3 radius;
    u32 around;
    u32 rings;
    Square square;
    Bone bone;
    Bone second;
    f32 seam;   // from this height on down (or up, for a part above its seam) the second bone helps
    f32 reach;  // over so many metres; 0: not at all
};

constexpr Part parts[] = {
    {{0, 0.19f, 0}, {0.13f, 0.18f, 0.115f}, 14, 8, body_square, hips, head, 0.30f, 0.08f},
    {{0, 0.40f, 0.005f}, {0.095f, 0.09f, 0.09f}, 12, 7, head_square, head, hips, 0.36f, -0.06f},
    {{0.145f, 0.2f, 0}, {0.022f, 0.095f, 0.05f}, 8, 5, flipper_square, left_flipper, left_flipper, 0, 0},
    {{-0.145f, 0.2f, 0}, {0.022f, 0.095f, 0.05f}, 8, 5, flipper_square, right_flipper, right_flipper, 0, 0},
    {{0.06f, 0.015f, 0.05f}, {0.045f, 0.015f, 0.07f}, 8, 4, orange_square, left_foot, left_foot, 0, 0},
    {{-0.06f, 0.015f, 0.05f}, {0.045f, 0.015f, 0.07f}, 8, 4, orange_square, right_foot, right_foot, 0, 0},
    {{0, 0.385f, 0.105f}, {0.022f, 0.014f, 0.045f}, 6, 4, orange_square, head, head, 0, 0},
};

class MeshMaker {
public:
    Mesh run() {
        mesh_.name = "penguin";
        mesh_.primitives.push_back({.material = 0});
        mesh_.influences.per_point = 2;
        for (const Part& part : parts) add(part);
        return std::move(mesh_);
    }

private:
    // Rings from the top to the bottom, a point at either end. Each ring starts and ends at the back.
    void add(const Part& part) {
        const auto first = static_cast<u32>(mesh_.points.size());
        add_point(part, 0, 0);
        for (u32 ring = 1; ring < part.rings; ++ring) {
            for (u32 i = 0; i < part.around; ++i) add_point(part, ring, i);
        }
        add_point(part, part.rings, 0);
        const auto point = [&](u32 ring, u32 i) {
            if (ring == 0) return first;
            const u32 within = ring == part.rings ? 0 : i % part.around;
            return first + 1 + (ring - 1) * part.around + within;
        };
        for (u32 ring = 0; ring < part.rings; ++ring) {
            for (u32 i = 0; i < part.around; ++i) {
                const auto corner = [&](u32 r, u32 k) { return add_corner(part, point(r, k), r, k, i); };
                // One after the other: compilers differ in which argument of a call comes first.
                const u32 above = corner(ring, i);
                const u32 across = corner(ring + 1, i + 1);
                if (ring + 1 < part.rings) add_triangle(above, corner(ring + 1, i), across);
                if (ring > 0) add_triangle(above, across, corner(ring, i + 1));
            }
        }
    }

    void add_point(const Part& part, u32 ring, u32 i) {
        const double down = pi * ring / part.rings;
        const double turn = 2 * pi * i / part.around + pi;  // from the back
        const Vec3 at{part.middle.x + part.radius.x * static_cast<f32>(std::sin(down) * std::sin(turn)),
                      part.middle.y + part.radius.y * static_cast<f32>(std::cos(down)),
                      part.middle.z + part.radius.z * static_cast<f32>(std::sin(down) * std::cos(turn))};
        mesh_.points.push_back(at);
        f32 helped = 0;
        if (part.reach != 0) helped = std::clamp((at.y - part.seam) / part.reach, 0.0f, 1.0f) * 0.5f;
        const bool two = helped > 0.01f;
        mesh_.influences.joints.insert(mesh_.influences.joints.end(), {part.bone, two ? u16{part.second} : u16{0}});
        mesh_.influences.weights.insert(mesh_.influences.weights.end(), {two ? 1 - helped : 1, two ? helped : 0});
    }

    u32 add_corner(const Part& part, u32 point, u32 ring, u32 i, u32 column) {
        const bool pole = ring == 0 || ring == part.rings;
        const double across = (pole ? column + 0.5 : i) / part.around;
        const double down = static_cast<double>(ring) / part.rings;
        // Half a pixel within the square, so that no neighbour shines through.
        const double inner = (square - 1.0) / image_side;
        const double left = (part.square % 2) * 0.5 + 0.5 / image_side;
        const double top = (part.square / 2) * 0.5 + 0.5 / image_side;
        Primitive& out = mesh_.primitives[0];
        const Vec2 uv{static_cast<f32>(left + across * inner), static_cast<f32>(top + down * inner)};
        const auto [known, is_new] =
            corners_.try_emplace(std::array<f32, 3>{static_cast<f32>(point), uv.x, uv.y}, out.points.size());
        if (is_new) {
            out.points.push_back(point);
            out.uvs.push_back(uv);
        }
        return static_cast<u32>(known->second);
    }

    void add_triangle(u32 a, u32 b, u32 c) {
        auto& indices = mesh_.primitives[0].indices;
        indices.insert(indices.end(), {a, b, c});
    }

    Mesh mesh_;
    std::map<std::array<f32, 3>, std::size_t> corners_;  // by point and place in the image
};

struct Color {
    int red;
    int green;
    int blue;
};

Color mixed(Color a, Color b, double share) {
    const auto part = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return {part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue)};
}

// `across` from the back over the left side to the front (0.5) and on; `down` from the top.
Color paint(Square which, double across, double down) {
    const Color night{34, 38, 58};
    const Color snow{245, 244, 238};
    const Color gold{250, 190, 70};
    const double front = std::abs(across - 0.5);
    switch (which) {
        case body_square: {
            const double belly = std::hypot(front / 0.2, (down - 0.58) / 0.42);
            if (down < 0.32 && front < 0.24) return mixed(gold, night, std::clamp((0.32 - down) * 4, 0.0, 1.0));
            return belly < 1 ? mixed(snow, {222, 224, 232}, belly) : night;
        }
        case head_square: {
            const double eye = std::hypot((front - 0.1) / 0.035, (down - 0.42) / 0.07);
            if (eye < 0.35) return {250, 250, 250};
            if (eye < 1) return {12, 12, 16};
            const double cheek = std::hypot((front - 0.1) / 0.11, (down - 0.52) / 0.24);
            if (cheek < 1) return snow;
            if (std::abs(front - 0.24) < 0.035 && down > 0.45) return gold;
            return night;
        }
        case flipper_square: return mixed(night, {70, 78, 110}, down);
        case orange_square: return mixed({255, 170, 60}, {226, 110, 30}, down);
    }
    return night;
}

Image image() {
    Image out{.name = "penguin.png"};
    out.width = out.height = image_side;
    std::vector<u8> pixels;
    for (u32 y = 0; y < image_side; ++y) {
        for (u32 x = 0; x < image_side; ++x) {
            const auto which = static_cast<Square>((y / square) * 2 + x / square);
            const Color c = paint(which, (x % square) / (square - 1.0), (y % square) / (square - 1.0));
            for (const int part : {c.red, c.green, c.blue, 255}) pixels.push_back(static_cast<u8>(part));
        }
    }
    out.pixels = Blob::take(std::move(pixels));
    return out;
}

// What a bone does: a turn about an axis and a move, as waves over the length of the clip.
struct Wave {
    Bone bone;
    Vec3 axis;          // of the turn
    double degrees;     // at most
    double waves;       // in one clip
    double start;       // of a wave
    double offset;      // degrees, all the time
    Vec3 move{};        // metres at most
    bool lift = false;  // only upwards
};

constexpr Wave standing[] = {
    {hips, {0, 0, 1}, 1.5, 1, 0, 0, {0, 0.006f, 0}},
    {head, {0, 1, 0}, 24, 1, 0, 0},
    {left_flipper, {0, 0, 1}, 8, 2, 0.25, 12},
    {right_flipper, {0, 0, 1}, -8, 2, 0.25, -12},
};
constexpr Wave walking[] = {
    {hips, {0, 0, 1}, 11, 1, 0, 0, {0, 0.012f, 0}},
    {head, {0, 0, 1}, -8, 1, 0, 0},
    {left_flipper, {0, 0, 1}, 22, 2, 0, 38},
    {right_flipper, {0, 0, 1}, -22, 2, 0, -38},
    {left_foot, {1, 0, 0}, -28, 1, 0, 0, {0, 0.05f, 0.03f}, true},
    {right_foot, {1, 0, 0}, -28, 1, 0.5, 0, {0, 0.05f, 0.03f}, true},
};

Quat turn(Vec3 axis, double degrees) {
    const double half = degrees * pi / 360;
    const auto sine = static_cast<f32>(std::sin(half));
    return {axis.x * sine, axis.y * sine, axis.z * sine, static_cast<f32>(std::cos(half))};
}

// Key 0 comes again at the end, so that the clip goes round.
Clip clip_of(const char* name, std::span<const Wave> waves, double seconds, u32 keys, u32 first_node,
             const std::vector<Node>& nodes) {
    Clip clip{.name = name};
    std::vector<f32> times;
    for (u32 k = 0; k <= keys; ++k) times.push_back(static_cast<f32>(seconds * k / keys));
    clip.timelines.push_back(std::move(times));
    for (const Wave& wave : waves) {
        const u32 node = first_node + wave.bone;
        const Vec3 rest = nodes[node].local.translation;
        Channel turns{.node = node, .path = Path::rotation};
        Channel moves{.node = node, .path = Path::translation};
        for (u32 k = 0; k <= keys; ++k) {
            const double phase = 2 * pi * (wave.waves * (k % keys) / keys + wave.start);
            double height = std::sin(phase);
            if (wave.lift) height = std::max(0.0, height);
            const Quat q = turn(wave.axis, wave.offset + wave.degrees * height);
            turns.values.insert(turns.values.end(), {q.x, q.y, q.z, q.w});
            const auto up = static_cast<f32>(wave.lift ? height : std::abs(height));
            moves.values.insert(moves.values.end(),
                                {rest.x + wave.move.x * up, rest.y + wave.move.y * up, rest.z + wave.move.z * up});
        }
        clip.channels.push_back(std::move(turns));
        if (!(wave.move == Vec3{})) clip.channels.push_back(std::move(moves));
    }
    return clip;
}

}  // namespace

Scene penguin() {
    Scene scene;
    scene.name = "penguin";
    scene.images.push_back(image());
    scene.materials.push_back({.name = "feathers", .image = 0});
    scene.meshes.push_back(MeshMaker().run());
    scene.nodes.push_back({.name = "penguin", .mesh = 0, .skin = 0});
    Skin skin{.name = "penguin"};
    const auto first = static_cast<u32>(scene.nodes.size());
    for (u16 b = 0; b < bone_count; ++b) {
        Node node{.name = bone_names[b]};
        const Vec3 at = bone_places[b];
        node.local.translation = at;
        if (b != hips) {
            node.parent = first + bone_parents[b];
            const Vec3 above = bone_places[bone_parents[b]];
            node.local.translation = {at.x - above.x, at.y - above.y, at.z - above.z};
        }
        Mat4 inverse;
        inverse.m[12] = -at.x;
        inverse.m[13] = -at.y;
        inverse.m[14] = -at.z;
        skin.joints.push_back(static_cast<u32>(scene.nodes.size()));
        skin.inverse_binds.push_back(inverse);
        scene.nodes.push_back(std::move(node));
    }
    scene.skins.push_back(std::move(skin));
    scene.clips.push_back(clip_of("STAND", standing, 2.4, 36, first, scene.nodes));
    scene.clips.push_back(clip_of("WALK", walking, 0.8, 16, first, scene.nodes));
    return scene;
}

}  // namespace thaw::samples
