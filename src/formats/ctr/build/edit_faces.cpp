// What faces look like: colours, places on images, sides.
#include <algorithm>
#include <cmath>

#include "formats/ctr/build/edit_parts.hpp"
#include "formats/shared/extras.hpp"
#include "scene/maths.hpp"

namespace thaw::ctr {

namespace {

// Rows of a table that faces name, and what they are to be. A row changes if all that name it want the same; others get
// one that has what they want, or that nobody names or keeps.
template <class Value>
class Rows {
public:
    std::vector<std::optional<Value>> rows{};

    void want(std::size_t row, std::optional<Value> wanted) { wishes_[row].insert(wanted); }
    void keep(std::size_t row) { wishes_.try_emplace(row); }
    void settle() {
        for (const auto& [row, wanted] : wishes_) {
            if (wanted.size() == 1 && *wanted.begin() && row < rows.size()) rows[row] = **wanted.begin();
        }
    }
    std::size_t row_of(std::size_t row, const Value& wanted) {
        if (row < rows.size() && rows[row] == wanted) return row;
        const auto same = std::find(rows.begin(), rows.end(), std::optional(wanted));
        std::size_t out = static_cast<std::size_t>(same - rows.begin());
        for (std::size_t i = rows.size(); i-- > 0 && same == rows.end();) {
            if (!wishes_.contains(i)) out = i;
        }
        if (out == rows.size()) rows.emplace_back();
        rows[out] = wanted;
        wishes_[out].insert(wanted);
        return out;
    }

private:
    std::map<std::size_t, std::set<std::optional<Value>>> wishes_{};
};

class FaceEdit {
public:
    FaceEdit(EditWork& work, const EditedMesh& edited)
        : work_(work),
          file_(work.file),
          mesh_(work.mesh(edited)),
          then_(work.before().meshes[edited.mesh]),
          now_(work.after().meshes[edited.mesh]) {}

    std::string run() {
        const CommandList* commands = commands_of(file_, mesh_);
        if (commands == nullptr) return {};
        list_ = *commands;
        faces_ = faces_of(list_);
        const auto shown = faces_shown(file_, mesh_, faces_);
        if (!is_of_these(shown)) return "the scene of the base does not show all of the file";
        wishes_.assign(faces_.size(), {});
        for (const Face& face : faces_) looks_.push_back(look_of(face));
        for (const ShownFace& each : shown) wish(each);
        std::string why = store_colours();
        if (why.empty()) why = store_layouts();
        return why.empty() ? store_commands() : why;
    }

private:
    struct Wish {
        std::array<std::optional<Colour>, 3> colours{};
        std::optional<TextureLayout> layout{};
    };

    bool is_of_these(const std::vector<ShownFace>& shown) const {
        std::vector<std::size_t> corners(then_.primitives.size());
        for (const ShownFace& each : shown) {
            if (each.primitive >= corners.size()) return false;
            corners[each.primitive] += 3;
        }
        for (std::size_t p = 0; p < corners.size(); ++p) {
            if (then_.primitives[p].indices.size() != corners[p]) return false;
        }
        return true;
    }

    // --- what is wanted

    void wish(const ShownFace& shown) {
        const Primitive &then = then_.primitives[shown.primitive], &now = now_.primitives[shown.primitive];
        const Material &was = work_.before().materials[then.material], &is = work_.after().materials[now.material];
        const Face& face = faces_[shown.face];
        const auto order = face.counter_clockwise();
        build::FlatTriangle triangle{.material = now.material};
        std::array<bool, 3> other_uv{}, other_color{};
        for (std::size_t i = 0; i < 3; ++i) {
            const u32 a = then.indices[std::size_t{3} * shown.triangle + i],
                      b = now.indices[std::size_t{3} * shown.triangle + i];
            const std::size_t c = order[i];
            if (!now.uvs.empty()) triangle.uvs[c] = now.uvs[b];
            triangle.colors[c] = now.colors.empty() ? Vec4{1, 1, 1, 1} : now.colors[b];
            other_uv[c] = !now.uvs.empty() && (then.uvs.empty() || then.uvs[a] != now.uvs[b]);
            other_color[c] = !now.colors.empty() && (then.colors.empty() || then.colors[a] != now.colors[b]);
        }
        const TextureLayout* layout = layout_of(face);
        if (work_.images.is_elsewhere(now.material)) {
            wishes_[shown.face].layout = work_.images.layout_of(triangle, 1);
        } else if (layout != nullptr && other_uv != std::array<bool, 3>{}) {
            wishes_[shown.face].layout = moved(*layout, triangle, was.extras, other_uv);
        }
        // Colours of faces without an image are on another scale.
        if (layout == nullptr && wishes_[shown.face].layout) other_color = {true, true, true};
        wish_colours(shown.face, triangle, was, is, layout != nullptr || wishes_[shown.face].layout, other_color);
        if (was.double_sided != is.double_sided) looks_[shown.face].one_sided = !is.double_sided;
    }

    const TextureLayout* layout_of(const Face& face) const {
        const auto* rows = textures_of(file_, mesh_);
        const bool listed = rows != nullptr && face.texture > 0 && face.texture <= rows->size();
        return listed ? layout_at(file_, (*rows)[face.texture - 1u].target) : nullptr;
    }

    TextureLayout moved(TextureLayout layout, const build::FlatTriangle& triangle, const Extras& place,
                        const std::array<bool, 3>& other_uv) {
        const std::array<std::array<u8*, 2>, 3> corners{
            {{&layout.u0, &layout.v0}, {&layout.u1, &layout.v1}, {&layout.u2, &layout.v2}}};
        for (std::size_t c = 0; c < 3; ++c) {
            if (!other_uv[c]) continue;
            *corners[c][0] = texel(triangle.uvs[c].x, place, "thaw_crop_left", "thaw_crop_width");
            *corners[c][1] = texel(triangle.uvs[c].y, place, "thaw_crop_top", "thaw_crop_height");
        }
        return layout;
    }

    // Coordinates name texels; the image does not repeat.
    u8 texel(f32 at, const Extras& place, const char* first, const char* count) {
        const auto start = static_cast<double>(build::integer_in(place, first).value_or(0));
        const auto texels = static_cast<double>(build::integer_in(place, count).value_or(1));
        const double exact = double{at} * texels - 0.5;
        const double near = std::clamp(std::nearbyint(exact), 0.0, texels - 1);
        work_.images.note_rounding(std::abs(near - exact));
        return static_cast<u8>(start + near);
    }

    void wish_colours(u32 number, const build::FlatTriangle& triangle, const Material& was, Material is, bool textured,
                      const std::array<bool, 3>& other_color) {
        // The colour of a material may stand in for an image: only by how much it was changed counts. One that stood
        // in for an image which is here now counts no more.
        const auto ratio = [](f32 before, f32 after) { return before > 0 ? after / before : after; };
        const bool stood_in = was.image == no_index && is.image != no_index;
        const Vec4 x = stood_in ? Vec4{1, 1, 1, was.base_color.w} : was.base_color, y = is.base_color;
        is.base_color = {ratio(x.x, y.x), ratio(x.y, y.y), ratio(x.z, y.z), y.w};
        is.image = 0;
        const bool tinted = is.base_color != Vec4{1, 1, 1, y.w};
        const bool sheer = !textured && (was.alpha != is.alpha || x.w != y.w);
        double ignored = 0;
        const auto colours = ctr::colours_of(triangle, &is, textured, ignored);
        for (std::size_t c = 0; c < 3; ++c) {
            if (!other_color[c] && !tinted && !sheer) continue;
            const Colour old = colour(looks_[number].colours[c], textured);
            Colour wanted = other_color[c] || tinted ? colours[c] : old;
            wanted.weight = sheer ? colours[c].weight : old.weight;
            if (wanted != old) wishes_[number].colours[c] = wanted;
        }
    }

    // What the file lacks is shown as neutral.
    Colour colour(u8 row, bool textured) const {
        const auto* colours = colours_of(file_, mesh_);
        const u8 neutral = textured ? 128 : 255;
        return colours != nullptr && row < colours->size() ? (*colours)[row] : Colour{neutral, neutral, neutral, 0};
    }

    // --- where it goes

    std::string store_colours() {
        Rows<Colour> table;
        bool any = false;
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            for (std::size_t c = 0; c < 3; ++c) {
                const u8 row = looks_[f].colours[c];
                while (table.rows.size() <= row) {
                    table.rows.push_back(colour(static_cast<u8>(table.rows.size()), layout_of(faces_[f]) != nullptr));
                }
                table.want(row, wishes_[f].colours[c]);
                any = any || wishes_[f].colours[c];
            }
        }
        if (!any) return {};
        table.settle();
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            for (std::size_t c = 0; c < 3; ++c) {
                if (!wishes_[f].colours[c]) continue;
                const std::size_t row = table.row_of(looks_[f].colours[c], *wishes_[f].colours[c]);
                if (row >= most_colours) return "more than " + std::to_string(most_colours) + " colours";
                looks_[f].colours[c] = static_cast<u8>(row);
            }
        }
        // Others may use more rows than this mesh.
        std::vector<Colour> out;
        if (const auto* old = colours_of(file_, mesh_)) out = *old;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            if (i == out.size()) out.emplace_back();
            out[i] = *table.rows[i];
        }
        work_.room.put(file_.colour_tables, mesh_.colours, std::move(out));
        return {};
    }

    std::string store_layouts() {
        Rows<TextureLayout> table;
        std::vector<Pointer> pointers;
        const auto* old = usage_of(list_).textures == 0 ? nullptr : textures_of(file_, mesh_);
        if (old != nullptr) pointers = *old;
        for (const Pointer& pointer : pointers) {
            const TextureLayout* layout = layout_at(file_, pointer.target);
            table.rows.push_back(layout == nullptr ? std::nullopt : std::optional(*layout));
        }
        const auto before = table.rows;
        if (const AnimTextureList* textures = anim_textures()) {
            for (const AnimTexture& entry : textures->entries) table.keep((entry.slot - mesh_.textures) / 4);
        }
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            if (faces_[f].texture > 0) table.want(faces_[f].texture - 1u, wishes_[f].layout);
        }
        table.settle();
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            if (!wishes_[f].layout) continue;
            const std::size_t row = table.row_of(faces_[f].texture - std::size_t{1}, *wishes_[f].layout);
            if (row >= most_layouts) return "more than " + std::to_string(most_layouts) + " texture layouts";
            looks_[f].texture = static_cast<u16>(row + 1);
        }
        if (table.rows == before) return {};
        const u32 place = mesh_.textures;
        const bool shared = !work_.room.is_alone(place, disk_size(pointers));
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (r == pointers.size()) pointers.emplace_back();
            if (r < before.size() && table.rows[r] == before[r]) continue;
            if (shared) pointers[r].target = 0;
            work_.room.put(file_.layouts, pointers[r].target, *table.rows[r]);
        }
        if (pointers.size() > before.size() && before.empty()) mesh_.textures = 0;
        work_.room.put(file_.texture_tables, mesh_.textures, std::move(pointers));
        return mesh_.textures == place ? std::string() : move_slots(place, 4 * before.size());
    }

    AnimTextureList* anim_textures() {
        const std::size_t list = file_.anim_textures.index_of(file_.place(mesh_.anim_textures));
        const bool is_there = mesh_.anim_textures != 0 && list < file_.anim_textures.size();
        return is_there ? &file_.anim_textures[list].value : nullptr;
    }

    // Animated textures name rows by their places.
    std::string move_slots(u32 old, u64 bytes) {
        AnimTextureList* textures = anim_textures();
        if (textures == nullptr) return {};
        if (!work_.room.is_alone(mesh_.anim_textures, disk_size(*textures)))
            return "animated textures that meshes share";
        for (AnimTexture& entry : textures->entries) {
            if (entry.slot >= old && entry.slot < old + bytes) entry.slot += mesh_.textures - old;
        }
        return {};
    }

    std::string store_commands() {
        CommandList out{list_.cached_colours, with_looks(list_, looks_)};
        if (!is_as_wished(faces_of(out))) return "strips of " + now_.name + " cannot say it";
        if (out.commands != list_.commands) work_.room.put(file_.command_lists, mesh_.commands, std::move(out));
        return {};
    }

    // A word of slot 0 that loses its last flag would be one of another kind, say.
    bool is_as_wished(const std::vector<Face>& made) const {
        if (made.size() != faces_.size()) return false;
        for (std::size_t f = 0; f < made.size(); ++f) {
            if (look_of(made[f]) != looks_[f]) return false;
            for (std::size_t c = 0; c < 3; ++c) {
                if (made[f].corners[c].vertex != faces_[f].corners[c].vertex) return false;
            }
        }
        return true;
    }

    EditWork& work_;
    File& file_;
    Mesh& mesh_;
    const thaw::Mesh& then_;
    const thaw::Mesh& now_;
    CommandList list_{};
    std::vector<Face> faces_{};
    std::vector<Wish> wishes_{};     // by face
    std::vector<FaceLook> looks_{};  // by face
};

}  // namespace

std::string edit_faces(EditWork& work, const EditedMesh& mesh) { return FaceEdit(work, mesh).run(); }

}  // namespace thaw::ctr
