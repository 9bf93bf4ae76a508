#include "formats/soulfu/build/from_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/shared/change_summary.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/structured.hpp"
#include "formats/soulfu/build/frames.hpp"
#include "formats/soulfu/build/grid.hpp"
#include "formats/soulfu/build/images.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/build/shape.hpp"
#include "formats/soulfu/scene/materials.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::ddd {

namespace {

class FileMaker {
public:
    FileMaker(const SceneInput& input, const BuildOptions& options, Issues& issues)
        : input_(input), scene_(input.scene), options_(options), issues_(issues) {}

    Result<Built> run() {
        bases_ = bases_of(scene_, input_.base == nullptr);
        auto plan = plan_slots(scene_, bases_, options_.fit, issues_);
        if (!plan) return plan.error();
        plan_ = std::move(*plan);
        for (const BuildBase& base : bases_) {
            if (input_.context.cancelled()) return stopped_on_request();
            shapes_.push_back(shape_of(scene_, base, plan_, input_.source_points, numbers_.losses));
        }
        frames_ = frames_of(scene_, bases_, issues_);
        if (input_.context.cancelled()) return stopped_on_request();
        if (!has_anything()) return Error{Code::unrepresentable, "the scene has neither triangles nor bones"};
        check_limits();
        if (!first_limit_.empty()) return Error{Code::unrepresentable, first_limit_};
        choose_scaling();
        if (!first_limit_.empty()) return Error{Code::unrepresentable, first_limit_};
        if (input_.context.cancelled()) return stopped_on_request();
        make();
        numbers_.report(issues_);
        report_materials();
        if (!first_limit_.empty()) return Error{Code::unrepresentable, first_limit_};
        auto document = std::make_unique<Document>();
        document->file = std::move(file_);
        Images images(input_, issues_);
        images.add(plan_, options_.name, {std::string(texture_names_role), ".textures.json"});
        images.add_painted();
        return Built{.document = std::move(document),
                     .companions = std::move(images.companions),
                     .textures = std::move(images.textures)};
    }

private:
    bool has_anything() const {
        for (std::size_t b = 0; b < bases_.size(); ++b) {
            const auto& bones = bases_[b].bones;
            if (!shapes_[b].vertices.empty()) return true;
            if (std::any_of(bones.begin(), bones.end(), [](const BuildBone& bone) { return bone.node != no_index; })) {
                return true;
            }
        }
        return false;
    }

    void limit(std::string_view what, u64 most, u64 found) {
        if (found <= most) return;
        const std::string words = text::plural(found, what);
        issues_.add(thaw::issue::limit_exceeded, "ddd", {}, text::plural(most, what), words);
        if (first_limit_.empty()) first_limit_ = words + ", of which the game has room for " + std::to_string(most);
    }

    void check_limits() {
        limit("base model", 255, bases_.size());
        limit("frame", 65535, frames_.size());
        for (std::size_t b = 0; b < bases_.size(); ++b) {
            limit("bone", soulfu::max_bones, bases_[b].bones.size());
            limit("vertex", soulfu::max_vertices, shapes_[b].vertices.size());
            u64 triangles = 0;
            for (const BuildSlot& slot : shapes_[b].slots) triangles += slot.triangles.size();
            limit("triangle", soulfu::max_triangles, triangles);
        }
    }

    // As the game's own modeler chooses it: so many feet that the largest number stays below 20000.
    void choose_scaling() {
        double largest = 0;
        const auto see = [&](const Vec3d& at) {
            largest = std::max({largest, std::abs(at.x), std::abs(at.y), std::abs(at.z)});
        };
        for (const BuildShape& shape : shapes_) {
            for (const BuildVertex& vertex : shape.vertices) see(vertex.position);
        }
        for (const BuildFrame& frame : frames_) {
            for (const BoneLine& bone : frame.bones) {
                see(bone.start);
                see(bone.end);
            }
            for (const ShadowQuad& shadow : frame.head.shadows) {
                for (const auto& corner : shadow.corners) see({corner[0], corner[1], 0});
            }
        }
        constexpr double most_scaling = 65535;
        const double needed = std::floor(largest) + 1;
        if (!(needed <= most_scaling)) {
            const std::string words = text::number(largest) + " feet from the middle";
            issues_.add(thaw::issue::limit_exceeded, "ddd", {}, "65534 feet", words);
            first_limit_ = "the model reaches " + words + ", of which the game has room for 65534";
            return;
        }
        scaling_ = static_cast<u16>(needed);
        // The one it had, as long as everything fits: then nothing moves that was not edited.
        const u16 wanted = wanted_scaling();
        const bool fits = largest * double{units_per_scaling} <= most_steps * wanted;
        if (wanted != 0 && fits) {
            scaling_ = wanted;
        } else if (const u16 found = scaling_by_grid(shapes_, scaling_); found != 0) {
            scaling_ = found;
        }
    }

    u16 wanted_scaling() const {
        if (input_.base != nullptr) return static_cast<const Document&>(*input_.base->document).file.scaling;
        const auto feet = build::number_in(scene_.extras, "thaw_feet_per_unit");
        // The numbers of an RDY are feet, which are no steps for a DDD to take.
        if (!feet || *feet >= 1) return 0;
        const double scaling = std::floor(*feet * double{units_per_scaling} + 0.5);
        return scaling >= 1 && scaling <= 65535 ? static_cast<u16>(scaling) : u16{0};
    }

    void make() {
        file_.scaling = scaling_;
        numbers_.lengths = Rounding(file_.feet_per_unit());
        take_shadow_textures(scene_.extras, file_);
        for (std::size_t b = 0; b < bases_.size(); ++b) file_.bases.push_back(make_base(b));
        for (const BuildFrame& frame : frames_) file_.frames.push_back(make_frame(frame));
        for (std::size_t b = 0; b < bases_.size(); ++b) merge_joints(b);
    }

    BaseModel make_base(std::size_t b) {
        BaseModel base;
        put_shape(shapes_[b], numbers_.lengths, numbers_.uvs, base);
        limit("texture vertex", soulfu::max_tex_vertices, base.tex_vertices.size());
        for (std::size_t i = 0; i < bases_[b].bones.size(); ++i) {
            base.bones.push_back({bases_[b].bones[i].id, {static_cast<u16>(2 * i), static_cast<u16>(2 * i + 1)}});
        }
        return base;
    }

    // Each bone with joints of its own, for now.
    Frame make_frame(const BuildFrame& source) {
        Frame frame;
        frame.action = source.head.action;
        frame.events = source.head.events;
        frame.base_model = static_cast<u8>(source.head.base);
        for (std::size_t i = 0; i < 2; ++i) frame.movement[i] = movements_(source.head.movement[i]);
        for (const BoneLine& bone : source.bones) {
            frame.forwards.push_back(rounded_direction(bone.forward));
            for (const Vec3d& at : {bone.start, bone.end}) frame.joints.push_back(rounded_place(at, numbers_.lengths));
        }
        for (std::size_t s = 0; s < shadow_count; ++s) {
            frame.shadows[s] = rounded_shadow(source.head.shadows[s], numbers_.lengths);
        }
        return frame;
    }

    // Ends that are at one place in every frame are one joint: so bones hang together.
    void merge_joints(std::size_t b) {
        std::vector<Frame*> frames;
        for (Frame& frame : file_.frames) {
            if (frame.base_model == b) frames.push_back(&frame);
        }
        BaseModel& base = file_.bases[b];
        const std::size_t ends = 2 * base.bones.size();
        std::map<std::vector<i16>, u16> known;
        std::vector<u16> joint_of;
        std::vector<std::size_t> firsts;
        for (std::size_t end = 0; end < ends; ++end) {
            std::vector<i16> way;
            for (const Frame* frame : frames) {
                const Vector3& at = frame->joints[end];
                for (const i16 part : {at.x, at.y, at.z}) way.push_back(part);
            }
            const auto next = static_cast<u16>(firsts.size());
            const auto [found, is_new] = known.try_emplace(std::move(way), next);
            // The two ends of one bone stay two, even if the bone has no length.
            const bool own = end % 2 == 1 && !is_new && joint_of.back() == found->second;
            joint_of.push_back(is_new || own ? next : found->second);
            if (is_new || own) firsts.push_back(end);
        }
        limit("joint", soulfu::max_joints, firsts.size());
        for (std::size_t i = 0; i < base.bones.size(); ++i) {
            base.bones[i].joints = {joint_of[2 * i], joint_of[2 * i + 1]};
        }
        for (Frame* frame : frames) {
            std::vector<Vector3> joints;
            for (const std::size_t end : firsts) joints.push_back(frame->joints[end]);
            frame->joints = std::move(joints);
        }
        set_joint_sizes(b, firsts.size());
    }

    void set_joint_sizes(std::size_t b, std::size_t count) {
        BaseModel& base = file_.bases[b];
        base.joint_sizes.assign(count, usual_joint_size);
        for (const BuildMesh& mesh : bases_[b].meshes) {
            if (take_joint_sizes(scene_.meshes[scene_.nodes[mesh.node].mesh].extras, base)) return;
        }
        if (count > 2) {
            issues_.add(soulfu::issue::joint_sizes_assumed, "ddd", "bases[" + std::to_string(b) + "].joint_sizes", {},
                        "0.15 feet for " + text::plural(count, "joint"));
        }
    }

    void report_materials() {
        u64 tinted = 0;
        for (const Material& material : scene_.materials) {
            const Vec4& c = material.base_color;
            tinted +=
                material.image != no_index && !has_given_tint(material) && (c.x != 1 || c.y != 1 || c.z != 1) ? 1u : 0u;
        }
        u64 pieces = 0;
        for (const Mesh& mesh : scene_.meshes) {
            pieces += input_.base == nullptr && mesh.extras.find("thaw_part") != nullptr ? 1u : 0u;
        }
        if (tinted > 0) {
            issues_.add(thaw::issue::not_kept, "ddd", "materials", {},
                        "colours of " + text::plural(tinted, "material"));
        }
        if (pieces > 0) {
            issues_.add(soulfu::issue::parts_merged, "ddd", "meshes", {}, text::plural(pieces, "part"));
        }
        if (!scene_.variants.empty()) {
            issues_.add(thaw::issue::not_kept, "ddd", "variants", {}, text::plural(scene_.variants.size(), "variant"));
        }
    }

    const SceneInput& input_;
    const Scene& scene_;
    const BuildOptions& options_;
    Issues& issues_;
    std::vector<BuildBase> bases_;
    SlotPlan plan_;
    std::vector<BuildShape> shapes_;
    std::vector<BuildFrame> frames_;
    u16 scaling_ = 1;
    ShapeNumbers numbers_{Rounding(1)};
    Rounding movements_{movement_step};
    std::string first_limit_;
    File file_;
};

}  // namespace

void take_shadow_textures(const Extras& extras, File& file) {
    const auto numbers = build::numbers_of(build::list_in(extras, "thaw_shadow_textures"));
    for (std::size_t i = 0; i < std::min(numbers.size(), shadow_count); ++i) {
        if (numbers[i] >= 0 && numbers[i] < 256) file.shadow_textures[i] = static_cast<u8>(numbers[i]);
    }
}

bool take_joint_sizes(const Extras& extras, BaseModel& base) {
    const auto feet = build::numbers_of(build::list_in(extras, "thaw_joint_sizes"));
    if (feet.size() != base.joint_sizes.size()) return false;
    for (std::size_t i = 0; i < feet.size(); ++i) {
        const double size = std::floor(feet[i] / feet_per_joint_size + 0.5);
        base.joint_sizes[i] = static_cast<u8>(std::clamp(size, 0.0, 255.0));
    }
    return true;
}

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    auto built = FileMaker(input, options, issues).run();
    if (built && input.edit != nullptr) {
        using enum ChangeKind;
        build::change_summary(
            *input.edit, {points, uvs, weights, binds, places, keys, materials, images, fields, clip_names}, issues);
    }
    if (!built || input.base == nullptr) return built;
    const File& base = static_cast<const Document&>(*input.base->document).file;
    File& file = static_cast<Document&>(*built->document).file;
    file.flags = static_cast<u16>(base.flags & ~external_frames);
    file.padding = base.padding;
    return built;
}

}  // namespace thaw::ddd
