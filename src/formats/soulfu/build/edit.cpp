#include "formats/soulfu/build/edit.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/shared/change_summary.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/parts.hpp"
#include "formats/soulfu/build/edit_pieces.hpp"
#include "formats/soulfu/build/edit_report.hpp"
#include "formats/soulfu/build/edit_shape.hpp"
#include "formats/soulfu/build/from_scene.hpp"
#include "formats/soulfu/build/images.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/scene/animation_sources.hpp"
#include "formats/soulfu/scripts/body_parts.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/shared/bits.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::ddd {

namespace {

Error beyond(std::string why) { return {Code::unrepresentable, std::move(why)}; }

// What an editor shows and changes goes before extras that it left as they were.
void refresh_slot(const Material& was, Material& is) {
    if (flags_of(was) == flags_of(is)) {
        u8 flags = flags_of(is);
        if (is.double_sided != was.double_sided) flags = static_cast<u8>(flags ^ no_cull_flag);
        if (is.alpha != was.alpha) flags &= static_cast<u8>(~paper_flag);
        if (is.alpha != was.alpha && is.alpha == AlphaMode::mask) flags |= paper_flag;
        build::put(is.extras, "thaw_flags", flags);
    }
    if (alpha_of(was) != alpha_of(is) || (is.base_color.w == was.base_color.w && is.alpha == was.alpha)) return;
    const f32 alpha = is.alpha == AlphaMode::blend ? std::clamp(is.base_color.w, 0.0f, 1.0f) : 1;
    build::put(is.extras, "thaw_alpha", std::lround(alpha * 255));
}

// The nodes of a base model's bones in the file's order, and their numbers: of two that one bone has, the inner.
std::map<u32, u32> bone_nodes(const Scene& scene, u32 base_node) {
    std::map<u32, u32> out;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (base_node == no_index || node.parent != base_node || node.mesh != no_index) continue;
        const bool has_inner = n + 1 < scene.nodes.size() && scene.nodes[n + 1].parent == n &&
                               scene.nodes[n + 1].name == node.name + "_shear";
        out.try_emplace(has_inner ? n + 1 : n, static_cast<u32>(out.size()));
    }
    return out;
}

// Parts that hang on the body's own bones.
bool moves_parts(const Scene& scene) {
    for (const Node& node : scene.nodes) {
        if (node.mesh == no_index || node.skin == no_index) continue;
        const std::string* place = build::text_in(scene.meshes[node.mesh].extras, "thaw_part");
        if (place != nullptr && grip_of(*place).empty()) return true;
    }
    return false;
}

class DocumentEdit {
public:
    DocumentEdit(Document& document, const SceneInput& input, const BuildOptions& options, Issues& issues)
        : document_(document),
          file_(document.file),
          input_(input),
          options_(options),
          issues_(issues),
          base_scene_(*input.base_scene),
          scene_(input.scene),
          numbers_{Rounding(file_.feet_per_unit())},
          linked_lengths_(document.linked ? document.linked->feet_per_unit() : 1) {
        for (std::size_t m = 0; m < base_scene_.materials.size(); ++m) {
            refresh_slot(base_scene_.materials[m], scene_.materials[m]);
        }
        was_ = bases_of(base_scene_, false);
        is_ = bases_of(scene_, false);
        const bool dressed = !file_.is_linked() && document.linked && can_move(*document.linked, file_);
        poses_ = (file_.is_linked() || dressed) && document.linked ? &*document.linked : &file_;
        binds_ = file_.is_linked() && document.linked ? &*document.linked : &file_;
        // Other files have to have the same bones: those with the frames, and the parts of a character.
        can_add_bones_ = !file_.is_linked() && !dressed && !moves_parts(base_scene_);
        moves_ = !scene_.clips.empty() || has_motion(*poses_);
    }

    Result<Built> run() {
        if (was_.size() != file_.bases.size()) return beyond("the scene of the base is not of this file");
        if (is_.size() != was_.size()) return beyond(text::plural(is_.size(), "base model"));
        const auto before = plan_slots(base_scene_, was_, true, issues_);
        auto plan = plan_slots(scene_, is_, options_.fit, issues_);
        if (!plan) return plan.error();
        for (std::size_t b = 0; b < is_.size(); ++b) {
            edit_base(b, *before, *plan);
            if (!limit_.empty()) return beyond(limit_);
        }
        edit_header();
        Rounding& pose_lengths = poses_ == &file_ ? numbers_.lengths : linked_lengths_;
        Rounding& bind_lengths = binds_ == &file_ ? numbers_.lengths : linked_lengths_;
        frames_ = edit_frames({base_scene_, scene_, *input_.edit, was_, is_, bones_}, file_, *poses_, *binds_,
                              pose_lengths, bind_lengths, issues_);
        check_limit("frame", 65535, poses_->frames.size(), 0);
        if (!limit_.empty()) return beyond(limit_);
        return built(*plan);
    }

    const Rounding& lengths() const { return numbers_.lengths; }
    const Rounding& linked_lengths() const { return linked_lengths_; }

private:
    // Files may have more than the game takes, but nobody adds to that.
    void check_limit(std::string_view what, u64 most, u64 is, u64 was) {
        if (is <= most || is <= was || !limit_.empty()) return;
        limit_ = text::plural(is, what) + ", of which the game has room for " + std::to_string(most);
    }

    void edit_base(std::size_t b, const SlotPlan& before, const SlotPlan& plan) {
        BaseModel& base = file_.bases[b];
        const BaseModel own = base;
        const u32 node = was_[b].meshes.empty() ? no_index : was_[b].meshes[0].node;
        edit_joint_sizes(node, base);
        map_bones(b);
        for (BuildMesh& mesh : is_[b].meshes) {
            for (u32& bone : mesh.bones) bone = hung_on_[b][bone];
            if (mesh.node == node) mesh.to_bind = scaling_matrix(unit_of(base_scene_));
        }
        const ShapeEdit edit{base_scene_,         scene_, node, is_[b], before, plan, input_.edit->source_points,
                             unit_of(base_scene_)};
        if (edit_shape(edit, numbers_, base)) rebuilt_.push_back(b);
        u64 triangles = 0, triangles_before = 0;
        for (std::size_t s = 0; s < slot_count; ++s) {
            triangles += base.slots[s].triangles.size();
            triangles_before += own.slots[s].triangles.size();
        }
        check_limit("vertex", soulfu::max_vertices, base.vertices.size(), own.vertices.size());
        check_limit("texture vertex", soulfu::max_tex_vertices, base.tex_vertices.size(), own.tex_vertices.size());
        check_limit("triangle", soulfu::max_triangles, triangles, triangles_before);
        check_limit("joint", soulfu::max_joints, base.joint_sizes.size(), own.joint_sizes.size());
    }

    void edit_joint_sizes(u32 node, BaseModel& base) const {
        if (node == no_index || scene_.nodes[node].mesh == no_index) return;
        const Extras& was = base_scene_.meshes[base_scene_.nodes[node].mesh].extras;
        const Extras& is = scene_.meshes[scene_.nodes[node].mesh].extras;
        if (is_other_field(was, is, "thaw_joint_sizes")) take_joint_sizes(is, base);
    }

    // What the bones of the edited scene are in the file. What hangs on one that there cannot be hangs on the first.
    void map_bones(std::size_t b) {
        std::map<u32, u32> own = bone_nodes(base_scene_, was_[b].node), before;  // by node
        for (const BuildBone& bone : was_[b].bones) before.try_emplace(bone.node, static_cast<u32>(before.size()));
        bones_.emplace_back();
        hung_on_.emplace_back();
        u64 elsewhere = 0;
        for (const BuildBone& bone : is_[b].bones) {
            const auto was = before.find(bone.node), found = own.find(bone.node);
            const bool is_new = was == before.end();
            BoneMap map{.before = is_new ? no_index : was->second};
            if (found != own.end()) {
                map.own = found->second;
                if (!is_new) rename_bone(b, map, bone.id);
            } else if (is_new && can_add_bones_ && moves_) {
                map.own = add_bone(b, bone);
            } else if (is_new) {
                ++elsewhere;
            }
            bones_.back().push_back(map);
            hung_on_.back().push_back(map.own == no_index && is_new ? 0 : map.own);
        }
        if (elsewhere == 0 || !moves_) return;
        issues_.add(soulfu::issue::bones_not_added, "ddd", {}, {}, text::plural(elsewhere, "new bone"));
    }

    void rename_bone(std::size_t b, const BoneMap& map, u8 id) {
        auto& bones = file_.bases[b].bones;
        if (map.own < bones.size() && was_[b].bones[map.before].id != id) bones[map.own].id = id;
    }

    // One base model is shown at a time.
    void report_hidden() {
        for (const BuildMesh& mesh : is_[0].meshes) {
            const bool is_new = mesh.node >= base_scene_.nodes.size();
            const auto is_other = [](const Frame& frame) { return frame.action != boning && frame.base_model != 0; };
            if (!is_new || !std::any_of(poses_->frames.begin(), poses_->frames.end(), is_other)) continue;
            issues_.add(soulfu::issue::shown_in_one_base, "ddd", scene_.nodes[mesh.node].name);
        }
    }

    // In all frames of the base model it is where it is bound; edit_frames() does the rest.
    u32 add_bone(std::size_t b, const BuildBone& bone) {
        BaseModel& base = file_.bases[b];
        check_limit("bone", soulfu::max_bones, base.bones.size() + 1, 0);
        if (!limit_.empty()) return no_index;
        const auto joint = static_cast<u16>(base.joint_sizes.size());
        base.bones.push_back({bone.id, {joint, static_cast<u16>(joint + 1)}});
        base.joint_sizes.insert(base.joint_sizes.end(), 2, usual_joint_size);
        const BoneLine line = bound(bone);
        for (Frame& frame : file_.frames) {
            if (frame.base_model != b) continue;
            frame.forwards.push_back(rounded_direction(line.forward));
            for (const Vec3d& at : {line.start, line.end}) frame.joints.push_back(rounded_place(at, numbers_.lengths));
        }
        return static_cast<u32>(base.bones.size() - 1);
    }

    void edit_header() {
        if (is_other_field(base_scene_.extras, scene_.extras, "thaw_shadow_textures")) {
            take_shadow_textures(scene_.extras, file_);
        }
    }

    Result<Built> built(const SlotPlan& plan) {
        const SceneInput with_images{.scene = scene_, .base_scene = &base_scene_, .edit = input_.edit};
        Images images(with_images, issues_);
        images.add(plan, options_.name, {std::string(texture_names_role), ".textures.json"});
        EditedFiles files;
        if (auto status = note_file(file_, input_.base->bundle.find("ddd"), files); !status) return status.error();
        if (auto status = edit_pieces(input_, scene_, options_, files, images, issues_); !status) {
            return status.error();
        }
        if (auto status = note_linked(files); !status) return status.error();
        images.add_painted();
        numbers_.report(issues_);
        report_hidden();
        report_poses(document_, input_, scene_, frames_, issues_);
        Built out{.companions = std::move(files.companions), .textures = std::move(images.textures)};
        std::move(images.companions.begin(), images.companions.end(), std::back_inserter(out.companions));
        const std::size_t own = input_.base->bundle.find("ddd") == nullptr ? 0 : 1;
        out.of_set = files.changed.size() + files.unchanged.size() > own;
        out.change_summary = words(images.has_flat, out.of_set ? files : EditedFiles());
        out.document = std::make_unique<Document>(std::move(document_));
        return out;
    }

    // Frames that are another file's go back into that one.
    Status note_linked(EditedFiles& files) const {
        if (!document_.linked || (poses_ == &file_ && binds_ == &file_)) return Done{};
        const Bundle& bundle = input_.base->bundle;
        const auto found = std::find_if(bundle.parts.begin(), bundle.parts.end(),
                                        [](const Part& part) { return ddd::is_animation_source(part.role); });
        const Part* only = found == bundle.parts.end() ? nullptr : &*found;
        const Part* link = bundle.find("link");
        return note_file(*document_.linked, link != nullptr ? link : only, files);
    }

    static Status note_file(const File& file, const Part* part, EditedFiles& files) {
        if (part == nullptr) return Done{};
        Document document;
        document.file = file;
        const auto bytes = write_part(format, document, "ddd");
        if (!bytes) return bytes.error();
        files.add(part->role, part->name, part->bytes, *bytes);
        return Done{};
    }

    std::string words(bool has_flat, const EditedFiles& files) {
        const auto kept = kept_kinds(*input_.edit, base_scene_, scene_, frames_, has_flat, issues_);
        std::string out = build::change_summary(*input_.edit, kept, issues_);
        std::string anew;
        for (const std::size_t b : rebuilt_) anew += (anew.empty() ? " " : ", ") + std::to_string(b);
        if (const auto end = out.find("; all else"); end != out.npos && !anew.empty()) {
            out.insert(end, "; triangles of base model" + anew + " written anew");
        }
        const auto list = [&](std::string_view what, const std::vector<std::string>& names) {
            if (!names.empty()) out += "; " + std::string(what);
            for (std::size_t i = 0; i < names.size(); ++i) out += (i == 0 ? " " : ", ") + text::printable(names[i]);
        };
        list("changed:", files.changed);
        list("unchanged:", files.unchanged);
        return out;
    }

    Document& document_;
    File& file_;
    const SceneInput& input_;
    const BuildOptions& options_;
    Issues& issues_;
    const Scene& base_scene_;
    Scene scene_;
    std::vector<BuildBase> was_{}, is_{};
    BoneMaps bones_{};
    std::vector<std::vector<u32>> hung_on_{};  // by base model and bone of `is_`: the file's, for vertices
    ShapeNumbers numbers_;
    Rounding linked_lengths_;
    File* poses_ = nullptr;
    File* binds_ = nullptr;
    bool can_add_bones_ = true;
    bool moves_ = true;
    EditedFrames frames_{};
    std::vector<std::size_t> rebuilt_{};  // base models
    std::string limit_{};                 // the first that was exceeded
};

}  // namespace

Result<Built> apply_edit_to(Document document, const SceneInput& input, const BuildOptions& options, Issues& issues) {
    for (bool is_larger = false;; is_larger = true) {
        Document attempt = document;
        Issues findings;
        DocumentEdit edit(attempt, input, options, findings);
        auto built = edit.run();
        const u16 own = scaling_for(edit.lengths()), link = scaling_for(edit.linked_lengths());
        if (!built || (own == 0 && link == 0)) {
            for (Issue& finding : findings.list()) issues.add(std::move(finding));
            if (built && is_larger) issues.add(soulfu::issue::steps_longer, "ddd", "scaling");
            return built;
        }
        if (std::max({own, link, document.file.scaling}) == most_scaling) return beyond("it is too large");
        if (own != 0) rescale(document.file, own);
        if (link != 0) rescale(*document.linked, link);
    }
}

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    return apply_edit_to(static_cast<const Document&>(*input.base->document), input, options, issues);
}

}  // namespace thaw::ddd
