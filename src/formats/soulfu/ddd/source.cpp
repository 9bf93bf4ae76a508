#include "formats/soulfu/ddd/source.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/soulfu/ddd/issues.hpp"
#include "formats/soulfu/ddd/pose.hpp"
#include "formats/soulfu/scene/animation_sources.hpp"
#include "formats/soulfu/scene/edge_lines.hpp"
#include "formats/soulfu/scene/issues.hpp"
#include "formats/soulfu/scene/strips.hpp"

namespace thaw::ddd {

namespace {

constexpr double steps_per_foot = 256;  // of movement
constexpr f32 steps_per_image = 256;

Vec3d to_scene(const Vec3d& p) { return to_scene_axes(p.x, p.y, p.z); }

// Numbers of a file are multiples of 1/20000 foot: so they read as they were meant.
double tidy(double feet) { return std::round(feet * 1e6) / 1e6; }

std::vector<std::array<u16, 2>> lines_of(const BaseModel& base) {
    std::size_t triangles = 0;
    for (const Slot& slot : base.slots) triangles += slot.triangles.size();
    if (triangles > rdy::most_triangles) return {};
    auto strips = rdy::make_strips(base);
    std::array<rdy::Slot, slot_count> slots;
    for (std::size_t s = 0; s < slot_count; ++s) {
        slots[s].mode = base.slots[s].mode;
        slots[s].flags = base.slots[s].flags;
        slots[s].strips = std::move(strips[s]);
    }
    std::vector<std::array<u16, 2>> out;
    for (const rdy::EdgeLine& line : rdy::make_edge_lines(slots)) out.push_back(line.edge);
    return out;
}

}  // namespace

DddSource::DddSource(const Document& document, Issues& issues)
    : file_(document.file), binds_(&document.animation()), poses_(binds_), dressed_(false) {
    if (!document.link_error.empty()) {
        issues.add(issue::link_unreadable, part(), "link", {}, document.link_error);
    } else if (file_.is_linked() && !document.linked) {
        issues.add(soulfu::issue::still_model, part(), "link", {}, text::printable(file_.link_name()) + ".DDD");
    }
    if (document.fitting_animations.size() > 1) {
        std::string names;
        for (const std::string& name : document.fitting_animations)
            names += (names.empty() ? "" : ", ") + text::printable(name);
        issues.add(issue::several_animation_files, part(), "frames", {}, names);
    }
    if (file_.is_linked() || !document.linked) return;
    if (can_move(*document.linked, file_)) {
        poses_ = &*document.linked;
        dressed_ = true;
        return;
    }
    issues.add(issue::other_bones, part(), "bases[0].bones");
}

const IssueKind& DddSource::anchors() const { return issue::anchors; }
const IssueKind& DddSource::split_action() const { return issue::split_action; }

Shape DddSource::shape(std::size_t base_index, std::size_t, bool with_lines) const {
    const BaseModel& base = file_.bases[base_index];
    const double scale = feet_per_unit();
    Shape out;
    for (const Vertex& v : base.vertices) {
        out.vertices.push_back(
            {to_scene_axes(v.position[0] * scale, v.position[1] * scale, v.position[2] * scale), v.bones, v.weight});
    }
    for (const TexVertex& t : base.tex_vertices) {
        out.uvs.push_back({static_cast<f32>(t.u) / steps_per_image, static_cast<f32>(t.v) / steps_per_image});
    }
    for (std::size_t s = 0; s < slot_count; ++s) {
        const Slot& slot = base.slots[s];
        out.slots[s] = {slot.mode != 0, slot.flags, slot.alpha, slot.triangles};
    }
    for (const u8 size : base.joint_sizes) out.joint_sizes.push_back(tidy(size * feet_per_joint_size));
    out.bones = base.bones;
    if (with_lines) out.lines = lines_of(base);
    return out;
}

FrameHead DddSource::head(std::size_t index) const {
    const Frame& frame = poses_->frames[index];
    FrameHead out{frame.action, frame.events, dressed_ ? std::size_t{0} : frame.base_model, {}, {}};
    for (std::size_t i = 0; i < 2; ++i) out.movement[i] = frame.movement[i] / steps_per_foot;
    const double scale = poses_->feet_per_unit();
    for (std::size_t s = 0; s < shadow_count; ++s) {
        out.shadows[s].alpha = frame.shadows[s].alpha;
        for (std::size_t c = 0; c < 4; ++c) {
            const ShadowCorner& corner = frame.shadows[s].corners[c];
            out.shadows[s].corners[c] = {tidy(corner.x * scale), tidy(corner.y * scale)};
        }
    }
    return out;
}

BonePose DddSource::pose_in(const File& animation, std::size_t base, const Frame& frame) const {
    BonePose out;
    for (const auto& axes : axes_in(file_.bases[base], frame, animation.feet_per_unit())) {
        out.emplace_back();
        if (!axes) continue;
        out.back() = Axes{to_scene(axes->start), to_scene(axes->along), to_scene(axes->forward), to_scene(axes->side)};
    }
    return out;
}

BonePose DddSource::pose(std::size_t base, std::size_t frame) const {
    return pose_in(*poses_, base, poses_->frames[frame]);
}

BonePose DddSource::bind_pose(std::size_t base) const {
    const auto bind = bind_frame(*binds_, base);
    return bind ? pose_in(*binds_, base, binds_->frames[*bind]) : BonePose{};
}

}  // namespace thaw::ddd
