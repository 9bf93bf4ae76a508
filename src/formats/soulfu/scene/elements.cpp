#include "formats/soulfu/scene/elements.hpp"

#include <algorithm>
#include <map>

#include "formats/soulfu/shared/names.hpp"
#include "formats/soulfu/shared/options.hpp"

namespace thaw::ddd {

namespace in_elements {

namespace {

constexpr u8 weight_bits = 0x7F;

// What a node shows of a base model.
struct NodeOf {
    std::size_t base = 0;
    std::size_t bone = 0;
    bool is_grip = false;  // what hangs on the bone is held there
};

// A primitive is a slot: its triangles whose corners all exist.
struct PrimitiveOf {
    std::size_t slot = 0;
    std::vector<u32> triangles{};
};

struct MeshOf {
    std::size_t base = 0;  // counting levels
    Shape shape{};
    std::vector<PrimitiveOf> primitives{};
};

// A clip is a run of frames with one action; each base model has keys at those that show it.
struct ClipOf {
    std::size_t first = 0;
    std::size_t end = 0;
    std::map<std::size_t, std::vector<std::size_t>> frames{};  // by base model
};

class Elements final : public ElementMap {
public:
    Elements(std::unique_ptr<SceneSource> source, std::unique_ptr<SourceFields> fields, OwnFrames own,
             const SceneOptions& options, const Scene& scene)
        : source_(std::move(source)),
          fields_(std::move(fields)),
          file_(fields_->file()),
          own_(own),
          exact_(options.own.word(soulfu::option::rig) == soulfu::option::rig_words[1]),
          smooth_(options.own.has(soulfu::option::smooth)),
          scene_(scene) {
        find_nodes();
        for (const Mesh& mesh : scene.meshes) meshes_.push_back(mesh_of(mesh));
        if (!options.frame) find_clips();
    }

    void bits_of(const Element& e, ElementBits& out) const override {
        switch (e.kind) {
            case ElementKind::point:
                if (const auto& mesh = meshes_[e.mesh]) {
                    fields_->add_position(mesh->base, e.index, mesh->shape.vertices[e.index], out);
                }
                break;
            case ElementKind::weights: add_weights(e, out); break;
            case ElementKind::triangle:
                for (std::size_t i = 0; i < 3; ++i) add_corner(e, 3 * e.index + static_cast<u32>(i), false, out);
                break;
            case ElementKind::uv: add_corner(e, e.index, true, out); break;
            case ElementKind::bone: add_bone(e.index, out); break;
            case ElementKind::key: add_key(e, out); break;
            case ElementKind::clip: add_clip(e.index, out); break;
            case ElementKind::material: add_material(e.index, out); break;
            case ElementKind::normal:
            case ElementKind::color: break;
        }
    }

private:
    static std::optional<std::size_t> number_in(const Extras& extras, std::string_view key) {
        const json::Value* value = extras.find(key);
        const i64* number = value == nullptr ? nullptr : value->get_if<i64>();
        return number == nullptr ? std::nullopt : std::optional(static_cast<std::size_t>(*number));
    }

    // Base model after base model: its node, then one or two a bone, and one for what the bone holds.
    void find_nodes() {
        std::size_t n = 0;
        for (std::size_t base = 0; base < source_->bases(); ++base) {
            while (n < scene_.nodes.size() && number_in(scene_.nodes[n].extras, "thaw_base") != base) ++n;
            const Shape shape = source_->shape(base, 0, false);
            bones_.push_back(shape.bones);
            binds_.push_back(bind_frame(base));
            ++n;
            for (std::size_t bone = 0; bone < shape.bones.size() && n < scene_.nodes.size(); ++bone) {
                nodes_[static_cast<u32>(n++)] = {base, bone};
                if (exact_) nodes_[static_cast<u32>(n++)] = {base, bone};
                if (n < scene_.nodes.size() && number_in(scene_.nodes[n].extras, "thaw_bone_id")) {
                    nodes_[static_cast<u32>(n++)] = {base, bone, true};
                }
            }
        }
    }

    std::optional<std::size_t> bind_frame(std::size_t base) const {
        for (std::size_t f = 0; own_.binds && f < source_->frames(); ++f) {
            if (source_->head(f).base == base) return f;
        }
        return {};
    }

    // None of a part that comes from another file.
    std::optional<MeshOf> mesh_of(const Mesh& mesh) const {
        const auto base = number_in(mesh.extras, "thaw_base");
        if (!base || *base >= source_->bases() || mesh.extras.find("thaw_part") != nullptr) return {};
        const std::size_t level = number_in(mesh.extras, "thaw_lod").value_or(0);
        MeshOf out{*base * source_->levels() + level, source_->shape(*base, level, false)};
        for (std::size_t s = 0; s < slot_count; ++s) {
            const ShapeSlot& slot = out.shape.slots[s];
            PrimitiveOf primitive{.slot = s};
            for (u32 t = 0; slot.used && t < slot.triangles.size(); ++t) {
                if (is_whole(slot.triangles[t], out.shape.vertices.size(), out.shape.uvs.size())) {
                    primitive.triangles.push_back(t);
                }
            }
            if (!primitive.triangles.empty()) out.primitives.push_back(std::move(primitive));
        }
        return out;
    }

    void find_clips() {
        for (std::size_t first = 0; first < source_->frames();) {
            const u8 action = source_->head(first).action;
            ClipOf clip{.first = first, .end = first};
            while (clip.end < source_->frames() && source_->head(clip.end).action == action) {
                const std::size_t base = source_->head(clip.end).base;
                if (base < bones_.size() && source_->pose(base, clip.end).size() >= bones_[base].size()) {
                    clip.frames[base].push_back(clip.end);
                }
                ++clip.end;
            }
            first = clip.end;
            if (action != boning) clips_.push_back(std::move(clip));
        }
    }

    void add_weights(const Element& e, ElementBits& out) const {
        const auto& mesh = meshes_[e.mesh];
        if (!mesh) return;
        const ShapeVertex& vertex = mesh->shape.vertices[e.index];
        const bool is_shared = vertex.bones[0] != vertex.bones[1];
        // The second bone always has a share.
        const u64 first = (vertex.weight & weight_bits) == 0 ? 8 : 0;
        out.add(file_, vertex_bones, {mesh->base, e.index}, first, 16 - first);
        if (is_shared) out.add(file_, vertex_weight, {mesh->base, e.index}, 0, 7);
    }

    // The index of a vertex; or that of a texture vertex, and what is stored there.
    void add_corner(const Element& e, u32 corner, bool texture, ElementBits& out) const {
        const auto& mesh = meshes_[e.mesh];
        if (!mesh || e.primitive >= mesh->primitives.size()) return;  // lines are computed
        const PrimitiveOf& primitive = mesh->primitives[e.primitive];
        const u32 triangle = primitive.triangles[corner / 3];
        const std::size_t side = corners_in_scene[corner % 3];
        const StoredCorner stored = fields_->corner(mesh->base, primitive.slot, triangle, side);
        const std::size_t field = stored.field + (texture ? 1 : 0);
        out.add(file_, field, {mesh->base, primitive.slot, stored.at[0], stored.at[1]});
        if (!texture) return;
        out.add(file_, tex_vertex,
                {mesh->base, mesh->shape.slots[primitive.slot].triangles[triangle].corners[side].tex_vertex});
    }

    void add_start(std::size_t frame, const Bone& bone, ElementBits& out) const {
        out.add(file_, frame_joints, {frame, bone.joints[0]});
    }
    void add_along(std::size_t frame, const Bone& bone, ElementBits& out) const {
        add_start(frame, bone, out);
        out.add(file_, frame_joints, {frame, bone.joints[1]});
    }

    // Where the bone is in the pose that the mesh is bound in.
    void add_bone(u32 node, ElementBits& out) const {
        const auto found = nodes_.find(node);
        if (found == nodes_.end()) return;
        const auto& [base, b, is_grip] = found->second;
        const Bone& bone = bones_[base][b];
        if (is_grip) out.add(file_, bone_id, {base * source_->levels(), b}, 0, 3);
        out.add(file_, bone_joints, {base * source_->levels(), b});
        if (!binds_[base]) return;
        add_along(*binds_[base], bone, out);
        if (!is_grip || exact_) fields_->add_direction(*binds_[base], b, exact_, out);
    }

    void add_key(const Element& e, ElementBits& out) const {
        const Channel& channel = scene_.clips[e.clip].channels[e.channel];
        const auto node = nodes_.find(channel.node);
        if (node == nodes_.end() || e.clip >= clips_.size()) return;  // which base model is shown
        const std::size_t base = node->second.base;
        const auto& shown = clips_[e.clip].frames;
        const auto frames = shown.find(base);
        if (frames == shown.end()) return;
        const std::size_t keys = scene_.clips[e.clip].timelines[channel.timeline].size();
        out.add(file_, bone_joints, {base * source_->levels(), node->second.bone});
        if (keys < frames->second.size() + 1) {  // it never changes: one key, and one at the end
            for (const std::size_t frame : frames->second) add_pose(frame, node->second, channel.path, out);
        } else if (e.index < frames->second.size()) {
            add_pose(frames->second[e.index], node->second, channel.path, out);
        } else {
            add_pose(frames->second.back(), node->second, channel.path, out);
            if (smooth_) add_pose(frames->second.front(), node->second, channel.path, out);
        }
    }

    void add_pose(std::size_t frame, const NodeOf& node, Path path, ElementBits& out) const {
        const Bone& bone = bones_[node.base][node.bone];
        const auto& bind = binds_[node.base];
        if (own_.poses) path == Path::translation ? add_start(frame, bone, out) : add_along(frame, bone, out);
        if (path == Path::translation) return;
        if (own_.poses && (exact_ || path == Path::rotation)) fields_->add_direction(frame, node.bone, exact_, out);
        // It is stretched by so much over its length in the bind pose.
        if (bind && (exact_ || path == Path::scale)) add_along(*bind, bone, out);
        if (bind && exact_) fields_->add_direction(*bind, node.bone, exact_, out);
    }

    void add_clip(u32 c, ElementBits& out) const {
        if (c >= clips_.size() || !own_.poses) return;
        for (std::size_t f = clips_[c].first; f < clips_[c].end; ++f) out.add(file_, frame_action, {f});
    }

    void add_material(u32 material, ElementBits& out) const {
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            if (!meshes_[m]) continue;
            for (std::size_t p = 0; p < meshes_[m]->primitives.size(); ++p) {
                const Primitive& primitive = scene_.meshes[m].primitives[p];
                const auto& variants = primitive.variants;
                const bool wears = primitive.material == material ||
                                   std::find(variants.begin(), variants.end(), material) != variants.end();
                if (!wears) continue;
                out.add(file_, slot_flags, {meshes_[m]->base, meshes_[m]->primitives[p].slot});
                out.add(file_, slot_alpha, {meshes_[m]->base, meshes_[m]->primitives[p].slot});
            }
        }
    }

    std::unique_ptr<SceneSource> source_;
    std::unique_ptr<SourceFields> fields_;
    const MappedFile& file_;
    OwnFrames own_;
    bool exact_;
    bool smooth_;
    const Scene& scene_;
    std::map<u32, NodeOf> nodes_{};
    std::vector<std::vector<Bone>> bones_{};           // by base model
    std::vector<std::optional<std::size_t>> binds_{};  // frames of the file, by base model
    std::vector<std::optional<MeshOf>> meshes_{};
    std::vector<ClipOf> clips_{};
};

}  // namespace

}  // namespace in_elements

std::unique_ptr<ElementMap> map_elements(std::unique_ptr<SceneSource> source, std::unique_ptr<SourceFields> fields,
                                         OwnFrames own, const SceneOptions& options, const Scene& scene) {
    return std::make_unique<in_elements::Elements>(std::move(source), std::move(fields), own, options, scene);
}

}  // namespace thaw::ddd
