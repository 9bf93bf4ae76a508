#include "formats/soulfu/build/rdy.hpp"

#include <algorithm>

#include "base/field_path.hpp"
#include "base/text.hpp"
#include "formats/soulfu/ddd/validate.hpp"
#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/rdy/math.hpp"
#include "formats/soulfu/scene/edge_lines.hpp"
#include "formats/soulfu/scene/strips.hpp"
#include "formats/soulfu/shared/bits.hpp"

namespace thaw::rdy {

namespace {

constexpr f32 movement_units = 256.0f;

f32 scale_of(const ddd::File& file) { return static_cast<f32>(file.scaling) / ddd::units_per_scaling; }
f32 to_float(i16 value) { return static_cast<f32>(value); }

Vec3 to_vec(const ddd::Vector3& v, f32 scale) {
    return {to_float(v.x) * scale, to_float(v.y) * scale, to_float(v.z) * scale};
}
Vec3 to_vec(const Point& p) { return {p.x, p.y, p.z}; }

// --- base models -----------------------------------------------------------------------------------------------------

// Strips that have these very triangles.
bool is_strips_of(const BaseModel* like, const ddd::BaseModel& source, std::size_t slot) {
    return like != nullptr && like->slots[slot].fans.size() == 0 &&
           triangles_of(like->slots[slot]) == source.slots[slot].triangles;
}

BaseModel make_base(const ddd::BaseModel& source, f32 scale, const BaseModel* like) {
    BaseModel base;
    for (const ddd::Vertex& v : source.vertices) {
        Vertex vertex;
        for (std::size_t i = 0; i < 3; ++i) vertex.position[i] = to_float(v.position[i]) * scale;
        vertex.bones = v.bones;
        vertex.weight = v.weight;
        base.vertices.push_back(vertex);
    }
    for (const ddd::TexVertex& t : source.tex_vertices) {
        base.tex_vertices.push_back({to_float(t.u) / movement_units, to_float(t.v) / movement_units});
    }
    auto strips = make_strips(source);
    for (std::size_t s = 0; s < slot_count; ++s) {
        const ddd::Slot& slot = source.slots[s];
        if (slot.mode == 0) continue;
        if (is_strips_of(like, source, s)) strips[s] = like->slots[s].strips;
        base.slots[s] = {slot.mode, slot.flags, slot.alpha, std::move(strips[s]), {}};
    }
    for (const u8 size : source.joint_sizes)
        base.joint_sizes.push_back(size * static_cast<f32>(ddd::feet_per_joint_size));
    for (const ddd::Bone& bone : source.bones) base.bones.push_back({bone.id, bone.joints, 0});
    base.edge_lines = make_edge_lines(base.slots);
    return base;
}

// --- frames ----------------------------------------------------------------------------------------------------------

Frame make_frame(const ddd::Frame& source, const ddd::BaseModel& base, f32 scale) {
    Frame frame;
    frame.action = source.action;
    frame.events = source.events;
    frame.base_model = source.base_model;
    for (std::size_t i = 0; i < 2; ++i) frame.movement[i] = to_float(source.movement[i]) / movement_units;
    for (const ddd::Vector3& joint : source.joints) {
        const Vec3 at = to_vec(joint, scale);
        frame.joints.push_back({at.x, at.y, at.z});
    }
    for (std::size_t b = 0; b < source.forwards.size(); ++b) {
        const auto& joints = base.bones[b].joints;
        const Vec3 forward = engine_direction(to_vec(source.forwards[b], 1), {1, 0, 0});
        const Vec3 along = to_vec(frame.joints[joints[1]]) - to_vec(frame.joints[joints[0]]);
        frame.axes.push_back({array_of(forward), array_of(engine_direction(cross(forward, along), {0, 1, 0}))});
    }
    for (std::size_t s = 0; s < shadow_count; ++s) {
        frame.shadows[s].alpha = source.shadows[s].alpha;
        for (std::size_t c = 0; c < 4; ++c) {
            const ddd::ShadowCorner& corner = source.shadows[s].corners[c];
            frame.shadows[s].corners[c] = {to_float(corner.x) * scale, to_float(corner.y) * scale};
        }
    }
    return frame;
}

// --- what the engine computes from a base model and the pose it is stored in -----------------------------------------

// A bone in a pose.
struct BoneView {
    Vec3 start;
    Vec3 along;
    const BoneAxes* axes;

    BoneView(const BaseModel& base, const Frame& frame, std::size_t bone)
        : start(to_vec(frame.joints[base.bones[bone].joints[0]])),
          along(to_vec(frame.joints[base.bones[bone].joints[1]]) - start),
          axes(&frame.axes[bone]) {}

    // `offset` is the point seen from the start of the bone. The engine has both at hand and uses either.
    std::array<f32, 3> scalars_of(const Vec3& point, const Vec3& offset) const {
        const f32 square = dot(along, along);
        const f32 height = square > 0 ? dot(along, offset) / square : 0.0f;
        const Vec3 across = point - (start + along * height);
        return {height, dot(vector_of(axes->forward), across), dot(vector_of(axes->side), across)};
    }
};

// True if the two bones changed places.
bool put_heavier_bone_first(Vertex& vertex) {
    const u8 weight = vertex.weight & ddd::weight_mask;
    if (weight >= ddd::least_heavy_weight) return false;
    vertex.weight = static_cast<u8>((127 - weight) | (vertex.weight & ddd::anchor_bit));
    std::swap(vertex.bones[0], vertex.bones[1]);
    return true;
}

void add_strip_normals(BaseModel& base, std::span<const Corner> strip, bool faint) {
    std::array<u16, 3> ring{};  // as in the edge lines
    for (std::size_t k = 0; k < strip.size(); ++k) {
        ring[k % 3] = strip[k].vertex;
        if (k < 2) continue;
        const auto corner = [&](std::size_t i) { return vector_of(base.vertices[ring[i]].position); };
        Vec3 normal = cross(corner(1) - corner(0), corner(2) - corner(0));
        if (k % 2 == 1) normal = -normal;
        if (faint) normal = normal * 0.125f;
        for (const u16 v : ring) base.vertices[v].normal = array_of(vector_of(base.vertices[v].normal) + normal);
    }
}

void make_normals(BaseModel& base, const Frame& frame) {
    for (Vertex& vertex : base.vertices) vertex.normal = {};
    for (const Slot& slot : base.slots) {
        for (std::size_t i = 0; i < slot.strips.size(); ++i) {
            add_strip_normals(base, slot.strips[i], slot.alpha < 255);
        }
    }
    for (Vertex& vertex : base.vertices) {
        Vec3 normal = vector_of(vertex.normal);
        const f32 n = length(normal);
        if (n > 0.01f) normal = normal / n;
        vertex.normal = array_of(normal);
        const BoneView bone(base, frame, vertex.bones[0]);
        vertex.bone_normal = bone.scalars_of(normal + bone.start, normal);
    }
}

void make_scalars(BaseModel& base, const Frame& frame) {
    for (Vertex& vertex : base.vertices) {
        for (std::size_t i = 0; i < 2; ++i) {
            const BoneView bone(base, frame, vertex.bones[i]);
            const Vec3 position = vector_of(vertex.position);
            const auto scalars = bone.scalars_of(position, position - bone.start);
            vertex.along[i] = scalars[0];
            vertex.forward[i] = scalars[1];
            vertex.side[i] = scalars[2];
        }
    }
    for (std::size_t b = 0; b < base.bones.size(); ++b) {
        base.bones[b].length = base.bones[b].id == 0 ? length(BoneView(base, frame, b).along) : 1.0f;
    }
}

// --- the whole -------------------------------------------------------------------------------------------------------

class RdyBuilder {
public:
    RdyBuilder(const ddd::Document& source, Issues& issues, const File* like)
        : source_(source), animation_(source.animation()), issues_(issues), like_(like) {}

    Result<File> run() {
        if (auto status = check(); !status) return status.error();
        make_header();
        const f32 scale = scale_of(source_.file);
        for (const ddd::BaseModel& base : source_.file.bases) {
            const BaseModel* like = like_ == nullptr ? nullptr : like_->base(file_.bases.size());
            file_.bases.push_back(make_base(base, scale, like));
        }
        const f32 frame_scale = scale_of(animation_);
        for (const ddd::Frame& frame : animation_.frames) {
            file_.frames.push_back(make_frame(frame, source_.file.bases[frame.base_model], frame_scale));
        }
        derive();
        file_.first_frames = first_frames_of(file_);
        set_tables(file_, 0, 0);
        report();
        return std::move(file_);
    }

private:
    static Error refuse(const std::string& why, Code code = Code::unrepresentable) { return Error{code, why}; }

    Status check() const {
        const ddd::File& file = source_.file;
        if (file.is_linked() && !source_.linked) {
            return refuse("the frames are in " + text::printable(file.link_name()) + ".DDD, which is not at hand",
                          Code::missing_part);
        }
        if (has_bad_index(file)) return refuse("an index leads nowhere; thaw check says which", Code::bad_index);
        for (std::size_t i = 0; i < file.bases.size(); ++i) {
            u64 triangles = 0;
            for (const ddd::Slot& slot : file.bases[i].slots) triangles += slot.triangles.size();
            if (triangles <= most_triangles) continue;
            return refuse("base model " + std::to_string(i) + " has " + text::plural(triangles, "triangle") +
                          "; the game's tables hold " + std::to_string(most_triangles));
        }
        return check_frames();
    }

    // A linked file's frames may not fit: they were made for its own base models.
    Status check_frames() const {
        for (const ddd::Frame& frame : animation_.frames) {
            const auto& bases = source_.file.bases;
            if (frame.base_model < bases.size() && frame.forwards.size() == bases[frame.base_model].bones.size() &&
                frame.joints.size() == bases[frame.base_model].joint_sizes.size()) {
                continue;
            }
            return refuse("a frame of the linked file has other bones or joints than base model " +
                          std::to_string(frame.base_model));
        }
        return Done{};
    }

    void make_header() {
        file_.flags = static_cast<u16>(source_.file.flags & ~external_frames);
        file_.num_base_models = static_cast<u8>(source_.file.bases.size());
        file_.shadow_textures = source_.file.shadow_textures;
    }

    // In the engine's order: normals from the first frames, one per base model, which also swaps bones; then each base
    // model against the first frame that names it.
    void derive() {
        for (std::size_t i = 0; i < std::min(file_.bases.size(), file_.frames.size()); ++i) {
            BaseModel& base = file_.bases[file_.frames[i].base_model];
            for (Vertex& vertex : base.vertices) {
                if (put_heavier_bone_first(vertex)) ++swapped_;
            }
            make_normals(base, file_.frames[i]);
        }
        std::vector<bool> done(file_.bases.size());
        for (const Frame& frame : file_.frames) {
            if (done[frame.base_model]) continue;
            done[frame.base_model] = true;
            make_scalars(file_.bases[frame.base_model], frame);
        }
    }

    void add(const IssueKind& kind, std::string path, std::string expected, std::string found) {
        issues_.add(kind, "rdy", std::move(path), std::move(expected), std::move(found));
    }

    void report() {
        const ddd::File& file = source_.file;
        if (file.is_linked()) {
            add(issue::made_self_contained, "frames", {}, text::printable(file.link_name()) + ".DDD");
        }
        if (file.padding != 0) {
            add(issue::made_without, "flags", "0", "padding " + std::to_string(file.padding));
        }
        if (!file.trailing.empty()) {
            add(issue::made_without, "trailing", {},
                text::plural(file.trailing.size(), "byte") + " after the last field");
        }
        if (swapped_ > 0) add(issue::made_swapped, "bases", {}, text::plural(swapped_, "vertex"));
        report_frames();
        for (std::size_t i = 0; i < file_.bases.size(); ++i) report_triangles(i);
    }

    void report_frames() {
        u64 zeros = 0;
        for (const ddd::Frame& frame : animation_.frames) {
            zeros += static_cast<u64>(std::count_if(frame.forwards.begin(), frame.forwards.end(),
                                                    [](const auto& f) { return f.x == 0 && f.y == 0 && f.z == 0; }));
        }
        if (zeros > 0) add(issue::made_direction, "frames", {}, text::plural(zeros, "zero vector"));
    }

    void report_triangles(std::size_t i) {
        u64 before = 0;
        for (const ddd::Slot& slot : source_.file.bases[i].slots) before += slot.triangles.size();
        const u64 after = file_.bases[i].triangles();
        if (before == after) return;
        add(issue::made_without_triangles, field_path("bases", i, "slots"), text::plural(before, "triangle"),
            std::to_string(after));
    }

    const ddd::Document& source_;
    const ddd::File& animation_;
    Issues& issues_;
    const File* like_;
    File file_{};
    u64 swapped_ = 0;
};

}  // namespace

Result<File> build_rdy(const ddd::Document& source, Issues& issues, const File* like) {
    return RdyBuilder(source, issues, like).run();
}

}  // namespace thaw::rdy
