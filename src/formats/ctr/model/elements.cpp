// Where a CTR stores what its scene shows. Tables are shared: by meshes, by frames, by corners of strips.
#include "formats/ctr/model/elements.hpp"

#include <algorithm>
#include <map>

#include "formats/ctr/family.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/ctr/model/strips.hpp"
#include "formats/shared/element_map.hpp"

namespace thaw::ctr {

namespace in_elements {

namespace {

enum Field : std::size_t {
    model_name,
    mesh_name,
    command,
    colour,
    layout_u0,
    layout_v0,
    layout_u1,
    layout_v1,
    layout_u2,
    layout_v2,
    layout_clut,
    layout_page,
    delta,
    frame_data,
    frame_origin,
    clip_name,
    clip_frames,
    instance_name,
    instance_scale,
    instance_position,
    instance_rotation
};
constexpr std::string_view fields[] = {"models[].name",
                                       "mesh_lists[].meshes[].name",
                                       "command_lists[].commands[].word",
                                       "colour_tables[].colours[]",
                                       "layouts[].u0",
                                       "layouts[].v0",
                                       "layouts[].u1",
                                       "layouts[].v1",
                                       "layouts[].u2",
                                       "layouts[].v2",
                                       "layouts[].clut",
                                       "layouts[].page",
                                       "delta_arrays[].deltas[].word",
                                       "frames[].data",
                                       "frames[].origin",
                                       "animations[].name",
                                       "animations[].num_frames",
                                       "instances[].name",
                                       "instances[].scale",
                                       "instances[].position",
                                       "instances[].rotation"};

// Bits of a command's word.
constexpr u64 texture_bits = 9;
constexpr u64 colour_shift = 9, colour_bits = 7, new_colour_shift = 2;
constexpr u64 slot_shift = 16, slot_bits = 8;
constexpr u64 sides_shift = 28, sides_bits = 2;  // seen from behind, turned round

struct CornerSource {
    u32 vertex = 0;  // the command
    bool from_slot = false;
    u32 colour = 0;  // the command, and where in it
    u64 colour_at = colour_shift;
};

struct FaceSource {
    std::array<CornerSource, 3> corners{};
    u32 driver = 0;
};

// The same steps as faces_of() takes, with commands instead of what they say.
std::vector<FaceSource> sources_of(const CommandList& list) {
    std::vector<FaceSource> out;
    CornerSource a, b, c;
    u32 driver = 0;
    CommandReader reader;
    for (u32 i = 0; i < list.commands.size(); ++i) {
        const Command& command = list.commands[i];
        const CornerSource now{i, command.uses_slot(), i, colour_shift};
        switch (reader.use_of(command)) {
            case CommandUse::first:
                driver = i;
                a = now;
                break;
            case CommandUse::second: b = now; break;
            case CommandUse::third:
                c = now;
                out.push_back({{a, b, c}, driver});
                break;
            case CommandUse::next:
                if ((command.word & fan_bit) == 0) a = b;
                b = c;
                c = now;
                out.push_back({{a, b, c}, i});
                break;
            case CommandUse::recolour:
                a.colour = b.colour = c.colour = i;
                a.colour_at = b.colour_at = colour_shift;
                c.colour_at = new_colour_shift;
                break;
            case CommandUse::end:
            case CommandUse::cut_off: break;
        }
    }
    return out;
}

// Of a compressed frame: from which vertex on the numbers of an axis add up to that of a vertex.
struct Sum {
    u32 from = 0;
    bool is_whole = false;  // that one has the coordinate itself
};
struct Packing {
    std::size_t region = 0;
    std::vector<u64> first_bits{};            // of the stream, by vertex, and one past the last
    std::vector<std::array<Sum, 3>> sums{};   // by vertex and axis
    std::vector<std::array<u8, 3>> widths{};  // bits of each axis
};

struct MeshOf {
    std::size_t list = 0;
    std::size_t index = 0;
    std::size_t commands = 0;  // region
    std::size_t colours = 0;   // region
    std::vector<Face> faces{};
    std::vector<FaceSource> sources{};
    std::vector<std::vector<u32>> triangles{};  // faces by primitive
    std::vector<ShownFrame> frames{};
};

class Elements final : public ElementMap {
public:
    Elements(const Document& document, const SceneOptions& options, const Scene& scene)
        : f_(*document.file), scene_(scene), file_(format, document, "ctr", fields), meshes_(scene.meshes.size()) {
        find_nodes(options);
        find_clips();
    }

    void bits_of(const Element& e, ElementBits& out) const override {
        switch (e.kind) {
            case ElementKind::point: add_point(meshes_[e.mesh], e.frame, e.index, out); break;
            case ElementKind::triangle: add_triangle(meshes_[e.mesh], face_of(e, e.index), out); break;
            case ElementKind::uv: add_uv(e, out); break;
            case ElementKind::color: add_colour(e, out); break;
            case ElementKind::bone: add_node(e.index, out); break;
            case ElementKind::clip:
                if (e.index >= clips_.size()) break;
                out.add(file_, clip_name, {clips_[e.index]});
                out.add(file_, clip_frames, {clips_[e.index]});
                break;
            case ElementKind::material: add_material(e.index, out); break;
            case ElementKind::key:  // a frame after another
            case ElementKind::normal:
            case ElementKind::weights: break;
        }
    }

private:
    static std::optional<std::size_t> number_in(const Extras& extras, std::string_view key) {
        const json::Value* value = extras.find(key);
        const i64* number = value == nullptr ? nullptr : value->get_if<i64>();
        return number == nullptr ? std::nullopt : std::optional(static_cast<std::size_t>(*number));
    }

    // Model after model a node; below it one for each level of detail.
    void find_nodes(const SceneOptions& options) {
        std::size_t models = 0;
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            const Node& node = scene_.nodes[n];
            if (node.extras.find("thaw_id") != nullptr) models_[n] = models++;
            const auto level = number_in(node.extras, "thaw_lod");
            const auto model = level ? models_.find(node.parent) : models_.end();
            if (model == models_.end() || model->second >= f_.models.size()) continue;
            const std::size_t list = f_.mesh_lists.index_of(f_.place(f_.models[model->second].value.meshes));
            if (list >= f_.mesh_lists.size() || *level >= f_.mesh_lists[list].value.size()) continue;
            levels_[n] = {list, *level};
            if (node.mesh != no_index && !meshes_[node.mesh])
                meshes_[node.mesh] = mesh_of(node.mesh, list, *level, options);
        }
    }

    MeshOf mesh_of(u32 m, std::size_t list, std::size_t index, const SceneOptions& options) {
        const Mesh& mesh = f_.mesh_lists[list].value[index];
        MeshOf out{.list = list, .index = index};
        out.commands = f_.command_lists.index_of(f_.place(mesh.commands));
        out.colours = f_.colour_tables.index_of(f_.place(mesh.colours));
        if (const CommandList* commands = commands_of(f_, mesh)) {
            out.faces = faces_of(*commands);
            out.sources = sources_of(*commands);
        }
        out.triangles = std::vector<std::vector<u32>>(scene_.meshes[m].primitives.size());
        for (const ShownFace& face : faces_shown(f_, mesh, out.faces)) {
            if (face.primitive < out.triangles.size()) out.triangles[face.primitive].push_back(face.face);
        }
        const auto& frames = scene_.meshes[m].frames;
        const std::size_t first = static_cast<std::size_t>(options.frame.value_or(0));
        out.frames = frames_shown(f_, mesh, frames ? frames->count : first + 1);
        if (!frames && out.frames.size() > 1) out.frames = {out.frames.back()};  // a still
        for (const ShownFrame& frame : out.frames) pack(frame.deltas);
        return out;
    }

    void pack(u32 pointer) {
        const auto* deltas = deltas_at(f_, pointer);
        if (pointer == 0 || deltas == nullptr || packings_.count(pointer) != 0) return;
        Packing& packing = packings_[pointer];
        packing.region = f_.delta_arrays.index_of(f_.place(delta_target(pointer)));
        std::array<Sum, 3> sums{};
        u64 bit = 0;
        for (u32 v = 0; v < deltas->size(); ++v) {
            const auto bits = (*deltas)[v].bits();
            packing.first_bits.push_back(bit);
            std::array<u8, 3> widths{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (bits[axis] == whole_value_bits) sums[axis] = {v, true};
                widths[axis] = static_cast<u8>(bits[axis] + 1);
                bit += widths[axis];
            }
            packing.sums.push_back(sums);
            packing.widths.push_back(widths);
        }
        packing.first_bits.push_back(bit);
    }

    // A model of several, its first level: that one's animations are clips.
    void find_clips() {
        for (const auto& [node, level] : levels_) {
            const bool is_first = node > 0 && models_.count(node - 1) != 0;
            const u32 m = scene_.nodes[node].mesh;
            if (!is_first || m == no_index || !meshes_[m]) continue;
            const auto* table = animations_of(f_, f_.mesh_lists[level.first].value[level.second]);
            u32 last = no_index;
            for (const ShownFrame& frame : meshes_[m]->frames) {
                if (frame.row == last || frame.row == no_index) continue;
                last = frame.row;
                clips_.push_back(f_.animations.index_of(f_.place((*table)[last].target)));
            }
        }
        if (clips_.size() != scene_.clips.size()) clips_.clear();  // some were too much for a scene
    }

    std::size_t stored_points(const ShownFrame& frame) const {
        const auto packing = packings_.find(frame.deltas);
        if (packing != packings_.end()) return packing->second.sums.size();
        return f_.frames[frame.region].value.data.size() / 3;
    }

    void add_point(const std::optional<MeshOf>& mesh, u32 f, u32 v, ElementBits& out) const {
        if (!mesh || f >= mesh->frames.size()) return;
        const ShownFrame& frame = mesh->frames[f];
        if (v >= stored_points(frame)) {
            if (f > 0) add_point(mesh, 0, v, out);  // where the first frame has it
            return;
        }
        if (const auto packing = packings_.find(frame.deltas); packing != packings_.end()) {
            add_packed(packing->second, frame.region, v, out);
        } else {
            out.add(file_, frame_data, {frame.region}, 24 * u64{v}, 24);
        }
        out.add(file_, frame_origin, {frame.region});
    }

    // Words of 32 bits, little-endian, the highest bit of each first.
    void add_stream(std::size_t region, u64 first, u64 end, ElementBits& out) const {
        constexpr u64 word = 32;
        const auto add = [&](u64 from, u64 to) {
            if (from >= to) return;
            const u64 start = from / word * word;
            out.add(file_, frame_data, {region}, start + word - (to - start), to - from);
        };
        const u64 whole = (first + word - 1) / word * word, rest = end / word * word;
        if (whole > rest) return add(first, end);
        add(first, whole);
        if (whole < rest) out.add(file_, frame_data, {region}, whole, rest - whole);
        add(rest, end);
    }

    // A coordinate is the sum of what every vertex adds, from the last one on that has it as a whole.
    void add_packed(const Packing& packing, std::size_t region, u32 v, ElementBits& out) const {
        const auto& sums = packing.sums[v];
        const u32 all = std::max({sums[0].from, sums[1].from, sums[2].from});
        add_stream(region, packing.first_bits[all], packing.first_bits[v + 1], out);
        const u32 first = std::min({sums[0].from, sums[1].from, sums[2].from});
        if (all - first > most_apart) {
            add_stream(region, packing.first_bits[first], packing.first_bits[all], out);
        } else {
            add_axes(packing, region, first, all, sums, out);
        }
        // What each vertex adds in every frame: 7, 8 and 8 bits, Z lowest.
        constexpr std::array<u64, 3> shift{25, 17, 9}, bits{7, 8, 8};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const u64 from = sums[axis].from + (sums[axis].is_whole ? 1u : 0u);
            if (from > v) continue;
            out.add_each(file_, delta, {packing.region, from}, v + 1 - from, shift[axis], bits[axis]);
        }
    }

    // Before the vertex that all three are summed from, one or two of them alone.
    void add_axes(const Packing& packing, std::size_t region, u32 first, u32 all, const std::array<Sum, 3>& sums,
                  ElementBits& out) const {
        for (u32 v = first; v < all; ++v) {
            u64 bit = packing.first_bits[v];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const u64 width = packing.widths[v][axis];
                if (v >= sums[axis].from) add_stream(region, bit, bit + width, out);
                bit += width;
            }
        }
    }

    // None where the scene had no room for all.
    std::optional<u32> face_of(const Element& e, u32 triangle) const {
        const auto& mesh = meshes_[e.mesh];
        if (!mesh || e.primitive >= mesh->triangles.size() || triangle >= mesh->triangles[e.primitive].size())
            return {};
        return mesh->triangles[e.primitive][triangle];
    }

    const TextureLayout* layout_of(const MeshOf& mesh, const Face& face, std::size_t& region) const {
        const auto* textures = textures_of(f_, f_.mesh_lists[mesh.list].value[mesh.index]);
        if (face.texture == 0 || textures == nullptr || face.texture > textures->size()) return nullptr;
        const u32 pointer = (*textures)[face.texture - 1u].target;
        region = f_.layouts.index_of(f_.place(pointer));
        return layout_at(f_, pointer);
    }

    void add_triangle(const std::optional<MeshOf>& mesh, std::optional<u32> face, ElementBits& out) const {
        if (!face) return;
        const FaceSource& source = mesh->sources[*face];
        for (const CornerSource& corner : source.corners) {
            if (corner.from_slot) out.add(file_, command, {mesh->commands, corner.vertex}, slot_shift, slot_bits);
        }
        if (textures_of(f_, f_.mesh_lists[mesh->list].value[mesh->index]) != nullptr) {
            out.add(file_, command, {mesh->commands, source.driver}, 0, texture_bits);
        }
        out.add(file_, command, {mesh->commands, source.driver}, sides_shift, sides_bits);
        std::size_t region = 0;
        if (layout_of(*mesh, mesh->faces[*face], region) != nullptr) return;
        out.add(file_, colour, {mesh->colours, mesh->faces[*face].corners[0].colour}, 24, 8);  // see-through
    }

    void add_uv(const Element& e, ElementBits& out) const {
        const auto face = face_of(e, e.index / 3);
        if (!face) return;
        const MeshOf& mesh = *meshes_[e.mesh];
        std::size_t region = 0;
        if (layout_of(mesh, mesh.faces[*face], region) == nullptr) return;
        const std::size_t corner = mesh.faces[*face].counter_clockwise()[e.index % 3];
        out.add(file_, layout_u0 + 2 * corner, {region});
        out.add(file_, layout_u0 + 2 * corner + 1, {region});
    }

    void add_colour(const Element& e, ElementBits& out) const {
        const auto face = face_of(e, e.index / 3);
        if (!face) return;
        const MeshOf& mesh = *meshes_[e.mesh];
        const std::size_t c = mesh.faces[*face].counter_clockwise()[e.index % 3];
        const CornerSource& source = mesh.sources[*face].corners[c];
        out.add(file_, colour, {mesh.colours, mesh.faces[*face].corners[c].colour}, 0, 24);
        out.add(file_, command, {mesh.commands, source.colour}, source.colour_at, colour_bits);
    }

    // Where the image is in video memory, and its colours.
    void add_material(u32 material, ElementBits& out) const {
        for (u32 m = 0; m < scene_.meshes.size(); ++m) {
            if (!meshes_[m]) continue;
            for (u32 p = 0; p < meshes_[m]->triangles.size(); ++p) {
                if (scene_.meshes[m].primitives[p].material != material) continue;
                for (const u32 face : meshes_[m]->triangles[p]) {
                    std::size_t region = 0;
                    if (layout_of(*meshes_[m], meshes_[m]->faces[face], region) == nullptr) continue;
                    out.add(file_, layout_clut, {region});
                    out.add(file_, layout_page, {region});
                }
            }
        }
    }

    void add_node(u32 node, ElementBits& out) const {
        if (const auto model = models_.find(node); model != models_.end()) out.add(file_, model_name, {model->second});
        if (const auto level = levels_.find(node); level != levels_.end()) {
            out.add(file_, mesh_name, {level->second.first, level->second.second});
        }
        const auto instance = number_in(scene_.nodes[node].extras, "thaw_instance");
        if (!instance) return;
        if (models_.count(node) == 0) out.add(file_, instance_name, {*instance});
        for (const Field field : {instance_position, instance_rotation}) out.add(file_, field, {*instance});
        out.add(file_, instance_scale, {*instance}, 0, 48);
    }

    static constexpr u32 most_apart = 256;  // vertices; beyond that all bits between them are taken

    const File& f_;
    const Scene& scene_;
    MappedFile file_;
    std::vector<std::optional<MeshOf>> meshes_;
    std::map<u32, std::size_t> models_{};                          // by node
    std::map<u32, std::pair<std::size_t, std::size_t>> levels_{};  // by node: list, and mesh in it
    std::map<u32, Packing> packings_{};                            // by pointer to the deltas
    std::vector<std::size_t> clips_{};                             // animations
};

}  // namespace

}  // namespace in_elements

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle&, const SceneOptions& options,
                                        const Scene& scene) {
    if (!document.file) return nullptr;
    return std::make_unique<in_elements::Elements>(document, options, scene);
}

}  // namespace thaw::ctr
