// The CTC sample: a spell lantern that floats in the air. It has everything an Anachronox prop has: bones, two clips, a
// morph, a point to attach a flame to, two skins, and vertex colours that let the sparks glow.
//
// Stored axes: +X the model's left, +Y up, facing -Z, in inches. The outside of a triangle is (v1 - v0) x (v2 - v0).
#include <array>
#include <cmath>
#include <cstdlib>

#include "formats/ctc/family.hpp"
#include "formats/ctc/model/document.hpp"
#include "images/encode_pcx.hpp"
#include "samples.hpp"

namespace thaw::samples {

namespace {

using namespace ctc;
using Document = ctc::Document;
using V = std::array<double, 3>;

constexpr int ambient_frames = 12;
constexpr int cast_frames = 12;
constexpr int sides = 8;

V operator+(V a, V b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
V operator-(V a, V b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
V operator*(V a, double k) { return {a[0] * k, a[1] * k, a[2] * k}; }
double dot(V a, V b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
V cross(V a, V b) { return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}; }
V unit(V a) { return a * (1 / std::sqrt(dot(a, a))); }

// Of a fraction of a turn. Our own, so that every machine makes the same file.
double sine(double turns) {
    turns -= std::floor(turns + 0.5);
    if (turns > 0.25) turns = 0.5 - turns;
    if (turns < -0.25) turns = -0.5 - turns;
    const double x = turns * 6.283185307179586, s = x * x;
    return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))));
}
double cosine(double turns) { return sine(turns + 0.25); }

std::array<f32, 3> stored(V v) { return {static_cast<f32>(v[0]), static_cast<f32>(v[1]), static_cast<f32>(v[2])}; }
V read_back(const std::array<f32, 3>& v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

template <std::size_t N>
std::array<char, N> name(std::string_view text) {
    std::array<char, N> out{};
    text.copy(out.data(), N - 1);
    return out;
}

// --- the skeleton ----------------------------------------------------------------------------------------------------

enum BoneIndex : i32 { body, handle, tassel, orbit_a, orbit_b, bone_count };

struct Joint {
    i32 parent;
    V place;  // in the bind pose
};
constexpr std::array<Joint, bone_count> joints{
    {{-1, {0, 24, 0}}, {body, {0, 34, 0}}, {body, {0, 14, 0}}, {body, {0, 24, 0}}, {body, {0, 24, 0}}}};

void add_bones(Document& d) {
    for (const Joint& joint : joints) {
        Bone bone;
        bone.parent_plus_one = joint.parent + 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            bone.base_transform[12 + axis] = static_cast<f32>(-joint.place[axis]);
        }
        if (joint.parent >= 0) ++d.bones[static_cast<std::size_t>(joint.parent)].child_count;
        d.bones.push_back(bone);
    }
}

// --- the surface -----------------------------------------------------------------------------------------------------

struct Corner {
    i16 vertex;
    f32 u, v;
};

class Builder {
public:
    explicit Builder(Document& document) : d_(document) {}

    i16 vertex(V position, V normal, BoneIndex bone) {
        d_.vertices.push_back({stored(position), stored(unit(normal))});
        d_.influence_counts.push_back(1);
        d_.influences.push_back({bone, 1});
        return static_cast<i16>(d_.vertices.size() - 1);
    }
    // Turned so that it faces the way its normals do.
    void triangle(Corner a, Corner b, Corner c, Colour colour) {
        const auto place = [&](Corner corner) {
            return read_back(d_.vertices[static_cast<std::size_t>(corner.vertex)].position);
        };
        const auto normal = [&](Corner corner) {
            return read_back(d_.vertices[static_cast<std::size_t>(corner.vertex)].normal);
        };
        const V outside = cross(place(b) - place(a), place(c) - place(a));
        if (dot(outside, normal(a) + normal(b) + normal(c)) < 0) std::swap(b, c);
        d_.triangles.push_back({{a.vertex, b.vertex, c.vertex}});
        d_.uvs.push_back({{{{a.u, a.v}, {b.u, b.v}, {c.u, c.v}}}});
        d_.colours.insert(d_.colours.end(), 3, colour);
    }
    void quad(Corner a, Corner b, Corner c, Corner e, Colour colour) {
        triangle(a, b, c, colour);
        triangle(a, c, e, colour);
    }

private:
    Document& d_;
};

constexpr Colour lit{{lit_colour[0], lit_colour[1], lit_colour[2], 255}};
constexpr Colour glass{{255, 214, 120, 215}};
constexpr Colour spark_gold{{255, 236, 150, 230}};
constexpr Colour spark_blue{{120, 200, 255, 230}};

// One ring of a lathe: its height, its radius, and where it is in the image.
struct Ring {
    double y, radius, slope;
    f32 v;
};

void add_lantern(Builder& build) {
    constexpr std::array<Ring, 6> rings{{{15, 2.0, -0.8, 1.0f},
                                         {17, 5.0, -0.4, 0.86f},
                                         {24, 6.5, 0.0, 0.6f},
                                         {31, 5.0, 0.4, 0.34f},
                                         {32, 6.2, 0.9, 0.2f},
                                         {35, 1.0, 1.4, 0.0f}}};
    std::array<std::array<i16, sides>, rings.size()> grid{};
    for (std::size_t r = 0; r < rings.size(); ++r) {
        for (std::size_t s = 0; s < sides; ++s) {
            const double turn = static_cast<double>(s) / sides;
            const V out{cosine(turn), 0, sine(turn)};
            grid[r][s] = build.vertex(out * rings[r].radius + V{0, rings[r].y, 0}, out + V{0, rings[r].slope, 0}, body);
        }
    }
    for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
        const bool is_glass = r == 1 || r == 2;
        for (std::size_t s = 0; s < sides; ++s) {
            const std::size_t next = (s + 1) % sides;
            // The image has a window frame that repeats on every side.
            build.quad({grid[r][s], 0, rings[r].v}, {grid[r][next], 1, rings[r].v},
                       {grid[r + 1][next], 1, rings[r + 1].v}, {grid[r + 1][s], 0, rings[r + 1].v},
                       is_glass ? glass : lit);
        }
    }
}

void add_handle(Builder& build) {
    constexpr std::size_t steps = 8, around = 3;
    constexpr double radius = 2.6, thickness = 0.5;
    std::array<std::array<i16, around>, steps> grid{};
    for (std::size_t i = 0; i < steps; ++i) {
        const double turn = static_cast<double>(i) / steps;
        const V out{cosine(turn), sine(turn), 0};
        for (std::size_t k = 0; k < around; ++k) {
            const double roll = static_cast<double>(k) / around;
            const V normal = out * cosine(roll) + V{0, 0, 1} * sine(roll);
            grid[i][k] = build.vertex(V{0, 37, 0} + out * radius + normal * thickness, normal, handle);
        }
    }
    for (std::size_t i = 0; i < steps; ++i) {
        for (std::size_t k = 0; k < around; ++k) {
            const std::size_t ni = (i + 1) % steps, nk = (k + 1) % around;
            build.quad({grid[i][k], 0, 0.05f}, {grid[ni][k], 1, 0.05f}, {grid[ni][nk], 1, 0.15f},
                       {grid[i][nk], 0, 0.15f}, lit);
        }
    }
}

void add_tassel(Builder& build) {
    constexpr std::size_t around = 4;
    std::array<i16, around> top{}, hem{};
    for (std::size_t k = 0; k < around; ++k) {
        const double turn = static_cast<double>(k) / around;
        const V out{cosine(turn), 0, sine(turn)};
        top[k] = build.vertex(V{0, 15, 0} + out * 0.4, out, tassel);
        hem[k] = build.vertex(V{0, 6, 0} + out * 1.6, out, tassel);
    }
    const i16 tip = build.vertex({0, 5, 0}, {0, -1, 0}, tassel);
    for (std::size_t k = 0; k < around; ++k) {
        const std::size_t next = (k + 1) % around;
        build.quad({top[k], 0, 0.92f}, {top[next], 1, 0.92f}, {hem[next], 1, 1}, {hem[k], 0, 1}, lit);
        build.triangle({hem[k], 0, 0.92f}, {hem[next], 1, 0.92f}, {tip, 0.5f, 1}, lit);
    }
}

void add_spark(Builder& build, V centre, BoneIndex bone, Colour colour) {
    constexpr double size = 1.5;
    std::array<i16, 6> tips{};
    for (std::size_t i = 0; i < tips.size(); ++i) {
        V direction{};
        direction[i / 2] = i % 2 == 0 ? 1 : -1;
        tips[i] = build.vertex(centre + direction * (i / 2 == 1 ? 2 * size : size), direction, bone);
    }
    for (const std::size_t x : {0u, 1u}) {
        for (const std::size_t y : {2u, 3u}) {
            for (const std::size_t z : {4u, 5u}) {
                build.triangle({tips[y], 0.5f, 0.5f}, {tips[x], 1, 0.5f}, {tips[z], 0.5f, 1}, colour);
            }
        }
    }
}

// The tag triangle of the attachment point: origin, then a point to its left, then one above.
void add_flame_point(Document& d, Builder& build) {
    const i16 origin = build.vertex({0, 22, 0}, {0, 0, -1}, body);
    const i16 above = build.vertex({0, 23, 0}, {0, 0, -1}, body);
    const i16 left = build.vertex({1, 22, 0}, {0, 0, -1}, body);
    d.attachments = {{name<8>("flame"), static_cast<i32>(d.triangles.size())}};
    build.triangle({origin, 0, 0}, {left, 0, 0}, {above, 0, 0}, lit);
}

void add_surface(Document& d) {
    Builder build(d);
    add_lantern(build);
    add_handle(build);
    add_tassel(build);
    const auto lantern_triangles = static_cast<i32>(d.triangles.size());
    add_spark(build, {11, 27, 0}, orbit_a, spark_gold);
    add_spark(build, {-11, 21, 0}, orbit_b, spark_blue);
    d.triangle_lists = {lantern_triangles, static_cast<i32>(d.triangles.size()) - lantern_triangles};
    add_flame_point(d, build);
}

// --- movement --------------------------------------------------------------------------------------------------------

void add_morph(Document& d) {
    Morph glow{name<16>("glow")};
    for (i32 v = sides; v < 4 * sides; ++v) {  // the rings of the glass
        const V place = read_back(d.vertices[static_cast<std::size_t>(v)].position);
        d.morph_indices.push_back(v);
        d.morph_targets.push_back({stored({place[0] * 1.2, place[1], place[2] * 1.2})});
        ++glow.count;
    }
    d.morphs = {glow};
}

struct Pose {
    double lift = 0;
    double turn = 0;   // degrees, of the whole lantern
    double swing = 0;  // degrees, of handle and tassel
    double orbit = 0;  // degrees, of the sparks
    double tilt = 0;   // degrees, of their paths
};

void add_frame(Document& d, const Pose& pose) {
    const auto f = [](double value) { return static_cast<f32>(value); };
    // The game bridges the step from 180 to -180, but no more than one turn: so clips close.
    const auto angle = [](double degrees) { return static_cast<f32>(std::remainder(degrees, 360)); };
    d.main_keys.push_back({{0, f(pose.lift), 0}, {}});
    const std::array<std::array<f32, 3>, bone_count> angles{{{angle(pose.turn), 0, 0},
                                                             {0, f(-pose.swing), 0},
                                                             {0, f(1.5 * pose.swing), 0},
                                                             {angle(pose.orbit), 0, f(pose.tilt)},
                                                             {angle(-pose.orbit), 0, f(-pose.tilt)}}};
    for (std::size_t b = 0; b < bone_count; ++b) {
        const Joint& joint = joints[b];
        const V local =
            joint.parent < 0 ? joint.place : joint.place - joints[static_cast<std::size_t>(joint.parent)].place;
        d.bone_keys.push_back({stored(local), angles[b]});
    }
}

void add_clips(Document& d) {
    for (int i = 0; i < ambient_frames; ++i) {
        const double t = static_cast<double>(i) / ambient_frames;
        add_frame(d, {1.5 * sine(t), 10 * sine(t), 8 * sine(t + 0.2), 30.0 * i, 6});
    }
    for (int i = 0; i < cast_frames; ++i) {
        const double t = static_cast<double>(i) / cast_frames;
        add_frame(d, {4 * sine(t / 2), 30.0 * i, 20 * sine(2 * t), 90.0 * i, 6 + 30 * sine(t / 2)});
    }
    d.animations = {{name<16>("amb_a"), 0, ambient_frames}, {name<16>("cast_a"), ambient_frames, cast_frames}};
}

// --- images ----------------------------------------------------------------------------------------------------------

void set_ramp(IndexedImage& image, std::size_t first, std::array<double, 3> dark, std::array<double, 3> bright) {
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            image.palette[first + i][c] =
                static_cast<u8>(dark[c] + (bright[c] - dark[c]) * static_cast<double>(i) / 15);
        }
    }
}

u8 shade(std::size_t ramp, double brightness) {
    const double step = brightness < 0 ? 0 : brightness > 1 ? 15 : brightness * 15;
    return static_cast<u8>(ramp + static_cast<std::size_t>(step));
}

// From the top: roof, glass between two posts, floor.
IndexedImage lantern_image() {
    constexpr u16 size = 64;
    constexpr std::size_t bronze = 0, amber = 16, roof = 32;
    IndexedImage image{.width = size, .height = size};
    set_ramp(image, bronze, {40, 24, 12}, {214, 150, 70});
    set_ramp(image, amber, {190, 80, 10}, {255, 246, 200});
    set_ramp(image, roof, {20, 40, 60}, {90, 170, 190});
    for (std::size_t y = 0; y < size; ++y) {
        for (std::size_t x = 0; x < size; ++x) {
            const double u = (static_cast<double>(x) + 0.5) / size, v = (static_cast<double>(y) + 0.5) / size;
            const double from_middle = std::abs(u - 0.5) * 2;
            const bool is_glass = v > 0.36 && v < 0.84 && from_middle < 0.78;
            const bool is_bar = std::abs(v - 0.6) < 0.02 || from_middle < 0.05;
            if (v < 0.2) {
                image.pixels.push_back(shade(roof, 0.9 - 2.5 * v + 0.15 * sine(8 * u)));
            } else if (is_glass && !is_bar) {
                image.pixels.push_back(shade(amber, 1.05 - from_middle * 0.5 - std::abs(v - 0.62) * 1.6));
            } else {
                image.pixels.push_back(shade(bronze, 0.75 - 0.35 * from_middle + 0.1 * sine(24 * v)));
            }
        }
    }
    return image;
}

// A star that fades to its edge.
IndexedImage spark_image() {
    constexpr u16 size = 32;
    IndexedImage image{.width = size, .height = size};
    set_ramp(image, 0, {90, 90, 100}, {255, 255, 255});
    for (std::size_t y = 0; y < size; ++y) {
        for (std::size_t x = 0; x < size; ++x) {
            const double u = std::abs((static_cast<double>(x) + 0.5) / size - 0.5) * 2;
            const double v = std::abs((static_cast<double>(y) + 0.5) / size - 0.5) * 2;
            image.pixels.push_back(shade(0, 1.1 - u - v + 0.6 * u * v));
        }
    }
    return image;
}

}  // namespace

std::vector<SampleFile> ctc_sample() {
    auto document = std::make_unique<Document>();
    document->skin_width = document->skin_height = 64;
    document->skins = {{name<64>("lantern.pcx")}, {name<64>("lantern_spark.pcx")}};
    add_bones(*document);
    add_surface(*document);
    add_morph(*document);
    add_clips(*document);
    document->num_tex_coords = static_cast<i32>(3 * document->triangles.size());
    if (!relayout(*document)) std::abort();
    const auto written = write(Model{&ctc::format, {}, std::move(document)});
    if (!written) std::abort();  // a sample that cannot be written is a mistake in this file
    const Bytes bytes = written->parts[0].bytes.bytes();
    return {{"ctc/lantern.ctc", {bytes.begin(), bytes.end()}},
            {"ctc/lantern.pcx", encode_pcx(lantern_image())},
            {"ctc/lantern_spark.pcx", encode_pcx(spark_image())}};
}

}  // namespace thaw::samples
