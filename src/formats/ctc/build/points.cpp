// Attachment points: nodes that go back to the triangle they came from, or get a small one of their own that is not
// drawn.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/shared/build_names.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/structured.hpp"

namespace thaw::ctc {

namespace {

// The vertices of the file as points of the mesh, where the scene still knows them.
class NativeVertices {
public:
    NativeVertices(const BuildWork& work, const BuildPiece& piece) : piece_(piece), points_(piece.at_rest.size()) {
        const u32 mesh = work.scene.nodes[piece.node].mesh;
        const auto sources = work.input.source_points;
        if (mesh >= sources.size() || sources[mesh].size() != points_) return;
        known_ = true;
        for (u32 p = 0; p < points_; ++p) places_.emplace(sources[mesh][p], p);
    }

    std::optional<u32> vertex(double native) const {
        if (!(native >= 0 && native < 65536)) return std::nullopt;
        const auto index = static_cast<u32>(native);
        if (!known_) return index < points_ ? std::optional(piece_.first_vertex + index) : std::nullopt;
        const auto found = places_.find(index);
        return found == places_.end() ? std::nullopt : std::optional(piece_.first_vertex + found->second);
    }

private:
    const BuildPiece& piece_;
    std::size_t points_;
    bool known_ = false;
    std::map<u32, u32> places_;
};

void add_undrawn(BuildWork& work) {
    u64 lost = 0;
    for (const BuildPiece& piece : work.pieces) {
        const Extras& extras = work.scene.meshes[work.scene.nodes[piece.node].mesh].extras;
        const json::Array list = build::list_in(extras, "thaw_undrawn_triangles");
        if (list.empty()) continue;
        const NativeVertices natives(work, piece);
        for (const json::Value& each : list) {
            const std::vector<double> numbers = build::numbers_of(each);
            BuildTriangle triangle{.list = no_index};
            bool known = numbers.size() == 9;
            for (std::size_t k = 0; k < 3 && known; ++k) {
                const auto vertex = natives.vertex(numbers[k]);
                known = vertex.has_value();
                triangle.vertices[k] = vertex.value_or(0);
                triangle.uvs[k] = {static_cast<f32>(numbers[3 + 2 * k]), static_cast<f32>(numbers[4 + 2 * k])};
                known = known && std::isfinite(triangle.uvs[k].x) && std::isfinite(triangle.uvs[k].y);
            }
            if (known) {
                work.triangles.push_back(triangle);
            } else {
                ++lost;
            }
        }
    }
    if (lost > 0) {
        work.issues.add(thaw::issue::triangles_dropped, {}, "thaw_undrawn_triangles", {},
                        text::plural(lost, "undrawn triangle"));
    }
}

class PointFinder {
public:
    explicit PointFinder(BuildWork& work) : work_(work) {
        for (const BuildPiece& piece : work.pieces) {
            rest_.insert(rest_.end(), piece.at_rest.begin(), piece.at_rest.end());
        }
        Box3<f32> box{{}, {}};  // with the origin
        for (const Vec3 p : rest_) box.include(p);
        nearly_ = 1e-5f * (1e-3f + length(box.size()));
        drawn_ = static_cast<std::size_t>(std::count_if(work.triangles.begin(), work.triangles.end(),
                                                        [](const auto& t) { return t.list != no_index; }));
    }

    // The one that the node says, else any undrawn one at its place.
    u32 triangle_of(u32 node) const {
        const auto stored = build::integer_in(work_.scene.nodes[node].extras, "thaw_triangle");
        if (stored && selects(*stored, work_.triangles.size()) && is_at(static_cast<std::size_t>(*stored), node)) {
            return static_cast<u32>(*stored);
        }
        for (std::size_t t = drawn_; t < work_.triangles.size(); ++t) {
            if (is_at(t, node)) return static_cast<u32>(t);
        }
        return no_index;
    }

private:
    bool is_at(std::size_t t, u32 node) const {
        const auto& v = work_.triangles[t].vertices;
        const Transform frame = triangle_frame({rest_[v[0]], rest_[v[1]], rest_[v[2]]});
        const Transform wanted = decomposed(work_.rest.worlds[node]);
        return length(frame.translation - wanted.translation) <= nearly_ &&
               std::abs(dot(frame.rotation, wanted.rotation)) > 1 - 1e-5f;
    }

    const BuildWork& work_;
    std::vector<Vec3> rest_;
    f32 nearly_ = 0;
    std::size_t drawn_ = 0;
};

// Nodes that say so; and what else hangs on a joint without being seen, as hands and tags of other games do. With a
// base all points say so: the others are gone.
std::vector<u32> attachment_nodes(const Scene& scene, bool has_base) {
    std::vector<bool> is_joint(scene.nodes.size()), has_child(scene.nodes.size());
    for (const thaw::Skin& skin : scene.skins) {
        for (const u32 joint : skin.joints) is_joint[joint] = true;
    }
    for (const Node& node : scene.nodes) {
        if (node.parent != no_index) has_child[node.parent] = true;
    }
    std::vector<std::pair<i64, u32>> found;
    constexpr i64 last = i64{1} << 40;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (node.mesh != no_index || is_joint[n]) continue;
        const auto place = build::integer_in(node.extras, "thaw_attachment");
        const bool hangs = !has_base && node.parent != no_index && is_joint[node.parent] && !has_child[n];
        if (place || hangs) found.emplace_back(place.value_or(last), n);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<u32> out;
    for (const auto& [place, n] : found) out.push_back(n);
    return out;
}

}  // namespace

void build_points(BuildWork& work) {
    add_undrawn(work);
    std::vector<u32> nodes = attachment_nodes(work.scene, work.base != nullptr);
    const u64 most = std::max<u64>(max_lists, work.base == nullptr ? 0 : work.base->attachments.size());
    if (!work.fits("attachment points", most, nodes.size(), "attachment points") && work.may_fit()) {
        work.say_fitted("attachment points", most,
                        "last of " + text::plural(nodes.size(), "attachment point") + " left out");
        nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(most), nodes.end());
    }
    const PointFinder finder(work);
    FileNames<8> names(8, "attachment point", work.issues, work.base == nullptr ? nullptr : &work.base->attachments);
    for (const u32 node : nodes) {
        const u32 triangle = finder.triangle_of(node);
        work.points.push_back({node, triangle});
        if (triangle != no_index) work.triangles[triangle].pinned = true;
        work.document.attachments.push_back({names.take(work.scene.nodes[node].name), 0});
    }
}

void build_point_triangles(BuildWork& work) {
    for (BuildPoint& point : work.points) {
        if (point.triangle != no_index) continue;
        const build::Carried* carried = work.rig.carrier_of(point.node);
        if (carried == nullptr) continue;
        // One unit long, without what the nodes above it scale.
        const Transform frame = decomposed(work.binds[carried->bone].shape * carried->placed);
        const thaw::Matrix rigid = matrix_of(Transform{frame.translation, frame.rotation, {1, 1, 1}});
        const auto first = static_cast<u32>(work.vertices.size());
        const Vec3 normal{static_cast<f32>(-rigid[8]), static_cast<f32>(-rigid[9]), static_cast<f32>(-rigid[10])};
        for (const auto& corner : {Vec3d{0, 0, 0}, {metres_per_unit, 0, 0}, {0, metres_per_unit, 0}}) {
            work.vertices.push_back({transformed(rigid, corner), normal, carried->bone});
        }
        point.triangle = static_cast<u32>(work.triangles.size());
        work.triangles.push_back({.vertices = {first, first + 1, first + 2}, .list = no_index, .pinned = true});
    }
    for (std::size_t i = 0; i < work.points.size(); ++i) {
        work.document.attachments[i].triangle = static_cast<i32>(work.points[i].triangle);
    }
}

}  // namespace thaw::ctc
