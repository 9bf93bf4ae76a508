// A model that somebody edited: only values that differ change, or why that cannot be.
#include "formats/ctr/edit.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/sampling.hpp"
#include "formats/ctr/build_parts.hpp"
#include "formats/ctr/edit_parts.hpp"

namespace thaw::ctr {

namespace {

// Texels as far as the game's memory can tell them apart.
bool looks_alike(const Image& a, const Image& b) {
    if (a.pixels.empty() || b.pixels.empty()) return true;  // nothing that could be compared, nothing to put there
    if (a.width != b.width || a.height != b.height || a.pixels.size() != b.pixels.size()) return false;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const bool both_clear = a.pixels[i | 3] == 0 && b.pixels[i | 3] == 0;  // a hole has no colour
        const auto part = [&](const Image& image) {
            return i % 4 == 3 ? image.pixels[i] >> 6 : (image.pixels[i] * 31 + 127) / 255;
        };
        if (!both_clear && part(a) != part(b)) return false;
    }
    return true;
}

bool pictures_changed(const Scene& before, const Scene& after) {
    for (const Material& now : after.materials) {
        const auto then = std::find_if(before.materials.begin(), before.materials.end(),
                                       [&](const Material& m) { return m.name == now.name; });
        if (then == before.materials.end() || now.image == no_index) continue;
        if (then->image == no_index || !looks_alike(before.images[then->image], after.images[now.image])) return true;
    }
    return false;
}

// Do both show the same triangles in the same places at rest? In steps of 10 micrometres.
std::vector<std::array<i64, 9>> places_at_rest(const Scene& scene, u32 node) {
    Issues said_elsewhere;
    build::FlattenOptions options;
    options.nodes = {node};
    build::Flat flat = build::flatten(scene, {}, options, said_elsewhere);
    flat.frames = {{}};
    std::vector<Vec3> points;
    thaw::Pose scratch;
    flat.pose(0, points, scratch);
    std::vector<std::array<i64, 9>> out;
    for (const build::FlatTriangle& triangle : flat.triangles) {
        std::array<std::array<i64, 3>, 3> corners{};
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3 p = points[triangle.points[c]];
            corners[c] = {std::llround(p.x * 1e5), std::llround(p.y * 1e5), std::llround(p.z * 1e5)};
        }
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        std::array<i64, 9> all{};
        for (std::size_t i = 0; i < 9; ++i) all[i] = corners[i / 3][i % 3];
        out.push_back(all);
    }
    std::sort(out.begin(), out.end());
    return out;
}

class Editor {
public:
    Editor(const SceneInput& input, const Scene& after, const BuildOptions& options, Issues& issues, std::string& why)
        : input_(input), before_(*input.base_scene), after_(after), options_(options), issues_(issues), why_(why) {}

    std::optional<Built> run() {
        auto& document = static_cast<Document&>(*input_.base->document);
        if (!document.file) return std::nullopt;
        File file = *document.file;
        why_ = "nodes were added or removed";
        const auto meshes = edited_meshes(file, before_, after_);
        if (!meshes) return std::nullopt;
        why_ = "clips were added, removed or have another length";
        if (!same_clips()) return std::nullopt;
        for (const EditedMesh& mesh : *meshes) {
            if (!edit(file, mesh)) return std::nullopt;
        }
        Built out;
        if (pictures_changed(before_, after_) && !replace_pictures(*meshes, out)) return std::nullopt;
        document.file = std::move(file);
        out.document = std::move(input_.base->document);
        out.words = words();
        return out;
    }

private:
    bool same_clips() const {
        if (before_.clips.size() != after_.clips.size()) return false;
        return std::all_of(before_.clips.begin(), before_.clips.end(), [&](const Clip& clip) {
            const auto now = std::find_if(after_.clips.begin(), after_.clips.end(),
                                          [&](const Clip& c) { return c.name == clip.name; });
            return now != after_.clips.end() && std::abs(build::length_of(*now) - build::length_of(clip)) < 1e-3;
        });
    }

    bool edit(File& file, const EditedMesh& mesh) {
        const auto frames = edited_frames(file, mesh, before_, after_);
        if (frames.empty()) {
            why_ = "the scene does not show every frame of the mesh";
            return places_at_rest(before_, mesh.before) == places_at_rest(after_, mesh.after);
        }
        const auto matched = match_mesh(file, mesh, frames, input_, after_, why_);
        return matched && edit_positions(file, mesh, frames, *matched, count_, why_) &&
               edit_colours(file, mesh, *matched, before_, after_, count_, why_) &&
               edit_coordinates(file, mesh, *matched, before_, after_, count_, why_) &&
               edit_fields(file, mesh, before_, after_, count_, why_) && edit_model(file, mesh);
    }

    // The number of the model, and its name.
    bool edit_model(File& file, const EditedMesh& mesh) {
        const u32 then = before_.nodes[mesh.before].parent, now = after_.nodes[mesh.after].parent;
        if (then == no_index || now == no_index) return true;
        const auto was = build::integer_in(before_.nodes[then].extras, "thaw_id");
        const auto is = build::integer_in(after_.nodes[now].extras, "thaw_id");
        for (std::size_t m = 0; m < file.models.size(); ++m) {
            Model& model = file.models[m].value;
            if (file.mesh_lists.index_of(file.place(model.meshes)) != mesh.list) continue;
            if (was != is && is && *is >= -1 && *is <= 0xE1 && model.id != *is) {
                model.id = static_cast<i16>(*is);
                ++count_.fields;
            }
            const std::string& name = after_.nodes[now].name;
            if (name == before_.nodes[then].name || name.empty() || name_of(name) == model.name) continue;
            if (name.size() > most_name_bytes) {
                why_ = "a name is longer than 16 characters";
                return false;
            }
            model.name = name_of(name);
            ++count_.fields;
        }
        return true;
    }

    // New texels where the old ones were, on top of the video memory that the base had.
    bool replace_pictures(const std::vector<EditedMesh>& meshes, Built& out) {
        const std::vector<Clip> no_clips;
        Issues findings;
        BuildWork work{after_, no_clips, {}, options_, findings};
        Pictures pictures(work);
        build::FlattenOptions options;
        for (const EditedMesh& mesh : meshes) {
            options.nodes = {mesh.after};
            for (const auto& triangle : build::flatten(after_, {}, options, findings).triangles) pictures.use(triangle);
        }
        pictures.place();
        why_ = "the new pictures do not fit where the old ones were";
        if (work.refused || !pictures.all_kept()) return false;
        auto memory = pictures.video_memory(input_.base->bundle.find("vrm"));
        if (!memory) return false;
        out.beside.push_back({"vrm", ".vrm", std::move(*memory)});
        count_.textures = true;
        return true;
    }

    std::string words() const {
        if (!count_.any()) return "nothing changed; byte-identical";
        std::string out;
        const auto add = [&](const std::string& more) { out += (out.empty() ? "" : ", ") + more; };
        if (count_.vertices > 0) {
            add(text::plural(count_.vertices, "vertex") + " changed in " + text::plural(count_.frames, "frame"));
        }
        if (count_.colours > 0) add(text::plural(count_.colours, "colour") + " changed");
        if (count_.coordinates > 0) add(text::plural(count_.coordinates, "texture layout") + " changed");
        if (count_.fields > 0) add(text::plural(count_.fields, "field") + " changed");
        if (count_.textures) add("new texels in the video memory");
        return out + "; all else byte-identical";
    }

    const SceneInput& input_;
    const Scene& before_;
    const Scene& after_;
    const BuildOptions& options_;
    Issues& issues_;
    std::string& why_;
    EditCount count_{};
};

}  // namespace

std::optional<Built> edited_in_place(const SceneInput& input, const Scene& after, const BuildOptions& options,
                                     Issues& issues, std::string& why) {
    return Editor(input, after, options, issues, why).run();
}

}  // namespace thaw::ctr
