#include "gltf/frame_stream.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw::gltf {

namespace {

constexpr std::size_t corner_bytes = 12;

// The corners' values one after the other: x y z x y z. Each move writes one number too many, which the next one
// replaces; the last corner is written exactly.
void gather(const std::vector<PaddedPoint>& values, std::span<const u32> points, u8* out) {
    const PaddedPoint* from = values.data();
    const u32* point = points.data();
    const u32* last = point + points.size() - 1;
    for (; last - point >= 4; point += 4, out += 4 * corner_bytes) {
        for (std::size_t k = 0; k < 4; ++k) std::memcpy(out + k * corner_bytes, &from[point[k]], 16);
    }
    for (; point != last; ++point, out += corner_bytes) std::memcpy(out, &from[*point], 16);
    std::memcpy(out, &from[*last], corner_bytes);
}

// Corners go right where the sink wants them, as many at once as there is room for.
class CornerWriter {
public:
    explicit CornerWriter(Sink& out) : out_(out) {}

    // fill(first, count, to) puts corners `first` to `first + count - 1` there; count is never 0.
    template <class Fill>
    bool write(std::size_t corners, const Fill& fill) {
        for (std::size_t first = 0; first < corners;) {
            const std::span<u8> room = out_.room();
            const bool fits = room.size() >= corner_bytes;
            const std::span<u8> to = fits ? room : std::span<u8>(own_).first(room.empty() ? own_.size() : corner_bytes);
            const std::size_t count = std::min(corners - first, to.size() / corner_bytes);
            fill(first, count, to.data());
            const std::size_t bytes = count * corner_bytes;
            if (!(fits ? out_.filled(bytes) : out_.write(to.first(bytes)))) return false;
            first += count;
        }
        return true;
    }

private:
    Sink& out_;
    std::array<u8, 1024 * corner_bytes> own_{};
};

std::vector<u32> used_points(const Primitive& primitive, std::size_t points) {
    std::vector<bool> used(points, false);
    for (const u32 point : primitive.points) used[point] = true;
    std::vector<u32> out;
    for (u32 i = 0; i < points; ++i) {
        if (used[i]) out.push_back(i);
    }
    return out;
}

}  // namespace

struct FrameStream::State {
    const Mesh& mesh;
    const VertexFrames& frames;
    const Context& context;
    bool normals;
    FrameOffsets offsets;
    std::vector<Vec3> base_normals{};               // one a point
    std::vector<std::vector<Vec3>> flat_normals{};  // one a corner, of flat primitives
    std::vector<u64> primitive_offsets{};           // within a target
    u64 target_bytes = 0;

    u32 targets() const { return frames.count - 1; }
    u64 corners_bytes(std::size_t p) const { return corner_bytes * u64{mesh.primitives[p].points.size()}; }

    // The changes of normals of all primitives after the offsets were worked out.
    class NormalChanges {
    public:
        explicit NormalChanges(const State& state) : state_(state) {}
        void start_frame(u32 frame) {
            positions_.resize(state_.mesh.points.size());
            decode_frame(state_.frames, frame, positions_);
            compute_normals(state_.mesh, positions_, normals_);
        }
        void start_primitive(std::size_t p) {
            if (state_.mesh.primitives[p].flat) compute_flat_normals(state_.mesh.primitives[p], positions_, flat_);
        }
        void put(std::size_t p, std::size_t first, std::size_t count, u8* out) {
            const Primitive& primitive = state_.mesh.primitives[p];
            for (std::size_t c = first; c < first + count; ++c, out += corner_bytes) {
                const u32 point = primitive.points[c];
                const Vec3 change = primitive.flat ? flat_[c] - state_.flat_normals[p][c]
                                                   : normals_[point] - state_.base_normals[point];
                std::memcpy(out, &change, corner_bytes);
            }
        }

    private:
        const State& state_;
        std::vector<Vec3> positions_;
        std::vector<Vec3> normals_;
        std::vector<Vec3> flat_;
    };
};

FrameStream::FrameStream(const Mesh& mesh, std::vector<Vec3> base_normals, const Context& context)
    : state_(std::make_unique<State>(
          State{mesh, *mesh.frames, context, !base_normals.empty(), FrameOffsets(*mesh.frames, mesh.points.size())})) {
    State& s = *state_;
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        s.primitive_offsets.push_back(s.target_bytes);
        s.target_bytes += s.corners_bytes(p) * (s.normals ? 2 : 1);
    }
    if (!s.normals) return;
    s.base_normals = std::move(base_normals);
    s.flat_normals.resize(mesh.primitives.size());
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        if (mesh.primitives[p].flat) compute_flat_normals(mesh.primitives[p], mesh.points, s.flat_normals[p]);
    }
}

FrameStream::~FrameStream() = default;
FrameStream::FrameStream(FrameStream&&) noexcept = default;

u64 FrameStream::bytes() const { return state_->target_bytes * state_->targets(); }

u64 FrameStream::offset_of(u32 target, std::size_t primitive) const {
    return target * state_->target_bytes + state_->primitive_offsets[primitive];
}

u64 FrameStream::normals_offset_of(u32 target, std::size_t primitive) const {
    return offset_of(target, primitive) + state_->corners_bytes(primitive);
}

std::vector<Box3<f32>> FrameStream::measure() const {
    const State& s = *state_;
    std::vector<std::vector<u32>> used;
    for (const Primitive& primitive : s.mesh.primitives) used.push_back(used_points(primitive, s.mesh.points.size()));
    std::vector<Box3<f32>> out;
    out.reserve(std::size_t{s.targets()} * used.size());
    std::vector<PaddedPoint> values;
    const bool some_in_part = std::any_of(used.begin(), used.end(), [&](const std::vector<u32>& points) {
        return points.size() != s.mesh.points.size();
    });
    for (u32 target = 0; target < s.targets(); ++target) {
        if (s.context.cancelled()) return out;
        if (some_in_part) s.offsets.at(target + 1, values);
        for (const std::vector<u32>& points : used) {
            Box3<f32> bounds;
            if (points.size() == s.mesh.points.size()) {
                bounds = s.offsets.bounds(target + 1, values);
            } else {
                for (const u32 point : points) bounds.include(unpadded(values[point]));
            }
            out.push_back(bounds);
        }
    }
    return out;
}

bool FrameStream::write(Sink& out) const {
    const State& s = *state_;
    CornerWriter writer(out);
    std::vector<PaddedPoint> values;
    State::NormalChanges normals(s);
    for (u32 target = 0; target < s.targets(); ++target) {
        if (s.context.cancelled()) return false;
        s.context.progress(target, s.targets());
        s.offsets.at(target + 1, values);
        if (s.normals) normals.start_frame(target + 1);
        for (std::size_t p = 0; p < s.mesh.primitives.size(); ++p) {
            const std::span<const u32> points = s.mesh.primitives[p].points;
            const auto put_offsets = [&](std::size_t first, std::size_t count, u8* to) {
                gather(values, points.subspan(first, count), to);
            };
            if (!writer.write(points.size(), put_offsets)) return false;
            if (!s.normals) continue;
            normals.start_primitive(p);
            const auto put_normals = [&](std::size_t first, std::size_t count, u8* to) {
                normals.put(p, first, count, to);
            };
            if (!writer.write(points.size(), put_normals)) return false;
        }
    }
    return true;
}

}  // namespace thaw::gltf
