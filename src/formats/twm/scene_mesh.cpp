// Meshes: points are the vertices of the file, and so are corners, as there is one texture coordinate a vertex.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "formats/shared/textures.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw::twm {

namespace {

// Weights of a vertex that a scene takes; real files have up to 7.
constexpr u64 most_weights = 256;

std::vector<u32> drawn_indices(const Mesh& mesh) {
    std::vector<u32> out;
    for (u64 i = 0; i + 3 <= mesh.stored_indices(); i += 3) {
        for (u64 k = i; k < i + 3 && is_drawn(mesh, i); ++k) out.push_back(static_cast<u32>(mesh.index(k)));
    }
    return out;
}

// T10: the numbers of vertex k stand at 3k and 3k + 1. What the last third had is lost, unless another vertex is at the
// same place.
void repair_uvs(const Mesh& mesh, std::vector<thaw::Vec2>& uvs) {
    const std::size_t n = mesh.uvs.size();
    const std::size_t good = n - static_cast<std::size_t>(uvs_lost(mesh));
    const auto number = [&](std::size_t i) { return i % 2 == 0 ? mesh.uvs[i / 2].u : mesh.uvs[i / 2].v; };
    for (std::size_t k = 0; k < n; ++k) {
        uvs[k] = k < good ? thaw::Vec2{number(3 * k), number(3 * k + 1)} : thaw::Vec2{};
    }
    const auto place = [&](std::size_t k) {
        const Vec3& p = mesh.positions[k];
        return std::array{std::bit_cast<u32>(p.x), std::bit_cast<u32>(p.y), std::bit_cast<u32>(p.z)};
    };
    std::vector<u32> known(good);
    std::iota(known.begin(), known.end(), u32{0});
    std::sort(known.begin(), known.end(),
              [&](u32 a, u32 b) { return place(a) != place(b) ? place(a) < place(b) : a < b; });
    for (std::size_t k = good; k < n; ++k) {
        const auto found =
            std::lower_bound(known.begin(), known.end(), k, [&](u32 a, std::size_t b) { return place(a) < place(b); });
        if (found != known.end() && place(*found) == place(k)) uvs[k] = uvs[*found];
    }
}

std::vector<thaw::Vec2> uvs_of(const Document& d, const Mesh& mesh) {
    std::vector<thaw::Vec2> out(mesh.uvs.size());
    if (has_uv_stride_bug(d, mesh)) {
        repair_uvs(mesh, out);
    } else {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = {mesh.uvs[i].u, mesh.uvs[i].v};
    }
    const bool from_bottom = d.version < newest_version || d.ancestor;
    for (thaw::Vec2& uv : out) {
        if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) uv = {};
        if (from_bottom) uv.y = 1 - uv.y;
    }
    return out;
}

// Of unit length; where the file has none they follow from the triangles.
std::vector<thaw::Vec3> normals_of(const Mesh& mesh, const thaw::Mesh& shape) {
    std::vector<thaw::Vec3> out;
    if (mesh.normals.empty() && mesh.tangents.empty()) return out;
    compute_normals(shape, shape.points, out);
    for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
        const thaw::Vec3 stored = scene_vector(mesh.normals[i]);
        if (thaw::is_finite(stored)) out[i] = direction_of(stored, out[i]);
    }
    return out;
}

// Across the normals, with the side the binormal is on. False if one has no direction.
bool add_tangents(const Document& d, const Mesh& mesh, thaw::Mesh& shape) {
    // Version 3 counts V from the top: its binormals point down the image, those of glTF up.
    const f32 sign = d.version < newest_version || d.ancestor ? 1.f : -1.f;
    shape.tangents.resize(shape.points.size());
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
        const thaw::Vec3 normal = shape.normals[i];
        thaw::Vec3 along = direction_of(scene_vector(mesh.tangents[i]), {});
        along = along - normal * dot(along, normal);
        if (!(length(along) > 1e-4f)) return false;  // also where it is no number
        along = direction_of(along);
        f32 w = 1;
        if (!mesh.binormals.empty()) {
            const f32 side = dot(cross(normal, along), scene_vector(mesh.binormals[i]));
            w = side * sign < 0 ? -1.f : 1.f;
        }
        shape.tangents[i] = {along.x, along.y, along.z, w};
    }
    return true;
}

u32 material_of(SceneWork& work, std::size_t m) {
    const Part* texture = find_texture(work.bundle, std::to_string(m), {});
    if (texture == nullptr && work.plain_material != no_index) return work.plain_material;
    Material material;
    material.unlit = false;
    if (texture == nullptr) {
        material.name = "plain";
        material.base_color = flat_color(0);
        work.plain_material = static_cast<u32>(work.scene.materials.size());
    } else {
        material.name = "mesh_" + std::to_string(m);
        material.image = static_cast<u32>(work.scene.images.size());
        Image image;
        image.name = material.name;
        image.file = texture->bytes;
        work.scene.images.push_back(std::move(image));
    }
    work.scene.materials.push_back(std::move(material));
    return static_cast<u32>(work.scene.materials.size() - 1);
}

void add_node(SceneWork& work, const std::string& name, bool skinned) {
    Scene& scene = work.scene;
    if (skinned && work.skin == no_index) {
        work.skin = static_cast<u32>(scene.skins.size());
        scene.skins.push_back({scene.name, work.joint_nodes, work.inverse_binds});
    }
    Node node;
    node.name = name;
    node.mesh = static_cast<u32>(scene.meshes.size() - 1);
    node.skin = skinned ? work.skin : no_index;
    node.parent = skinned ? no_index : work.root;
    scene.nodes.push_back(std::move(node));
}

// The weights of one vertex: heaviest first, each joint once, a sum of 1. Those that are no share of anything are left
// out; what is left over hangs on the first joint.
class Merger {
public:
    explicit Merger(std::size_t joints) : joints_(joints) {}

    struct Share {
        u32 joint;
        double weight;
    };

    const std::vector<Share>& run(std::span<const Weight> weights) {
        shares_.clear();
        for (const Weight& w : weights) {
            if (w.joint < joints_ && std::isfinite(w.weight) && w.weight > 0) shares_.push_back({w.joint, w.weight});
        }
        std::sort(shares_.begin(), shares_.end(), [](const Share& a, const Share& b) { return a.joint < b.joint; });
        std::size_t kept = 0;
        double most = 0;
        for (const Share& share : shares_) most = std::max(most, share.weight);
        for (const Share& share : shares_) {
            // By the largest first: the sum of huge numbers would not be one.
            const double weight = share.weight / most;
            if (kept > 0 && shares_[kept - 1].joint == share.joint) {
                shares_[kept - 1].weight += weight;
            } else {
                shares_[kept++] = {share.joint, weight};
            }
        }
        shares_.resize(kept);
        double sum = 0;
        for (const Share& share : shares_) sum += share.weight;
        for (Share& share : shares_) share.weight /= sum;
        std::erase_if(shares_, [](const Share& share) { return static_cast<f32>(share.weight) == 0; });
        std::sort(shares_.begin(), shares_.end(), [](const Share& a, const Share& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
        });
        if (shares_.empty()) shares_.push_back({0, 1});
        return shares_;
    }

private:
    std::size_t joints_;
    std::vector<Share> shares_;
};

}  // namespace

bool is_drawn(const Mesh& mesh, u64 first_index) {
    const u64 vertices = mesh.positions.size();
    const auto usable = [&](u64 i) {
        return i < vertices && thaw::is_finite(scene_vector(mesh.positions[static_cast<std::size_t>(i)]));
    };
    const u64 a = mesh.index(first_index), b = mesh.index(first_index + 1), c = mesh.index(first_index + 2);
    return usable(a) && usable(b) && usable(c) && a != b && b != c && a != c;
}

Result<Influences> influences_of(const Document& document, const Mesh& mesh) {
    Influences out;
    const std::size_t vertices = mesh.positions.size();
    if (document.joints.empty() || mesh.weight_counts.size() != vertices) return out;
    Merger merger(document.joints.size());
    const auto each_vertex = [&](auto&& visit) {
        std::size_t at = 0;
        for (std::size_t v = 0; v < vertices; ++v) {
            const std::size_t n = static_cast<std::size_t>(mesh.weight_counts[v]);
            visit(v, merger.run(std::span(mesh.weights).subspan(at, n)));
            at += n;
        }
    };
    u64 most = 0;
    each_vertex([&](std::size_t, const auto& shares) { most = std::max<u64>(most, shares.size()); });
    // The lists are as wide as the vertex with most weights: one of those must not cost all the others dearly.
    if (most > most_weights || most * vertices > 65536 + 16 * (mesh.weights.size() + vertices)) {
        return Error{Code::over_budget, "a vertex hangs on " + std::to_string(most) + " joints, far more than others"};
    }
    out.per_point = static_cast<u32>(most);
    out.joints.resize(static_cast<std::size_t>(most) * vertices);
    out.weights.resize(out.joints.size());
    each_vertex([&](std::size_t v, const auto& shares) {
        for (std::size_t i = 0; i < shares.size(); ++i) {
            out.joints[v * out.per_point + i] = static_cast<u16>(shares[i].joint);
            out.weights[v * out.per_point + i] = static_cast<f32>(shares[i].weight);
        }
    });
    return out;
}

Status add_mesh(SceneWork& work, std::size_t m) {
    const Document& d = work.document;
    const Mesh& mesh = d.meshes[m];
    Primitive primitive;
    primitive.indices = drawn_indices(mesh);
    if (primitive.indices.empty()) return Done{};  // the validators report why
    auto influences = influences_of(d, mesh);
    if (!influences) return influences.error();

    thaw::Mesh shape;
    shape.name = work.scene.name + ".Mesh." + std::to_string(m);  // as the engine calls it
    shape.points.reserve(mesh.positions.size());
    for (const Vec3& p : mesh.positions) {
        const thaw::Vec3 point = scene_vector(p);
        shape.points.push_back(thaw::is_finite(point) ? point : thaw::Vec3{});
    }
    primitive.points.resize(shape.points.size());
    std::iota(primitive.points.begin(), primitive.points.end(), u32{0});
    primitive.uvs = uvs_of(d, mesh);
    primitive.material = material_of(work, m);
    shape.primitives.push_back(std::move(primitive));
    shape.normals = normals_of(mesh, shape);
    shape.influences = std::move(*influences);
    if (!mesh.tangents.empty() && !add_tangents(d, mesh, shape)) {
        shape.tangents.clear();
        work.reporter.report(issue::tangents_dropped, [&] {
            return Finding{field_path("meshes", m, "tangents"), "directions across the normals", "others"};
        });
    }
    const bool skinned = shape.influences.per_point > 0;
    const std::string name = shape.name;
    work.scene.meshes.push_back(std::move(shape));
    add_node(work, name, skinned);
    return Done{};
}

}  // namespace thaw::twm
