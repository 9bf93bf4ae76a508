#include "scene/frame_offsets.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

#include "base/endian.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace {

// The one stored axis that an axis of the scene comes from.
std::optional<std::size_t> source_of(const Vec3d& row) {
    std::optional<std::size_t> source;
    for (std::size_t c = 0; c < 3; ++c) {
        if (row[c] == 0) continue;
        if (source) return std::nullopt;
        source = c;
    }
    return source;
}

// Its bits move to the top of their word, so that its sign becomes the word's, and down again.
StepAxis axis_of(const PointLayout& layout, std::size_t source, double scale) {
    const int first = layout.first_bit[source], bits = layout.bits[source];
    return {.word = static_cast<std::size_t>(first / 32),
            .up = 32 - bits - first % 32,
            .down = 32 - bits,
            .step = static_cast<f32>(scale)};
}

}  // namespace

FrameOffsets::FrameOffsets(const VertexFrames& frames, std::size_t points) : frames_(frames), points_(points) {
    has_steps_ = use_steps();
    if (has_steps_) return;
    base_.resize(points);
    decode_frame(frames, 0, base_);
    offsets_.resize(points);
}

bool FrameOffsets::use_steps() {
    const PointLayout& layout = frames_.layout;
    if ((layout != word_points && layout != short_points) || !frames_.scales.empty()) return false;
    constexpr u32 most_words = std::numeric_limits<i32>::max();  // their places are signed
    if (points_ > most_words / layout.bytes) return false;
    for (std::size_t a = 0; a < 3; ++a) {
        const auto source = source_of(frames_.transform.rows[a]);
        if (!source) return false;
        axes_[a] = axis_of(layout, *source, frames_.transform.rows[a][*source]);
        if (axes_[a].step == 0) return false;
    }
    return true;
}

std::optional<Vec3d> FrameOffsets::step() const {
    if (!has_steps_) return std::nullopt;
    const auto of = [&](std::size_t a) {
        const Vec3d& row = frames_.transform.rows[a];
        return std::abs(row.x) + std::abs(row.y) + std::abs(row.z);  // two of them are 0
    };
    return Vec3d{of(0), of(1), of(2)};
}

FrameOffsets::Corners FrameOffsets::from_zero(std::span<const u32> points) const {
    Corners out{.points = points};
    if (!has_steps_) return out;
    const u32 words = frames_.layout.bytes / 4;
    out.first_words.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) out.first_words[i] = points[i] * words;
    for (std::vector<i32>& axis : out.base) axis.resize(points.size());
    return out;
}

FrameOffsets::Corners FrameOffsets::corners(std::span<const u32> points) const {
    Corners out = from_zero(points);
    if (!has_steps_) return out;
    const u8* from = frames_.bytes.data() + frames_.offset;
    for (std::size_t a = 0; a < 3; ++a) {
        const StepAxis axis = axes_[a];
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto word = load<u32>(from + 4 * (out.first_words[i] + axis.word), Order::little);
            out.base[a][i] = static_cast<i32>(word << axis.up) >> axis.down;
        }
    }
    return out;
}

StepCorners FrameOffsets::step_corners(u32 frame, const Corners& corners, std::size_t first) const {
    const StepCorners out{.from = frames_.bytes.data() + frames_.offset + frame * frames_.stride,
                          .first_words = corners.first_words.data(),
                          .base = {corners.base[0].data(), corners.base[1].data(), corners.base[2].data()},
                          .axes = axes_};
    return out.after(first);
}

std::span<const Vec3> FrameOffsets::decoded(u32 frame) {
    if (decoded_ == frame) return offsets_;
    decode_frame(frames_, frame, offsets_);
    for (std::size_t i = 0; i < points_; ++i) offsets_[i] = offsets_[i] - base_[i];
    decoded_ = frame;
    return offsets_;
}

void FrameOffsets::put(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) {
    if (has_steps_) return kernels_.floats(step_corners(frame, corners, first), count, to);
    const std::span<const Vec3> offsets = decoded(frame);
    for (const u32 point : corners.points.subspan(first, count)) {
        std::memcpy(to, &offsets[point], sizeof(Vec3));
        to += sizeof(Vec3);
    }
}

Box3<f32> FrameOffsets::bounds(u32 frame, const Corners& corners) {
    Box3<f32> out;
    if (corners.points.empty()) return out;
    if (has_steps_) {
        const StepBounds steps = step_bounds(frame, corners);
        for (std::size_t a = 0; a < 3; ++a) {
            const f32 step = std::abs(axes_[a].step);
            out.low[a] = static_cast<f32>(steps.low[a]) * step;
            out.high[a] = static_cast<f32>(steps.high[a]) * step;
        }
        return out;
    }
    const std::span<const Vec3> offsets = decoded(frame);
    for (const u32 point : corners.points) out.include(offsets[point]);
    return out;
}

StepBounds FrameOffsets::step_bounds(u32 frame, const Corners& corners) const {
    constexpr i32 most = std::numeric_limits<i32>::max(), least = std::numeric_limits<i32>::min();
    StepBounds out{{most, most, most}, {least, least, least}};
    kernels_.widen(step_corners(frame, corners, 0), corners.points.size(), out);
    for (std::size_t a = 0; a < 3; ++a) {
        if (axes_[a].turned()) std::tie(out.low[a], out.high[a]) = std::pair(-out.high[a], -out.low[a]);
    }
    return out;
}

void FrameOffsets::put_steps(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) const {
    StepCorners in = step_corners(frame, corners, first);
    for (StepAxis& axis : in.axes) axis.step = axis.turned() ? -1.0f : 1.0f;
    kernels_.floats(in, count, to);
}

void FrameOffsets::put_shorts(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) const {
    kernels_.shorts(step_corners(frame, corners, first), count, to);
}

void FrameOffsets::put_bytes(u32 frame, const Corners& corners, std::size_t first, std::size_t count, u8* to) const {
    kernels_.bytes(step_corners(frame, corners, first), count, to);
}

}  // namespace thaw
