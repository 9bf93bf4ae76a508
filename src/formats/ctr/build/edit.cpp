#include "formats/ctr/build/edit.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/build/edit_parts.hpp"
#include "formats/ctr/build/issues.hpp"
#include "formats/shared/change_summary.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/measures.hpp"

namespace thaw::ctr {

namespace {

class Applying {
public:
    Applying(const SceneInput& input, const Document& base, const BuildOptions& options, Issues& issues)
        : input_(input),
          base_(*base.file),
          document_(base),
          issues_(issues),
          build_{input.scene, input.scene.clips, options, issues, input.context, &input},
          memory_(input),
          images_(build_, memory_),
          room_(document_),
          work_{input, *document_.file, room_, build_, images_} {}

    Result<Built> run() {
        find_meshes();
        place_images();
        std::string why;
        for (const EditedMesh& mesh : meshes_) {
            if (why.empty()) why = edit_points(work_, mesh);
            if (why.empty()) why = edit_faces(work_, mesh);
        }
        if (why.empty()) edit_nodes();
        if (why.empty()) why = rename_clips();
        if (build_.refused) return *build_.refused;
        if (!why.empty()) return not_in_place(std::move(why));
        auto document = room_.applied(base_);
        if (!document) return document.error();
        Built out;
        out.document = std::move(*document);
        report();
        if (auto memory = images_.video_memory()) out.companions.push_back({"vrm", ".vrm", std::move(*memory)});
        out.change_summary = words();
        return out;
    }

private:
    File& file() { return *document_.file; }

    // Nodes with numbers are the models, in order; their levels follow them.
    void find_meshes() {
        std::size_t model = 0;
        std::set<u32> seen;
        for (u32 n = 0; n < work_.before().nodes.size(); ++n) {
            const Node& node = work_.before().nodes[n];
            if (node.extras.find("thaw_id") != nullptr) models_.emplace_back(model++, n);
            const auto level = build::integer_in(node.extras, "thaw_lod");
            if (!level || model == 0 || model > file().models.size()) continue;
            const std::size_t list = file().mesh_lists.index_of(file().place(file().models[model - 1].value.meshes));
            const EditedMesh mesh{list, static_cast<std::size_t>(*level), n, node.mesh};
            levels_.push_back(mesh);
            if (node.mesh != no_index && seen.insert(node.mesh).second) meshes_.push_back(mesh);
        }
    }

    // Those that cannot be where they were.
    void place_images() {
        for (const EditedMesh& mesh : meshes_) {
            for (const Primitive& primitive : work_.after().meshes[mesh.mesh].primitives) {
                if (!memory_.is_new(primitive.material)) continue;
                for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
                    build::FlatTriangle triangle{.material = primitive.material};
                    for (std::size_t c = 0; c < 3 && !primitive.uvs.empty(); ++c) {
                        triangle.uvs[c] = primitive.uvs[primitive.indices[i + c]];
                    }
                    images_.use(triangle);
                }
            }
        }
        images_.place();
    }

    // --- names and numbers

    template <class Number>
    void edit_number(const Extras& then, const Extras& now, const char* key, i64 least, i64 most, Number& field) {
        const auto was = build::integer_in(then, key), is = build::integer_in(now, key);
        if (was == is || !is) return;
        if (*is < least || *is > most) {
            issues_.add(issue::number_out_of_range, "ctr", key, std::to_string(least) + " to " + std::to_string(most),
                        std::to_string(*is));
            return;
        }
        fields_ += field != static_cast<Number>(*is) ? 1u : 0u;
        field = static_cast<Number>(*is);
    }

    void edit_name(const std::string& then, const std::string& now, const char* what, Name& name) {
        if (then == now) return;
        ++names_;
        name = text::nul_padded<name_bytes>(build_.name(now, what));
    }

    void edit_nodes() {
        const auto &then = work_.before().nodes, &now = work_.after().nodes;
        for (const auto& [model, node] : models_) {
            if (model >= file().models.size()) continue;
            Model& own = file().models[model].value;
            edit_name(then[node].name, now[node].name, "model", own.name);
            edit_number(then[node].extras, now[node].extras, "thaw_id", -1, last_known_id, own.id);
        }
        for (const EditedMesh& level : levels_) {
            Mesh& own = work_.mesh(level);
            edit_name(then[level.node].name, now[level.node].name, "level of detail", own.name);
            if (level.mesh == no_index) continue;
            const Extras &was = work_.before().meshes[level.mesh].extras, &is = work_.after().meshes[level.mesh].extras;
            edit_number(was, is, "thaw_flags", 0, 0xFFFF, own.flags);
            edit_number(was, is, "thaw_lod_distance", 0, 0xFFFF, own.lod_distance);
        }
    }

    // Of the model that the clip moves: in all levels that call it so.
    std::string rename_clips() {
        for (std::size_t c = 0; c < work_.before().clips.size(); ++c) {
            const thaw::Clip &then = work_.before().clips[c], &now = work_.after().clips[c];
            if (then.name == now.name) continue;
            const Name name =
                text::nul_padded<name_bytes>(build_.name(without_model(now.name, then.channels.front().node), "clip"));
            for (const Channel& channel : then.channels) {
                if (is_instance(channel.node)) continue;
                if (!rename(channel, name)) return "the scene does not show every frame of the file";
            }
        }
        return {};
    }

    // Another place of a level's model.
    bool is_instance(u32 node) const {
        const Extras& extras = work_.before().nodes[node].extras;
        return extras.find("thaw_instance") != nullptr && extras.find("thaw_id") == nullptr;
    }

    // Clips of packs are called after their models, too.
    std::string without_model(const std::string& clip, u32 level) {
        const std::string prefix = work_.before().nodes[work_.before().nodes[level].parent].name + ": ";
        return file().models.size() > 1 && clip.starts_with(prefix) ? clip.substr(prefix.size()) : clip;
    }

    bool rename(const Channel& channel, const Name& name) {
        const auto level = std::find_if(levels_.begin(), levels_.end(),
                                        [&](const EditedMesh& each) { return each.node == channel.node; });
        const auto frames = level == levels_.end() ? std::vector<ShownFrame>() : frames_shown(work_, *level);
        if (frames.empty()) return false;
        const u32 row = frames[channel.frames[0]].row;
        const Name before = animation_in(work_.mesh(*level), row)->name;
        for (const Mesh& mesh : file().mesh_lists[level->list].value) {
            Animation* other = animation_in(mesh, row);
            if (other != nullptr && other->name == before) other->name = name;
        }
        return true;
    }

    Animation* animation_in(const Mesh& mesh, u32 row) {
        const auto* table = animations_of(file(), mesh);
        if (table == nullptr || row >= table->size() || (*table)[row].target == 0) return nullptr;
        const std::size_t region = file().animations.index_of(file().place((*table)[row].target));
        return region < file().animations.size() ? &file().animations[region].value : nullptr;
    }

    // --- words

    void report() {
        constexpr double micrometre = 1e-6;
        if (work_.farthest >= micrometre) {
            issues_.add(thaw::issue::positions_rounded, "ctr", {}, {}, build::millimetres(work_.farthest));
        }
        images_.report();
        for (std::size_t m = 0; m < work_.before().materials.size(); ++m) {
            const Material &was = work_.before().materials[m], &is = work_.after().materials[m];
            if (was.image != no_index && is.image == no_index) issues_.add(issue::image_not_removed, "ctr", was.name);
            if (was.extras.find("thaw_page") != nullptr && was.base_color.w != is.base_color.w) {
                issues_.add(issue::alpha_not_kept, "ctr", was.name);
            }
        }
    }

    // What rounds to the same step has not changed; of names and fields only some are in the file.
    std::string words() {
        using enum ChangeKind;
        Edit edit{.changes = input_.edit->changes};
        std::erase_if(edit.changes,
                      [&](const Change& change) { return change.kind == points && !work_.points_stored; });
        const u64 lost_fields = edit.count(fields) - std::min(edit.count(fields), fields_);
        const u64 lost_names = edit.count(names) - std::min(edit.count(names), names_);
        std::string out =
            build::change_summary(edit, {points, uvs, colors, keys, materials, images, fields, names, clip_names},
                                  issues_, {{fields, lost_fields}, {names, lost_names}});
        const std::string_view rest = "all else byte-identical";
        if (room_.added_bytes() == 0 || !out.ends_with(rest)) return out;
        out.erase(out.size() - rest.size());
        return out + text::plural(room_.added_bytes(), "byte") + " added at the end, " + std::string(rest);
    }

    const SceneInput& input_;
    const File& base_;
    Document document_;  // a copy
    Issues& issues_;
    BuildWork build_;
    MemoryEdit memory_;
    Images images_;
    Room room_;
    EditWork work_;
    std::vector<EditedMesh> meshes_{};                   // each once
    std::vector<EditedMesh> levels_{};                   // each node
    std::vector<std::pair<std::size_t, u32>> models_{};  // with their nodes
    u64 fields_ = 0, names_ = 0;                         // that were stored
};

}  // namespace

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const auto& base = static_cast<const Document&>(*input.base->document);
    if (!base.file) return not_in_place("there is no model in the file");
    std::string why = input.edit->structural_change();
    if (!why.empty()) return not_in_place(std::move(why));
    return Applying(input, base, options, issues).run();
}

}  // namespace thaw::ctr
