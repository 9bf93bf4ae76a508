#include "render/stage.hpp"

#include <algorithm>
#include <cmath>

#include "render/lines.hpp"
#include "scene/normals.hpp"

namespace thaw::raster {

namespace {

constexpr u32 most_lifts = 12;
constexpr f32 far_uv = 32768;  // more repetitions than that are noise
constexpr std::array<f32, 4> cartoon_line{0, 0, 0, 1};
// SoulFu pushes the hull out by 0.0015 * (distance + 60) feet: this much of the distance where its camera mostly is,
// some 30 feet away.
constexpr double hull_share = 0.0045;

// A studio: a key light from the upper left, a weak one from the right, and some from everywhere.
f32 studio_light(Vec3 normal) {
    constexpr Vec3 key{-0.4535f, 0.6550f, 0.6046f};
    constexpr Vec3 fill{0.5970f, 0.0995f, 0.7960f};
    return 0.42f + 0.55f * std::max(0.0f, dot(normal, key)) + 0.13f * std::max(0.0f, dot(normal, fill));
}

bool same_everywhere(const std::vector<Vec4>& colors) {
    return std::all_of(colors.begin(), colors.end(), [&](const Vec4& color) { return color == colors.front(); });
}

std::array<f32, 4> product(const std::array<f32, 4>& a, const std::array<f32, 4>& b) {
    return {a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]};
}

}  // namespace

Stage::Stage(const Scene& scene, std::span<const Pixels> images, const RendererOptions& options)
    : scene_(scene), options_(options), finishes_(scene, images, options) {
    pose_.offsets = options.offsets;
    for (const Mesh& mesh : scene.meshes) {
        std::vector<Part> parts;
        for (const Primitive& primitive : mesh.primitives) {
            parts.push_back(prepared(primitive, std::min(static_cast<u32>(parts.size()), most_lifts)));
            has_triangles_ = has_triangles_ || primitive.topology == Topology::triangles;
        }
        parts_.push_back(std::move(parts));
        drawn_.push_back(drawn_points(mesh));
    }
}

// Some formats keep points that no triangle shows, to hang things on.
std::vector<u32> Stage::drawn_points(const Mesh& mesh) {
    std::vector<bool> is_drawn(mesh.points.size());
    for (const Primitive& primitive : mesh.primitives) {
        for (const u32 corner : primitive.indices) is_drawn[primitive.points[corner]] = true;
    }
    std::vector<u32> out;
    for (u32 p = 0; p < is_drawn.size(); ++p) {
        if (is_drawn[p]) out.push_back(p);
    }
    return out;
}

Stage::Part Stage::prepared(const Primitive& primitive, u32 lift) const {
    Part part;
    part.primitive = &primitive;
    const auto& variants = primitive.variants;
    part.finish = &finishes_.of(options_.variant < variants.size() ? variants[options_.variant] : primitive.material);
    part.lift = lift;
    // An unlit surface of one colour would be a mere shadow of itself.
    const bool plain = part.finish->surface.texture == nullptr && same_everywhere(primitive.colors);
    part.lit = part.finish->lit || (plain && part.finish->surface.blend == BlendMode::normal);
    if (primitive.colors.empty()) part.colors = {part.finish->color};
    for (const Vec4& color : primitive.colors) part.colors.push_back(product(encoded(color), part.finish->color));
    return part;
}

void Stage::pose(const Moment& moment) {
    const Clip* clip = moment.clip < scene_.clips.size() ? &scene_.clips[moment.clip] : nullptr;
    evaluate(scene_, clip, moment.seconds, pose_, Between::game);
}

// Hidden: SoulFu's clips shrink the base models that they do not show to nothing.
bool Stage::is_in_one_place() const {
    return std::all_of(points_.begin(), points_.end(), [&](Vec3 point) { return point == points_.front(); });
}

Vec3d Stage::origin_of(u32 node) const {
    const Matrix& world = pose_.worlds[node];
    const Vec3d at{world[12], world[13], world[14]};
    return pose_.offsets.empty() ? at : at + as_double(pose_.offsets[node]);
}

// Wherever the camera will be: as far as the points can get.
void Stage::each_turn(u32 node, const std::function<void(Vec3)>& visit) const {
    const Vec3d origin = origin_of(node);
    double farthest = 0;
    for (const Vec3 point : shown_) {
        const Vec3d from = as_double(point) - origin;
        farthest = std::max(farthest, std::sqrt(dot(from, from)));
    }
    for (const double side : {-farthest, farthest}) {
        for (const Vec3d axis : {Vec3d{side, 0, 0}, Vec3d{0, side, 0}, Vec3d{0, 0, side}})
            visit(rounded(origin + axis));
    }
}

// The mesh says so in its extras.
bool Stage::faces_camera(u32 node) const {
    const Node& holder = scene_.nodes[node];
    if (holder.skin != no_index) return false;
    const json::Value* faces = scene_.meshes[holder.mesh].extras.find("thaw_faces_camera");
    return faces != nullptr && faces->get_if<bool>() != nullptr && *faces->get_if<bool>();
}

// Turns the points about the node's origin, so that its axes are those of the camera.
void Stage::face(const Camera& camera, u32 node) {
    const Matrix& world = pose_.worlds[node];
    const auto column = [&](std::size_t c) { return Vec3d{world[4 * c], world[4 * c + 1], world[4 * c + 2]}; };
    const Vec3d origin = origin_of(node);
    std::array<Vec3d, 3> axes{column(0), column(1), column(2)};
    for (Vec3d& axis : axes) {
        const double length = std::sqrt(dot(axis, axis));
        if (length > 0) axis = axis * (1 / length);
    }
    for (Vec3& point : points_) {
        const Vec3d local = as_double(point) - origin;
        point = rounded(origin + camera.basis.right * dot(local, axes[0]) + camera.basis.up * dot(local, axes[1]) +
                        camera.basis.back * dot(local, axes[2]));
    }
}

void Stage::each_point(const std::function<void(Vec3)>& visit) {
    for (u32 n = 0; n < scene_.nodes.size(); ++n) {
        if (scene_.nodes[n].mesh == no_index) continue;
        posed_points(scene_, pose_, n, points_);
        if (points_.size() > 1 && is_in_one_place()) continue;
        shown_.clear();
        for (const u32 point : drawn_[scene_.nodes[n].mesh]) {
            if (is_finite(points_[point])) shown_.push_back(points_[point]);
        }
        if (faces_camera(n)) each_turn(n, visit);
        for (const Vec3 point : shown_) visit(point);
    }
}

void Stage::collect(const Camera& camera, DrawList& list) {
    blended_.clear();
    for (u32 n = 0; n < scene_.nodes.size(); ++n) collect_node(n, camera, list);
    if (!options_.style.in_order) sort_blended(list);
    list.triangles.insert(list.triangles.end(), blended_.begin(), blended_.end());
}

void Stage::collect_node(u32 node, const Camera& camera, DrawList& list) {
    const Node& holder = scene_.nodes[node];
    if (holder.mesh == no_index) return;
    posed_points(scene_, pose_, node, points_);
    if (points_.size() > 1 && is_in_one_place()) return;
    if (faces_camera(node)) face(camera, node);
    const std::vector<Part>& parts = parts_[holder.mesh];
    const bool needs_normals = std::any_of(parts.begin(), parts.end(), [](const Part& part) {
        return part.lit || part.finish->environment || part.finish->outlined;
    });
    if (needs_normals) posed_normals(scene_, pose_, node, points_, normals_);
    projected_.clear();
    for (const Vec3 point : points_) projected_.push_back(camera.project(point));
    const bool mirrored = holder.skin == no_index && is_mirror(pose_.worlds[node]);
    for (const Part& part : parts) {
        if (part.primitive->topology == Topology::lines) {
            collect_lines(part, list);
        } else {
            if (part.finish->outlined) collect_outline(part, camera, mirrored, list);
            collect_part(part, camera, mirrored, list);
        }
    }
}

Corner Stage::corner_of(const Part& part, std::size_t c, const Camera& camera) const {
    const Primitive& primitive = *part.primitive;
    const Finish& finish = *part.finish;
    Corner corner;
    corner.color = part.colors[part.colors.size() == 1 ? 0 : c];
    if (!primitive.uvs.empty()) {
        const auto sound = [](f32 value) { return value > -far_uv && value < far_uv ? value : 0; };
        corner.u = sound(primitive.uvs[c].x);
        corner.v = sound(primitive.uvs[c].y);
    }
    if (!part.lit && !finish.environment) return corner;
    Vec3 normal = camera.turned(flat_normals_.empty() ? normals_[primitive.points[c]] : flat_normals_[c]);
    if (finish.two_sided && normal.z < 0) normal = normal * -1.0f;
    if (finish.environment) {
        corner.u = 0.5f * normal.x + finish.environment_center[0];
        corner.v = -0.5f * normal.y + finish.environment_center[1];
    }
    if (part.lit) {
        const f32 light = studio_light(normal);
        for (std::size_t i = 0; i < 3; ++i) corner.color[i] *= light;
    }
    return corner;
}

void Stage::collect_part(const Part& part, const Camera& camera, bool mirrored, DrawList& list) {
    const Primitive& primitive = *part.primitive;
    flat_normals_.clear();
    if (primitive.flat && (part.lit || part.finish->environment)) {
        compute_flat_normals(primitive, points_, flat_normals_);
    }
    const auto base = static_cast<u32>(list.corners.size());
    list.corners.resize(base + primitive.points.size());
    for (std::size_t c = 0; c < primitive.points.size(); ++c) {
        Corner& corner = list.corners[base + c];
        corner = corner_of(part, c, camera);
        if (!place(projected_[primitive.points[c]], options_.style.snap, corner)) corner.depth = 0;
    }
    list.surfaces.push_back(part.finish->surface);
    add_triangles(primitive, {base, part.lift, mirrored, part.finish->two_sided}, list,
                  part.finish->surface.solid() ? list.triangles : blended_);
}

// Without those that show their back.
void Stage::add_triangles(const Primitive& primitive, const Facing& facing, const DrawList& list,
                          std::vector<Triangle>& out) {
    const auto& indices = primitive.indices;
    const auto surface = static_cast<u32>(list.surfaces.size() - 1);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const Triangle triangle{{facing.base + indices[i], facing.base + indices[i + 1], facing.base + indices[i + 2]},
                                surface,
                                facing.lift};
        const Corner& a = list.corners[triangle.corners[0]];
        const Corner& b = list.corners[triangle.corners[1]];
        const Corner& c = list.corners[triangle.corners[2]];
        if (a.depth == 0 || b.depth == 0 || c.depth == 0) continue;
        if (!facing.two_sided && (area_of(a, b, c) > 0) != facing.mirrored) continue;
        out.push_back(triangle);
    }
}

// The backs of the same triangles, pushed out and black.
void Stage::collect_outline(const Part& part, const Camera& camera, bool mirrored, DrawList& list) {
    const Primitive& primitive = *part.primitive;
    const auto base = static_cast<u32>(list.corners.size());
    const auto push = static_cast<f32>(hull_share * camera.distance);
    for (const u32 point : primitive.points) {
        Corner corner;
        corner.color = {0, 0, 0, 1};
        if (!place(camera.project(points_[point] + normals_[point] * push), false, corner)) corner.depth = 0;
        list.corners.push_back(corner);
    }
    list.surfaces.push_back({});
    add_triangles(primitive, {base, 0, !mirrored, false}, list, list.triangles);
}

void Stage::collect_lines(const Part& part, DrawList& list) {
    list.surfaces.push_back({});
    const LineStyle style{cartoon_line, 1.5f, static_cast<u32>(list.surfaces.size() - 1), most_lifts};
    const Primitive& primitive = *part.primitive;
    for (std::size_t i = 0; i + 1 < primitive.indices.size(); i += 2) {
        add_line(list, projected_[primitive.points[primitive.indices[i]]],
                 projected_[primitive.points[primitive.indices[i + 1]]], style);
    }
}

// From back to front by the farthest corner, which is the same for what lies on something else: such triangles keep
// their order.
void Stage::sort_blended(const DrawList& list) {
    order_.clear();
    for (const Triangle& triangle : blended_) {
        const auto depth = [&](std::size_t i) { return list.corners[triangle.corners[i]].depth; };
        order_.emplace_back(std::min({depth(0), depth(1), depth(2)}), triangle);
    }
    std::stable_sort(order_.begin(), order_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < order_.size(); ++i) blended_[i] = order_[i].second;
}

}  // namespace thaw::raster
