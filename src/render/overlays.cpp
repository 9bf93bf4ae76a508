#include "render/overlays.hpp"

#include <algorithm>

#include "render/lines.hpp"

namespace thaw::raster {

namespace {

constexpr u32 in_front = 64;  // lifts: edges are seen on their own triangles
using Color = std::array<f32, 4>;
constexpr Color edge_color{0.05f, 0.05f, 0.08f, 1}, normal_color{0.25f, 0.55f, 1, 1}, bone_color{1, 0.75f, 0.1f, 1},
    joint_color{1, 1, 1, 1};
constexpr std::array<Color, 3> axis_colors{{{0.9f, 0.2f, 0.2f, 1}, {0.3f, 0.75f, 0.2f, 1}, {0.25f, 0.45f, 0.95f, 1}}};

Vec3 origin_of(const Matrix& world) {
    return {static_cast<f32>(world[12]), static_cast<f32>(world[13]), static_cast<f32>(world[14])};
}

u32 add_surface(DrawList& list, bool on_top) {
    Surface surface;
    surface.on_top = on_top;
    list.surfaces.push_back(surface);
    return static_cast<u32>(list.surfaces.size() - 1);
}

f32 length_of(const Node& node) {
    const json::Value* length = node.extras.find("thaw_length");
    const double* number = length == nullptr ? nullptr : length->get_if<double>();
    return number == nullptr ? 0 : static_cast<f32>(*number);
}

// How much of the scene the image shows where the camera looks: what marks are measured by.
double visible_size(const Camera& camera) { return camera.distance / camera.focal * 2 * camera.center_y; }

}  // namespace

Overlays::Overlays(const Scene& scene, const Show& show) : scene_(scene), show_(show) {
    if (show.bones) find_bones();
    if (show.attachments) find_attachments();
}

void Overlays::find_bones() {
    std::vector<bool> is_bone(scene_.nodes.size(), false);
    for (const Skin& skin : scene_.skins) {
        for (const u32 joint : skin.joints) is_bone[joint] = true;
    }
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
        if (length_of(scene_.nodes[n]) > 0) is_bone[n] = true;
    }
    // A skeleton without a mesh has no skin: all of it is bones then.
    if (std::find(is_bone.begin(), is_bone.end(), true) == is_bone.end()) {
        for (std::size_t n = 0; n < scene_.nodes.size(); ++n) is_bone[n] = scene_.nodes[n].mesh == no_index;
    }
    for (u32 n = 0; n < scene_.nodes.size(); ++n) {
        if (!is_bone[n]) continue;
        u32 parent = scene_.nodes[n].parent;
        while (parent != no_index && !is_bone[parent]) parent = scene_.nodes[parent].parent;
        bones_.push_back({n, parent, length_of(scene_.nodes[n])});
    }
}

// What neither shows nor moves anything is there to carry something.
void Overlays::find_attachments() {
    std::vector<bool> used(scene_.nodes.size(), false);
    for (const Skin& skin : scene_.skins) {
        for (const u32 joint : skin.joints) used[joint] = true;
    }
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
        const Node& node = scene_.nodes[n];
        if (node.mesh != no_index || length_of(node) > 0) used[n] = true;
        if (node.parent != no_index) used[node.parent] = true;
    }
    for (u32 n = 0; n < scene_.nodes.size(); ++n) {
        if (!used[n]) attachments_.push_back(n);
    }
}

void Overlays::each_point(const Pose& pose, const std::function<void(Vec3)>& visit) const {
    const auto show = [&](Vec3 point) {
        if (is_finite(point)) visit(point);
    };
    for (const Bone& bone : bones_) {
        show(origin_of(pose.worlds[bone.node]));
        if (bone.length > 0) show(transformed(pose.worlds[bone.node], Vec3{0, bone.length, 0}));
    }
    for (const u32 node : attachments_) show(origin_of(pose.worlds[node]));
    if (show_.axes) show({0, 0, 0});
}

void Overlays::collect(const Pose& pose, const Camera& camera, DrawList& list) {
    if (show_.wireframe || show_.normals) {
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            if (scene_.nodes[n].mesh == no_index) continue;
            posed_points(scene_, pose, n, points_);
            mesh_ = scene_.nodes[n].mesh;
            if (show_.wireframe) draw_wireframe(camera, list);
            if (show_.normals) draw_normals(pose, n, camera, list);
        }
    }
    const double size = visible_size(camera);
    if (show_.axes) draw_axes(identity_matrix, size * 0.2, 2, camera, list);
    for (const u32 node : attachments_) draw_axes(pose.worlds[node], size * 0.06, 1.5f, camera, list);
    draw_bones(pose, camera, list);
}

void Overlays::draw_wireframe(const Camera& camera, DrawList& list) {
    edges_.clear();
    for (const Primitive& primitive : scene_.meshes[mesh_].primitives) {
        if (primitive.topology != Topology::triangles) continue;
        for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
            for (std::size_t k = 0; k < 3; ++k) {
                const u32 a = primitive.points[primitive.indices[i + k]];
                const u32 b = primitive.points[primitive.indices[i + (k + 1) % 3]];
                edges_.push_back({std::min(a, b), std::max(a, b)});
            }
        }
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    const LineStyle style{edge_color, 1, add_surface(list, false), in_front};
    for (const auto& [a, b] : edges_) add_line(list, camera.project(points_[a]), camera.project(points_[b]), style);
}

void Overlays::draw_normals(const Pose& pose, u32 node, const Camera& camera, DrawList& list) {
    posed_normals(scene_, pose, node, points_, normals_);
    const auto length = static_cast<f32>(visible_size(camera) * 0.03);
    const LineStyle style{normal_color, 1, add_surface(list, false), in_front};
    for (std::size_t i = 0; i < points_.size(); ++i) {
        add_line(list, camera.project(points_[i]), camera.project(points_[i] + normals_[i] * length), style);
    }
}

void Overlays::draw_bones(const Pose& pose, const Camera& camera, DrawList& list) const {
    if (bones_.empty()) return;
    const u32 surface = add_surface(list, true);
    const LineStyle line{bone_color, 2, surface, 0};
    for (const Bone& bone : bones_) {
        const Matrix& world = pose.worlds[bone.node];
        const Projected start = camera.project(origin_of(world));
        if (bone.length > 0) add_line(list, start, camera.project(transformed(world, Vec3{0, bone.length, 0})), line);
        if (bone.length <= 0 && bone.parent != no_index) {
            add_line(list, camera.project(origin_of(pose.worlds[bone.parent])), start, line);
        }
    }
    for (const Bone& bone : bones_) {
        const Projected at = camera.project(origin_of(pose.worlds[bone.node]));
        const LineStyle dot{joint_color, 4, surface, 0};
        add_line(list, {at.x - 2, at.y, at.depth}, {at.x + 2, at.y, at.depth}, dot);
    }
}

// X red, Y green, Z blue, of equal length however the node is scaled.
void Overlays::draw_axes(const Matrix& place, double length, f32 width, const Camera& camera, DrawList& list) const {
    const u32 surface = add_surface(list, true);
    const Vec3 origin = origin_of(place);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Vec3 along = direction_of({static_cast<f32>(place[4 * axis]), static_cast<f32>(place[4 * axis + 1]),
                                         static_cast<f32>(place[4 * axis + 2])});
        add_line(list, camera.project(origin), camera.project(origin + along * static_cast<f32>(length)),
                 {axis_colors[axis], width, surface, 0});
    }
}

}  // namespace thaw::raster
