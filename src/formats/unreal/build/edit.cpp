#include "formats/unreal/build/edit.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/change_summary.hpp"
#include "formats/unreal/build/edit_rows.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "scene/shapes.hpp"

namespace thaw::unreal {

namespace {

// Polygons in the order of the triangles of their scene.
std::vector<u32> drawn_polys(const Document& document, const Extent& extent) {
    std::vector<u32> out;
    const auto& polys = document.data->polys;
    for (u32 i = 0; i < polys.size(); ++i) {
        if (shown_of(polys[i], document, extent) == Shown::drawn) out.push_back(i);
    }
    std::stable_sort(out.begin(), out.end(),
                     [&](u32 a, u32 b) { return material_key(polys[a]) < material_key(polys[b]); });
    return out;
}

class Editing {
public:
    explicit Editing(BuildWork work)
        : work_(std::move(work)),
          base_scene_(*work_.input.base_scene),
          edit_(*work_.input.edit),
          document_(static_cast<Document&>(*work_.input.base->document)),
          extent_(extent_of(document_)),
          into_(shown_placement(document_), work_.draw_scale) {
        work_.in_place = true;
        work_.placement = script_placement(shown_placement(document_)).value_or(Placement{});
    }

    // Why it cannot be done in place; empty if it was.
    std::string run(Built& out) {
        std::string why = find_base();
        if (why.empty()) why = take_shape();
        if (why.empty()) why = number_vertices();
        if (!why.empty()) return why;
        choose_surfaces(work_);
        edit_polys();
        if (polys_.size() > most_polys) return "more polygons than a file holds";
        auto rows = edit_rows({work_, base_, document_, into_, first_frame_, new_vertices_});
        if (!rows) return rows.error().message;
        add_texts(work_, false, out);
        out.change_summary = summary(out, rows->moved);
        DataFile& data = *document_.data;
        data.num_polys = static_cast<u16>(data.num_polys + polys_.size() - data.polys.size());
        data.num_vertices = static_cast<u16>(data.num_vertices + new_vertices_);
        data.polys = std::move(polys_);
        if (rows->aniv) document_.aniv = std::move(rows->aniv);
        out.document = std::move(work_.input.base->document);
        return {};
    }

private:
    // --- what there was

    std::string find_base() {
        Issues ignored;
        base_ = build::flatten(base_scene_, {}, {.usual_fps = default_rate}, ignored);
        if (!into_.usable()) return "the base cannot be placed in a scene";
        if (base_.pieces.size() != 1 || base_.points != extent_.points) {
            return "the base is shown as " + text::plural(base_.pieces.size(), "mesh");
        }
        node_ = base_.pieces[0].node;
        mesh_ = base_scene_.nodes[node_].mesh;
        drawn_ = drawn_polys(document_, extent_);
        if (drawn_.size() != base_.triangles.size()) return "the scene of the base is not of these files";
        return find_frames() ? "" : "the base is shown with other frames than its files have";
    }

    // All frames of the file, or a still.
    bool find_frames() {
        if (base_.frames.size() == extent_.frames) return true;
        if (base_.frames.size() != 1) return false;
        std::vector<Vec3> places;
        Pose scratch;
        base_.pose(0, places, scratch);
        const Box3<double> reach = reach_of(document_.is_deus_ex());
        for (first_frame_ = 0; first_frame_ < extent_.frames; ++first_frame_) {
            u32 v = 0;
            for (; v < extent_.points; ++v) {
                const Point shown = rounded_into(into_(places[v]), reach), stored = document_.vertex(first_frame_, v);
                if (shown.x != stored.x || shown.y != stored.y || shown.z != stored.z) break;
            }
            if (v == extent_.points) return true;
        }
        return false;
    }

    // --- what there is now

    std::string take_shape() {
        const Scene& scene = work_.scene();
        const Node& node = scene.nodes[node_];
        const auto& sources = edit_.source_triangles;
        const bool known = node.mesh == mesh_ && std::any_of(sources[mesh_].begin(), sources[mesh_].end(),
                                                             [](u32 t) { return t != no_index; });
        if (!known || edit_.has(ChangeKind::skins)) return edit_.structural_change();
        if (is_mirror(world_matrix(scene, node_)) != is_mirror(world_matrix(base_scene_, node_))) {
            return "the model is mirrored";
        }
        Issues ignored;
        auto own = build::flatten(scene, {}, {.usual_fps = default_rate, .nodes = {node_}}, ignored);
        const bool same_kind =
            own.by_shape == base_.by_shape && shape_count(scene.meshes[mesh_]) >= base_.frames.size();
        if (!same_kind || (!own.by_shape && own.frames.size() != base_.frames.size())) {
            return "a clip moves what is no frame of the file";
        }
        lend_moments(own);
        // The other objects stand next to it in each frame.
        work_.flat = build::flatten(scene, {}, {.usual_fps = default_rate}, ignored);
        work_.flat.frames = std::move(own.frames);
        work_.flat.clips = std::move(own.clips);
        work_.flat.by_shape = own.by_shape;
        take_frames();
        if (work_.frames.size() - work_.own_frames + extent_.frames > most_frames)
            return "more frames than a file holds";
        return {};
    }

    // Where clips play what they did, nothing is put in a row for them.
    void take_frames() {
        work_.own_frames = static_cast<u32>(base_.frames.size());
        const std::vector<build::FlatFrame> frames = work_.flat.frames;
        Issues found;
        BuildWork trial{work_.input, work_.options, found};
        std::swap(trial.flat, work_.flat);
        trial.own_frames = work_.own_frames;
        trial.weapon = weapon_node_of(work_.scene());
        choose_frames(trial);
        std::swap(trial.flat, work_.flat);
        work_.sequences = std::move(trial.sequences);
        work_.frames = std::move(trial.frames);
        if (work_.sequences != base_sequences(work_)) {
            for (Issue& issue : found.list()) work_.issues.add(std::move(issue));
            return;
        }
        work_.flat.frames = frames;
        work_.frames.erase(work_.frames.begin() + static_cast<std::ptrdiff_t>(
                                                      std::min<std::size_t>(work_.own_frames, work_.frames.size())),
                           work_.frames.end());
    }

    // Points that are new, or of new objects, are vertices behind those of the file.
    std::string number_vertices() {
        const u64 stored = document_.data->num_vertices;
        work_.vertex_of.assign(work_.flat.points, no_index);
        const auto& sources = edit_.source_points[mesh_];
        std::copy(sources.begin(), sources.end(), work_.vertex_of.begin());
        for (const build::FlatTriangle& t : work_.flat.triangles) {
            for (const u32 p : t.points) {
                if (work_.vertex_of[p] == no_index) work_.vertex_of[p] = static_cast<u32>(stored + new_vertices_++);
            }
        }
        const u64 most = document_.is_deus_ex() ? most_deus_ex_vertices : most_standard_vertices;
        return new_vertices_ > 0 && stored + new_vertices_ > most ? "more vertices than a file holds" : "";
    }

    // --- polygons

    void edit_polys() {
        const auto& sources = edit_.source_triangles[mesh_];
        const auto& old = document_.data->polys;
        std::vector<std::optional<Poly>> kept(old.begin(), old.end());
        for (const u32 i : drawn_) kept[i].reset();
        std::vector<Poly> added;
        for (std::size_t t = 0; t < work_.flat.triangles.size(); ++t) {
            const build::FlatTriangle& now = work_.flat.triangles[t];
            const u32 source = t < sources.size() ? sources[t] : no_index;
            if (source == no_index) {
                added.push_back(new_poly(now));
            } else {
                kept[drawn_[source]] = edited_poly(now, base_.triangles[source], old[drawn_[source]]);
            }
        }
        for (const auto& poly : kept) {
            if (poly) polys_.push_back(*poly);
        }
        polys_.insert(polys_.end(), added.begin(), added.end());
        report_uvs(rounding_, work_.issues);
    }

    Poly edited_poly(const build::FlatTriangle& now, const build::FlatTriangle& then, const Poly& before) {
        Poly out = before;
        set_surface(now, out);
        if (now.uvs != then.uvs) set_uvs(now, out);
        return out;
    }

    Poly new_poly(const build::FlatTriangle& now) {
        Poly out;
        set_surface(now, out);
        set_uvs(now, out);
        for (u32 k = 0; k < 3; ++k) out.vertices[k] = static_cast<u16>(work_.vertex_of[now.points[in_file(k)]]);
        return out;
    }

    // In the file the last two corners change places with those of the scene.
    u32 in_file(u32 corner) const { return into_.turned() && corner > 0 ? 3 - corner : corner; }

    void set_surface(const build::FlatTriangle& now, Poly& poly) const {
        const Surface surface = work_.surfaces.of(now.material);
        poly.texture = surface.slot;
        poly.type = surface.type;
        if (now.flat && !surface.shaped) poly.type |= flat_bit;
    }

    void set_uvs(const build::FlatTriangle& now, Poly& poly) {
        const auto bytes = uv_bytes(now.uvs, rounding_);
        for (u32 k = 0; k < 3; ++k) poly.uvs[k] = bytes[in_file(k)];
    }

    // --- what became of it

    // Changes of a kind that are no more than those that found a place are kept; the others are reported as
    // dropped.
    std::string summary(const Built& out, u64 moved) {
        using enum ChangeKind;
        const bool texts = !out.companions.empty();
        std::vector<ChangeKind> kept{uvs, clip_names, triangles, nodes, shapes, clips};
        const auto keep = [&](ChangeKind kind, u64 stored) {
            if (stored > 0) kept.push_back(kind);
            if (stored == 0 || stored >= edit_.count(kind)) return;
            work_.issues.add(issue::changes_dropped, {}, {}, std::to_string(stored), text_of(kind));
        };
        const auto all_or_none = [&](ChangeKind kind, bool stored) { keep(kind, stored ? edit_.count(kind) : 0); };
        for (const ChangeKind kind : {points, places}) all_or_none(kind, moved > 0);
        all_or_none(keys, moved > 0 || texts);
        const auto [looks, by_name, by_field] = edited_materials();
        keep(materials, looks);
        keep(names, by_name);
        keep(fields, texts ? edit_.count(fields) : by_field);
        keep(images, written_paint(out.textures));
        return build::change_summary(edit_, kept, work_.issues);
    }

    // A file that is two images, with holes and without, takes what was painted on either: on both as far as it is
    // known what they were.
    u64 written_paint(const std::vector<BuiltTexture>& textures) const {
        const std::vector<Image>& now = work_.scene().images;
        const auto is_known = [&](u32 image) {
            return image < base_scene_.images.size() && !base_scene_.images[image].pixels.empty();
        };
        u64 out = 0;
        for (u32 i = 0; i < edit_.painted.size(); ++i) {
            const auto takes_it = [&](const BuiltTexture& t) {
                if (t.image == i || t.image >= edit_.painted.size() || !edit_.painted[t.image]) return t.image == i;
                const bool same_name = !now[i].name.empty() && now[i].name == now[t.image].name;
                return same_name && now[i].pixels.size() == now[t.image].pixels.size() && is_known(i) &&
                       is_known(t.image);
            };
            out += edit_.painted[i] && std::any_of(textures.begin(), textures.end(), takes_it) ? 1u : 0u;
        }
        return out;
    }

    std::string text_of(ChangeKind kind) const {
        std::string out;
        for (const Change& change : edit_.changes) {
            if (change.kind == kind) out += (out.empty() ? "" : ", ") + change.text;
        }
        return out;
    }

    // Materials of the base whose polygons are others now: by their looks, by their names, by fields.
    std::array<u64, 3> edited_materials() const {
        std::array<u64, 3> out{};
        for (u32 m = 0; m < base_scene_.materials.size(); ++m) {
            const Material &then = base_scene_.materials[m], &now = work_.scene().materials[m];
            const DeclaredSurface was = declared_surface(then), is = edited_surface(now, then),
                                  declared = declared_surface(now);
            if (was.slot == is.slot && was.type == is.type) continue;
            const u64 by_fields = (declared.slot != was.slot ? 1u : 0u) + (declared.type != was.type ? 1u : 0u);
            const bool by_look = now.alpha != then.alpha || now.double_sided != then.double_sided;
            out[2] += by_fields;
            if (by_fields == 0) ++out[by_look && now.name == then.name ? 0 : 1];
        }
        return out;
    }

    BuildWork work_;
    const Scene& base_scene_;
    const Edit& edit_;
    Document& document_;
    Extent extent_;
    SceneToFile into_;
    build::Flat base_;
    u32 node_ = 0, mesh_ = 0;  // of the base's scene
    std::vector<u32> drawn_;
    u32 first_frame_ = 0;
    u32 new_vertices_ = 0;
    std::vector<Poly> polys_;
    UvRounding rounding_;
};

}  // namespace

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    auto work = start_work(input, options, issues);
    if (!work) return work.error();
    Built out;
    std::string why = Editing(std::move(*work)).run(out);
    if (!why.empty()) return Error{Code::unrepresentable, std::move(why)};
    return out;
}

std::optional<Scene> plain_scene(const Scene& scene, const Model& base) {
    return unsplit(scene, static_cast<const Document*>(base.document.get()));
}

}  // namespace thaw::unreal
