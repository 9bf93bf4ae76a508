// Where a TWM stores what its scene shows; of a packed file, where in what it unpacks to.
#include "formats/twm/elements.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>

#include "formats/shared/element_map.hpp"
#include "formats/twm/family.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate.hpp"
#include "scene/maths.hpp"

namespace thaw::twm {

namespace in_elements {

namespace {

enum Field : std::size_t {
    position,
    normal,
    uv,
    index,
    weight_joint,
    weight_share,
    late_weight_joint,
    late_weight_share,
    parent,
    inverse_bind,
    key_ms,
    key_translation,
    key_scale,
    key_rotation
};
constexpr std::string_view fields[] = {"meshes[].positions[]",
                                       "meshes[].normals[]",
                                       "meshes[].uvs[]",
                                       "meshes[].indices[]",
                                       "meshes[].clusters[].weights[].joint",
                                       "meshes[].clusters[].weights[].weight",
                                       "mesh_weights[].clusters[].weights[].joint",
                                       "mesh_weights[].clusters[].weights[].weight",
                                       "joints[].parent",
                                       "joints[].inverse_bind",
                                       "animations[].tracks[].keys[].ms",
                                       "animations[].tracks[].keys[].translation",
                                       "animations[].tracks[].keys[].scale",
                                       "animations[].tracks[].keys[].rotation"};

// A mesh of the scene: one of the file of which some triangle can be shown.
struct MeshOf {
    u64 mesh = 0;
    std::vector<u64> triangles{};        // the first index of each
    std::vector<std::size_t> weights{};  // by vertex: its first weight
    // Where texture coordinates were written three numbers apart: by vertex the first of its two; T10.
    std::vector<std::optional<std::size_t>> numbers{};
};

// Keys of one joint as they play: places in its track.
using Track = std::vector<std::size_t>;

struct ClipOf {
    std::size_t animation = 0;
    std::vector<Track> tracks{};        // by joint
    std::vector<std::size_t> firsts{};  // by joint: its first key, of all that the animation has
    u32 end = 0;                        // milliseconds
    bool is_empty = true;
};

class Elements final : public ElementMap {
public:
    Elements(const Document& document, const Scene& scene)
        : d_(document), scene_(scene), file_(format, document, "twm", fields, document.container == Container::lz4) {
        for (u64 m = 0; m < d_.meshes.size(); ++m) {
            MeshOf mesh = mesh_of(m);
            if (!mesh.triangles.empty()) meshes_.push_back(std::move(mesh));
        }
        find_joints();
        for (std::size_t a = 0; a < d_.animations.size(); ++a) {
            ClipOf clip = clip_of(a);
            if (!clip.is_empty) clips_.push_back(std::move(clip));
        }
    }

    void bits_of(const Element& e, ElementBits& out) const override {
        switch (e.kind) {
            case ElementKind::point: out.add(file_, position, {meshes_[e.mesh].mesh, e.index}); break;
            case ElementKind::normal: add_normal(e, out); break;
            case ElementKind::weights: add_weights(meshes_[e.mesh], e.index, out); break;
            case ElementKind::triangle:
                for (u64 i = 0; i < 3; ++i) add_index(e, 3 * u64{e.index} + i, out);
                break;
            case ElementKind::uv: add_uv(e, out); break;
            case ElementKind::bone: add_bone(e.index, out); break;
            case ElementKind::key: add_key(e, out); break;
            case ElementKind::clip: add_end(e.index, out); break;
            case ElementKind::color:
            case ElementKind::material: break;
        }
    }

private:
    const Mesh& stored(u64 m) const { return d_.meshes[static_cast<std::size_t>(m)]; }

    MeshOf mesh_of(u64 m) const {
        const Mesh& mesh = stored(m);
        MeshOf out{.mesh = m};
        for (u64 i = 0; i + 3 <= mesh.stored_indices(); i += 3) {
            if (is_drawn(mesh, i)) out.triangles.push_back(i);
        }
        std::size_t first = 0;
        for (const u64 n : mesh.weight_counts) {
            out.weights.push_back(first);
            first += static_cast<std::size_t>(n);
        }
        if (has_uv_stride_bug(d_, mesh)) out.numbers = numbers_of(mesh);
        return out;
    }

    // A lost one is that of the first vertex at the same place that has its own.
    static std::vector<std::optional<std::size_t>> numbers_of(const Mesh& mesh) {
        const std::size_t good = mesh.uvs.size() - static_cast<std::size_t>(uvs_lost(mesh));
        const auto place = [&](std::size_t k) {
            const Vec3& p = mesh.positions[k];
            return std::array{std::bit_cast<u32>(p.x), std::bit_cast<u32>(p.y), std::bit_cast<u32>(p.z)};
        };
        std::map<std::array<u32, 3>, std::size_t> known;
        std::vector<std::optional<std::size_t>> out(mesh.uvs.size());
        for (std::size_t k = 0; k < out.size(); ++k) {
            if (k < good) {
                known.try_emplace(place(k), k);
                out[k] = 3 * k;
            } else if (const auto found = known.find(place(k)); found != known.end()) {
                out[k] = 3 * found->second;
            }
        }
        return out;
    }

    // Nodes after the first are the joints, parents first, and have their numbers.
    void find_joints() {
        constexpr std::string_view before = "joint_";
        for (u32 n = 1; n < scene_.nodes.size() && n <= d_.joints.size(); ++n) {
            const std::string& name = scene_.nodes[n].name;
            u32 joint = no_index;
            if (name.starts_with(before))
                std::from_chars(name.data() + before.size(), name.data() + name.size(), joint);
            if (joint < d_.joints.size()) joints_[n] = joint;
        }
        in_use_ = std::vector<bool>(d_.joints.size());
        for (const Mesh& mesh : d_.meshes) {
            for (const Weight& weight : mesh.weights) {
                if (weight.joint < in_use_.size() && weight.weight > 0) in_use_[weight.joint] = true;
            }
        }
    }

    ClipOf clip_of(std::size_t a) const {
        const Animation& animation = d_.animations[a];
        ClipOf out{.animation = a};
        std::size_t at = 0;
        for (std::size_t joint = 0; joint < animation.key_counts.size(); ++joint) {
            const auto keys = std::span(animation.keys).subspan(at, animation.key_counts[joint]);
            out.firsts.push_back(at);
            at += keys.size();
            Track& track = out.tracks.emplace_back();
            for (const Key* key : sorted_keys(keys)) track.push_back(static_cast<std::size_t>(key - keys.data()));
            if (track.empty()) continue;
            out.end = std::max(out.end, keys[track.back()].ms);
            out.is_empty = false;
        }
        return out;
    }

    const Key& key_of(const ClipOf& clip, std::size_t joint, std::size_t key) const {
        return d_.animations[clip.animation].keys[clip.firsts[joint] + key];
    }

    void add_normal(const Element& e, ElementBits& out) const {
        const u64 m = meshes_[e.mesh].mesh;
        const auto& normals = stored(m).normals;
        if (e.index >= normals.size()) return;
        const thaw::Vec3 own = scene_vector(normals[e.index]);
        if (thaw::is_finite(own) && length(own) > 0) out.add(file_, normal, {m, e.index});
    }

    // A vertex on one joint hangs there altogether, whatever the weight.
    void add_weights(const MeshOf& mesh, u32 v, ElementBits& out) const {
        const bool late = d_.layout.clusters == ClusterForm::after_meshes;
        const Mesh& own = stored(mesh.mesh);
        if (v >= mesh.weights.size()) return;
        const auto weights =
            std::span(own.weights).subspan(mesh.weights[v], static_cast<std::size_t>(own.weight_counts[v]));
        const auto is_usable = [&](const Weight& weight) {
            return std::isfinite(weight.weight) && weight.weight > 0 && weight.joint < d_.joints.size();
        };
        const auto first = std::find_if(weights.begin(), weights.end(), is_usable);
        const bool is_shared = std::any_of(weights.begin(), weights.end(), [&](const Weight& weight) {
            return is_usable(weight) && weight.joint != first->joint;
        });
        for (u64 i = 0; i < weights.size(); ++i) {
            const Weight& weight = weights[static_cast<std::size_t>(i)];
            const bool counts = std::isfinite(weight.weight) && weight.weight > 0;
            if (counts) out.add(file_, late ? late_weight_joint : weight_joint, {mesh.mesh, v, i});
            if (!counts || is_shared) out.add(file_, late ? late_weight_share : weight_share, {mesh.mesh, v, i});
        }
    }

    u64 index_at(const Element& e, u64 corner) const {
        return meshes_[e.mesh].triangles[static_cast<std::size_t>(corner / 3)] + corner % 3;
    }
    void add_index(const Element& e, u64 corner, ElementBits& out) const {
        out.add(file_, index, {meshes_[e.mesh].mesh, index_at(e, corner)});
    }

    // A corner has the texture coordinates of its vertex.
    void add_uv(const Element& e, ElementBits& out) const {
        const MeshOf& mesh = meshes_[e.mesh];
        const u64 v = stored(mesh.mesh).index(index_at(e, e.index));
        if (mesh.numbers.empty()) {
            out.add(file_, uv, {mesh.mesh, v});
        } else if (const auto number = mesh.numbers[static_cast<std::size_t>(v)]) {
            for (std::size_t i = *number; i < *number + 2; ++i)
                out.add(file_, uv, {mesh.mesh, i / 2}, 32 * (i % 2), 32);
            if (*number != 3 * v) {
                out.add(file_, position, {mesh.mesh, v});
                out.add(file_, position, {mesh.mesh, *number / 3});
            }
        }
        add_index(e, e.index, out);
    }

    // A root may become another joint's child by one bit, or stay a root whatever its parent is.
    bool may_have_parent(std::size_t joint) const {
        if (!d_.is_root(joint)) return true;
        for (u32 bit = 0; joint > 0 && bit < 32; ++bit) {
            const u32 other = d_.joints[joint].parent ^ u32 { 1 } << bit;
            if (other < d_.joints.size() && other != joint) return true;
        }
        return false;
    }

    bool has_identity(std::size_t joint) const {
        constexpr std::array<f32, 16> identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        return d_.joints[joint].inverse_bind == identity;
    }

    void add_bone(u32 node, ElementBits& out) const {
        const auto found = joints_.find(node);
        if (found == joints_.end()) return;
        const u32 joint = found->second;
        out.add(file_, inverse_bind, {joint});
        if (may_have_parent(joint)) out.add(file_, parent, {joint});
        const auto above = joints_.find(scene_.nodes[node].parent);
        if (above != joints_.end()) out.add(file_, inverse_bind, {above->second});
        // Without a bind pose it rests as the first animation starts.
        const bool from_key = above != joints_.end() && has_identity(joint) && !in_use_[joint] && !clips_.empty() &&
                              clips_[0].animation == 0 && joint < clips_[0].tracks.size();
        if (!from_key || clips_[0].tracks[joint].empty()) return;
        for (const Field field : {key_translation, key_scale, key_rotation}) {
            out.add(file_, field, {0, joint, clips_[0].tracks[joint].front()});
        }
    }

    void add_key(const Element& e, ElementBits& out) const {
        const Channel& channel = scene_.clips[e.clip].channels[e.channel];
        const auto joint = joints_.find(channel.node);
        if (joint == joints_.end() || e.clip >= clips_.size()) return;
        const ClipOf& clip = clips_[e.clip];
        const Track& track = clip.tracks[joint->second];
        const std::size_t key = track[std::min<std::size_t>(e.index, track.size() - 1)];
        const Field field = channel.path == Path::translation ? key_translation
                            : channel.path == Path::scale     ? key_scale
                                                              : key_rotation;
        out.add(file_, field, {clip.animation, joint->second, key});
        if (e.index < track.size()) {
            out.add(file_, key_ms, {clip.animation, joint->second, key});
        } else {
            add_end(e.clip, out);  // held to the end
        }
    }

    // The last keys of all joints that move that long.
    void add_end(u32 c, ElementBits& out) const {
        if (c >= clips_.size()) return;
        const ClipOf& clip = clips_[c];
        for (std::size_t joint = 0; joint < clip.tracks.size(); ++joint) {
            const Track& track = clip.tracks[joint];
            if (track.empty() || key_of(clip, joint, track.back()).ms != clip.end) continue;
            out.add(file_, key_ms, {clip.animation, joint, track.back()});
        }
    }

    const Document& d_;
    const Scene& scene_;
    MappedFile file_;
    std::vector<MeshOf> meshes_{};
    std::map<u32, u32> joints_{};  // by node
    std::vector<bool> in_use_{};   // by joint
    std::vector<ClipOf> clips_{};
};

}  // namespace

}  // namespace in_elements

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle&, const SceneOptions&,
                                        const Scene& scene) {
    return std::make_unique<in_elements::Elements>(document, scene);
}

}  // namespace thaw::twm
