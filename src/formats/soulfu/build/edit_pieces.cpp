#include "formats/soulfu/build/edit_pieces.hpp"

#include <algorithm>
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/parts.hpp"
#include "formats/soulfu/build/edit_report.hpp"
#include "formats/soulfu/build/edit_shape.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/scripts/body_parts.hpp"

namespace thaw::ddd {

namespace {

// The nodes that show the part at a place, by the base models of its file.
std::map<std::size_t, std::vector<u32>> nodes_of(const Scene& scene, std::string_view place) {
    std::map<std::size_t, std::vector<u32>> out;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        const Extras& extras = scene.meshes[scene.nodes[n].mesh].extras;
        const std::string* part = build::text_in(extras, "thaw_part");
        if (part == nullptr || !text::equal_ignoring_case(*part, place)) continue;
        const i64 base = build::integer_in(extras, "thaw_base").value_or(0);
        out[base >= 0 ? static_cast<std::size_t>(base) : 0].push_back(n);
    }
    return out;
}

class PieceEdit {
public:
    PieceEdit(const Piece& piece, const SceneInput& input, const Scene& scene, const BuildOptions& options,
              Issues& issues)
        : piece_(piece),
          file_(piece.document.file),
          input_(input),
          base_scene_(*input.base_scene),
          scene_(scene),
          options_(options),
          issues_(issues),
          before_(nodes_of(base_scene_, piece.place)) {}

    bool is_shown() const {
        const auto is_known = [&](const auto& base) {
            return base.second.size() == 1 && base.first < file_.bases.size();
        };
        return !before_.empty() && piece_.error.empty() && std::all_of(before_.begin(), before_.end(), is_known);
    }

    Result<Blob> run(Images& images) {
        auto nodes = nodes_of(scene_, piece_.place);
        map_bones();
        std::vector<BuildBase> was;
        std::vector<BuildBase> is;
        for (const auto& [base, before] : before_) {
            if (nodes[base].empty()) {
                leave(soulfu::issue::part_not_removed);
                return piece_.bundle.parts[0].bytes;
            }
            was.push_back({.meshes = {hung(base_scene_, before[0])}});
            is.emplace_back();
            for (const u32 node : nodes[base]) is.back().meshes.push_back(hung(scene_, node));
        }
        const auto plan_before = plan_slots(base_scene_, was, true, issues_);
        const auto plan = plan_slots(scene_, is, options_.fit, issues_);
        if (!plan) return plan.error();
        Document edited;
        edited.file = file_;
        ShapeNumbers numbers = shaped(is, *plan_before, *plan, edited.file);
        if (const u16 scaling = scaling_for(numbers.lengths); scaling != 0 && scaling != most_scaling) {
            edited.file = file_;
            rescale(edited.file, scaling);
            numbers = shaped(is, *plan_before, *plan, edited.file);
            issues_.add(soulfu::issue::steps_longer, piece_.role, "scaling");
        }
        if (numbers.lengths.beyond() > 0) {
            leave(soulfu::issue::part_too_large);
            return piece_.bundle.parts[0].bytes;
        }
        numbers.report(issues_);
        const std::string stem(text::file_stem(piece_.bundle.parts[0].name));
        images.add(*plan, stem, {names_role(piece_.place), stem + ".textures.json"});
        return write_part(format, edited, "ddd");
    }

private:
    ShapeNumbers shaped(const std::vector<BuildBase>& is, const SlotPlan& before, const SlotPlan& now,
                        File& file) const {
        ShapeNumbers numbers{Rounding(file.feet_per_unit())};
        std::size_t i = 0;
        for (const auto& [base, nodes] : before_) {
            const ShapeEdit edit{
                base_scene_, scene_, nodes[0], is[i++], before, now, input_.edit->source_points, unit_of(base_scene_)};
            edit_shape(edit, numbers, file.bases[base]);
        }
        return numbers;
    }

    void leave(const IssueKind& why) const { issues_.add(why, piece_.role, {}, {}, text::printable(piece_.place)); }

    // The joints of its skin are its bones, in their order, and what does not move.
    void map_bones() {
        for (const auto& [base, nodes] : before_) {
            const u32 skin = base_scene_.nodes[nodes[0]].skin;
            if (skin == no_index) continue;
            const auto& joints = base_scene_.skins[skin].joints;
            for (u32 j = 0; j < joints.size(); ++j) {
                bone_at_[joints[j]] = j < file_.bases[base].bones.size() ? j : no_index;
            }
        }
    }

    // A part has no bones but the body's.
    BuildMesh hung(const Scene& scene, u32 node) const {
        BuildMesh out{.node = node, .to_bind = scaling_matrix(unit_of(base_scene_))};
        const u32 skin = scene.nodes[node].skin;
        if (skin == no_index) out.bones = {bone_at_.empty() ? no_index : 0};
        for (std::size_t j = 0; skin != no_index && j < scene.skins[skin].joints.size(); ++j) {
            const auto found = bone_at_.find(scene.skins[skin].joints[j]);
            out.bones.push_back(found == bone_at_.end() ? 0 : found->second);
            if (found == bone_at_.end()) leave(soulfu::issue::part_on_other_bones);
        }
        return out;
    }

    const Piece& piece_;
    const File& file_;
    const SceneInput& input_;
    const Scene& base_scene_;
    const Scene& scene_;
    const BuildOptions& options_;
    Issues& issues_;
    std::map<std::size_t, std::vector<u32>> before_;  // nodes of the base scene
    std::map<u32, u32> bone_at_{};
};

}  // namespace

void EditedFiles::add(std::string_view role, std::string_view name, const Blob& before, const Blob& now) {
    const std::string file(text::file_name(name));
    (before == now ? unchanged : changed).push_back(file);
    if (!(before == now) && role != "ddd") companions.push_back({std::string(role), file, now});
}

Status edit_pieces(const SceneInput& input, const Scene& scene, const BuildOptions& options, EditedFiles& files,
                   Images& images, Issues& issues) {
    std::map<std::string, Blob> known;  // one file may be in several places
    for (const Piece& piece : pieces_in(input.base->bundle)) {
        const Part& own = piece.bundle.parts[0];
        PieceEdit edit(piece, input, scene, options, issues);
        if (!edit.is_shown()) continue;
        const auto bytes = edit.run(images);
        if (!bytes) return bytes.error();
        const auto [other, is_first] = known.try_emplace(text::lower(text::file_name(own.name)), *bytes);
        if (is_first || (other->second == own.bytes && !(*bytes == own.bytes))) {
            std::erase(files.unchanged, text::file_name(own.name));
            files.add(piece.role, own.name, own.bytes, *bytes);
            other->second = *bytes;
        } else if (!(*bytes == own.bytes) && !(*bytes == other->second)) {
            issues.add(soulfu::issue::part_edited_twice, piece.role, {}, text::printable(own.name),
                       text::printable(piece.place));
        }
    }
    return Done{};
}

}  // namespace thaw::ddd
