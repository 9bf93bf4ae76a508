#include "gltf/frame_stream.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>

#include "scene/frame_normals.hpp"
#include "scene/frame_offsets.hpp"

namespace thaw::gltf {

namespace {

constexpr std::size_t corner_bytes = 12;

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

// The offsets of all points in as many frames as are worked on together, for the normals.
class PointOffsets {
public:
    PointOffsets(FrameOffsets& offsets, std::size_t points) : offsets_(offsets), all_(points) {
        std::iota(all_.begin(), all_.end(), u32{0});
        corners_ = offsets.corners(all_);
        for (auto& lane : out_) lane.resize(points);
    }
    const FrameNormals::Offsets& from(u32 frame, u32 end) {
        for (std::vector<Vec3>& lane : out_) {
            // Behind the last frame it is done once more: nobody reads that lane.
            auto* to = static_cast<u8*>(static_cast<void*>(lane.data()));
            offsets_.put(std::min(frame++, end - 1), corners_, 0, all_.size(), to);
        }
        return out_;
    }

private:
    FrameOffsets& offsets_;
    std::vector<u32> all_;
    FrameOffsets::Corners corners_;
    FrameNormals::Offsets out_;
};

}  // namespace

struct FrameStream::State {
    const Mesh& mesh;
    const VertexFrames& frames;
    const Context& context;
    std::vector<Vec3> base_normals;  // one a point
    FrameOffsets offsets;
    std::vector<FrameOffsets::Corners> corners{};  // of each primitive
    std::vector<u64> primitive_offsets{};          // within a target
    u64 target_bytes = 0;

    u32 targets() const { return frames.count - 1; }
    bool has_normals() const { return !base_normals.empty(); }
    u64 corners_bytes(std::size_t p) const { return corner_bytes * u64{mesh.primitives[p].points.size()}; }

    bool write_offsets(CornerWriter& writer, u32 frame, std::size_t p) {
        return writer.write(corners[p].points.size(), [&](std::size_t first, std::size_t count, u8* to) {
            offsets.put(frame, corners[p], first, count, to);
        });
    }
};

FrameStream::FrameStream(const Mesh& mesh, std::vector<Vec3> base_normals, const Context& context)
    : state_(std::make_unique<State>(State{mesh, *mesh.frames, context, std::move(base_normals),
                                           FrameOffsets(*mesh.frames, mesh.points.size())})) {
    State& s = *state_;
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        s.corners.push_back(s.offsets.corners(mesh.primitives[p].points));
        s.primitive_offsets.push_back(s.target_bytes);
        s.target_bytes += s.corners_bytes(p) * (s.has_normals() ? 2 : 1);
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
    State& s = *state_;
    std::vector<std::vector<u32>> used;
    for (const Primitive& primitive : s.mesh.primitives) used.push_back(used_points(primitive, s.mesh.points.size()));
    std::vector<FrameOffsets::Corners> corners;
    for (const std::vector<u32>& points : used) corners.push_back(s.offsets.corners(points));
    std::vector<Box3<f32>> out;
    out.reserve(std::size_t{s.targets()} * used.size());
    for (u32 target = 0; target < s.targets(); ++target) {
        if (s.context.cancelled()) return out;
        for (const FrameOffsets::Corners& some : corners) out.push_back(s.offsets.bounds(target + 1, some));
    }
    return out;
}

bool FrameStream::write(Sink& out) const {
    State& s = *state_;
    CornerWriter writer(out);
    std::optional<FrameNormals> normals;
    std::optional<PointOffsets> point_offsets;
    if (s.has_normals()) {
        normals.emplace(s.mesh, s.base_normals);
        point_offsets.emplace(s.offsets, s.mesh.points.size());
    }
    for (u32 target = 0; target < s.targets(); ++target) {
        if (s.context.cancelled()) return false;
        s.context.progress(target, s.targets());
        const std::size_t lane = target % FrameNormals::lanes;
        if (normals && lane == 0) normals->start(point_offsets->from(target + 1, s.frames.count));
        for (std::size_t p = 0; p < s.mesh.primitives.size(); ++p) {
            if (!s.write_offsets(writer, target + 1, p)) return false;
            if (!normals) continue;
            const auto put_normals = [&](std::size_t first, std::size_t count, u8* to) {
                normals->put(lane, p, first, count, to);
            };
            if (!writer.write(s.corners[p].points.size(), put_normals)) return false;
        }
    }
    return true;
}

}  // namespace thaw::gltf
