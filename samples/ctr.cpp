// A toadstool that nods and hops: vertex colours, a painted face, two levels of detail, one raw and one compressed
// clip.
#include <cmath>
#include <cstdlib>

#include "ctr_grid.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/document.hpp"
#include "samples.hpp"

namespace thaw::samples {

namespace {

using namespace ctr;

constexpr double pi = 3.14159265358979323846;
constexpr u8 face_pixels = 16;

enum Paint : u8 { ivory, ivory_shade, gill, red_low, red, red_top, spot, neutral };
const std::vector<Colour> palette{{236, 222, 190, 0}, {196, 178, 140, 0}, {150, 120, 96, 0},  {150, 22, 26, 0},
                                  {206, 36, 34, 0},   {235, 70, 52, 0},   {250, 240, 220, 0}, {128, 128, 128, 0}};

// One turn of the outline, from the ground to the tip.
struct Ring {
    double radius;
    double height;
    Paint paint;
};
constexpr Ring outline[] = {{22, 0, ivory_shade}, {17, 14, ivory}, {15, 40, ivory}, {34, 42, gill},
                            {52, 50, red_low},    {50, 64, red},   {38, 80, red},   {20, 90, red_top}};
constexpr double tip = 94;

struct Shape {
    std::vector<Vec3d> points{};
    std::vector<PlainTriangle> triangles{};
};

// Square spots on the cap, in three rows.
bool is_spot(std::size_t ring, u32 segment) {
    return (ring == 4 && segment % 4 == 3) || (ring == 5 && segment % 4 == 1) || (ring == 6 && segment % 4 == 3);
}

void add_side(Shape& shape, u32 segments) {
    constexpr std::size_t rings = std::size(outline);
    for (const Ring& ring : outline) {
        for (u32 s = 0; s < segments; ++s) {
            const double angle = 2 * pi * s / segments;
            shape.points.push_back({ring.radius * std::sin(angle), ring.height, ring.radius * std::cos(angle)});
        }
    }
    for (u32 r = 0; r + 1 < rings; ++r) {
        for (u32 s = 0; s < segments; ++s) {
            const u32 next = (s + 1) % segments;
            const u32 a = r * segments + s, b = r * segments + next, c = a + segments, d = b + segments;
            const u8 low = is_spot(r, s) ? spot : outline[r].paint;
            const u8 high = is_spot(r, s) ? spot : outline[r + 1].paint;
            shape.triangles.push_back({{a, b, c}, {low, low, high}});
            shape.triangles.push_back({{b, d, c}, {low, high, high}});
        }
    }
}

void add_top(Shape& shape, u32 segments) {
    const u32 first = static_cast<u32>(std::size(outline) - 1) * segments;
    const u32 top = static_cast<u32>(shape.points.size());
    shape.points.push_back({0, tip, 0});
    for (u32 s = 0; s < segments; ++s) {
        shape.triangles.push_back({{first + s, first + (s + 1) % segments, top}, {red_top, red_top, red_top}});
    }
}

// A square just before the stem, with the image of a face.
void add_face(Shape& shape) {
    const u32 first = static_cast<u32>(shape.points.size());
    for (const auto& [x, y] : {std::pair{-12.0, 12.0}, {12.0, 12.0}, {12.0, 36.0}, {-12.0, 36.0}}) {
        shape.points.push_back({x, y, 19});
    }
    constexpr u16 page = 512 / 64 | 3 << 5 | 2 << 7;  // opaque, 15-bit texels
    constexpr u8 end = face_pixels - 1;
    const TextureLayout low{0, end, 0, end, end, page, end, 0, end, 0}, high{0, end, 0, end, 0, page, 0, 0, 0, 0};
    const std::array<u8, 3> plain{neutral, neutral, neutral};
    shape.triangles.push_back({{first, first + 1, first + 2}, plain, low});
    shape.triangles.push_back({{first, first + 2, first + 3}, plain, high});
}

Shape toadstool(u32 segments, bool with_face) {
    Shape shape;
    add_side(shape, segments);
    add_top(shape, segments);
    if (with_face) add_face(shape);
    return shape;
}

// Stretched upward, thinner for it, leaning to the side and off the ground.
struct Bend {
    double stretch = 1;
    double lean = 0;
    double lift = 0;
};

Vec3d bent(const Vec3d& p, const Bend& bend) {
    const double thin = 1 / std::sqrt(bend.stretch);
    return {p.x * thin + bend.lean * p.y * p.y / 100, p.y * bend.stretch + bend.lift, p.z * thin};
}

Bend hop(double time) {
    constexpr double crouch = 0.25, land = 0.8;
    if (time < crouch) return {1 - 0.25 * std::sin(pi * time / crouch), 0, 0};
    if (time > land) return {1 - 0.2 * std::sin(pi * (time - land) / (1 - land)), 0, 0};
    const double air = (time - crouch) / (land - crouch);
    return {1 + 0.12 * std::sin(pi * air), 0, 45 * std::sin(pi * air)};
}

Bend nod(double time) { return {1, 0.12 * std::sin(2 * pi * time), 0}; }

template <class Motion>
void add_poses(PoseList& poses, const Shape& shape, const std::vector<u32>& order, std::size_t frames, Motion motion) {
    for (std::size_t f = 0; f < frames; ++f) {
        std::vector<Vec3d> pose;
        const Bend bend = motion(static_cast<double>(f) / static_cast<double>(frames));
        for (const u32 v : order) pose.push_back(bent(shape.points[v], bend));
        poses.push_back(std::move(pose));
    }
}

MeshPlan mesh_of(const Shape& shape, const char* name, u16 lod_distance) {
    constexpr std::size_t nod_frames = 8, hop_frames = 20;
    const EncodedStrips strips = strips_of(shape.triangles, {.recolour = true});
    PoseList poses;
    add_poses(poses, shape, strips.vertices, nod_frames, nod);
    add_poses(poses, shape, strips.vertices, hop_frames, hop);
    const GridPoses grid = on_finest_grid(poses);
    MeshPlan mesh;
    mesh.name = name;
    mesh.lod_distance = lod_distance;
    mesh.scale = grid.scale;
    mesh.commands = strips.commands;
    mesh.colours = palette;
    for (const TextureLayout& layout : strips.layouts) mesh.textures.emplace_back(layout);
    // Nodding is slow: every second frame is enough.
    AnimationPlan nodding{"nod", true, 2 * nod_frames - 1, {}, {}};
    for (std::size_t f = 0; f < nod_frames; ++f) {
        nodding.frames.push_back({grid.poses[f].origin, raw_data(grid.poses[f].points)});
    }
    const std::vector<GridPose> hops(grid.poses.begin() + nod_frames, grid.poses.end());
    const Compressed packed = compress(hops);
    AnimationPlan hopping{"hop", false, 0, {}, packed.deltas};
    for (std::size_t f = 0; f < hops.size(); ++f) hopping.frames.push_back({hops[f].origin, packed.frames[f]});
    mesh.animations = {std::move(nodding), std::move(hopping)};
    return mesh;
}

// Two eyes and a smile.
std::vector<u8> face_image() {
    constexpr std::array<const char*, face_pixels> rows{
        "................", "................", "...##......##...", "..####....####..",
        "..#o##....#o##..", "..####....####..", "..####....####..", "...##......##...",
        "................", "................", "..#..........#..", "..##........##..",
        "...###....###...", ".....######.....", "................", "................"};
    std::vector<u8> bytes;
    for (const char* row : rows) {
        for (std::size_t x = 0; x < face_pixels; ++x) {
            // 5 bits each of red, green and blue; 0 would be transparent.
            const u32 texel = row[x] == '#' ? 0x0421u : row[x] == 'o' ? 0x7FFFu : 29u | 27u << 5 | 23u << 10;
            bytes.push_back(static_cast<u8>(texel));
            bytes.push_back(static_cast<u8>(texel >> 8));
        }
    }
    return bytes;
}

std::vector<u8> face_file() {
    auto document = std::make_unique<vrm::Document>();
    vrm::Block& image = document->single.image;
    image = {12 + 2 * face_pixels * face_pixels, 512, 0, face_pixels, face_pixels, Blob::take(face_image())};
    const auto written = write(thaw::Model{&vrm::format, {}, std::move(document)});
    if (!written) std::abort();
    const Bytes bytes = written->parts[0].bytes.bytes();
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<SampleFile> ctr_sample() {
    FilePlan plan;
    plan.models = {{"toadstool",
                    -1,
                    {mesh_of(toadstool(12, true), "toadstool_hi", 1200),
                     mesh_of(toadstool(6, false), "toadstool_low", always_drawn)}}};
    const Bundle bundle = lay_out(plan);
    const Bytes bytes = bundle.parts[0].bytes.bytes();
    return {{"ctr/toadstool.ctr", {bytes.begin(), bytes.end()}}, {"ctr/toadstool.vrm", face_file()}};
}

}  // namespace thaw::samples
