#include "scene/check.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/targets.hpp"

namespace thaw {

namespace {

bool finite(std::span<const f32> values) {
    return std::all_of(values.begin(), values.end(), [](f32 v) { return std::isfinite(v); });
}
bool finite(Quat q) { return finite(std::array{q.x, q.y, q.z, q.w}); }
bool finite(Vec4 v) { return finite(std::array{v.x, v.y, v.z, v.w}); }
bool unit(double squared_length) { return std::abs(squared_length - 1) < 1e-3; }
bool object_or_null(const Extras& extras) {
    return extras.get_if<std::monostate>() != nullptr || extras.get_if<json::Object>() != nullptr;
}

class Checker {
public:
    explicit Checker(const Scene& scene) : scene_(scene) {}

    std::string run() {
        each("nodes", scene_.nodes, &Checker::node);
        each("meshes", scene_.meshes, &Checker::mesh);
        each("skins", scene_.skins, &Checker::skin);
        each("materials", scene_.materials, &Checker::material);
        each("images", scene_.images, &Checker::image);
        each("clips", scene_.clips, &Checker::clip);
        for (const std::string& name : scene_.variants) is(text::is_utf8(name), "a variant's name is not UTF-8");
        is(object_or_null(scene_.extras), "extras are no object");
        return found_;
    }

private:
    template <class T>
    void each(const char* list, const std::vector<T>& items, void (Checker::*one)(const T&, std::size_t)) {
        for (std::size_t i = 0; i < items.size() && found_.empty(); ++i) {
            where_ = std::string(list) + "[" + std::to_string(i) + "]";
            (this->*one)(items[i], i);
        }
    }

    bool is(bool condition, std::string_view otherwise) {
        if (!condition && found_.empty()) found_ = where_ + ": " + std::string(otherwise);
        return condition;
    }
    bool below(u64 index, u64 size, std::string_view what) {
        if (index < size) return true;
        return is(false, std::string(what) + " " + std::to_string(index) + " of " + std::to_string(size));
    }
    bool below_or_none(u32 index, u64 size, std::string_view what) {
        return index == no_index || below(index, size, what);
    }

    void node(const Node& node, std::size_t i) {
        is(text::is_utf8(node.name), "name is not UTF-8");
        is(node.parent == no_index || node.parent < i, "parent comes after it");
        is(is_finite(node.local.translation) && finite(node.local.rotation) && is_finite(node.local.scale),
           "transform is not finite");
        is(unit(dot(node.local.rotation, node.local.rotation)), "rotation is not of unit length");
        is(object_or_null(node.extras), "extras are no object");
        below_or_none(node.mesh, scene_.meshes.size(), "mesh");
        if (!below_or_none(node.skin, scene_.skins.size(), "skin") || node.skin == no_index) return;
        is(node.parent == no_index && node.local == Transform{},
           "a skinned node is not a root with identity transform");
        if (!is(node.mesh != no_index, "a skin without mesh")) return;
        const Influences& influences = scene_.meshes[node.mesh].influences;
        is(influences.per_point > 0, "a skin, but no point has influences");
        for (const u16 joint : influences.joints) {
            if (!below(joint, scene_.skins[node.skin].joints.size(), "joint")) return;
        }
    }

    void influences(const Influences& list, std::size_t points) {
        const std::size_t n = list.per_point;
        is(list.joints.size() == points * n && list.weights.size() == points * n, "influences do not match the points");
        if (!found_.empty()) return;
        for (std::size_t p = 0; p < points; ++p) {
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i) {
                const f32 weight = list.weights[p * n + i];
                is(std::isfinite(weight) && weight >= 0, "a weight is negative or not finite");
                is(weight > 0 || list.joints[p * n + i] == 0, "an unused influence has a joint");
                for (std::size_t k = 0; k < i && weight > 0; ++k) {
                    is(list.weights[p * n + k] == 0 || list.joints[p * n + k] != list.joints[p * n + i],
                       "a point hangs on a joint twice");
                }
                sum += weight;
            }
            if (!is(n == 0 || std::abs(sum - 1) < 1e-4, "weights do not add up to 1") || !found_.empty()) return;
        }
    }

    void mesh(const Mesh& mesh, std::size_t) {
        const std::size_t points = mesh.points.size();
        is(text::is_utf8(mesh.name), "name is not UTF-8");
        is(object_or_null(mesh.extras), "extras are no object");
        is(std::all_of(mesh.points.begin(), mesh.points.end(), [](Vec3 p) { return is_finite(p); }),
           "a point is not finite");
        is(mesh.normals.empty() || mesh.normals.size() == points, "normals do not match the points");
        for (const Vec3 n : mesh.normals) {
            if (!is(is_finite(n) && unit(dot(n, n)), "a normal is not of unit length")) return;
        }
        is(mesh.tangents.empty() || mesh.tangents.size() == points, "tangents do not match the points");
        for (const Vec4 t : mesh.tangents) {
            if (!is(finite(t) && unit(t.x * t.x + t.y * t.y + t.z * t.z) && (t.w == 1 || t.w == -1),
                    "a tangent is wrong"))
                return;
        }
        influences(mesh.influences, points);
        is(!mesh.primitives.empty(), "no primitives");
        is(mesh.targets.empty() || !mesh.frames, "both targets and frames");
        for (const MorphTarget& target : mesh.targets) morph_target(mesh, target);
        if (mesh.frames) frames(*mesh.frames, mesh.points);
        for (std::size_t i = 0; i < mesh.primitives.size() && found_.empty(); ++i) {
            const std::string outer = where_;
            where_ += ".primitives[" + std::to_string(i) + "]";
            primitive(mesh.primitives[i], points);
            where_ = outer;
        }
    }

    void morph_target(const Mesh& mesh, const MorphTarget& target) {
        is(text::is_utf8(target.name), "a target's name is not UTF-8");
        if (!is(target.points.size() == target.offsets.size(), "a target's points and offsets differ in number"))
            return;
        is(std::is_sorted(target.points.begin(), target.points.end(), std::less_equal<>()),
           "a target's points do not increase");
        if (!target.points.empty()) below(target.points.back(), mesh.points.size(), "target point");
        if (!target.stored.empty() && !stored_lists(mesh, target)) return;
        each_offset(mesh, target, [&](u32, Vec3 offset) { is(is_finite(offset), "an offset is not finite"); });
    }

    bool stored_lists(const Mesh& mesh, const MorphTarget& target) {
        constexpr u64 element_bytes = 12;
        if (!is(target.points.empty() && target.offsets.empty(), "a target both listed and stored")) return false;
        if (!is(mesh.places.size() == mesh.points.size(), "places do not match the points")) return false;
        for (const StoredPlace place : mesh.places) {
            if (!below(place.list, target.stored.size(), "list of offsets")) return false;
            const StoredOffsets& list = target.stored[place.list];
            const u64 size = list.bytes.size();
            const bool fits =
                size >= element_bytes && (list.stride == 0 || place.element <= (size - element_bytes) / list.stride);
            if (!is(size == 0 || fits, "a stored offset is not in its bytes")) return false;
        }
        return true;
    }

    void frames(const VertexFrames& frames, const std::vector<Vec3>& base) {
        const std::size_t points = base.size();
        is(frames.count > 0, "frames without a frame");
        is(frames.names.empty() || frames.names.size() == frames.count, "frame names do not match the frames");
        for (const std::string& name : frames.names) is(text::is_utf8(name), "a frame's name is not UTF-8");
        for (const Vec3d& row : frames.transform.rows) is(is_finite(row), "the frames' transform is not finite");
        is(frames.scales.empty() || frames.scales.size() == frames.count, "frame scales do not match the frames");
        for (const FrameScale& s : frames.scales) {
            is(is_finite(s.scale) && is_finite(s.offset), "a frame's scale is not finite");
        }
        is(is_valid(frames.layout), "numbers of a point outside of its bytes");
        const u64 size = frames.bytes.size();
        const u64 needed = static_cast<u64>(points) * frames.layout.bytes;
        if (frames.count == 0 || !found_.empty()) return;
        const bool fits = needed <= size && frames.offset <= size - needed &&
                          (frames.count == 1 || frames.stride <= (size - needed - frames.offset) / (frames.count - 1));
        if (!is(fits, "frames reach past their bytes")) return;
        // Integers are finite by nature, and one transform keeps them so unless it is enormous.
        std::vector<Vec3> decoded(points);
        const bool every = frames.layout.numbers == PointLayout::Numbers::floats || !frames.scales.empty();
        for (u32 f = 0; f < (every ? frames.count : 1); ++f) {
            decode_frame(frames, f, decoded);
            if (!is(std::all_of(decoded.begin(), decoded.end(), [](Vec3 p) { return is_finite(p); }),
                    "a frame is not finite"))
                return;
            if (f == 0) is(decoded == base, "the points are not those of frame 0");
        }
    }

    void primitive(const Primitive& p, std::size_t points) {
        const std::size_t corners = p.points.size();
        below_or_none(p.material, scene_.materials.size(), "material");
        for (const u32 point : p.points) {
            if (!below(point, points, "point")) return;
        }
        is(p.uvs.empty() || p.uvs.size() == corners, "uvs do not match the corners");
        for (const Vec2 uv : p.uvs) is(std::isfinite(uv.x) && std::isfinite(uv.y), "a uv is not finite");
        is(p.colors.empty() || p.colors.size() == corners, "colors do not match the corners");
        for (const Vec4 c : p.colors) {
            is(finite(c) && std::min({c.x, c.y, c.z, c.w}) >= 0 && std::max({c.x, c.y, c.z, c.w}) <= 1,
               "a color is not within 0 and 1");
        }
        is(!p.indices.empty(), "no triangles");
        is(p.indices.size() % (p.topology == Topology::triangles ? 3 : 2) == 0, "indices are not whole triangles");
        for (const u32 index : p.indices) {
            if (!below(index, corners, "corner")) return;
        }
        is(p.variants.empty() || p.variants.size() == scene_.variants.size(), "variants do not match the scene's");
        for (const u32 material : p.variants) below(material, scene_.materials.size(), "material");
        if (p.flat) {
            std::vector<u32> used = p.indices;
            std::sort(used.begin(), used.end());
            is(std::adjacent_find(used.begin(), used.end()) == used.end(),
               "triangles of a flat primitive share corners");
        }
    }

    void skin(const Skin& skin, std::size_t) {
        is(text::is_utf8(skin.name), "name is not UTF-8");
        is(!skin.joints.empty() && skin.joints.size() <= 0x10000, "number of joints");
        is(skin.inverse_binds.size() == skin.joints.size(), "inverse binds do not match the joints");
        for (const u32 joint : skin.joints) below(joint, scene_.nodes.size(), "joint");
        is(std::set<u32>(skin.joints.begin(), skin.joints.end()).size() == skin.joints.size(), "a joint twice");
        for (const Mat4& matrix : skin.inverse_binds) {
            is(finite(matrix.m), "an inverse bind is not finite");
            is(matrix.m[3] == 0 && matrix.m[7] == 0 && matrix.m[11] == 0 && matrix.m[15] == 1,
               "an inverse bind is not affine");
        }
    }

    void material(const Material& material, std::size_t) {
        is(text::is_utf8(material.name), "name is not UTF-8");
        below_or_none(material.image, scene_.images.size(), "image");
        const Vec4 c = material.base_color;
        is(finite(c) && std::min({c.x, c.y, c.z, c.w}) >= 0 && std::max({c.x, c.y, c.z, c.w}) <= 1,
           "color is not within 0 and 1");
        is(std::isfinite(material.alpha_cutoff) && material.alpha_cutoff >= 0, "alpha cutoff");
        is(object_or_null(material.extras), "extras are no object");
    }

    void image(const Image& image, std::size_t) {
        is(text::is_utf8(image.name), "name is not UTF-8");
        is(image.pixels.size() == u64{image.width} * image.height * 4, "pixels do not match the size");
        is(image.file.empty() || image.pixels.empty(), "both a file and pixels");
    }

    void clip(const Clip& clip, std::size_t) {
        is(text::is_utf8(clip.name), "name is not UTF-8");
        is(object_or_null(clip.extras), "extras are no object");
        for (const auto& times : clip.timelines) {
            is(!times.empty() && times.front() >= 0 && finite(times), "times are missing, negative or not finite");
            is(std::is_sorted(times.begin(), times.end(), std::less_equal<>()), "times do not increase");
        }
        std::set<std::pair<u32, Path>> seen;
        for (const Channel& channel : clip.channels) {
            if (!found_.empty() || !below(channel.timeline, clip.timelines.size(), "timeline")) return;
            is(seen.emplace(channel.node, channel.path).second, "two channels move the same");
            if (!below(channel.node, scene_.nodes.size(), "node")) return;
            this->channel(channel, clip.timelines[channel.timeline].size());
        }
    }

    void channel(const Channel& channel, std::size_t keys) {
        const Node& node = scene_.nodes[channel.node];
        const Mesh* mesh = node.mesh == no_index ? nullptr : &scene_.meshes[node.mesh];
        is(finite(channel.values), "a value is not finite");
        is(channel.turns.empty() || channel.path == Path::rotation, "turns on a channel of another kind");
        f32 before = 0;
        for (const AngleTurn& turn : channel.turns) {
            is(turn.begin >= before && turn.begin < turn.end, "turns are not in the order of time");
            is(is_finite(turn.from) && is_finite(turn.step), "a turn is not finite");
            before = turn.end;
        }
        if (channel.path == Path::frame) {
            is(channel.values.empty() && channel.frames.size() == keys, "frames do not match the times");
            if (!is(mesh != nullptr && mesh->frames, "a frame channel without frames")) return;
            for (const u32 frame : channel.frames) below(frame, mesh->frames->count, "frame");
            return;
        }
        is(channel.frames.empty(), "frames on a channel of another kind");
        if (channel.path == Path::weights) {
            if (!is(mesh != nullptr && !mesh->targets.empty(), "a weights channel without targets")) return;
            is(channel.values.size() == keys * mesh->targets.size(), "weights do not match the times");
            return;
        }
        is(node.skin == no_index, "the node of a skinned mesh is moved");
        const std::size_t width = channel.path == Path::rotation ? 4 : 3;
        if (!is(channel.values.size() == keys * width, "values do not match the times")) return;
        for (std::size_t k = 0; k < keys && width == 4; ++k) {
            const f32* q = channel.values.data() + 4 * k;
            is(unit(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), "a rotation is not of unit length");
        }
    }

    const Scene& scene_;
    std::string where_ = "scene";
    std::string found_;
};

}  // namespace

std::string check(const Scene& scene) { return Checker(scene).run(); }

}  // namespace thaw
