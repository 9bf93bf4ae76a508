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

// Of a frame, or of a target: where the points then are. A point that a target does not move is none of it.
std::vector<std::optional<Vec3>> points_in(const Mesh& mesh, u32 frame) {
    std::vector<Vec3> points = mesh.points;
    if (frame > 0 && mesh.frames) decode_frame(*mesh.frames, frame, points);
    std::vector<std::optional<Vec3>> out(points.begin(), points.end());
    if (frame == 0 || mesh.frames) return out;
    const MorphTarget& target = mesh.targets[frame - 1];
    std::fill(out.begin(), out.end(), std::nullopt);
    each_offset(mesh, target, [&](u32 point, Vec3 offset) { out[point] = points[point] + offset; });
    return out;
}

bool same_material(const Material& x, const Material& y) {
    return x.name == y.name && x.base_color == y.base_color && x.image == y.image && x.alpha == y.alpha &&
           x.alpha_cutoff == y.alpha_cutoff && x.blend == y.blend && x.double_sided == y.double_sided &&
           x.unlit == y.unlit && x.nearest == y.nearest && x.clamp == y.clamp && x.environment == y.environment;
}

bool same_shape(const Scene& a, const Scene& b) {
    if (a.meshes.size() != b.meshes.size() || a.clips.size() != b.clips.size()) return false;
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
            if (s.indices.size() != t.indices.size() || s.uvs.empty() != t.uvs.empty() ||
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

const Channel* channel_like(const Clip& clip, u32 node, Path path) {
    for (const Channel& channel : clip.channels) {
        if (channel.node == node && channel.path == path) return &channel;
    }
    return nullptr;
}

class Comparison {
public:
    Comparison(const Scene& before, const Scene& after) : a_(before), b_(after) {
        for (u32 n = 0; n < a_.nodes.size(); ++n) now_.push_back(n);
        if (a_.nodes.size() == b_.nodes.size()) return;
        now_.clear();
        std::map<std::string, std::vector<u32>> by_name;
        for (u32 n = 0; n < b_.nodes.size(); ++n) by_name[b_.nodes[n].name].push_back(n);
        std::map<std::string, std::size_t> seen;
        for (const Node& node : a_.nodes) {
            const auto& same = by_name[node.name];
            const std::size_t i = seen[node.name]++;
            now_.push_back(i < same.size() ? same[i] : no_index);
        }
    }

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
                if (same_point(p[i], q[i], tolerance)) continue;
                out_.push_back({.kind = ElementKind::point, .mesh = m, .index = i, .frame = f});
            }
        }
        for (u32 i = 0; i < x.normals.size(); ++i) {
            if (!(x.normals[i] == y.normals[i])) out_.push_back({.kind = ElementKind::normal, .mesh = m, .index = i});
        }
        for (u32 i = 0; x.influences.per_point > 0 && i < x.points.size(); ++i) {
            if (!same_weights(m, i)) out_.push_back({.kind = ElementKind::weights, .mesh = m, .index = i});
        }
        for (u32 p = 0; p < x.primitives.size(); ++p) primitive(m, p);
    }

    static bool same_point(const std::optional<Vec3>& a, const std::optional<Vec3>& b, f32 tolerance) {
        if (!a || !b) return a.has_value() == b.has_value();
        const Vec3 d = *a - *b;
        const f32 reach = tolerance * (1 + std::abs(a->x) + std::abs(a->y) + std::abs(a->z));
        return std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <= reach;
    }

    // By node of the scene.
    static std::map<u32, f32> weights(const Scene& scene, u32 m, u32 point) {
        const Mesh& mesh = scene.meshes[m];
        const auto node = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                       [&](const Node& one) { return one.mesh == m && one.skin != no_index; });
        std::map<u32, f32> out;
        const u32 n = mesh.influences.per_point;
        for (u32 i = point * n; i < (point + 1) * n; ++i) {
            const u16 joint = mesh.influences.joints[i];
            const u32 key = node == scene.nodes.end() ? joint : scene.skins[node->skin].joints[joint];
            if (mesh.influences.weights[i] != 0) out[key] += mesh.influences.weights[i];
        }
        return out;
    }

    bool same_weights(u32 m, u32 point) const {
        std::map<u32, f32> before;
        for (const auto& [node, weight] : weights(a_, m, point)) before[now(node)] += weight;
        return before == weights(b_, m, point);
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
            if (!x.uvs.empty() && !(on_page(a_, x, s) == on_page(b_, y, t))) {
                out_.push_back({.kind = ElementKind::uv, .mesh = m, .primitive = p, .index = i});
            }
            if (!x.colors.empty() && !(x.colors[s] == y.colors[t])) {
                out_.push_back({.kind = ElementKind::color, .mesh = m, .primitive = p, .index = i});
            }
        }
    }

    // An image that was cut out of a page is as large as all triangles on it together need.
    static std::array<f32, 2> on_page(const Scene& scene, const Primitive& primitive, u32 corner) {
        const Vec2 uv = primitive.uvs[corner];
        if (primitive.material == no_index) return {uv.x, uv.y};
        const auto number = [&](const char* key) {
            const json::Value* value = scene.materials[primitive.material].extras.find(key);
            const i64* found = value == nullptr ? nullptr : value->get_if<i64>();
            return found == nullptr ? i64{0} : *found;
        };
        const i64 width = number("thaw_crop_width"), height = number("thaw_crop_height");
        if (width == 0 || height == 0) return {uv.x, uv.y};
        return {std::round(static_cast<f32>(number("thaw_crop_left")) + uv.x * static_cast<f32>(width) - 0.5f),
                std::round(static_cast<f32>(number("thaw_crop_top")) + uv.y * static_cast<f32>(height) - 0.5f)};
    }

    // Where a bone rests is worked out from those above it, too: to the rounding of a float.
    static bool same_place(const Transform& a, const Transform& b) {
        const auto same = [](std::initializer_list<f32> x, std::initializer_list<f32> y, f32 sign) {
            return std::equal(x.begin(), x.end(), y.begin(),
                              [&](f32 s, f32 t) { return std::abs(s - sign * t) <= 1e-6f * (1 + std::abs(s)); });
        };
        const Quat &p = a.rotation, &q = b.rotation;
        return same({a.translation.x, a.translation.y, a.translation.z},
                    {b.translation.x, b.translation.y, b.translation.z}, 1) &&
               same({a.scale.x, a.scale.y, a.scale.z}, {b.scale.x, b.scale.y, b.scale.z}, 1) &&
               (same({p.x, p.y, p.z, p.w}, {q.x, q.y, q.z, q.w}, 1) ||
                same({p.x, p.y, p.z, p.w}, {q.x, q.y, q.z, q.w}, -1));
    }

    void bone(u32 n) {
        if (now(n) == no_index) return out_.push_back({.kind = ElementKind::bone, .index = n});
        const Node& x = a_.nodes[n];
        const Node& y = b_.nodes[now(n)];
        const auto binds = inverse_binds(a_, n), other_binds = inverse_binds(b_, now(n));
        // A node that nothing hangs on may become a joint.
        const bool same_binds = binds.empty() || other_binds.empty() || binds == other_binds;
        const bool same = x.name == y.name && now(x.parent) == y.parent && same_place(x.local, y.local) && same_binds;
        if (!same) out_.push_back({.kind = ElementKind::bone, .index = n});
    }

    static std::vector<std::array<f32, 16>> inverse_binds(const Scene& scene, u32 node) {
        std::vector<std::array<f32, 16>> out;
        for (const Skin& skin : scene.skins) {
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                if (skin.joints[j] == node) out.push_back(skin.inverse_binds[j].m);
            }
        }
        return out;
    }

    void clip(u32 c) {
        const Clip& x = a_.clips[c];
        const Clip& y = b_.clips[c];
        if (x.name != y.name || x.loop != y.loop || length(x) != length(y)) {
            out_.push_back({.kind = ElementKind::clip, .index = c});
        }
        for (u32 n = 0; n < x.channels.size(); ++n) {
            const Channel& before = x.channels[n];
            const Channel* after = channel_like(y, now(before.node), before.path);
            const auto& times = x.timelines[before.timeline];
            for (u32 k = 0; k < times.size(); ++k) {
                // Whether a clip is closed follows from all that it shows.
                if (k + 1 == times.size() && k > 0 && is_closed(x) != is_closed(y)) continue;
                if (same(x, before, k, y, after)) continue;
                out_.push_back({.kind = ElementKind::key, .index = k, .clip = c, .channel = n});
            }
        }
    }

    // Where there are more or fewer keys, those at the same time count; one that is gone is not stored. A channel that
    // never changes has one key, and one at its end.
    static bool same(const Clip& x, const Channel& before, u32 k, const Clip& y, const Channel* after) {
        if (after == nullptr) return false;
        const auto& was = x.timelines[before.timeline];
        const auto& is = y.timelines[after->timeline];
        std::size_t at = k;
        if (is.size() != was.size()) {
            if (was.size() <= 2) return holds(x, before, y, *after);
            if (is.size() <= 2) return holds(y, *after, x, before);
            at = static_cast<std::size_t>(std::lower_bound(is.begin(), is.end(), was[k] - 1e-6f) - is.begin());
            if (at == is.size() || is[at] > was[k] + 1e-6f) return true;
        }
        return same_key(before.path, key_value(x, before, k), key_value(y, *after, at));
    }

    // Has a channel of one or two keys what the other one has at all of its own?
    static bool holds(const Clip& x, const Channel& few, const Clip& y, const Channel& many) {
        const auto& times = x.timelines[few.timeline];
        const auto& others = y.timelines[many.timeline];
        for (std::size_t k = 0; k < others.size(); ++k) {
            const std::size_t at = times.size() > 1 && others[k] >= times[1] ? 1 : 0;
            Numbers a = key_value(x, few, at), b = key_value(y, many, k);
            a.back() = b.back() = 0;  // whatever the time
            if (!same_key(few.path, a, b)) return false;
        }
        return true;
    }

    static bool is_closed(const Clip& clip) {
        for (const Channel& channel : clip.channels) {
            const std::size_t keys = clip.timelines[channel.timeline].size();
            if (channel.path == Path::frame && keys > 1) return channel.frames.back() == channel.frames.front();
            if (channel.path != Path::translation || keys < 2) continue;
            if (key_value(clip, channel, keys - 1)[0] != key_value(clip, channel, 0)[0]) return false;
        }
        return true;
    }

    static f32 length(const Clip& clip) {
        f32 out = 0;
        for (const auto& times : clip.timelines) out = std::max(out, times.empty() ? 0 : times.back());
        return out;
    }

    // What a primitive wears, whatever its number.
    void material(u32 i) {
        for (std::size_t m = 0; m < a_.meshes.size(); ++m) {
            for (std::size_t p = 0; p < a_.meshes[m].primitives.size(); ++p) {
                const u32 now = b_.meshes[m].primitives[p].material;
                if (a_.meshes[m].primitives[p].material != i) continue;
                if (now != no_index && same_material(a_.materials[i], b_.materials[now])) continue;
                out_.push_back({.kind = ElementKind::material, .index = i});
                return;
            }
        }
    }

    u32 now(u32 node) const { return node == no_index ? no_index : now_[node]; }

    const Scene& a_;
    const Scene& b_;
    std::vector<u32> now_;  // nodes of the second scene, by those of the first; by name if there are more or fewer
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

std::vector<Element> lost_clips(const Scene& before, const Scene& after) {
    const auto text = [](const Clip& clip) {
        f32 end = 0;
        for (const auto& times : clip.timelines) end = std::max(end, times.empty() ? 0 : times.back());
        return clip.name + "/" + std::to_string(end);
    };
    std::map<std::string, u64> there;
    for (const Clip& clip : after.clips) ++there[text(clip)];
    std::vector<Element> out;
    for (u32 c = 0; c < before.clips.size(); ++c) {
        u64& left = there[text(before.clips[c])];
        left > 0 ? void(--left) : out.push_back({.kind = ElementKind::clip, .index = c});
    }
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
