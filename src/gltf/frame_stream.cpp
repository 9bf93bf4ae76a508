#include "gltf/frame_stream.hpp"

#include <algorithm>
#include <cstring>

#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw::gltf {

namespace {

// The corners' values one after the other: x y z x y z. Each move writes one number too many, which the next one
// replaces; the last corner is written exactly.
f32* gather(const std::vector<PaddedPoint>& values, const std::vector<u32>& points, f32* out) {
    if (points.empty()) return out;
    const PaddedPoint* from = values.data();
    const u32* point = points.data();
    const u32* last = point + points.size() - 1;
    for (; last - point >= 4; point += 4, out += 12) {
        for (std::size_t k = 0; k < 4; ++k) std::memcpy(out + 3 * k, &from[point[k]], 16);
    }
    for (; point != last; ++point, out += 3) std::memcpy(out, &from[*point], 16);
    std::memcpy(out, &from[*last], 12);
    return out + 3;
}

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
    u64 corners_bytes(std::size_t p) const { return u64{12} * mesh.primitives[p].points.size(); }

    // The changes of normals of all primitives after the offsets were worked out.
    class NormalChanges {
    public:
        explicit NormalChanges(const State& state) : state_(state) {}
        void start_frame(u32 frame) {
            positions_.resize(state_.mesh.points.size());
            decode_frame(state_.frames, frame, positions_);
            compute_normals(state_.mesh, positions_, normals_);
        }
        f32* put(std::size_t p, f32* out) {
            const Primitive& primitive = state_.mesh.primitives[p];
            if (primitive.flat) compute_flat_normals(primitive, positions_, flat_);
            for (std::size_t c = 0; c < primitive.points.size(); ++c) {
                const u32 point = primitive.points[c];
                const Vec3 change = primitive.flat ? flat_[c] - state_.flat_normals[p][c]
                                                   : normals_[point] - state_.base_normals[point];
                out[0] = change.x;
                out[1] = change.y;
                out[2] = change.z;
                out += 3;
            }
            return out;
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

std::vector<FrameStream::Bounds> FrameStream::measure() const {
    const State& s = *state_;
    std::vector<std::vector<u32>> used;
    for (const Primitive& primitive : s.mesh.primitives) used.push_back(used_points(primitive, s.mesh.points.size()));
    std::vector<Bounds> out;
    out.reserve(std::size_t{s.targets()} * used.size());
    std::vector<PaddedPoint> values;
    const bool some_in_part = std::any_of(used.begin(), used.end(), [&](const std::vector<u32>& points) {
        return points.size() != s.mesh.points.size();
    });
    for (u32 target = 0; target < s.targets(); ++target) {
        if (s.context.cancelled()) return out;
        if (some_in_part) s.offsets.at(target + 1, values);
        for (const std::vector<u32>& points : used) {
            Bounds bounds;
            if (points.size() == s.mesh.points.size()) {
                bounds = s.offsets.bounds(target + 1, values);
            } else {
                for (const u32 point : points) bounds.include(values[point]);
            }
            out.push_back(bounds);
        }
    }
    return out;
}

bool FrameStream::write(Sink& out) const {
    const State& s = *state_;
    std::vector<f32> buffer(static_cast<std::size_t>(s.target_bytes / 4));
    if (buffer.empty()) return true;
    std::vector<PaddedPoint> values;
    State::NormalChanges normals(s);
    for (u32 target = 0; target < s.targets(); ++target) {
        if (s.context.cancelled()) return false;
        s.context.progress(target, s.targets());
        s.offsets.at(target + 1, values);
        if (s.normals) normals.start_frame(target + 1);
        f32* at = buffer.data();
        for (std::size_t p = 0; p < s.mesh.primitives.size(); ++p) {
            at = gather(values, s.mesh.primitives[p].points, at);
            if (s.normals) at = normals.put(p, at);
        }
        const auto bytes = static_cast<std::size_t>(s.target_bytes);
        if (!out.write(Bytes(static_cast<const u8*>(static_cast<const void*>(buffer.data())), bytes))) {
            return false;
        }
    }
    return true;
}

}  // namespace thaw::gltf
