// Faces as primitives: one a material, corners unique by vertex, colour and place on the image.
#include <algorithm>
#include <tuple>

#include "base/text.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/issues.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/ctr/model/strips.hpp"
#include "scene/maths.hpp"
#include "scene/unique.hpp"

namespace thaw::ctr {

namespace {

constexpr u64 face_bytes = 400;  // with what is made on the way
constexpr u8 translucent_weight = 2;

// Colours as they are meant on faces without an image (255 is full), and on images of some strength.
class ColourTable {
public:
    Vec4 of(u32 word, u16 full) {
        auto& table = tables_[full];
        if (table.empty()) {
            for (u32 c = 0; c < 256; ++c) {
                table.push_back(srgb_to_linear(std::min(1.0f, static_cast<f32>(c) / static_cast<f32>(full))));
            }
        }
        return {table[word & 255], table[word >> 8 & 255], table[word >> 16 & 255], 1};
    }

private:
    std::map<u16, std::vector<f32>> tables_{};
};

using Key = std::array<u32, 3>;  // vertex, colour, place on the image

class MeshMaker {
public:
    MeshMaker(SceneWork& work, Materials& materials, std::size_t list, std::size_t index)
        : work_(work),
          materials_(materials),
          list_(list),
          index_(index),
          source_(work.file.mesh_lists[list].value[index]),
          colours_(colours_of(work.file, source_)),
          textures_(textures_of(work.file, source_)) {}

    ShownMesh run() {
        const CommandList* commands = commands_of(work_.file, source_);
        if (commands == nullptr) {
            report(issue::commands_lost, "commands", "a command list", text::hex(source_.commands));
            return {};
        }
        if (!work_.budget.take(face_bytes * commands->commands.size())) {
            report(issue::too_much, "commands", {}, text::plural(commands->commands.size(), "command"));
            return {};
        }
        Points points = points_of(work_, list_, index_, static_cast<std::size_t>(usage_of(*commands).vertices));
        if (points.base.empty()) return {};
        collect(faces_of(*commands), points.present);
        thaw::Mesh mesh;
        mesh.name = text::to_utf8(text::until_nul(source_.name));
        for (const u32 material : order_) add_primitive(mesh, material);
        if (mesh.primitives.empty()) {
            report(issue::no_visible_faces, "commands", "at least 1", "none");
            return {};
        }
        mesh.points = std::move(points.base);
        mesh.frames = std::move(points.frames);
        add_extras(mesh);
        ShownMesh out{static_cast<u32>(work_.scene.meshes.size()), std::move(points.clips)};
        work_.scene.meshes.push_back(std::move(mesh));
        return out;
    }

private:
    void report(const IssueKind& kind, const char* field, std::string expected, std::string found) {
        work_.reporter.report(kind, [&] {
            return Finding{field_path("mesh_lists", list_, "meshes", index_, field), std::move(expected),
                           std::move(found)};
        });
    }

    // The layout of a face, if it has one that exists (an empty entry is drawn without a texture).
    const TextureLayout* layout_of(const Face& face) {
        if (face.texture == 0) return nullptr;
        const bool listed = textures_ != nullptr && face.texture <= textures_->size();
        const u32 pointer = listed ? (*textures_)[face.texture - 1u].target : 0;
        const TextureLayout* layout = layout_at(work_.file, pointer);
        if (layout == nullptr) (listed && pointer == 0 ? null_layouts_ : lost_layouts_).note(face.command);
        return layout;
    }

    // One past the end of the table is neutral.
    Colour colour(u8 index, bool textured) {
        if (colours_ != nullptr && index < colours_->size()) return (*colours_)[index];
        lost_colours_.note(index);
        const u8 neutral = textured ? 128 : 255;
        return {neutral, neutral, neutral, 0};
    }

    void collect(const std::vector<Face>& faces, std::size_t present) {
        for (const Face& face : faces) {
            if (!face.is_complete()) {
                unwritten_.note(face.command);
                continue;
            }
            const auto is_there = [&](const Corner& corner) { return corner.vertex < present; };
            if (!std::all_of(face.corners.begin(), face.corners.end(), is_there)) continue;  // reported with the frame
            const TextureLayout* layout = layout_of(face);
            std::array<Key, 3> keys{};
            for (std::size_t c = 0; c < 3; ++c) {
                const Colour rgb = colour(face.corners[c].colour, layout != nullptr);
                keys[c] = {face.corners[c].vertex, static_cast<u32>(rgb.red | rgb.green << 8 | rgb.blue << 16), 0};
            }
            u32 material = 0;
            if (layout == nullptr) {
                const u8 weight = colour(face.corners[0].colour, false).weight;
                material = materials_.plain(face.one_sided, weight == translucent_weight);
            } else {
                material = materials_.textured(*layout, face.one_sided, strength_level(colours_, face));
                const std::array<u32, 3> places{layout->u0 | u32{layout->v0} << 8, layout->u1 | u32{layout->v1} << 8,
                                                layout->u2 | u32{layout->v2} << 8};
                for (std::size_t c = 0; c < 3; ++c) keys[c][2] = places[c];
            }
            Batch& batch = batches_[material];
            if (batch.keys.empty()) order_.push_back(material);
            batch.layout = layout;
            for (const u8 c : face.counter_clockwise()) batch.keys.push_back(keys[c]);
        }
        report_losses(faces.size());
    }

    void report_losses(std::size_t faces) {
        const auto command = [&](const Offenders& tally) {
            return field_path("command_lists", work_.file.command_lists.index_of(work_.file.place(source_.commands)),
                              "commands", tally.first());
        };
        const auto tell = [&](const IssueKind& kind, const Offenders& tally, const char* expected) {
            if (tally) {
                work_.reporter.report(kind,
                                      [&] { return Finding{command(tally), expected, tally.of(faces) + " faces"}; });
            }
        };
        tell(issue::slots_unwritten, unwritten_, "a slot that holds a vertex");
        tell(issue::triangles_without_layout, null_layouts_, "a layout");
        tell(issue::layouts_lost, lost_layouts_, "a layout in the file");
        if (!lost_colours_) return;
        report(issue::colour_lost, "colours", std::to_string(lost_colours_.first()),
               text::plural(colours_ == nullptr ? 0 : colours_->size(), "colour"));
    }

    void add_primitive(thaw::Mesh& mesh, u32 material) {
        const Batch& batch = batches_[material];
        Primitive out;
        out.material = material;
        constexpr u16 full_plain = 255;
        const u16 full = batch.layout == nullptr ? full_plain : materials_.strength_of(material);
        Unique corners = unique_of(batch.keys);
        out.indices = std::move(corners.index);
        for (const u32 k : corners.firsts) {
            const Key& key = batch.keys[k];
            out.points.push_back(key[0]);
            out.colors.push_back(table_.of(key[1], full));
            if (batch.layout == nullptr) continue;
            out.uvs.push_back(materials_.uv(*batch.layout, static_cast<u8>(key[2]), static_cast<u8>(key[2] >> 8)));
        }
        mesh.primitives.push_back(std::move(out));
    }

    void add_extras(thaw::Mesh& mesh) {
        mesh.extras.set("thaw_flags", source_.flags).set("thaw_lod_distance", source_.lod_distance);
        mesh.extras.set("thaw_scale_x", source_.scale[0]).set("thaw_scale_y", source_.scale[1]);
        mesh.extras.set("thaw_scale_z", source_.scale[2]);
        if ((source_.flags & 1) != 0) mesh.extras.set("thaw_faces_camera", true);
        const auto* list = work_.file.anim_textures.find(work_.file.place(source_.anim_textures));
        if (source_.anim_textures == 0 || list == nullptr) return;
        u64 layouts = 0;
        for (const AnimTexture& each : list->value.entries) layouts += 1 + each.layouts.size();
        constexpr u64 layout_bytes = 1024;
        if (!work_.budget.take(layouts * layout_bytes)) {
            return report(issue::too_much, "anim_textures", {}, text::plural(layouts, "image"));
        }
        json::Array out;
        for (std::size_t i = 0; i + 1 < list->value.entries.size(); ++i) {  // the last one is the end mark
            out.push_back(anim_texture_json(list->value.entries[i]));
        }
        if (!out.empty()) mesh.extras.set("thaw_anim_textures", json::to_text(std::move(out)));
    }

    static json::Value layout_json(const TextureLayout& l) {
        return json::Array{l.u0, l.v0, l.u1, l.v1, l.u2, l.v2, l.u3, l.v3, l.clut, l.page};
    }

    json::Value anim_texture_json(const AnimTexture& source) const {
        json::Array layouts;
        for (const Pointer& pointer : source.layouts) {
            const TextureLayout* layout = layout_at(work_.file, pointer.target);
            if (layout != nullptr) layouts.push_back(layout_json(*layout));
        }
        const i64 texture = (i64{source.slot} - i64{source_.textures}) / 4 + 1;
        json::Value out;
        out.set("texture", texture).set("offset", source.frame_offset);
        out.set("shift", source.frame_skip).set("layouts", std::move(layouts));
        // What triangles show until then: how they are found again.
        if (textures_ == nullptr || texture < 1 || texture > static_cast<i64>(textures_->size())) return out;
        const TextureLayout* replaced =
            layout_at(work_.file, (*textures_)[static_cast<std::size_t>(texture - 1)].target);
        if (replaced != nullptr) out.set("replaces", layout_json(*replaced));
        return out;
    }

    struct Batch {
        const TextureLayout* layout = nullptr;  // any of those that the material stands for
        std::vector<Key> keys{};                // three a face
    };

    SceneWork& work_;
    Materials& materials_;
    std::size_t list_, index_;
    const Mesh& source_;
    const std::vector<Colour>* colours_;
    const std::vector<Pointer>* textures_;
    ColourTable table_{};
    std::map<u32, Batch> batches_{};  // by material
    std::vector<u32> order_{};        // in which materials occur
    Offenders unwritten_{}, null_layouts_{}, lost_layouts_{}, lost_colours_{};
};

}  // namespace

// A primitive for each material, in the order in which faces ask for them: see MeshMaker::collect().
std::vector<ShownFace> faces_shown(const File& file, const Mesh& mesh, const std::vector<Face>& faces) {
    const auto frames = frames_shown(file, mesh, 1);
    const CommandList* commands = commands_of(file, mesh);
    if (frames.empty() || commands == nullptr) return {};
    const std::size_t present = decode_frame(file.frames[frames[0].region].value, deltas_at(file, frames[0].deltas),
                                             usage_of(*commands).vertices)
                                    .points.size();
    const auto* colours = colours_of(file, mesh);
    const auto* textures = textures_of(file, mesh);
    std::map<std::tuple<bool, Materials::Group, bool, bool, u8>, u32> primitives;
    std::vector<u32> triangles;
    std::vector<ShownFace> out;
    for (u32 f = 0; f < faces.size(); ++f) {
        const Face& face = faces[f];
        const auto is_there = [&](const Corner& corner) { return corner.vertex < present; };
        if (!face.is_complete() || !std::all_of(face.corners.begin(), face.corners.end(), is_there)) continue;
        const bool listed = face.texture > 0 && textures != nullptr && face.texture <= textures->size();
        const TextureLayout* layout = listed ? layout_at(file, (*textures)[face.texture - 1u].target) : nullptr;
        const u8 colour = face.corners[0].colour;
        const bool translucent = layout == nullptr && colours != nullptr && colour < colours->size() &&
                                 (*colours)[colour].weight == translucent_weight;
        const auto group = layout == nullptr ? Materials::Group() : Materials::group_of(*layout);
        const u8 level = layout == nullptr ? u8{0} : strength_level(colours, face);
        const std::tuple kind(layout != nullptr, group, face.one_sided, translucent, level);
        const u32 primitive = primitives.try_emplace(kind, static_cast<u32>(primitives.size())).first->second;
        if (primitive == triangles.size()) triangles.push_back(0);
        out.push_back({f, primitive, triangles[primitive]++});
    }
    return out;
}

ShownMesh add_mesh(SceneWork& work, Materials& materials, std::size_t list, std::size_t index) {
    return MeshMaker(work, materials, list, index).run();
}

}  // namespace thaw::ctr
