#include "formats/ctr/edit.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "build/change_summary.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "build/measures.hpp"
#include "formats/ctr/edit_parts.hpp"
#include "formats/ctr/scene_parts.hpp"

namespace thaw::ctr {

namespace {

Error beyond(std::string why) { return {Code::unrepresentable, std::move(why)}; }

class Applying {
public:
    Applying(const SceneInput& input, const Document& base, const BuildOptions& options, Issues& issues)
        : input_(input),
          document_(base),
          issues_(issues),
          build_{input.scene, input.scene.clips, options, issues, &input},
          memory_(input),
          pictures_(build_, memory_),
          room_(document_),
          work_{input, *document_.file, room_, build_, pictures_, memory_} {}

    Result<Built> run() {
        find_meshes();
        place_pictures();
        std::string why;
        for (const EditedMesh& mesh : meshes_) {
            if (why.empty()) why = edit_points(work_, mesh);
            if (why.empty()) why = edit_faces(work_, mesh);
        }
        if (why.empty()) edit_nodes();
        if (why.empty()) rename_clips();
        if (build_.refused) return *build_.refused;
        if (!why.empty()) return beyond(std::move(why));
        auto document = room_.applied(document_);
        if (!document) return document.error();
        Built out;
        out.document = std::move(*document);
        report();
        if (auto memory = pictures_.video_memory()) out.beside.push_back({"vrm", ".vrm", std::move(*memory)});
        out.words = words();
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
    void place_pictures() {
        for (const EditedMesh& mesh : meshes_) {
            for (const Primitive& primitive : work_.after().meshes[mesh.mesh].primitives) {
                if (!memory_.is_new(primitive.material)) continue;
                for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
                    build::FlatTriangle triangle{.material = primitive.material};
                    for (std::size_t c = 0; c < 3 && !primitive.uvs.empty(); ++c) {
                        triangle.uvs[c] = primitive.uvs[primitive.indices[i + c]];
                    }
                    pictures_.use(triangle);
                }
            }
        }
        pictures_.place();
    }

    // --- names and numbers

    template <class Number>
    void edit_number(const Extras& then, const Extras& now, const char* key, i64 least, i64 most, Number& field) {
        const auto was = build::integer_in(then, key), is = build::integer_in(now, key);
        if (was == is || !is) return;
        if (*is < least || *is > most) {
            issues_.add(thaw::issue::not_kept, "ctr", key, std::to_string(least) + " to " + std::to_string(most),
                        std::to_string(*is));
            return;
        }
        field = static_cast<Number>(*is);
    }

    void edit_name(const std::string& then, const std::string& now, const char* what, Name& name) {
        if (then != now) name = name_of(build_.name(now, what));
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
    void rename_clips() {
        for (std::size_t c = 0; c < work_.before().clips.size(); ++c) {
            const thaw::Clip &then = work_.before().clips[c], &now = work_.after().clips[c];
            if (then.name == now.name) continue;
            for (const Channel& channel : then.channels) rename(channel, now.name);
        }
    }

    void rename(const Channel& channel, std::string_view name) {
        const auto level = std::find_if(levels_.begin(), levels_.end(),
                                        [&](const EditedMesh& each) { return each.node == channel.node; });
        if (level == levels_.end() || channel.frames.empty()) return;
        const std::string prefix = work_.before().nodes[work_.before().nodes[channel.node].parent].name + ": ";
        if (file().models.size() > 1 && name.starts_with(prefix)) name.remove_prefix(prefix.size());
        const auto frames = frames_shown(file(), work_.mesh(*level));
        if (channel.frames[0] >= frames.size() || frames[channel.frames[0]].row == no_index) return;
        const u32 row = frames[channel.frames[0]].row;
        const auto animation = [&](const Mesh& mesh) -> Animation* {
            const auto* table = animations_of(file(), mesh);
            if (table == nullptr || row >= table->size() || (*table)[row].target == 0) return nullptr;
            const std::size_t region = file().animations.index_of(file().place((*table)[row].target));
            return region < file().animations.size() ? &file().animations[region].value : nullptr;
        };
        const Animation* own = animation(work_.mesh(*level));
        if (own == nullptr) return;
        const Name before = own->name, after = name_of(build_.name(std::string(name), "clip"));
        for (const Mesh& mesh : file().mesh_lists[level->list].value) {
            Animation* other = animation(mesh);
            if (other != nullptr && other->name == before) other->name = after;
        }
    }

    // --- words

    void report() {
        constexpr double micrometre = 1e-6;
        if (work_.farthest >= micrometre) {
            issues_.add(thaw::issue::positions_rounded, "ctr", {}, {}, build::millimetres(work_.farthest) + " at most");
        }
        pictures_.report();
        for (std::size_t m = 0; m < work_.before().materials.size(); ++m) {
            const bool undressed = work_.before().materials[m].image != no_index && work_.after().materials[m].image == no_index;
            if (undressed) issues_.add(thaw::issue::not_kept, "ctr", work_.before().materials[m].name, {}, "picture removed");
        }
    }

    std::string words() {
        using enum ChangeKind;
        Edit edit{.changes = input_.edit->changes};
        // What rounds to the same step has not changed.
        if (!work_.points_stored) std::erase_if(edit.changes, [](const Change& change) { return change.kind == points; });
        std::string out = build::change_summary(edit, {points, uvs, colors, keys, materials, images, fields, names, clip_names}, issues_);
        if (room_.added_bytes() == 0) return out;
        const std::string_view rest = "all else byte-identical";
        if (out.ends_with(rest)) out.erase(out.size() - rest.size());
        return out + text::plural(room_.added_bytes(), "byte") + " added at the end, " + std::string(rest);
    }

    const SceneInput& input_;
    Document document_;  // a copy
    Issues& issues_;
    BuildWork build_;
    MemoryEdit memory_;
    Pictures pictures_;
    Room room_;
    EditWork work_;
    std::vector<EditedMesh> meshes_{};                       // each once
    std::vector<EditedMesh> levels_{};                       // each node
    std::vector<std::pair<std::size_t, u32>> models_{};      // with their nodes
};

}  // namespace

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const auto& base = static_cast<const Document&>(*input.base->document);
    if (!base.file) return beyond("there is no model in the file");
    std::string why = input.edit->structural_change();
    if (!why.empty()) return beyond(std::move(why));
    return Applying(input, base, options, issues).run();
}

}  // namespace thaw::ctr
