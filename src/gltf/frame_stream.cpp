#include "gltf/frame_stream.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

#include "base/xxh3.hpp"
#include "gltf/steps.hpp"
#include "scene/frame_normals.hpp"
#include "scene/frame_offsets.hpp"

namespace thaw::gltf {

namespace {

// Corners go right where the sink wants them, as many at once as there is room for.
class CornerWriter {
public:
    CornerWriter(Sink& out, std::size_t corner_bytes) : out_(out), corner_bytes_(corner_bytes) {}

    // fill(first, count, to) puts corners `first` to `first + count - 1` there; count is never 0.
    template <class Fill>
    bool write(std::size_t corners, const Fill& fill) {
        for (std::size_t first = 0; first < corners;) {
            const std::span<u8> room = out_.room();
            const bool fits = room.size() >= corner_bytes_;
            const std::span<u8> to =
                fits ? room : std::span<u8>(own_).first(room.empty() ? own_.size() : corner_bytes_);
            const std::size_t count = std::min(corners - first, to.size() / corner_bytes_);
            fill(first, count, to.data());
            const std::size_t bytes = count * corner_bytes_;
            if (!(fits ? out_.filled(bytes) : out_.write(to.first(bytes)))) return false;
            first += count;
        }
        return true;
    }

private:
    Sink& out_;
    std::size_t corner_bytes_;
    std::array<u8, 12288> own_{};
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
    PointOffsets(FrameOffsets& offsets, std::size_t points, bool in_steps)
        : offsets_(offsets), in_steps_(in_steps), all_(points) {
        std::iota(all_.begin(), all_.end(), u32{0});
        corners_ = offsets.corners(all_);
        for (auto& lane : out_) lane.resize(points);
    }
    const FrameNormals::Offsets& from(u32 frame, u32 end) {
        for (std::vector<Vec3>& lane : out_) {
            // Behind the last frame it is done once more: nobody reads that lane.
            auto* to = static_cast<u8*>(static_cast<void*>(lane.data()));
            const u32 here = std::min(frame++, end - 1);
            in_steps_ ? offsets_.put_steps(here, corners_, 0, all_.size(), to)
                      : offsets_.put(here, corners_, 0, all_.size(), to);
        }
        return out_;
    }

private:
    FrameOffsets& offsets_;
    bool in_steps_;
    std::vector<u32> all_;
    FrameOffsets::Corners corners_;
    FrameNormals::Offsets out_;
};

// Normals of the frames that are asked for, one after the other.
class NormalStream {
public:
    NormalStream(const Mesh& mesh, const FrameStream::Rest& rest, bool in_steps, FrameOffsets& offsets)
        : normals_(mesh, rest.points, rest.normals),
          points_(offsets, mesh.points.size(), in_steps),
          frames_(mesh.frames->count) {}

    void put(const FrameStream::Item& item, std::size_t first, std::size_t count, u8* to) {
        const u32 lane = item.target % FrameNormals::lanes;
        if (const u32 start = item.target - lane; started_ != start) {
            normals_.start(points_.from(start + 1, frames_));
            started_ = start;
        }
        item.kind == FrameKind::normals ? normals_.put(lane, item.primitive, first, count, to)
                                        : normals_.put_bytes(lane, item.primitive, first, count, to);
    }

private:
    FrameNormals normals_;
    PointOffsets points_;
    u32 frames_;
    u32 started_ = no_index;  // the first target that is worked out
};

Box3<f32> box_of(const StepBounds& bounds) {
    Box3<f32> out;
    for (std::size_t a = 0; a < 3; ++a) {
        out.low[a] = static_cast<f32>(bounds.low[a]);
        out.high[a] = static_cast<f32>(bounds.high[a]);
    }
    return out;
}

bool is_normals(FrameKind kind) { return kind == FrameKind::normals || kind == FrameKind::byte_normals; }

FrameKind kind_of(const StepBounds& bounds) {
    return fits_bytes(bounds)    ? FrameKind::step_bytes
           : fits_shorts(bounds) ? FrameKind::step_shorts
                                 : FrameKind::step_floats;
}

}  // namespace

struct FrameStream::State {
    const Mesh& mesh;
    const Context& context;
    Form form;
    Rest rest;
    FrameOffsets offsets;
    std::vector<FrameOffsets::Corners> corners{};  // of each primitive
    std::vector<Item> items{};
    std::map<std::tuple<u32, FrameKind, Xxh3::Digest>, u32> known{};
    std::array<u64, strides.size()> sizes{};

    u64& size_of(u32 stride) { return sizes[stride == strides[0] ? 0 : stride == strides[1] ? 1 : 2]; }

    std::vector<u8> bytes_of(const Item& item) {
        const std::size_t count = corners[item.primitive].points.size();
        std::vector<u8> out(count * stride_of(item.kind));
        put(item, 0, count, out.data());
        return out;
    }

    // An earlier item of the same bytes, or no_index.
    u32 same_as(const Item& item) {
        const std::vector<u8> bytes = bytes_of(item);
        const auto [at, is_new] =
            known.try_emplace({item.primitive, item.kind, xxh3(bytes)}, static_cast<u32>(items.size()));
        return !is_new && bytes_of(items[at->second]) == bytes ? at->second : no_index;
    }

    void add(Item item) {
        const u32 stride = stride_of(item.kind);
        if (form.shares && !is_normals(item.kind)) item.same_as = same_as(item);
        if (item.same_as != no_index) {
            items.push_back(item);
            return;
        }
        item.offset = size_of(stride);
        size_of(stride) += stride * u64{mesh.primitives[item.primitive].points.size()};
        items.push_back(item);
    }

    void add_offsets(u32 target, u32 primitive, const FrameOffsets::Corners& used) {
        if (!form.in_steps) return add({target, primitive, FrameKind::floats, 0, offsets.bounds(target + 1, used)});
        const StepBounds bounds = offsets.step_bounds(target + 1, used);
        add({target, primitive, kind_of(bounds), 0, box_of(bounds)});
    }

    void put(const Item& item, std::size_t first, std::size_t count, u8* to) {
        const FrameOffsets::Corners& some = corners[item.primitive];
        const u32 frame = item.target + 1;
        switch (item.kind) {
            case FrameKind::floats: return offsets.put(frame, some, first, count, to);
            case FrameKind::step_floats: return offsets.put_steps(frame, some, first, count, to);
            case FrameKind::step_shorts: return offsets.put_shorts(frame, some, first, count, to);
            case FrameKind::step_bytes: return offsets.put_bytes(frame, some, first, count, to);
            case FrameKind::normals:
            case FrameKind::byte_normals: return;  // a NormalStream has them
        }
    }
};

u32 FrameStream::stride_of(FrameKind kind) {
    switch (kind) {
        case FrameKind::floats:
        case FrameKind::step_floats:
        case FrameKind::normals: return 12;
        case FrameKind::step_shorts: return 8;
        case FrameKind::step_bytes:
        case FrameKind::byte_normals: return 4;
    }
    return 12;
}

FrameStream::FrameStream(const Mesh& mesh, Rest rest, Form form, const Context& context)
    : state_(std::make_unique<State>(
          State{mesh, context, form, std::move(rest), FrameOffsets(*mesh.frames, mesh.points.size())})) {
    State& s = *state_;
    std::vector<std::vector<u32>> used;
    for (const Primitive& primitive : mesh.primitives) {
        s.corners.push_back(s.offsets.corners(primitive.points));
        used.push_back(used_points(primitive, mesh.points.size()));
    }
    std::vector<FrameOffsets::Corners> measured;
    for (const std::vector<u32>& points : used) measured.push_back(s.offsets.corners(points));
    const u32 targets = mesh.frames->count - 1;
    const bool with_normals = !s.rest.normals.empty();
    s.items.reserve(used.size() * targets * (with_normals ? 2 : 1));
    for (u32 target = 0; target < targets && !context.cancelled(); ++target) {
        for (u32 p = 0; p < used.size(); ++p) {
            s.add_offsets(target, p, measured[p]);
            if (with_normals) s.add({target, p, form.in_steps ? FrameKind::byte_normals : FrameKind::normals});
        }
    }
}

FrameStream::~FrameStream() = default;
FrameStream::FrameStream(FrameStream&&) noexcept = default;

const std::vector<FrameStream::Item>& FrameStream::items() const { return state_->items; }

u64 FrameStream::bytes(u32 stride) const { return state_->size_of(stride); }

bool FrameStream::write(u32 stride, Sink& out) const {
    State& s = *state_;
    CornerWriter writer(out, stride);
    std::optional<NormalStream> normals;
    for (const Item& item : s.items) {
        if (stride_of(item.kind) != stride || item.same_as != no_index) continue;
        if (s.context.cancelled()) return false;
        s.context.progress(item.target, s.mesh.frames->count - 1);
        const bool has_normals = is_normals(item.kind);
        if (has_normals && !normals) normals.emplace(s.mesh, s.rest, s.form.in_steps, s.offsets);
        const auto put = [&](std::size_t first, std::size_t count, u8* to) {
            has_normals ? normals->put(item, first, count, to) : s.put(item, first, count, to);
        };
        if (!writer.write(s.corners[item.primitive].points.size(), put)) return false;
    }
    return true;
}

}  // namespace thaw::gltf
