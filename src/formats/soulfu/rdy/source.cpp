#include "formats/soulfu/rdy/source.hpp"

#include <algorithm>
#include <cmath>

#include "formats/shared/issue_reporter.hpp"
#include "formats/soulfu/rdy/issues.hpp"

namespace thaw::rdy {

namespace {

using ddd::Axes;

constexpr double largest_feet = 1e9;  // more is as good as nowhere, and would not fit a scene after scaling

bool is_usable(const Vec3d& v) {
    return std::abs(v.x) <= largest_feet && std::abs(v.y) <= largest_feet && std::abs(v.z) <= largest_feet;
}

Vec3d to_scene(const std::array<f32, 3>& v) { return ddd::to_scene_axes(v[0], v[1], v[2]); }
Vec3d to_scene(const Point& p) { return ddd::to_scene_axes(p.x, p.y, p.z); }
f32 finite_or_zero(f32 x) { return std::isfinite(x) ? x : 0; }

// Where the bind position of a vertex is, by the numbers from which the game draws it. The position in the file may be
// of any pose: the game overwrites it whenever it draws.
class BindPosition {
public:
    explicit BindPosition(const Axes& axes) : start_(axes.start) {
        const double square = dot(axes.along, axes.along);
        length_ = std::sqrt(square);
        const auto across = [&](const Vec3d& direction) {
            const double k = square > 0 ? dot(direction, axes.along) / square : 0;
            return direction - axes.along * k;
        };
        const Vec3d side = across(axes.side);
        const Vec3d forward = across(axes.forward);
        const double k = square > 0 ? 1 / square : 0;
        parts_ = {side[0],    axes.along[0] * k,
                  forward[0], 0,
                  side[1],    axes.along[1] * k,
                  forward[1], 0,
                  side[2],    axes.along[2] * k,
                  forward[2], 0,
                  0,          0,
                  0,          1};
        back_ = inverse_of(parts_);
    }

    // Empty if the stored position is that of the bind pose, or nothing better is to be had.
    std::optional<Vec3d> corrected(const Vertex& vertex, const Vec3d& stored) const {
        const Vec3d wanted{vertex.side[0], vertex.along[0], vertex.forward[0]};
        if (!back_ || !is_usable(wanted)) return std::nullopt;
        const Vec3d found = transformed(parts_, stored - start_);
        const double tolerance = 1e-3 + 1e-4 * length(stored);
        if (std::abs(found[0] - wanted[0]) < tolerance && std::abs(found[1] - wanted[1]) * length_ < tolerance &&
            std::abs(found[2] - wanted[2]) < tolerance)
            return std::nullopt;
        const Vec3d position = start_ + transformed(*back_, wanted);
        return is_usable(position) ? std::optional(position) : std::nullopt;
    }

private:
    Vec3d start_;
    double length_ = 0;
    Matrix parts_{};  // from an offset to its parts: side, along, forward
    std::optional<Matrix> back_{};
};

}  // namespace

RdySource::RdySource(const File& file, Issues& issues) : file_(file), issues_(issues) {
    if (!file.is_linked()) return;
    issues.add(issue::linked, part(), "flags", {}, "the model does not move");
}

const IssueKind& RdySource::anchors() const { return issue::anchors; }
const IssueKind& RdySource::split_action() const { return issue::split_action; }

std::size_t RdySource::bases() const {
    std::size_t n = 0;
    while (file_.base(n, 0) != nullptr && file_.base(n, levels() - 1) != nullptr) ++n;
    return n;
}

ddd::Shape RdySource::shape(std::size_t base_index, std::size_t level, bool with_lines) const {
    const BaseModel& base = *file_.base(base_index, level);
    const std::string path = field_path("bases", base_index * levels() + level);
    const ddd::BonePose bind = bind_pose(base_index);
    std::vector<std::optional<BindPosition>> positions(bind.size());
    for (std::size_t b = 0; b < bind.size(); ++b) {
        if (bind[b]) positions[b].emplace(*bind[b]);
    }
    Offenders unusable;
    Offenders posed;
    ddd::Shape out;
    for (std::size_t v = 0; v < base.vertices.size(); ++v) {
        const Vertex& vertex = base.vertices[v];
        Vec3d position = to_scene(vertex.position);
        if (!is_usable(position)) {
            unusable.note(v);
            position = {};
        }
        if (const std::size_t bone = vertex.bones[0]; bone < positions.size() && positions[bone]) {
            if (const auto corrected = positions[bone]->corrected(vertex, position)) {
                posed.note(v);
                position = *corrected;
            }
        }
        out.vertices.push_back({position, vertex.bones, vertex.weight});
    }
    for (const TexVertex& t : base.tex_vertices) out.uvs.push_back({finite_or_zero(t.u), finite_or_zero(t.v)});
    for (std::size_t s = 0; s < slot_count; ++s) {
        const Slot& slot = base.slots[s];
        out.slots[s] = {slot.mode != 0, slot.flags, slot.alpha, triangles_of(slot)};
    }
    for (const f32 size : base.joint_sizes) out.joint_sizes.push_back(finite_or_zero(size));
    for (const Bone& bone : base.bones) out.bones.push_back({bone.id, bone.joints});
    for (std::size_t i = 0; with_lines && i < base.edge_lines.size(); ++i) out.lines.push_back(base.edge_lines[i].edge);
    if (unusable) {
        issues_.add(issue::positions_not_finite, part(),
                    path + "." + field_path("vertices", unusable.first(), "position"), "finite numbers",
                    unusable.of(base.vertices.size()));
    }
    if (posed) {
        issues_.add(issue::posed, part(), path + "." + field_path("vertices", posed.first(), "position"), {},
                    posed.of(base.vertices.size()));
    }
    return out;
}

ddd::FrameHead RdySource::head(std::size_t index) const {
    const Frame& frame = file_.frames[index];
    ddd::FrameHead out{frame.action, frame.events, frame.base_model, {}, {}};
    for (std::size_t i = 0; i < 2; ++i) out.movement[i] = finite_or_zero(frame.movement[i]);
    for (std::size_t s = 0; s < shadow_count; ++s) {
        out.shadows[s].alpha = frame.shadows[s].alpha;
        for (std::size_t c = 0; c < 4; ++c) {
            const ShadowCorner& corner = frame.shadows[s].corners[c];
            out.shadows[s].corners[c] = {finite_or_zero(corner.x), finite_or_zero(corner.y)};
        }
    }
    return out;
}

ddd::BonePose RdySource::pose(std::size_t base_index, std::size_t index) const {
    const BaseModel& base = *file_.base(base_index);
    const Frame& frame = file_.frames[index];
    ddd::BonePose out;
    for (std::size_t b = 0; b < std::min(base.bones.size(), frame.axes.size()); ++b) {
        const auto& joints = base.bones[b].joints;
        out.emplace_back();
        if (joints[0] >= frame.joints.size() || joints[1] >= frame.joints.size()) continue;
        const Vec3d start = to_scene(frame.joints[joints[0]]);
        const Axes axes{start, to_scene(frame.joints[joints[1]]) - start, to_scene(frame.axes[b].forward),
                        to_scene(frame.axes[b].side)};
        if (is_usable(axes.start) && is_usable(axes.along) && is_usable(axes.forward) && is_usable(axes.side)) {
            out.back() = axes;
        }
    }
    return out;
}

ddd::BonePose RdySource::bind_pose(std::size_t base) const {
    for (std::size_t i = 0; i < file_.frames.size(); ++i) {
        if (file_.frames[i].base_model == base) return pose(base, i);
    }
    return {};
}

}  // namespace thaw::rdy
