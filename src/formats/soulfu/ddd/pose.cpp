#include "formats/soulfu/ddd/pose.hpp"

#include <algorithm>
#include <cmath>

#include "scene/maths.hpp"

namespace thaw::ddd {

namespace {

Vec3d to_point(const Vector3& v, double scale) { return {v.x * scale, v.y * scale, v.z * scale}; }

BoneAxes axes_of(const Vec3d& start, const Vec3d& end, const Vector3& raw_forward) {
    BoneAxes axes{start, end - start, {1, 0, 0}, {0, 1, 0}};  // the engine's fallbacks for directions without length
    const Vec3d forward = to_point(raw_forward, 1);
    if (const double n = length(forward); n > 0) axes.forward = forward * (1 / n);
    const Vec3d side = cross(axes.forward, axes.along);
    if (const double n = length(side); n > 0.001) axes.side = side * (1 / n);
    return axes;
}

const BoneAxes* find_axes(const std::vector<std::optional<BoneAxes>>& all, u8 bone) {
    return bone < all.size() && all[bone] ? &*all[bone] : nullptr;
}

// D6: of the first bone. The second one has the rest, so that 127 leaves it 1/255.
double first_weight(const Vertex& vertex) { return (vertex.weight & 0x7F) * 2 / 255.0; }

}  // namespace

std::optional<std::size_t> bind_frame(const File& animation, std::size_t base_index) {
    const auto found = std::find_if(animation.frames.begin(), animation.frames.end(),
                                    [&](const Frame& frame) { return frame.base_model == base_index; });
    if (found == animation.frames.end()) return std::nullopt;
    return static_cast<std::size_t>(found - animation.frames.begin());
}

std::vector<std::optional<BoneAxes>> axes_in(const BaseModel& base, const Frame& frame, double feet_per_unit) {
    std::vector<std::optional<BoneAxes>> all;
    for (std::size_t b = 0; b < std::min(base.bones.size(), frame.forwards.size()); ++b) {
        const auto& joints = base.bones[b].joints;
        all.emplace_back();
        if (joints[0] >= frame.joints.size() || joints[1] >= frame.joints.size()) continue;
        all.back() = axes_of(to_point(frame.joints[joints[0]], feet_per_unit),
                             to_point(frame.joints[joints[1]], feet_per_unit), frame.forwards[b]);
    }
    return all;
}

Poser::Poser(const Document& document, std::size_t base_index)
    : vertex_scale_(document.file.feet_per_unit()), joint_scale_(document.animation().feet_per_unit()) {
    if (base_index >= document.file.bases.size()) return;
    base_ = &document.file.bases[base_index];
    const File& animation = document.animation();
    const auto bind = bind_frame(animation, base_index);
    if (!bind) return;
    const auto axes = axes_in(*base_, animation.frames[*bind], joint_scale_);
    for (const Vertex& vertex : base_->vertices) {
        Binding binding{{}, true};
        for (std::size_t i = 0; i < 2; ++i) {
            const BoneAxes* bone = find_axes(axes, vertex.bones[i]);
            if (bone == nullptr) {
                binding.bound = false;
                break;
            }
            const Vec3d from_start = stored_position(vertex) - bone->start;
            const double square = dot(bone->along, bone->along);
            const double along = square > 0 ? dot(bone->along, from_start) / square : 0;
            const Vec3d off_bone = from_start - bone->along * along;
            binding.locals[i] = {along, dot(bone->forward, off_bone), dot(bone->side, off_bone)};
        }
        bindings_.push_back(binding);
    }
}

Vec3d Poser::stored_position(const Vertex& vertex) const {
    return {vertex.position[0] * vertex_scale_, vertex.position[1] * vertex_scale_, vertex.position[2] * vertex_scale_};
}

std::vector<Vec3d> Poser::positions(const Frame& frame) const {
    std::vector<Vec3d> out;
    if (base_ == nullptr) return out;
    const auto axes = axes_in(*base_, frame, joint_scale_);
    for (std::size_t v = 0; v < base_->vertices.size(); ++v) {
        const Vertex& vertex = base_->vertices[v];
        const BoneAxes* first = find_axes(axes, vertex.bones[0]);
        const BoneAxes* second = find_axes(axes, vertex.bones[1]);
        if (v >= bindings_.size() || !bindings_[v].bound || first == nullptr || second == nullptr) {
            out.push_back(stored_position(vertex));
            continue;
        }
        const auto seen_from = [](const BoneAxes& bone, const Local& local) {
            return bone.start + bone.along * local.along + bone.forward * local.forward + bone.side * local.side;
        };
        const double weight = first_weight(vertex);
        out.push_back(seen_from(*first, bindings_[v].locals[0]) * weight +
                      seen_from(*second, bindings_[v].locals[1]) * (1 - weight));
    }
    return out;
}

std::optional<double> height_of(const std::vector<Vec3d>& points) {
    if (points.empty()) return std::nullopt;
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](const Vec3d& a, const Vec3d& b) { return a.z < b.z; });
    return high->z - low->z;
}

}  // namespace thaw::ddd
