// Which node, triangle and vertex of an edited scene is which of the document.
#include <algorithm>
#include <cmath>

#include "build/extras.hpp"
#include "formats/ctr/build_parts.hpp"
#include "formats/ctr/edit_parts.hpp"
#include "formats/ctr/frames.hpp"

namespace thaw::ctr {

namespace {

void add_missing(Extras& extras, const Extras& before) {
    const auto* members = before.get_if<json::Object>();
    if (members == nullptr) return;
    for (const auto& [key, value] : *members) {
        if (extras.find(key) == nullptr) extras.set(key, value);
    }
}

template <class Named>
void restore(std::vector<Named>& now, const std::vector<Named>& before) {
    for (Named& each : now) {
        const auto same =
            std::find_if(before.begin(), before.end(), [&](const Named& b) { return b.name == each.name; });
        if (same != before.end()) add_missing(each.extras, same->extras);
    }
}

const Model* model_of(const File& file, const Scene& before, u32 node) {
    std::size_t number = 0;
    for (u32 n = 0; n < before.nodes.size(); ++n) {
        if (before.nodes[n].extras.find("thaw_id") == nullptr) continue;
        if (n == node) return number < file.models.size() ? &file.models[number].value : nullptr;
        ++number;
    }
    return nullptr;
}

std::string path_of(const Scene& scene, u32 node) {
    const Node& own = scene.nodes[node];
    return own.parent == no_index ? own.name : scene.nodes[own.parent].name + "/" + own.name;
}

std::vector<u32> nodes_with_meshes(const Scene& scene) {
    std::vector<u32> out;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) out.push_back(n);
    }
    return out;
}

}  // namespace

void restore_extras(Scene& scene, const Scene& before) {
    restore(scene.nodes, before.nodes);
    restore(scene.meshes, before.meshes);
    restore(scene.materials, before.materials);
    restore(scene.clips, before.clips);
}

std::optional<std::vector<EditedMesh>> edited_meshes(const File& file, const Scene& before, const Scene& after) {
    std::vector<EditedMesh> out;
    std::vector<u32> there = nodes_with_meshes(after);
    const auto own = nodes_with_meshes(before);
    if (own.size() != there.size()) return std::nullopt;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const u32 node = own[i];
        const Model* model = model_of(file, before, before.nodes[node].parent);
        const auto level = build::integer_in(before.nodes[node].extras, "thaw_lod");
        if (model == nullptr || !level) return std::nullopt;
        // By name; one that was renamed by its place.
        auto same = std::find_if(there.begin(), there.end(),
                                 [&](u32 n) { return n != no_index && path_of(after, n) == path_of(before, node); });
        if (same == there.end()) same = there.begin() + static_cast<std::ptrdiff_t>(i);
        if (*same == no_index) return std::nullopt;
        out.push_back(
            {file.mesh_lists.index_of(file.place(model->meshes)), static_cast<std::size_t>(*level), node, *same});
        *same = no_index;
    }
    return out;
}

namespace {

// Can every vertex be told from where it is shown?
bool is_readable(const File& file, const Mesh& mesh, const std::vector<EditedFrame>& frames) {
    const CommandList* commands = commands_of(file, mesh);
    if (commands == nullptr || std::count(mesh.scale.begin(), mesh.scale.end(), 0) > 0) return false;
    const u64 vertices = usage_of(*commands).vertices;
    return std::all_of(frames.begin(), frames.end(), [&](const EditedFrame& frame) {
        return frame.region < file.frames.size() &&
               decode_frame(file.frames[frame.region].value, frame.deltas, vertices).complete;
    });
}

std::vector<EditedFrame> stored_frames_of(const File& file, const EditedMesh& edited, const Scene& before,
                                          const Scene& after) {
    std::vector<EditedFrame> out;
    const Mesh& mesh = file.mesh_lists[edited.list].value[edited.index];
    const bool moves = before.meshes[before.nodes[edited.before].mesh].frames.has_value();
    const auto* table = animations_of(file, mesh);
    if (!moves || table == nullptr) {
        if (mesh.frame != 0 && table == nullptr) {
            out.push_back({file.frames.index_of(file.place(mesh.frame)), deltas_at(file, mesh.deltas)});
        }
        return out;
    }
    // The clips of the scene are the animations, in order; each has a channel for the node.
    std::size_t number = 0;
    for (const Clip& clip : before.clips) {
        const auto channel = std::find_if(clip.channels.begin(), clip.channels.end(),
                                          [&](const Channel& c) { return c.node == edited.before; });
        if (channel == clip.channels.end() || number >= table->size()) continue;
        const u32 pointer = (*table)[number++].target;
        const Animation* animation = animation_at(file, pointer);
        if (animation == nullptr) return {};
        const auto now =
            std::find_if(after.clips.begin(), after.clips.end(), [&](const Clip& c) { return c.name == clip.name; });
        const auto& times = clip.timelines[channel->timeline];
        if (times.size() < stored_frames(*animation)) return {};
        for (u32 k = 0; k < stored_frames(*animation); ++k) {
            const u64 place = file.place(pointer) + animation_header_bytes + u64{k} * animation->frame_bytes;
            out.push_back({file.frames.index_of(place), deltas_at(file, animation->deltas), pointer, &clip,
                           now == after.clips.end() ? nullptr : &*now, static_cast<double>(times[k])});
        }
    }
    return out;
}

}  // namespace

std::vector<EditedFrame> edited_frames(const File& file, const EditedMesh& edited, const Scene& before,
                                       const Scene& after) {
    auto out = stored_frames_of(file, edited, before, after);
    if (!is_readable(file, file.mesh_lists[edited.list].value[edited.index], out)) out.clear();
    return out;
}

namespace {

using Triple = std::array<u32, 3>;

// The same triangle from whichever corner it starts: the corner to start from.
std::size_t first_corner(const Triple& ids) {
    return static_cast<std::size_t>(std::min_element(ids.begin(), ids.end()) - ids.begin());
}
Triple turned(const Triple& ids, std::size_t by) { return {ids[by % 3], ids[(by + 1) % 3], ids[(by + 2) % 3]}; }

class Matcher {
public:
    Matcher(const File& file, const EditedMesh& edited, const std::vector<EditedFrame>& frames, const SceneInput& input,
            const Scene& after, std::string& why)
        : file_(file),
          edited_(edited),
          mesh_(file.mesh_lists[edited.list].value[edited.index]),
          frames_(frames),
          before_(*input.base_scene),
          after_(after),
          why_(why) {
        build::FlattenOptions options;
        Issues said_elsewhere;
        options.nodes = {edited.before};
        out_.before = build::flatten(before_, {}, options, said_elsewhere);
        options.nodes = {edited.after};
        out_.after = build::flatten(after_, input.source_points, options, said_elsewhere);
    }

    std::optional<MatchedMesh> run() {
        const CommandList* commands = commands_of(file_, mesh_);
        if (commands == nullptr) return std::nullopt;
        out_.faces = faces_of(*commands);
        vertices_ = static_cast<std::size_t>(usage_of(*commands).vertices);
        if (out_.before.triangles.size() != out_.after.triangles.size()) {
            why_ = std::to_string(out_.before.triangles.size()) + " triangles became " +
                   std::to_string(out_.after.triangles.size());
            return std::nullopt;
        }
        if (!find_steps() || !find_shown_faces()) return std::nullopt;
        match_triangles();
        if (!match_vertices()) return std::nullopt;
        return std::move(out_);
    }

private:
    // Where all vertices are in all frames, before and after.
    bool find_steps() {
        thaw::Pose scratch;
        std::vector<Vec3> points;
        const Matrix world = world_matrix(before_, edited_.before);
        for (const EditedFrame& each : frames_) {
            if (each.region >= file_.frames.size() || (each.before != nullptr && each.after == nullptr)) {
                why_ = "a clip is gone";
                return false;
            }
            const Frame& frame = file_.frames[each.region].value;
            const GridFrame grid = decode_frame(frame, each.deltas, vertices_);
            if (!grid.complete) return false;
            std::vector<Step> own;
            for (const GridPoint& p : grid.points) {
                own.push_back({p[0] + frame.origin[0], p[1] + frame.origin[1], p[2] + frame.origin[2]});
            }
            out_.steps_before.push_back(std::move(own));
            out_.after.frames = {{.clip = each.after, .seconds = each.seconds}};
            out_.after.pose(0, points, scratch);
            std::vector<Step> now;
            for (const Vec3 p : points) {
                const std::array<double, 3> at{p.x - world[12], p.y - world[13], p.z - world[14]};
                Step step{};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const double exact = at[axis] * units_per_metre * 4096 / std::max<u16>(1, mesh_.scale[axis]);
                    step[axis] = static_cast<i32>(std::clamp(std::nearbyint(exact), -1e9, 1e9));
                }
                now.push_back(step);
            }
            point_steps_.push_back(std::move(now));
        }
        return true;
    }

    // Each triangle of the scene before is a face of the file; points are vertices.
    bool find_shown_faces() {
        std::map<Triple, std::vector<u32>> by_vertices;
        for (u32 f = 0; f < out_.faces.size(); ++f) {
            const Face& face = out_.faces[f];
            if (!face.is_complete()) continue;
            const auto order = face.counter_clockwise();
            by_vertices[{face.corners[order[0]].vertex, face.corners[order[1]].vertex, face.corners[order[2]].vertex}]
                .push_back(f);
        }
        for (const build::FlatTriangle& triangle : out_.before.triangles) {
            auto& faces = by_vertices[triangle.points];
            const auto fits = std::find_if(faces.begin(), faces.end(), [&](u32 f) {
                return out_.faces[f].one_sided != before_.materials[triangle.material].double_sided;
            });
            if (fits == faces.end()) return false;
            shown_faces_.push_back(*fits);
            faces.erase(fits);
        }
        return true;
    }

    // A number for everything that cannot be told apart: the vertex where the file says it, else all vertices that are
    // in one place in every frame.
    void number_points() {
        const auto& sources = out_.after.sources;
        const bool told = std::all_of(sources.begin(), sources.end(), [&](u32 v) { return v < vertices_; });
        if (told) {
            for (u32 v = 0; v < vertices_; ++v) vertex_ids_.push_back(v);
            point_ids_ = sources;
            return;
        }
        std::map<std::vector<Step>, u32> places;
        const auto column = [](const std::vector<std::vector<Step>>& steps, std::size_t i) {
            std::vector<Step> out;
            for (const auto& frame : steps) out.push_back(frame[i]);
            return out;
        };
        for (std::size_t v = 0; v < vertices_; ++v) {
            vertex_ids_.push_back(
                places.try_emplace(column(out_.steps_before, v), static_cast<u32>(places.size())).first->second);
        }
        for (std::size_t p = 0; p < out_.after.points; ++p) {
            const auto found = places.find(column(point_steps_, p));
            point_ids_.push_back(found == places.end() ? no_index : found->second);
        }
    }

    bool same_material(const build::FlatTriangle& a, const build::FlatTriangle& b) const {
        if (a.material == no_index || b.material == no_index) return a.material == b.material;
        return before_.materials[a.material].name == after_.materials[b.material].name;
    }

    void pair(u32 shown, u32 triangle, std::size_t turn) {
        taken_[shown] = true;
        EditedFace out{shown_faces_[shown], triangle, shown, {}, {}};
        const auto order = out_.faces[out.face].counter_clockwise();
        for (u8 c = 0; c < 3; ++c) {
            out.shown_corners[order[c]] = c;
            out.corners[order[c]] = static_cast<u8>((c + turn) % 3);
        }
        out_.pairs.push_back(out);
    }

    void match_triangles() {
        number_points();
        taken_.assign(out_.before.triangles.size(), false);
        std::map<Triple, std::vector<u32>> by_ids;
        const auto ids_before = [&](u32 t) {
            const auto& p = out_.before.triangles[t].points;
            return Triple{vertex_ids_[p[0]], vertex_ids_[p[1]], vertex_ids_[p[2]]};
        };
        const auto ids_after = [&](u32 t) {
            const auto& p = out_.after.triangles[t].points;
            return Triple{point_ids_[p[0]], point_ids_[p[1]], point_ids_[p[2]]};
        };
        for (u32 t = 0; t < out_.before.triangles.size(); ++t) {
            const Triple ids = ids_before(t);
            by_ids[turned(ids, first_corner(ids))].push_back(t);
        }
        std::vector<u32> rest;
        for (u32 t = 0; t < out_.after.triangles.size(); ++t) {
            const Triple ids = ids_after(t);
            const auto found = by_ids.find(turned(ids, first_corner(ids)));
            if (found == by_ids.end() || found->second.empty()) {
                rest.push_back(t);
                continue;
            }
            auto& shown = found->second;
            auto fits = std::find_if(shown.begin(), shown.end(), [&](u32 s) {
                return same_material(out_.before.triangles[s], out_.after.triangles[t]);
            });
            if (fits == shown.end()) fits = shown.begin();
            pair(*fits, t, first_corner(ids) + 3 - first_corner(ids_before(*fits)));
            shown.erase(fits);
        }
        // What moved, in the order of the file.
        u32 next = 0;
        for (const u32 t : rest) {
            while (taken_[next]) ++next;
            const Triple now = ids_after(t), then = ids_before(next);
            std::size_t best = 0, most = 0;
            for (std::size_t turn = 0; turn < 3; ++turn) {
                std::size_t alike = 0;
                for (std::size_t c = 0; c < 3; ++c) alike += now[(c + turn) % 3] == then[c] ? 1u : 0u;
                if (alike <= most) continue;
                most = alike;
                best = turn;
            }
            pair(next, t, best);
        }
    }

    // All corners at a vertex have to have gone the same way.
    bool match_vertices() {
        std::vector<u32> point_of(vertices_, no_index);
        const auto same_place = [&](u32 a, u32 b) {
            return std::all_of(point_steps_.begin(), point_steps_.end(),
                               [&](const std::vector<Step>& steps) { return steps[a] == steps[b]; });
        };
        for (const EditedFace& each : out_.pairs) {
            const auto& triangle = out_.after.triangles[each.triangle];
            for (std::size_t c = 0; c < 3; ++c) {
                u32& point = point_of[out_.faces[each.face].corners[c].vertex];
                const u32 here = triangle.points[each.corners[c]];
                if (point == no_index) point = here;
                if (point == here || same_place(point, here)) continue;
                why_ = "points have come apart";
                return false;
            }
        }
        out_.known.assign(vertices_, false);
        out_.steps_after = out_.steps_before;
        for (std::size_t v = 0; v < vertices_; ++v) {
            if (point_of[v] == no_index) continue;
            out_.known[v] = true;
            for (std::size_t f = 0; f < frames_.size(); ++f) out_.steps_after[f][v] = point_steps_[f][point_of[v]];
        }
        return true;
    }

    const File& file_;
    const EditedMesh& edited_;
    const Mesh& mesh_;
    const std::vector<EditedFrame>& frames_;
    const Scene& before_;
    const Scene& after_;
    std::string& why_;
    std::size_t vertices_ = 0;
    std::vector<std::vector<Step>> point_steps_{};  // of the edited scene's points
    std::vector<u32> shown_faces_{};                // by triangle before
    std::vector<u32> vertex_ids_{}, point_ids_{};
    std::vector<bool> taken_{};
    MatchedMesh out_{};
};

}  // namespace

std::optional<MatchedMesh> match_mesh(const File& file, const EditedMesh& mesh, const std::vector<EditedFrame>& frames,
                                      const SceneInput& input, const Scene& after, std::string& why) {
    why = "the triangles are not the same";
    return Matcher(file, mesh, frames, input, after, why).run();
}

}  // namespace thaw::ctr
