#include "formats/soulfu/rdy/elements.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/soulfu/family.hpp"
#include "formats/soulfu/rdy/source.hpp"
#include "formats/soulfu/scene/elements.hpp"

namespace thaw::rdy {

namespace in_elements {

namespace {

enum OwnField : std::size_t {
    strip_vertex = ddd::first_own_field,
    strip_texture,
    fan_vertex,
    fan_texture,
    forward_axis,
    side_axis,
    vertex_along,
    vertex_forward,
    vertex_side,
    count
};

std::array<std::string_view, count> fields_of_rdy() {
    std::array<std::string_view, count> out{};
    std::copy(ddd::common_fields.begin(), ddd::common_fields.end(), out.begin());
    out[strip_vertex] = "bases[].slots[].strips[].corners[].vertex";
    out[strip_texture] = "bases[].slots[].strips[].corners[].tex_vertex";
    out[fan_vertex] = "bases[].slots[].fans[].corners[].vertex";
    out[fan_texture] = "bases[].slots[].fans[].corners[].tex_vertex";
    out[forward_axis] = "frames[].axes[].forward";
    out[side_axis] = "frames[].axes[].side";
    out[vertex_along] = "bases[].vertices[].along[]";
    out[vertex_forward] = "bases[].vertices[].forward[]";
    out[vertex_side] = "bases[].vertices[].side[]";
    return out;
}

using StoredTriangle = std::array<ddd::StoredCorner, 3>;

// In the order of triangles_of(), which takes the corners themselves.
std::vector<StoredTriangle> stored_triangles(const Slot& slot) {
    std::vector<StoredTriangle> out;
    const auto corner = [](OwnField field, std::size_t strip, std::size_t k) {
        return ddd::StoredCorner{field, {strip, k}};
    };
    for (std::size_t i = 0; i < slot.strips.size(); ++i) {
        for (std::size_t k = 2; k < slot.strips[i].size(); ++k) {
            const std::size_t odd = k % 2;
            out.push_back({corner(strip_vertex, i, k - 2 + odd), corner(strip_vertex, i, k - 1 - odd),
                           corner(strip_vertex, i, k)});
        }
    }
    for (std::size_t i = 0; i < slot.fans.size(); ++i) {
        for (std::size_t k = 2; k < slot.fans[i].size(); ++k) {
            out.push_back({corner(fan_vertex, i, 0), corner(fan_vertex, i, k - 1), corner(fan_vertex, i, k)});
        }
    }
    return out;
}

class RdyFields final : public ddd::SourceFields {
public:
    explicit RdyFields(const Document& document)
        : rdy_(document.file), file_(format, document, "rdy", fields_of_rdy()), known_(), source_(rdy_, known_) {
        for (const BaseModel& base : rdy_.bases) {
            for (const Slot& slot : base.slots) triangles_.push_back(stored_triangles(slot));
        }
        for (std::size_t f = 0; f < rdy_.frames.size(); ++f) binds_.try_emplace(rdy_.frames[f].base_model, f);
    }

    const MappedFile& file() const override { return file_; }

    // A position that is none of the bind pose gives way to what the vertex is in the eyes of its first bone.
    void add_position(std::size_t base, u32 v, const ddd::ShapeVertex& shown, ElementBits& out) const override {
        const Vertex& vertex = rdy_.bases[base].vertices[v];
        const auto& p = vertex.position;
        const bool is_stored = shown.position == ddd::to_scene_axes(p[0], p[1], p[2]);
        if (is_stored) out.add(file_, ddd::position, {base, v});
        const std::size_t model = base / std::max<std::size_t>(source_.levels(), 1);
        const auto bind = binds_.find(model);
        if (bind == binds_.end()) return;
        const std::size_t bones = rdy_.bases[base].bones.size();
        if (bones > 1 || !is_stored) out.add(file_, ddd::vertex_bones, {base, v}, 0, 8);
        if (is_stored && !has_volume(bind->second, vertex.bones[0])) return;
        for (const OwnField field : {vertex_along, vertex_forward, vertex_side}) out.add(file_, field, {base, v, 0});
        if (vertex.bones[0] >= bones) return;
        if (is_stored) return;
        out.add(file_, ddd::bone_joints, {model * source_.levels(), vertex.bones[0]});
        const Bone& bone = rdy_.bases[base].bones[vertex.bones[0]];
        for (const u16 joint : bone.joints) out.add(file_, ddd::frame_joints, {bind->second, joint});
        out.add(file_, forward_axis, {bind->second, vertex.bones[0]});
        out.add(file_, side_axis, {bind->second, vertex.bones[0]});
    }

    ddd::StoredCorner corner(std::size_t base, std::size_t slot, u32 triangle, std::size_t corner) const override {
        return triangles_[base * slot_count + slot][triangle][corner];
    }

    void add_direction(std::size_t frame, std::size_t bone, bool exact, ElementBits& out) const override {
        if (exact || is_short(frame, bone)) out.add(file_, forward_axis, {frame, bone});
        out.add(file_, side_axis, {frame, bone});
    }

private:
    // Can a vertex be told from what it is in the eyes of the bone?
    bool has_volume(std::size_t frame, std::size_t bone) const {
        const auto pose = source_.pose(rdy_.frames[frame].base_model, frame);
        if (bone >= pose.size() || !pose[bone]) return false;
        return std::abs(dot(pose[bone]->side, cross(pose[bone]->along, pose[bone]->forward))) > 1e-6;
    }

    // A bone without length has its forward direction alone.
    bool is_short(std::size_t frame, std::size_t bone) const {
        const auto pose = source_.pose(rdy_.frames[frame].base_model, frame);
        return bone < pose.size() && pose[bone] && !(length(pose[bone]->along) > 1e-6);
    }

    const File& rdy_;
    MappedFile file_;
    Issues known_;
    RdySource source_;
    std::map<std::size_t, std::size_t> binds_{};            // by base model: the frame it is bound in
    std::vector<std::vector<StoredTriangle>> triangles_{};  // by base, level and slot
};

// The source keeps what it finds for whoever asks; nobody does.
class QuietSource final : public RdySource {
public:
    QuietSource(const File& file, std::unique_ptr<Issues> issues)
        : RdySource(file, *issues), issues_(std::move(issues)) {}

private:
    std::unique_ptr<Issues> issues_;
};

}  // namespace

}  // namespace in_elements

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle&, const SceneOptions& options,
                                        const Scene& scene) {
    const bool has_frames = !document.file.is_linked();
    return ddd::map_elements(std::make_unique<in_elements::QuietSource>(document.file, std::make_unique<Issues>()),
                             std::make_unique<in_elements::RdyFields>(document),
                             {.binds = has_frames, .poses = has_frames}, options, scene);
}

}  // namespace thaw::rdy
