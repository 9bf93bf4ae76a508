#include "elements/changes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/targets.hpp"

namespace thaw::test {

namespace {

u32 frame_count(const Mesh& mesh) {
    return mesh.frames ? mesh.frames->count : static_cast<u32>(1 + mesh.targets.size());
}

// Of a frame, or of a target: where the points then are.
std::vector<Vec3> points_in(const Mesh& mesh, u32 frame) {
    std::vector<Vec3> out = mesh.points;
    if (frame == 0) return out;
    if (mesh.frames) {
        decode_frame(*mesh.frames, frame, out);
    } else {
        for (std::size_t p = 0; p < out.size(); ++p) out[p] = out[p] + offset_of(mesh, mesh.targets[frame - 1], p);
    }
    return out;
}

bool same_shape(const Scene& a, const Scene& b) {
    if (a.meshes.size() != b.meshes.size() || a.nodes.size() != b.nodes.size() || a.clips.size() != b.clips.size() ||
        a.materials.size() != b.materials.size()) {
        return false;
    }
    for (std::size_t m = 0; m < a.meshes.size(); ++m) {
        const Mesh& x = a.meshes[m];
        const Mesh& y = b.meshes[m];
        if (x.points.size() != y.points.size() || frame_count(x) != frame_count(y) ||
            x.primitives.size() != y.primitives.size() || x.normals.size() != y.normals.size()) {
            return false;
        }
        for (std::size_t p = 0; p < x.primitives.size(); ++p) {
            const Primitive& s = x.primitives[p];
            const Primitive& t = y.primitives[p];
            if (s.indices.size() != t.indices.size() || s.material != t.material || s.uvs.empty() != t.uvs.empty() ||
                s.colors.empty() != t.colors.empty()) {
                return false;
            }
        }
    }
    return true;
}

using Numbers = std::vector<f32>;

// A key's time and value; a rotation with one sign.
Numbers key_value(const Clip& clip, const Channel& channel, std::size_t key) {
    const auto& times = clip.timelines[channel.timeline];
    if (channel.path == Path::frame) return {times[key], static_cast<f32>(channel.frames[key])};
    const std::size_t width = channel.values.size() / times.size();
    Numbers out(channel.values.begin() + static_cast<std::ptrdiff_t>(key * width),
                channel.values.begin() + static_cast<std::ptrdiff_t>((key + 1) * width));
    if (channel.path == Path::rotation) {
        const auto first = std::find_if(out.begin(), out.end(), [](f32 v) { return v != 0; });
        if (first != out.end() && *first < 0) {
            for (f32& v : out) v = -v + 0.0f;
        }
    }
    out.push_back(times[key]);
    return out;
}

// Rotations that differ by rounding alone are the same, whichever of two signs their numbers have.
bool same_key(Path path, const Numbers& a, const Numbers& b) {
    if (a == b) return true;
    if (path != Path::rotation || a.size() != b.size()) return false;
    bool near = true, opposite = true;
    for (std::size_t i = 0; i + 1 < a.size(); ++i) {
        near = near && a[i] == b[i];
        opposite = opposite && a[i] == -b[i];
    }
    return (near || opposite) && a.back() == b.back();
}

const Channel* channel_like(const Clip& clip, const Channel& wanted) {
    for (const Channel& channel : clip.channels) {
        if (channel.node == wanted.node && channel.path == wanted.path) return &channel;
    }
    return nullptr;
}

class Comparison {
public:
    Comparison(const Scene& before, const Scene& after) : a_(before), b_(after) {}

    std::vector<Element> run() {
        for (u32 m = 0; m < a_.meshes.size(); ++m) mesh(m);
        for (u32 n = 0; n < a_.nodes.size(); ++n) bone(n);
        for (u32 c = 0; c < a_.clips.size(); ++c) clip(c);
        for (u32 i = 0; i < a_.materials.size(); ++i) material(i);
        return std::move(out_);
    }

private:
    void mesh(u32 m) {
        const Mesh& x = a_.meshes[m];
        const Mesh& y = b_.meshes[m];
        for (u32 f = 0; f < frame_count(x); ++f) {
            const auto p = points_in(x, f), q = points_in(y, f);
            // A target's offset is from the base shape: rounding comes in twice.
            const float tolerance = f > 0 && !x.frames ? 2e-6f : 0;
            for (u32 i = 0; i < p.size(); ++i) {
                const Vec3 d = p[i] - q[i];
                const float reach = tolerance * (1 + std::abs(p[i].x) + std::abs(p[i].y) + std::abs(p[i].z));
                if (!(std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <= reach)) {
                    out_.push_back({.kind = ElementKind::point, .mesh = m, .index = i, .frame = f});
                }
            }
        }
        for (u32 i = 0; i < x.normals.size(); ++i) {
            if (!(x.normals[i] == y.normals[i])) out_.push_back({.kind = ElementKind::normal, .mesh = m, .index = i});
        }
        for (u32 i = 0; x.influences.per_point > 0 && i < x.points.size(); ++i) {
            if (weights(x, i) != weights(y, i)) out_.push_back({.kind = ElementKind::weights, .mesh = m, .index = i});
        }
        for (u32 p = 0; p < x.primitives.size(); ++p) primitive(m, p);
    }

    static std::map<u16, f32> weights(const Mesh& mesh, u32 point) {
        std::map<u16, f32> out;
        const u32 n = mesh.influences.per_point;
        for (u32 i = point * n; i < (point + 1) * n; ++i) {
            if (mesh.influences.weights[i] != 0) out[mesh.influences.joints[i]] += mesh.influences.weights[i];
        }
        return out;
    }

    void primitive(u32 m, u32 p) {
        const Primitive& x = a_.meshes[m].primitives[p];
        const Primitive& y = b_.meshes[m].primitives[p];
        const u32 corners = x.topology == Topology::lines ? 2 : 3;
        for (u32 i = 0; i < x.indices.size(); ++i) {
            const u32 s = x.indices[i], t = y.indices[i];
            Element e{.kind = ElementKind::triangle, .mesh = m, .primitive = p, .index = i / corners};
            if (x.points[s] != y.points[t] && (out_.empty() || !(out_.back() == e))) out_.push_back(e);
        }
        for (u32 i = 0; i < x.indices.size(); ++i) {
            const u32 s = x.indices[i], t = y.indices[i];
            if (!x.uvs.empty() && !(x.uvs[s] == y.uvs[t])) {
                out_.push_back({.kind = ElementKind::uv, .mesh = m, .primitive = p, .index = i});
            }
            if (!x.colors.empty() && !(x.colors[s] == y.colors[t])) {
                out_.push_back({.kind = ElementKind::color, .mesh = m, .primitive = p, .index = i});
            }
        }
    }

    void bone(u32 n) {
        const Node& x = a_.nodes[n];
        const Node& y = b_.nodes[n];
        bool same = x.name == y.name && x.parent == y.parent && x.local == y.local;
        for (std::size_t s = 0; same && s < std::min(a_.skins.size(), b_.skins.size()); ++s) {
            for (std::size_t j = 0; j < std::min(a_.skins[s].joints.size(), b_.skins[s].joints.size()); ++j) {
                if (a_.skins[s].joints[j] == n && a_.skins[s].inverse_binds[j].m != b_.skins[s].inverse_binds[j].m) {
                    same = false;
                }
            }
        }
        if (!same) out_.push_back({.kind = ElementKind::bone, .index = n});
    }

    void clip(u32 c) {
        const Clip& x = a_.clips[c];
        const Clip& y = b_.clips[c];
        if (x.name != y.name || x.loop != y.loop || length(x) != length(y)) {
            out_.push_back({.kind = ElementKind::clip, .index = c});
        }
        for (u32 n = 0; n < x.channels.size(); ++n) {
            const Channel& before = x.channels[n];
            const Channel* after = channel_like(y, before);
            const std::size_t keys = x.timelines[before.timeline].size();
            const bool as_many = after != nullptr && y.timelines[after->timeline].size() == keys;
            for (u32 k = 0; k < keys; ++k) {
                if (as_many && same_key(before.path, key_value(x, before, k), key_value(y, *after, k))) continue;
                out_.push_back({.kind = ElementKind::key, .index = k, .clip = c, .channel = n});
            }
        }
    }

    static f32 length(const Clip& clip) {
        f32 out = 0;
        for (const auto& times : clip.timelines) out = std::max(out, times.empty() ? 0 : times.back());
        return out;
    }

    void material(u32 i) {
        const Material& x = a_.materials[i];
        const Material& y = b_.materials[i];
        const bool same = x.name == y.name && x.base_color == y.base_color && x.image == y.image &&
                          x.alpha == y.alpha && x.alpha_cutoff == y.alpha_cutoff && x.blend == y.blend &&
                          x.double_sided == y.double_sided && x.unlit == y.unlit && x.nearest == y.nearest &&
                          x.clamp == y.clamp && x.environment == y.environment;
        if (!same) out_.push_back({.kind = ElementKind::material, .index = i});
    }

    const Scene& a_;
    const Scene& b_;
    std::vector<Element> out_;
};

// All that there is to a triangle, as text.
std::string triangle_text(const Scene& scene, const Element& e) {
    const Mesh& mesh = scene.meshes[e.mesh];
    const Primitive& primitive = mesh.primitives[e.primitive];
    std::string out = mesh.name;
    out += primitive.material == no_index ? "" : "/" + scene.materials[primitive.material].name;
    for (u32 k = 0; k < 3; ++k) {
        const u32 corner = primitive.indices[3 * e.index + k];
        out += "/" + std::to_string(primitive.points[corner]);
        if (!primitive.uvs.empty()) {
            out += "," + std::to_string(primitive.uvs[corner].x) + "," + std::to_string(primitive.uvs[corner].y);
        }
        if (!primitive.colors.empty()) {
            const Vec4& c = primitive.colors[corner];
            for (const f32 v : {c.x, c.y, c.z, c.w}) out += "," + std::to_string(v);
        }
    }
    return out;
}

template <class Visit>
void each_triangle(const Scene& scene, Visit&& visit) {
    for (const ElementList& list : lists_of(scene)) {
        if (list.first.kind != ElementKind::triangle) continue;
        const Primitive& primitive = scene.meshes[list.first.mesh].primitives[list.first.primitive];
        if (primitive.topology == Topology::lines) continue;
        Element e = list.first;
        for (e.index = 0; e.index < list.count; ++e.index) visit(e);
    }
}

}  // namespace

std::optional<std::vector<Element>> changes(const Scene& before, const Scene& after) {
    if (!same_shape(before, after)) return {};
    return Comparison(before, after).run();
}

std::vector<Element> lost_triangles(const Scene& before, const Scene& after) {
    std::map<std::string, u64> there;
    each_triangle(after, [&](const Element& e) { ++there[triangle_text(after, e)]; });
    std::vector<Element> out;
    each_triangle(before, [&](const Element& e) {
        u64& left = there[triangle_text(before, e)];
        left > 0 ? void(--left) : out.push_back(e);
    });
    return out;
}

std::vector<ElementList> lists_of(const Scene& scene) {
    std::vector<ElementList> out;
    const auto add = [&](const Element& first, u64 count) {
        if (count > 0) out.push_back({first, count});
    };
    for (u32 m = 0; m < scene.meshes.size(); ++m) {
        const Mesh& mesh = scene.meshes[m];
        for (u32 f = 0; f < frame_count(mesh); ++f) {
            add({.kind = ElementKind::point, .mesh = m, .frame = f}, mesh.points.size());
        }
        add({.kind = ElementKind::normal, .mesh = m}, mesh.normals.size());
        add({.kind = ElementKind::weights, .mesh = m}, mesh.influences.per_point > 0 ? mesh.points.size() : 0);
        for (u32 p = 0; p < mesh.primitives.size(); ++p) {
            const Primitive& primitive = mesh.primitives[p];
            const u64 corners = primitive.topology == Topology::lines ? 2 : 3;
            add({.kind = ElementKind::triangle, .mesh = m, .primitive = p}, primitive.indices.size() / corners);
            add({.kind = ElementKind::uv, .mesh = m, .primitive = p},
                primitive.uvs.empty() ? 0 : primitive.indices.size());
            add({.kind = ElementKind::color, .mesh = m, .primitive = p},
                primitive.colors.empty() ? 0 : primitive.indices.size());
        }
    }
    add({.kind = ElementKind::bone}, scene.nodes.size());
    for (u32 c = 0; c < scene.clips.size(); ++c) {
        for (u32 n = 0; n < scene.clips[c].channels.size(); ++n) {
            add({.kind = ElementKind::key, .clip = c, .channel = n},
                scene.clips[c].timelines[scene.clips[c].channels[n].timeline].size());
        }
    }
    add({.kind = ElementKind::clip}, scene.clips.size());
    add({.kind = ElementKind::material}, scene.materials.size());
    return out;
}

}  // namespace thaw::test
