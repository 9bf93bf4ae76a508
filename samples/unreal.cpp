// A clownfish that swims, turns and rests: an Unreal pair with its image and its class script.
//
// A fish is a bent line. The spine's direction is a function of the place along it and of time; rings of the body and
// the fins are carried by it, so that the length stays the same however it bends.
#include <algorithm>
#include <cmath>

#include "base/endian.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "images/encode_pcx.hpp"
#include "samples.hpp"

namespace thaw::samples {

namespace {

using unreal::Poly;

// Object units; X forward, Y right, Z up. The script's scale turns raw numbers into them.
constexpr double length = 30;  // of the body, without the tail fin
constexpr double half_height = 6.5;
constexpr double half_width = 4;
constexpr double pivot = 0.33;  // the place that stays where it is
constexpr double scale_xy = 0.03;
constexpr double scale_z = 0.06;
constexpr int ring_corners = 10;
constexpr u8 masked = 3;

// unreal::turn gives the same digits on every machine, which std::sin does not promise.
double wave(double turns) { return unreal::turn(256 * turns).sine; }

// --- movement --------------------------------------------------------------------------------------------------------
struct Pose {
    double swim = 0;    // strength of the travelling wave
    double phase = 0;   // in turns
    double bend = 0;    // whole body to one side, in turns
    double paddle = 0;  // pectoral fins, in turns
};

struct Clip {
    const char* name;
    int frames;
    double rate;
    Pose (*pose)(double t);
};

Pose swim_pose(double t) { return {0.105, t, 0, 0.02 * wave(t)}; }
Pose turn_pose(double t) {
    const double lean = 0.5 - 0.5 * wave(t + 0.25);  // 0 at both ends, 1 in the middle
    return {0.05, t, 0.17 * lean, 0.05 * lean};
}
Pose rest_pose(double t) { return {0.022, t, 0, 0.06 * wave(2 * t)}; }

constexpr Clip clips[] = {{"Swim", 16, 18, swim_pose}, {"Turn", 14, 20, turn_pose}, {"Rest", 16, 8, rest_pose}};

// Direction of the spine at s (0 nose, 1 root of the tail fin), in turns.
double heading(const Pose& pose, double s) {
    const double travelling = pose.swim * s * std::sqrt(s) * wave(pose.phase - 0.8 * s);
    return travelling - 0.012 * wave(pose.phase) * (pose.swim / 0.105) + pose.bend * (s - pivot);
}

struct SpinePoint {
    double x;
    double y;
    unreal::Turn direction;
};

SpinePoint spine(const Pose& pose, double s) {
    constexpr int steps = 48;
    SpinePoint p{0, 0, unreal::turn(256 * heading(pose, s))};
    const double step = (s - pivot) / steps;
    for (int i = 0; i < steps; ++i) {
        const auto d = unreal::turn(256 * heading(pose, pivot + (i + 0.5) * step));
        p.x -= d.cosine * step * length;
        p.y -= d.sine * step * length;
    }
    return p;
}

// --- shape -----------------------------------------------------------------------------------------------------------
struct Ring {
    double s;
    double height;
    double width;
};
constexpr Ring rings[] = {{0.04, 0.30, 0.36}, {0.10, 0.54, 0.64}, {0.18, 0.76, 0.86}, {0.28, 0.93, 0.98},
                          {0.40, 1.00, 1.00}, {0.52, 0.95, 0.92}, {0.64, 0.80, 0.75}, {0.75, 0.61, 0.54},
                          {0.85, 0.43, 0.35}, {0.93, 0.33, 0.21}, {1.00, 0.30, 0.12}};
constexpr int ring_count = static_cast<int>(std::size(rings));

// A vertex that rides on the spine; `paddle` moves it as part of a pectoral fin (-1 left, 1 right).
struct Rider {
    double s;
    double lateral;
    double up;
    int paddle = 0;
    double reach = 0;
};

struct Texel {
    double u;  // of the image, 0 to 1
    double v;
};

struct Shape {
    std::vector<Rider> riders;
    std::vector<Texel> texels;  // one for each rider
    std::vector<Poly> polys;

    int add(const Rider& rider, const Texel& texel) {
        riders.push_back(rider);
        texels.push_back(texel);
        return static_cast<int>(riders.size()) - 1;
    }

    void triangle(int a, int b, int c, u8 type) {
        Poly poly;
        const int corners[] = {a, b, c};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto v = static_cast<std::size_t>(corners[i]);
            poly.vertices[i] = static_cast<u16>(v);
            poly.uvs[i] = {static_cast<u8>(std::lround(texels[v].u * 255)),
                           static_cast<u8>(std::lround(texels[v].v * 255))};
        }
        poly.type = type;
        polys.push_back(poly);
    }

    // A grid of `columns` by `rows` vertices starting at `first`, row by row.
    void grid(int first, int columns, int rows, u8 type) {
        for (int row = 0; row + 1 < rows; ++row) {
            for (int column = 0; column + 1 < columns; ++column) {
                const int v = first + row * columns + column;
                triangle(v, v + columns, v + 1, type);
                triangle(v + 1, v + columns, v + columns + 1, type);
            }
        }
    }
};

constexpr double body_rows = 80.0 / 128;  // of the image; fins are below

void add_body(Shape& shape) {
    for (const Ring& ring : rings) {
        for (int k = 0; k < ring_corners; ++k) {
            const double around = static_cast<double>(k) / ring_corners;
            const double down = 1 - std::abs(1 - 2 * around);  // 0 back, 1 belly, alike on both sides
            shape.add({ring.s, half_width * ring.width * wave(around), half_height * ring.height * wave(around + 0.25)},
                      {0.01 + 0.98 * ring.s, (0.02 + 0.96 * down) * body_rows});
        }
    }
    const int nose = shape.add({0, 0, -0.6}, {0.005, 0.5 * body_rows});
    const int end = shape.add({1.03, 0, 0}, {0.995, 0.5 * body_rows});
    for (int k = 0; k < ring_corners; ++k) {
        const int next = (k + 1) % ring_corners;
        shape.triangle(nose, next, k, 0);
        for (int ring = 0; ring + 1 < ring_count; ++ring) {
            const int a = ring * ring_corners;
            const int b = a + ring_corners;
            shape.triangle(a + k, a + next, b + k, 0);
            shape.triangle(a + next, b + next, b + k, 0);
        }
        const int last = (ring_count - 1) * ring_corners;
        shape.triangle(last + k, last + next, end, 0);
    }
}

void add_fins(Shape& shape) {
    int first = static_cast<int>(shape.riders.size());
    for (const double across : {0.0, 0.5, 1.0}) {  // tail
        for (const double out : {0.0, 0.5, 1.0}) {
            const double spread = 2.2 + 5.2 * out;
            shape.add({0.96 + 0.32 * out, 0, spread * (1 - 2 * across)},
                      {(1 + 45 * out) / 128, (81 + 45 * across) / 128});
        }
    }
    shape.grid(first, 3, 3, masked);

    first = static_cast<int>(shape.riders.size());
    for (const double out : {1.0, 0.0}) {  // back
        constexpr double base[] = {5.6, 6.1, 5.2, 3.4};
        constexpr double rise[] = {2.6, 4.4, 3.6, 2.6};
        for (int i = 0; i < 4; ++i) {
            shape.add({0.28 + 0.15 * i + 0.06 * out, 0, base[i] + rise[i] * out},
                      {(49 + 15.0 * i) / 128, (81 + 21 * (1 - out)) / 128});
        }
    }
    shape.grid(first, 4, 2, masked);

    first = static_cast<int>(shape.riders.size());
    for (const double out : {0.0, 1.0}) {  // belly
        constexpr double base[] = {-5.2, -3.8, -2.4};
        for (int i = 0; i < 3; ++i) {
            shape.add({0.60 + 0.11 * i + 0.05 * out, 0, base[i] - 3.0 * out},
                      {(49 + 22.0 * i) / 128, (105 + 21 * out) / 128});
        }
    }
    shape.grid(first, 3, 2, masked);

    for (const int side : {-1, 1}) {  // flanks
        first = static_cast<int>(shape.riders.size());
        for (const double out : {0.0, 0.5, 1.0}) {
            for (const double along : {0.0, 1.0}) {
                shape.add({0.29 + 0.05 * along + 0.10 * out * (0.6 + along), side * 3.75, -1.6 - 1.2 * along, side,
                           5.0 * out},
                          {(97 + 29 * along) / 128, (81 + 45 * out) / 128});
            }
        }
        shape.grid(first, 2, 3, masked);
    }
}

unreal::Point place(const Rider& rider, const Pose& pose) {
    const SpinePoint p = spine(pose, rider.s);
    double lateral = rider.lateral;
    double up = rider.up;
    if (rider.paddle != 0) {
        const auto d = unreal::turn(256 * (0.10 + pose.paddle));
        lateral += rider.paddle * rider.reach * d.cosine;
        up -= rider.reach * d.sine;
    }
    const double x = p.x - lateral * p.direction.sine;
    const double y = p.y + lateral * p.direction.cosine;
    return {static_cast<i32>(std::lround(x / scale_xy)), static_cast<i32>(std::lround(y / scale_xy)),
            static_cast<i32>(std::lround(up / scale_z))};
}

Bundle make_pair() {
    Shape shape;
    add_body(shape);
    add_fins(shape);

    auto document = std::make_unique<unreal::Document>();
    auto& data = document->data.emplace();
    data.num_polys = static_cast<u16>(shape.polys.size());
    data.num_vertices = static_cast<u16>(shape.riders.size());
    data.polys = shape.polys;
    auto& aniv = document->aniv.emplace();
    aniv.frame_size = static_cast<u16>(4 * shape.riders.size());
    std::vector<u8> bytes;
    for (const Clip& clip : clips) {
        for (int frame = 0; frame < clip.frames; ++frame) {
            const Pose pose = clip.pose(static_cast<double>(frame) / clip.frames);
            for (const Rider& rider : shape.riders) {
                std::array<u8, 4> word{};
                store<u32>(word.data(), unreal::pack(place(rider, pose)), Order::little);
                bytes.insert(bytes.end(), word.begin(), word.end());
            }
            ++aniv.num_frames;
        }
    }
    aniv.frames = Blob::take(std::move(bytes));
    return std::move(*write(Model{&unreal::format, {}, std::move(document)}));
}

// --- image -----------------------------------------------------------------------------------------------------------
constexpr int side = 128;
constexpr int shades = 16;
enum Ramp : int { orange = 1, white = orange + shades, dark = white + shades, fin = dark + shades };

std::array<std::array<u8, 3>, 256> make_palette() {
    std::array<std::array<u8, 3>, 256> palette{};
    palette[0] = {255, 0, 255};  // never drawn: masked
    const auto ramp = [&](int first, std::array<int, 3> low, std::array<int, 3> high) {
        for (int i = 0; i < shades; ++i) {
            for (std::size_t c = 0; c < 3; ++c) {
                palette[static_cast<std::size_t>(first + i)][c] =
                    static_cast<u8>(low[c] + (high[c] - low[c]) * i / (shades - 1));
            }
        }
    };
    ramp(orange, {205, 75, 10}, {255, 170, 60});
    ramp(white, {170, 180, 190}, {255, 255, 250});
    ramp(dark, {8, 8, 14}, {80, 60, 60});
    ramp(fin, {170, 70, 10}, {255, 205, 110});
    return palette;
}

u8 shade(int ramp, double brightness) {
    return static_cast<u8>(ramp + std::clamp(static_cast<int>(std::lround(brightness * (shades - 1))), 0, shades - 1));
}

u8 body_colour(int x, int y) {
    const double s = (x + 0.5) / side;
    const double down = (y + 0.5) / 80;
    const double dx = (s - 0.105) * 26;
    const double dy = (down - 0.38) * 14;
    const double eye = dx * dx + dy * dy;
    if (eye < 0.35) return shade(dx > -0.1 || dy > -0.1 ? dark : white, dx > -0.1 || dy > -0.1 ? 0.0 : 1.0);
    if (eye < 0.95) return shade(white, 1.0);
    if (eye < 1.35) return shade(dark, 0.2);
    if (s < 0.035 && std::abs(down - 0.56) < 0.03) return shade(dark, 0.3);  // mouth
    // Scales: rows of small arcs, every other row shifted.
    const int row = y / 5;
    const int column = (x + (row % 2) * 3) % 6;
    const double scales = s > 0.2 && (y % 5 == 0 || column == 0) ? -0.09 : 0.0;
    const double light = 0.25 + 0.75 * down + scales;
    constexpr double bands[] = {0.22, 0.53, 0.86};
    for (const double band : bands) {
        const double from_band = std::abs(s - band - 0.05 * (0.5 - down) * (0.5 - down)) - (band < 0.8 ? 0.045 : 0.028);
        if (from_band < 0) return shade(white, 0.45 + 0.5 * down + scales);
        if (from_band < 0.016) return shade(dark, 0.25);
    }
    return shade(orange, light);
}

// `out` from the root to the rim, `along` across; a notched rim with a dark edge, and rays.
u8 fin_colour(double out, double along, double rim) {
    if (out > rim) return 0;
    if (out > rim - 0.13) return shade(dark, 0.2);
    const double ray = 0.5 + 0.5 * wave(along * 7);
    return shade(fin, 0.25 + 0.35 * out + 0.35 * ray);
}

u8 colour(int x, int y) {
    if (y < 80) return body_colour(x, y);
    const double in_48 = (y - 80 + 0.5) / 48;
    if (x < 48) {  // tail: forked
        const double middle = std::abs(2 * in_48 - 1);
        return fin_colour((x + 0.5) / 48, in_48, 0.74 + 0.24 * middle - 0.10 * middle * middle * middle * middle);
    }
    const double notch = 0.05 * wave(static_cast<double>(x) / 8);
    if (x < 96 && y < 104) return fin_colour(1 - (y - 80 + 0.5) / 24, (x - 48) / 48.0, 0.88 + notch);
    if (x < 96) return fin_colour((y - 104 + 0.5) / 24, (x - 48) / 48.0, 0.88 + notch);
    const double across = 2 * ((x - 96 + 0.5) / 32) - 1;
    return fin_colour(in_48, (x - 96) / 32.0, 0.96 - 0.35 * across * across + notch);
}

std::vector<u8> make_image() {
    IndexedImage image{.width = side, .height = side, .palette = make_palette()};
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) image.pixels.push_back(colour(x, y));
    }
    return encode_pcx(image);
}

// --- script ----------------------------------------------------------------------------------------------------------
std::vector<u8> make_script() {
    std::string text =
        "// A clownfish. Made by samples/unreal.cpp of Thaw.\n"
        "class ThawFish expands Decoration;\n"
        "\n"
        "#exec MESH IMPORT MESH=ThawFish ANIVFILE=MODELS\\ThawFish_a.3d DATAFILE=MODELS\\ThawFish_d.3d X=0 Y=0 Z=0\n"
        "#exec MESH ORIGIN MESH=ThawFish X=-310 Y=0 Z=0\n"
        "\n";
    const auto sequence = [&](const std::string& name, int start, int frames, const std::string& rate) {
        text += "#exec MESH SEQUENCE MESH=ThawFish SEQ=" + name + " STARTFRAME=" + std::to_string(start) +
                " NUMFRAMES=" + std::to_string(frames) + rate + "\n";
    };
    int total = 0;
    for (const Clip& clip : clips) total += clip.frames;
    sequence("All", 0, total, "");
    int start = 0;
    for (const Clip& clip : clips) {
        sequence(clip.name, start, clip.frames, " RATE=" + std::to_string(static_cast<int>(clip.rate)));
        start += clip.frames;
    }
    text +=
        "#exec MESH NOTIFY MESH=ThawFish SEQ=Turn TIME=0.5 FUNCTION=Flick\n"
        "\n"
        "#exec TEXTURE IMPORT NAME=JThawFish FILE=MODELS\\ThawFish.pcx GROUP=Skins\n"
        "#exec MESHMAP NEW MESHMAP=ThawFish MESH=ThawFish\n"
        "#exec MESHMAP SCALE MESHMAP=ThawFish X=0.03 Y=0.03 Z=0.06\n"
        "#exec MESHMAP SETTEXTURE MESHMAP=ThawFish NUM=0 TEXTURE=JThawFish\n"
        "\n"
        "function Flick()\n"
        "{\n"
        "}\n"
        "\n"
        "defaultproperties\n"
        "{\n"
        "     Mesh=LodMesh'ThawFish.ThawFish'\n"
        "     DrawType=DT_Mesh\n"
        "}\n";
    return {text.begin(), text.end()};
}

}  // namespace

std::vector<SampleFile> unreal_sample() {
    const Bundle pair = make_pair();
    const auto bytes = [&](std::string_view role) {
        const Bytes view = pair.find(role)->bytes.bytes();
        return std::vector<u8>(view.begin(), view.end());
    };
    return {{"unreal/Models/ThawFish_d.3d", bytes("data")},
            {"unreal/Models/ThawFish_a.3d", bytes("aniv")},
            {"unreal/Models/ThawFish.pcx", make_image()},
            {"unreal/Classes/ThawFish.uc", make_script()}};
}

}  // namespace thaw::samples
