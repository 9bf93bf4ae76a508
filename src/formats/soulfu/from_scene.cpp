#include "formats/soulfu/from_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "build/structured.hpp"
#include "formats/soulfu/build_frames.hpp"
#include "formats/soulfu/build_grid.hpp"
#include "formats/soulfu/build_shape.hpp"
#include "formats/soulfu/from_scene_base.hpp"
#include "formats/soulfu/names.hpp"
#include "formats/soulfu/scene_bases.hpp"
#include "formats/soulfu/scene_materials.hpp"
#include "formats/soulfu/shared_validate.hpp"
#include "formats/soulfu/texture_names.hpp"
#include "scene/unique.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 usual_joint_size = 10;  // 0.15 feet
constexpr double most_raw = 32767;
constexpr double texels_per_unit = 256;

// Rounds, and remembers how far the farthest number moved.
class Rounding {
public:
    explicit Rounding(double step) : step_(step) {}

    i16 operator()(double value) {
        const double raw = std::clamp(std::floor(value / step_ + 0.5), -most_raw - 1, most_raw);
        worst_ = std::max(worst_, std::abs(raw * step_ - value));
        return static_cast<i16>(raw);
    }
    double worst() const { return worst_; }
    bool is_news() const { return worst_ > step_ / 100; }

private:
    double step_;
    double worst_ = 0;
};

class FileMaker {
public:
    FileMaker(const SceneInput& input, const BuildOptions& options, u16 scaling, Issues& issues)
        : input_(input), scene_(input.scene), options_(options), wanted_scaling_(scaling), issues_(issues) {}

    Result<BuiltFile> run() {
        bases_ = bases_of(scene_);
        plan_ = plan_slots(scene_, bases_);
        for (const BuildBase& base : bases_) {
            shapes_.push_back(shape_of(scene_, base, plan_, input_.source_points, losses_));
        }
        frames_ = frames_of(scene_, bases_, issues_);
        if (!has_anything()) return Error{Code::unrepresentable, "the scene has neither triangles nor bones"};
        fit_materials();
        check_limits();
        if (!first_limit_.empty()) return Error{Code::unrepresentable, first_limit_};
        choose_scaling();
        if (!first_limit_.empty()) return Error{Code::unrepresentable, first_limit_};
        make();
        report();
        if (!first_limit_.empty()) return Error{Code::unrepresentable, first_limit_};
        return std::move(out_);
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

    void limit(std::string what, u64 most, u64 found) {
        if (found <= most) return;
        const std::string words = text::plural(found, what);
        issues_.add(thaw::issue::limit_exceeded, "ddd", {}, "at most " + text::plural(most, what), words);
        if (first_limit_.empty()) first_limit_ = words + ", of which the game has room for " + std::to_string(most);
    }

    // More than four materials share the last slot, if that is wanted.
    void fit_materials() {
        if (plan_.without_place.empty()) return;
        std::string names;
        for (const std::string& name : plan_.without_place)
            names += (names.empty() ? "" : ", ") + text::printable(name);
        const std::size_t count = slot_count + plan_.without_place.size();
        if (!options_.fit) {
            issues_.add(thaw::issue::limit_exceeded, "ddd", "materials", "at most 4 materials",
                        std::to_string(count) + "; too many are " + names);
            first_limit_ = std::to_string(count) + " materials, of which the game has room for 4";
            return;
        }
        for (std::size_t& slot : plan_.slot_of) slot = std::min(slot, slot_count - 1);
        plan_.slot_without = std::min(plan_.slot_without, slot_count - 1);
        issues_.add(thaw::issue::fitted, "ddd", "materials", "at most 4 materials", names + " now use the fourth one");
        shapes_.clear();
        losses_ = {};
        for (const BuildBase& base : bases_) {
            shapes_.push_back(shape_of(scene_, base, plan_, input_.source_points, losses_));
        }
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
        const auto see = [&](const Column& at) {
            for (const double part : at) largest = std::max(largest, std::abs(part));
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
            issues_.add(thaw::issue::limit_exceeded, "ddd", {}, "at most 65534 feet", words);
            first_limit_ = "the model reaches " + words + ", of which the game has room for 65534";
            return;
        }
        scaling_ = static_cast<u16>(needed);
        // The one it had, as long as everything fits: then nothing moves that was not edited.
        const bool fits = largest * double{units_per_scaling} <= most_raw * wanted_scaling_;
        if (wanted_scaling_ != 0 && fits) {
            scaling_ = wanted_scaling_;
        } else if (const u16 found = scaling_by_grid(shapes_, scaling_); found != 0) {
            scaling_ = found;
        }
    }

    void make() {
        File& file = out_.file;
        file.scaling = scaling_;
        lengths_ = Rounding(file.feet_per_unit());
        take_shadow_textures();
        for (std::size_t b = 0; b < bases_.size(); ++b) file.bases.push_back(make_base(b));
        for (const BuildFrame& frame : frames_) file.frames.push_back(make_frame(frame));
        for (std::size_t b = 0; b < bases_.size(); ++b) merge_joints(b);
        name_textures();
    }

    void take_shadow_textures() {
        const auto numbers = build::numbers_of(build::list_in(scene_.extras, "thaw_shadow_textures"));
        for (std::size_t i = 0; i < std::min(numbers.size(), shadow_count); ++i) {
            if (numbers[i] >= 0 && numbers[i] < 256) out_.file.shadow_textures[i] = static_cast<u8>(numbers[i]);
        }
    }

    BaseModel make_base(std::size_t b) {
        BaseModel base;
        out_.sources.emplace_back();
        for (const BuildVertex& vertex : shapes_[b].vertices) {
            Vertex made;
            for (std::size_t i = 0; i < 3; ++i) made.position[i] = lengths_(vertex.position[i]);
            made.bones = vertex.bones;
            made.weight = vertex.weight;
            base.vertices.push_back(made);
            out_.sources.back().push_back(vertex.source);
        }
        std::vector<std::array<u32, 1>> uvs;  // of all corners, in order
        for (std::size_t s = 0; s < slot_count; ++s) {
            const BuildSlot& slot = shapes_[b].slots[s];
            if (!slot.used) continue;
            base.slots[s] = {.mode = 1, .flags = slot.flags, .alpha = slot.alpha};
            for (const auto& triangle : slot.triangles) {
                Triangle made;
                for (std::size_t k = 0; k < 3; ++k) {
                    const auto u = static_cast<u16>(uvs_(triangle[k].uv.x));
                    const auto v = static_cast<u16>(uvs_(triangle[k].uv.y));
                    uvs.push_back({u32{u} << 16 | v});
                    made.corners[k].vertex = static_cast<u16>(triangle[k].vertex);
                }
                base.slots[s].triangles.push_back(made);
            }
        }
        const Unique unique = unique_of(uvs);
        for (const u32 first : unique.firsts) {
            base.tex_vertices.push_back({static_cast<i16>(uvs[first][0] >> 16), static_cast<i16>(uvs[first][0])});
        }
        std::size_t corner = 0;
        for (Slot& slot : base.slots) {
            for (Triangle& triangle : slot.triangles) {
                for (Corner& one : triangle.corners) one.tex_vertex = static_cast<u16>(unique.index[corner++]);
            }
        }
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
            Rounding direction(1 / most_raw);
            frame.forwards.push_back(
                {direction(bone.forward[0]), direction(bone.forward[1]), direction(bone.forward[2])});
            for (const Column& at : {bone.start, bone.end}) {
                frame.joints.push_back({lengths_(at[0]), lengths_(at[1]), lengths_(at[2])});
            }
        }
        for (std::size_t s = 0; s < shadow_count; ++s) {
            const ShadowQuad& shadow = source.head.shadows[s];
            frame.shadows[s].alpha = shadow.alpha;
            for (std::size_t c = 0; c < 4 && shadow.alpha != 0; ++c) {
                frame.shadows[s].corners[c] = {lengths_(shadow.corners[c][0]), lengths_(shadow.corners[c][1])};
            }
        }
        return frame;
    }

    // Ends that are at one place in every frame are one joint: so bones hang together.
    void merge_joints(std::size_t b) {
        std::vector<Frame*> frames;
        for (Frame& frame : out_.file.frames) {
            if (frame.base_model == b) frames.push_back(&frame);
        }
        BaseModel& base = out_.file.bases[b];
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
        BaseModel& base = out_.file.bases[b];
        base.joint_sizes.assign(count, usual_joint_size);
        for (const BuildMesh& mesh : bases_[b].meshes) {
            const Extras& extras = scene_.meshes[scene_.nodes[mesh.node].mesh].extras;
            const auto feet = build::numbers_of(build::list_in(extras, "thaw_joint_sizes"));
            if (feet.size() != count) continue;
            for (std::size_t i = 0; i < count; ++i) {
                base.joint_sizes[i] =
                    static_cast<u8>(std::clamp(std::floor(feet[i] / feet_per_joint_size + 0.5), 0.0, 255.0));
            }
            return;
        }
        if (count > 2) {
            issues_.add(thaw::issue::assumed, "ddd", "bases[" + std::to_string(b) + "].joint_sizes", {},
                        "0.15 feet for each of " + text::plural(count, "joint"));
        }
    }

    // A DDD names no pictures; the file beside it does.
    void name_textures() {
        json::Value names;
        for (std::size_t s = 0; s < slot_count; ++s) {
            if (plan_.image[s] == no_index) continue;
            const std::string& own = scene_.images[plan_.image[s]].name;
            std::string name = own.substr(0, own.rfind('.'));
            if (name.empty()) name = options_.name + "_" + std::to_string(s);
            name += ".png";
            out_.textures.push_back({plan_.image[s], name});
            names.set(std::to_string(s), name);
        }
        if (!out_.textures.empty()) out_.texture_names = json::to_pretty_text(names) + "\n";
    }

    void report() {
        const auto millimetres = [](double feet) {
            return text::number(std::round(feet * 304.8 * 1000) / 1000) + " mm";
        };
        if (lengths_.is_news()) {
            issues_.add(thaw::issue::positions_rounded, "ddd", {}, "steps of " + millimetres(out_.file.feet_per_unit()),
                        millimetres(lengths_.worst()) + " at most");
        }
        if (uvs_.is_news()) {
            issues_.add(thaw::issue::uvs_rounded, "ddd", {}, "steps of 1/256",
                        text::number(std::round(uvs_.worst() * 1e5) / 1e5) + " at most");
        }
        if (losses_.points_with_more_bones > 0) {
            issues_.add(thaw::issue::influences_dropped, "ddd", {}, "at most 2 bones a point",
                        std::to_string(losses_.points_with_more_bones) + " of " +
                            text::plural(losses_.points, "point") + ", " +
                            std::to_string(std::lround(losses_.largest_weight_lost * 100)) + " % of a weight at most");
        }
        if (losses_.lines > 0) issues_.add(thaw::issue::not_kept, "ddd", {}, {}, text::plural(losses_.lines, "line"));
        if (losses_.moving_points > 0) {
            issues_.add(thaw::issue::not_kept, "ddd", {}, "bones",
                        "shapes of " + text::plural(losses_.moving_points, "point") + "; only the first is written");
        }
        report_materials();
    }

    void report_materials() {
        u64 tinted = 0;
        u64 colored = 0;
        for (const Material& material : scene_.materials) {
            const Vec4& c = material.base_color;
            tinted +=
                material.image != no_index && !has_given_tint(material) && (c.x != 1 || c.y != 1 || c.z != 1) ? 1u : 0u;
        }
        u64 pieces = 0;
        for (const Mesh& mesh : scene_.meshes) {
            pieces += mesh.extras.find("thaw_part") != nullptr ? 1u : 0u;
            for (const Primitive& part : mesh.primitives) colored += part.colors.empty() ? 0u : 1u;
        }
        if (tinted > 0) {
            issues_.add(thaw::issue::not_kept, "ddd", "materials", "pictures alone",
                        "colours of " + text::plural(tinted, "material"));
        }
        if (colored > 0) issues_.add(thaw::issue::not_kept, "ddd", "meshes", {}, "vertex colours");
        if (pieces > 0) {
            issues_.add(thaw::issue::not_kept, "ddd", "meshes", "one model",
                        text::plural(pieces, "part") + " of a character, no longer a file of its own");
        }
        if (!scene_.variants.empty()) {
            issues_.add(thaw::issue::not_kept, "ddd", "variants", {}, text::plural(scene_.variants.size(), "variant"));
        }
    }

    const SceneInput& input_;
    const Scene& scene_;
    const BuildOptions& options_;
    u16 wanted_scaling_;
    Issues& issues_;
    std::vector<BuildBase> bases_;
    SlotPlan plan_;
    std::vector<BuildShape> shapes_;
    std::vector<BuildFrame> frames_;
    ShapeLosses losses_;
    u16 scaling_ = 1;
    Rounding lengths_{1};
    Rounding uvs_{1 / texels_per_unit};
    Rounding movements_{1 / 256.0};
    std::string first_limit_;
    BuiltFile out_;
};

u16 scaling_in(const Scene& scene) {
    const auto feet = build::number_in(scene.extras, "thaw_feet_per_unit");
    // The numbers of an RDY are feet, which are no steps for a DDD to take.
    if (!feet || *feet >= 1) return 0;
    const double scaling = std::floor(*feet * double{units_per_scaling} + 0.5);
    return scaling >= 1 && scaling <= 65535 ? static_cast<u16>(scaling) : u16{0};
}

}  // namespace

Result<BuiltFile> build_file(const SceneInput& input, const BuildOptions& options, u16 scaling, Issues& issues) {
    return FileMaker(input, options, scaling, issues).run();
}

namespace {

// The base's own scene, built in the same way, so that what building itself does to numbers is no edit.
Result<BuiltFile> build_base(const SceneInput& input, const BuildOptions& options) {
    std::vector<std::vector<u32>> own;  // each point is the vertex of its number
    for (const Mesh& mesh : input.base_scene->meshes) {
        own.emplace_back();
        for (u32 p = 0; p < mesh.points.size(); ++p) own.back().push_back(p);
    }
    Issues known;
    const SceneInput base{.scene = *input.base_scene, .source_points = own};
    return build_file(base, options, static_cast<const Document&>(*input.base->document).file.scaling, known);
}

}  // namespace

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    auto* base = input.base == nullptr ? nullptr : static_cast<Document*>(input.base->document.get());
    auto made = build_file(input, options, base != nullptr ? base->file.scaling : scaling_in(input.scene), issues);
    if (!made) return made.error();
    if (base != nullptr) {
        const auto before = build_base(input, options);
        auto edited = before ? apply_edit(*before, *made, base->file) : Edited{.words = "another model"};
        if (edited.in_place) {
            return Built{.document = std::move(input.base->document), .words = std::move(edited.words)};
        }
        issues.add(thaw::issue::base_rebuilt, "ddd", {}, "the same vertices, triangles, bones and frames",
                   edited.words + "; the file is written anew");
        made->file.flags = static_cast<u16>(base->file.flags & ~external_frames);
        made->file.shadow_textures = base->file.shadow_textures;
    }
    auto document = std::make_unique<Document>();
    document->file = std::move(made->file);
    Built out{.document = std::move(document), .textures = std::move(made->textures)};
    if (!made->texture_names.empty()) {
        const auto* text = static_cast<const u8*>(static_cast<const void*>(made->texture_names.data()));
        out.beside.push_back(
            {std::string(texture_names_role), ".textures.json", Blob::copy_of({text, made->texture_names.size()})});
    }
    return out;
}

}  // namespace thaw::ddd
