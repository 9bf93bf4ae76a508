#include "gltf/same_scene.hpp"

#include <numeric>

#include "scene/frame_offsets.hpp"
#include "scene/normals.hpp"
#include "scene/targets.hpp"

namespace thaw::test {

namespace {

// As the writer folds them.
std::string text_of(const Extras& extras) {
    const auto* members = extras.get_if<json::Object>();
    if (members == nullptr || members->empty()) return "";
    json::Object out;
    for (const auto& [key, value] : *members) {
        const bool structured = value.get_if<json::Object>() != nullptr || value.get_if<json::Array>() != nullptr;
        out.emplace_back(key, structured ? json::Value(json::to_text(value)) : value);
    }
    return json::to_text(out);
}

using Offsets = std::vector<Vec3>;

// Of every point, target after target.
std::vector<Offsets> dense_targets(const Mesh& mesh) {
    std::vector<Offsets> out;
    for (const MorphTarget& target : mesh.targets) {
        Offsets offsets(mesh.points.size());
        each_offset(mesh, target, [&](u32 point, Vec3 offset) { offsets[point] = offset; });
        out.push_back(std::move(offsets));
    }
    if (!mesh.frames) return out;
    FrameOffsets frames(*mesh.frames, mesh.points.size());
    std::vector<u32> all(mesh.points.size());
    std::iota(all.begin(), all.end(), u32{0});
    const FrameOffsets::Corners corners = frames.corners(all);
    for (u32 f = 1; f < mesh.frames->count; ++f) {
        Offsets offsets(all.size());
        frames.put(f, corners, 0, all.size(), static_cast<u8*>(static_cast<void*>(offsets.data())));
        out.push_back(std::move(offsets));
    }
    return out;
}

std::vector<std::string> target_names(const Mesh& mesh) {
    std::vector<std::string> out;
    for (const MorphTarget& target : mesh.targets) out.push_back(target.name);
    for (u32 f = 1; mesh.frames && f < mesh.frames->count; ++f) {
        out.push_back(mesh.frames->names.empty() ? "" : mesh.frames->names[f]);
    }
    return out;
}

std::vector<std::pair<u16, f32>> influences_of(const Mesh& mesh, u32 point) {
    std::vector<std::pair<u16, f32>> out;
    const std::size_t n = mesh.influences.per_point;
    for (std::size_t i = 0; i < n; ++i) {
        if (mesh.influences.weights[point * n + i] == 0) continue;
        out.emplace_back(mesh.influences.joints[point * n + i], mesh.influences.weights[point * n + i]);
    }
    return out;
}

// What each corner of a triangle shows.
std::vector<Vec3> normals_of(const Mesh& mesh, const Primitive& primitive) {
    std::vector<Vec3> all;
    std::vector<Vec3> out;
    if (primitive.flat) {
        compute_flat_normals(primitive, mesh.points, all);
        for (const u32 corner : primitive.indices) out.push_back(all[corner]);
        return out;
    }
    all = mesh.normals;
    if (all.empty()) compute_normals(mesh, mesh.points, all);
    for (const u32 corner : primitive.indices) out.push_back(all[primitive.points[corner]]);
    return out;
}

class Comparison {
public:
    Comparison(const Scene& was, const GltfFile& file) : was_(was), file_(file), is_(file.scene) {}

    std::string run() {
        same(was_.name, is_.name, "scene name");
        same(text_of(was_.extras), text_of(is_.extras), "scene extras");
        same(was_.variants, is_.variants, "variants");
        if (same(was_.nodes.size(), is_.nodes.size(), "nodes")) each(was_.nodes.size(), "node", &Comparison::node);
        if (same(was_.meshes.size(), is_.meshes.size(), "meshes")) each(was_.meshes.size(), "mesh", &Comparison::mesh);
        if (same(was_.skins.size(), is_.skins.size(), "skins")) each(was_.skins.size(), "skin", &Comparison::skin);
        if (same(was_.materials.size(), is_.materials.size(), "materials")) {
            each(was_.materials.size(), "material", &Comparison::material);
        }
        clips();
        return found_;
    }

private:
    template <class T>
    bool same(const T& a, const T& b, std::string_view what) {
        if (a == b) return true;
        if (found_.empty()) found_ = where_ + std::string(what);
        return false;
    }
    void each(std::size_t n, const char* what, void (Comparison::*one)(std::size_t)) {
        for (std::size_t i = 0; i < n && found_.empty(); ++i) {
            where_ = std::string(what) + " " + std::to_string(i) + ": ";
            (this->*one)(i);
        }
        where_.clear();
    }

    void node(std::size_t i) {
        const Node& a = was_.nodes[i];
        const Node& b = is_.nodes[i];
        same(a.name, b.name, "name");
        same(a.parent, b.parent, "parent");
        same(a.local, b.local, "transform");
        same(a.mesh, b.mesh, "mesh");
        same(a.skin, b.skin, "skin");
        same(text_of(a.extras), text_of(b.extras), "extras");
    }

    void mesh(std::size_t m) {
        const Mesh& a = was_.meshes[m];
        const Mesh& b = is_.meshes[m];
        const std::vector<u32>& source = file_.source_points[m];
        same(a.name, b.name, "name");
        same(text_of(a.extras), text_of(b.extras), "extras");
        if (!same(source.size(), b.points.size(), "source points")) return;
        const auto targets_a = dense_targets(a);
        const auto targets_b = dense_targets(b);
        same(target_names(a), target_names(b), "target names");
        if (!same(targets_a.size(), targets_b.size(), "targets")) return;
        for (u32 p = 0; p < b.points.size(); ++p) {
            if (!same(a.points[source[p]], b.points[p], "positions")) return;
            same(influences_of(a, source[p]), influences_of(b, p), "influences");
            for (std::size_t t = 0; t < targets_a.size(); ++t) {
                same(targets_a[t][source[p]], targets_b[t][p], "offsets");
            }
        }
        if (!same(a.primitives.size(), b.primitives.size(), "primitives")) return;
        for (std::size_t i = 0; i < a.primitives.size(); ++i) {
            primitive(a.primitives[i], b.primitives[i], source);
            if (a.primitives[i].topology != Topology::triangles) continue;
            same(normals_of(a, a.primitives[i]), normals_of(b, b.primitives[i]), "normals");
            tangents(a, b, a.primitives[i], b.primitives[i]);
        }
    }

    void tangents(const Mesh& a, const Mesh& b, const Primitive& p, const Primitive& q) {
        if (a.tangents.empty() || p.flat || q.flat) return;
        if (!same(a.tangents.empty(), b.tangents.empty(), "tangents")) return;
        for (std::size_t i = 0; i < p.indices.size(); ++i) {
            same(a.tangents[p.points[p.indices[i]]], b.tangents[q.points[q.indices[i]]], "tangents");
        }
    }

    void primitive(const Primitive& a, const Primitive& b, const std::vector<u32>& source) {
        same(a.material, b.material, "material");
        same(a.topology == b.topology, true, "topology");
        same(a.variants, b.variants, "variants");
        same(a.uvs, b.uvs, "uvs");
        same(a.colors, b.colors, "colors");
        same(a.indices, b.indices, "indices");
        if (!same(a.points.size(), b.points.size(), "corners")) return;
        for (std::size_t c = 0; c < a.points.size(); ++c) same(a.points[c], source[b.points[c]], "point of a corner");
    }

    void skin(std::size_t i) {
        same(was_.skins[i].name, is_.skins[i].name, "name");
        same(was_.skins[i].joints, is_.skins[i].joints, "joints");
        same(was_.skins[i].inverse_binds, is_.skins[i].inverse_binds, "inverse binds");
    }

    void material(std::size_t i) {
        const Material& a = was_.materials[i];
        const Material& b = is_.materials[i];
        same(a.name, b.name, "name");
        same(a.base_color, b.base_color, "color");
        same(a.alpha == b.alpha && a.blend == b.blend, true, "alpha");
        if (a.alpha == AlphaMode::mask) same(a.alpha_cutoff, b.alpha_cutoff, "alpha cutoff");
        same(a.double_sided, b.double_sided, "double sided");
        same(a.unlit, b.unlit, "unlit");
        same(a.environment, b.environment, "environment");
        same(text_of(a.extras), text_of(b.extras), "extras");
        const bool has_image = a.image != no_index && !was_.images[a.image].file.empty();
        if (!same(has_image, b.image != no_index, "image") || !has_image) return;
        same(was_.images[a.image].name, is_.images[b.image].name, "name of the image");
        same(was_.images[a.image].file, is_.images[b.image].file, "bytes of the image");
        same(a.nearest, b.nearest, "nearest");
        same(a.clamp, b.clamp, "clamp");
    }

    // A mesh with a single frame cannot move, and a clip without channels is not written.
    void clips() {
        std::size_t at = 0;
        for (const Clip& clip : was_.clips) {
            std::vector<const Channel*> channels;
            for (const Channel& channel : clip.channels) {
                const bool still =
                    channel.path == Path::frame && was_.meshes[was_.nodes[channel.node].mesh].frames->count < 2;
                if (!still) channels.push_back(&channel);
            }
            if (channels.empty() || !found_.empty()) continue;
            where_ = "clip " + std::to_string(at) + ": ";
            if (!same(at < is_.clips.size(), true, "missing")) return;
            const Clip& other = is_.clips[at++];
            same(clip.name, other.name, "name");
            same(clip.loop, other.loop, "loop");
            same(text_of(clip.extras), text_of(other.extras), "extras");
            if (!same(channels.size(), other.channels.size(), "channels")) return;
            for (std::size_t c = 0; c < channels.size(); ++c) channel(clip, *channels[c], other, other.channels[c]);
        }
        where_.clear();
        same(at, is_.clips.size(), "clips");
    }

    void channel(const Clip& a_clip, const Channel& a, const Clip& b_clip, const Channel& b) {
        same(a.node, b.node, "node");
        same(a.interpolation == b.interpolation, true, "interpolation");
        same(a_clip.timelines[a.timeline], b_clip.timelines[b.timeline], "times");
        if (a.path != Path::frame) {
            same(a.path == b.path, true, "path");
            same(a.values, b.values, "values");
            return;
        }
        same(b.path == Path::weights, true, "path");
        const u32 targets = was_.meshes[was_.nodes[a.node].mesh].frames->count - 1;
        std::vector<f32> weights(a.frames.size() * targets, 0.0f);
        for (std::size_t k = 0; k < a.frames.size(); ++k) {
            if (a.frames[k] > 0) weights[k * targets + a.frames[k] - 1] = 1;
        }
        same(weights, b.values, "weights");
    }

    const Scene& was_;
    const GltfFile& file_;
    const Scene& is_;
    std::string where_;
    std::string found_;
};

}  // namespace

std::string difference(const Scene& written, const GltfFile& read) { return Comparison(written, read).run(); }

}  // namespace thaw::test
