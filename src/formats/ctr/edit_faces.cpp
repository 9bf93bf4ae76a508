// What faces look like: colours, places on pictures, sides.
#include <algorithm>
#include <cmath>

#include "build/extras.hpp"
#include "build/issues.hpp"
#include "formats/ctr/edit_commands.hpp"
#include "formats/ctr/edit_parts.hpp"
#include "formats/ctr/frames.hpp"
#include "formats/ctr/scene_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::ctr {

namespace {

constexpr u64 commands_field = 0x20, textures_field = 0x28, colours_field = 0x2C;  // of a mesh
using ColourKey = std::array<u8, 4>;
ColourKey key_of(const Colour& c) { return {c.red, c.green, c.blue, c.weight}; }
using LayoutKey = std::array<u16, 10>;
LayoutKey key_of(const TextureLayout& l) {
    return {l.u0, l.v0, l.u1, l.v1, l.u2, l.v2, l.u3, l.v3, l.clut, l.page};
}

class FaceEdit {
public:
    FaceEdit(EditWork& work, const EditedMesh& edited)
        : work_(work),
          edited_(edited),
          mesh_(work.mesh(edited)),
          then_(work.before().meshes[edited.mesh]),
          now_(work.after().meshes[edited.mesh]) {}

    std::string run() {
        const std::size_t list = work_.file.command_lists.index_of(work_.file.place(mesh_.commands));
        if (list >= work_.file.command_lists.size()) return {};
        commands_ = &work_.file.command_lists[list].value;
        faces_ = faces_of(*commands_);
        const auto shown = faces_shown(work_.file, mesh_, faces_);
        if (!is_of_these(shown)) return "the scene of the base does not show all of the file";
        if (const auto* colours = colours_of(work_.file, mesh_)) colours_ = *colours;
        if (const auto* rows = textures_of(work_.file, mesh_)) rows_ = *rows;
        for (const Face& face : faces_) {
            looks_.push_back({{face.corners[0].colour, face.corners[1].colour, face.corners[2].colour},
                              face.texture,
                              face.one_sided});
        }
        wishes_.assign(faces_.size(), {});
        for (const ShownFace& each : shown) wish(each);
        choose_colours();
        choose_layouts();
        if (why_.empty()) store();
        return why_;
    }

private:
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

    struct Wish {
        std::array<std::optional<Colour>, 3> colours{};
        std::optional<TextureLayout> layout{};
    };

    // --- what is wanted

    void wish(const ShownFace& shown) {
        const Primitive &then = then_.primitives[shown.primitive], &now = now_.primitives[shown.primitive];
        const Material& was = work_.before().materials[then.material];
        const Material& is = work_.after().materials[now.material];
        const Face& face = faces_[shown.face];
        const auto order = face.counter_clockwise();
        build::FlatTriangle triangle{.material = now.material};
        std::array<bool, 3> other_uv{}, other_color{};
        for (std::size_t i = 0; i < 3; ++i) {
            const u32 a = then.indices[3 * shown.triangle + i], b = now.indices[3 * shown.triangle + i];
            const std::size_t c = order[i];
            if (!now.uvs.empty()) triangle.uvs[c] = now.uvs[b];
            triangle.colors[c] = now.colors.empty() ? Vec4{1, 1, 1, 1} : now.colors[b];
            other_uv[c] = !now.uvs.empty() && (then.uvs.empty() || then.uvs[a] != now.uvs[b]);
            other_color[c] = !now.colors.empty() && (then.colors.empty() || then.colors[a] != now.colors[b]);
        }
        const TextureLayout* layout = layout_of(face);
        wish_layout(shown.face, triangle, was, layout, other_uv);
        const bool dressed = layout == nullptr && wishes_[shown.face].layout;  // colours are on another scale then
        if (dressed) other_color = {true, true, true};
        wish_colours(shown.face, triangle, was, is, dressed || layout != nullptr, other_color);
        if (was.double_sided != is.double_sided) looks_[shown.face].one_sided = !is.double_sided;
    }

    const TextureLayout* layout_of(const Face& face) const {
        const bool listed = face.texture > 0 && face.texture <= rows_.size();
        return listed ? layout_at(work_.file, rows_[face.texture - 1u].target) : nullptr;
    }

    void wish_layout(u32 face, const build::FlatTriangle& triangle, const Material& was, const TextureLayout* layout,
                     const std::array<bool, 3>& other_uv) {
        if (work_.memory.is_new(triangle.material)) {
            wishes_[face].layout = work_.pictures.layout_of(triangle, 1);
            return;
        }
        if (layout == nullptr || other_uv == std::array<bool, 3>{}) return;
        TextureLayout wanted = *layout;
        const std::array<std::pair<u8*, u8*>, 3> corners{
            {{&wanted.u0, &wanted.v0}, {&wanted.u1, &wanted.v1}, {&wanted.u2, &wanted.v2}}};
        for (std::size_t c = 0; c < 3; ++c) {
            if (!other_uv[c]) continue;
            *corners[c].first = texel(triangle.uvs[c].x, was.extras, "thaw_crop_left", "thaw_crop_width");
            *corners[c].second = texel(triangle.uvs[c].y, was.extras, "thaw_crop_top", "thaw_crop_height");
        }
        if (key_of(wanted) != key_of(*layout)) wishes_[face].layout = wanted;
    }

    // Coordinates name texels; the picture does not repeat.
    u8 texel(f32 at, const Extras& extras, const char* first, const char* count) {
        const auto start = static_cast<double>(build::integer_in(extras, first).value_or(0));
        const auto texels = static_cast<double>(build::integer_in(extras, count).value_or(1));
        const double exact = double{at} * texels - 0.5;
        const double near = std::clamp(std::nearbyint(exact), 0.0, texels - 1);
        work_.pictures.note_rounding(std::abs(near - exact));
        return static_cast<u8>(start + near);
    }

    void wish_colours(u32 number, const build::FlatTriangle& triangle, const Material& was, const Material& is,
                      bool textured, const std::array<bool, 3>& other_color) {
        // What a material's colour stands in for, a picture that is not at hand, stays; by how much it was changed counts.
        const auto ratio = [](f32 before, f32 after) { return before > 0 ? after / before : after; };
        const Vec4 &x = was.base_color, &y = is.base_color;
        const Vec4 tint{ratio(x.x, y.x), ratio(x.y, y.y), ratio(x.z, y.z), 1};
        const bool tinted = tint != Vec4{1, 1, 1, 1};
        const bool sheer = !textured && (was.alpha != is.alpha || x.w != y.w);
        Material only = is;
        only.base_color = {tint.x, tint.y, tint.z, y.w};
        only.image = 0;  // nothing stands in
        double ignored = 0;
        const auto colours = ctr::colours_of(triangle, &only, textured, ignored);
        const Face& face = faces_[number];
        for (std::size_t c = 0; c < 3; ++c) {
            if (!other_color[c] && !tinted && !sheer) continue;
            Colour wanted = colour(face.corners[c].colour, textured);
            if (other_color[c] || tinted) wanted = {colours[c].red, colours[c].green, colours[c].blue, wanted.weight};
            if (sheer) wanted.weight = colours[c].weight;
            if (key_of(wanted) != key_of(colour(face.corners[c].colour, textured))) wishes_[number].colours[c] = wanted;
        }
    }

    Colour colour(u8 row, bool textured) const {
        const u8 neutral = textured ? 128 : 255;
        return row < colours_.size() ? colours_[row] : Colour{neutral, neutral, neutral, 0};
    }

    // --- rows of the table of colours

    // A row changes if all that use it want the same; others take one that has what they want, or that nobody uses.
    void choose_colours() {
        std::map<u8, std::set<std::optional<ColourKey>>> by_row;
        bool any = false;
        each_corner([&](std::size_t f, std::size_t c) {
            const auto& wanted = wishes_[f].colours[c];
            by_row[looks_[f].colours[c]].insert(wanted ? std::optional(key_of(*wanted)) : std::nullopt);
            any = any || wanted;
        });
        if (!any) return;
        // What the file lacks is shown as neutral, and has to stay so.
        each_corner([&](std::size_t f, std::size_t c) {
            const u8 row = looks_[f].colours[c];
            while (row >= colours_.size()) colours_.push_back(colour(row, layout_of(faces_[f]) != nullptr));
        });
        for (const auto& [row, wanted] : by_row) {
            if (wanted.size() > 1 || !*wanted.begin()) continue;
            const ColourKey& key = **wanted.begin();
            colours_[row] = {key[0], key[1], key[2], key[3]};
        }
        std::set<u8> taken = colours_in(*commands_);
        each_corner([&](std::size_t f, std::size_t c) {
            u8& row = looks_[f].colours[c];
            if (wishes_[f].colours[c] && by_row[row].size() > 1) row = row_of(*wishes_[f].colours[c], taken);
        });
    }

    template <class Visit>
    void each_corner(Visit&& visit) const {
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            for (std::size_t c = 0; c < 3; ++c) visit(f, c);
        }
    }

    u8 row_of(const Colour& wanted, std::set<u8>& taken) {
        const auto same = std::find_if(colours_.begin(), colours_.end(),
                                       [&](const Colour& each) { return key_of(each) == key_of(wanted); });
        auto row = static_cast<std::size_t>(same - colours_.begin());
        if (same == colours_.end()) {
            row = 0;
            while (row < most_colours && taken.contains(static_cast<u8>(row))) ++row;
        }
        if (row == most_colours) {
            why_ = "more than " + std::to_string(most_colours) + " colours";
            return 0;
        }
        while (row >= colours_.size()) colours_.emplace_back();
        colours_[row] = wanted;
        taken.insert(static_cast<u8>(row));
        return static_cast<u8>(row);
    }

    // --- rows of the table of textures

    void choose_layouts() {
        std::map<u16, std::set<std::optional<LayoutKey>>> by_row;
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            const auto& wanted = wishes_[f].layout;
            by_row[faces_[f].texture].insert(wanted ? std::optional(key_of(*wanted)) : std::nullopt);
        }
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            if (!wishes_[f].layout) continue;
            const u16 row = faces_[f].texture;
            const bool alike = row > 0 && row <= rows_.size() && by_row[row].size() == 1;
            looks_[f].texture = alike ? row : new_row(*wishes_[f].layout);
            if (alike) put_layout(row, *wishes_[f].layout);
        }
    }

    void put_layout(u16 row, const TextureLayout& wanted) {
        const std::size_t region = work_.file.layouts.index_of(work_.file.place(rows_[row - 1u].target));
        const bool exists = rows_[row - 1u].target != 0 && region < work_.file.layouts.size();
        if (exists && work_.room.is_alone(rows_[row - 1u].target, TextureLayout::disk_bytes)) {
            work_.file.layouts[region].value = wanted;
        } else if (rows_[row - 1u].target < work_.room.end().start()) {
            rows_[row - 1u].target = added_layout(wanted);
        }
    }

    u16 new_row(const TextureLayout& wanted) {
        const auto [known, is_new] = new_rows_.try_emplace(key_of(wanted), u16{0});
        if (!is_new) return known->second;
        if (rows_.size() >= most_layouts) why_ = "more than " + std::to_string(most_layouts) + " texture layouts";
        // A mesh without textures may point anywhere.
        if (!has_textures()) rows_.clear();
        rows_.push_back({added_layout(wanted)});
        return known->second = static_cast<u16>(rows_.size());
    }

    bool has_textures() const { return !new_rows_.empty() || usage_of(*commands_).textures > 0; }

    u32 added_layout(const TextureLayout& layout) {
        BodyWriter& end = work_.room.end();
        end.align();
        const u32 out = end.here();
        put(end, layout);
        return out;
    }

    // --- where they go

    void store() {
        store_colours();
        store_rows();
        const auto words = with_looks(*commands_, looks_);
        const bool same = std::equal(words.begin(), words.end(), commands_->commands.begin(), commands_->commands.end(),
                                     [](const Command& a, const Command& b) { return a.word == b.word; });
        if (same) return;
        if (!shows_looks({commands_->cached_colours, words})) {
            why_ = "strips of " + now_.name + " cannot say it";
            return;
        }
        const u64 bytes = 4 + words.size() * Command::disk_bytes;
        if (words.size() == commands_->commands.size() && work_.room.is_alone(mesh_.commands, bytes)) {
            commands_->commands = words;
            return;
        }
        start_table(commands_field).put32(commands_->cached_colours);
        for (const Command& command : words) work_.room.end().put32(command.word);
    }

    // A word of slot 0 that loses its last flag would be read as another kind of word, say.
    bool shows_looks(const CommandList& list) const {
        const auto made = faces_of(list);
        for (std::size_t f = 0; f < faces_.size() && made.size() == faces_.size(); ++f) {
            for (std::size_t c = 0; c < 3; ++c) {
                if (made[f].corners[c].vertex != faces_[f].corners[c].vertex) return false;
                if (made[f].corners[c].colour != looks_[f].colours[c]) return false;
            }
            if (made[f].texture != looks_[f].texture || made[f].one_sided != looks_[f].one_sided) return false;
        }
        return made.size() == faces_.size();
    }

    // At the end of the body, where the mesh's pointer leads from now on.
    BodyWriter& start_table(u64 field) {
        BodyWriter& end = work_.room.end();
        end.align();
        work_.room.point(work_.header(edited_) + field, end.here());
        return end;
    }

    void store_colours() {
        const std::size_t table = work_.file.colour_tables.index_of(work_.file.place(mesh_.colours));
        const bool exists = table < work_.file.colour_tables.size();
        const std::vector<Colour> none;
        const auto& old = exists ? work_.file.colour_tables[table].value : none;
        const bool same = std::equal(colours_.begin(), colours_.end(), old.begin(), old.end(),
                                     [](const Colour& a, const Colour& b) { return key_of(a) == key_of(b); });
        if (same) return;
        if (exists && colours_.size() == old.size() && work_.room.is_alone(mesh_.colours, 4 * old.size())) {
            work_.file.colour_tables[table].value = colours_;
            return;
        }
        BodyWriter& end = start_table(colours_field);
        for (const Colour& each : colours_) {
            for (const u8 byte : key_of(each)) end.put8(byte);
        }
    }

    void store_rows() {
        const auto* old = textures_of(work_.file, mesh_);
        const std::size_t before = old == nullptr || usage_of(*commands_).textures == 0 ? 0 : old->size();
        std::vector<std::size_t> changed;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (r >= before || rows_[r].target != (*old)[r].target) changed.push_back(r);
        }
        if (changed.empty()) return;
        const std::vector<Pointer> kept(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(before));
        const u32 table = work_.room.own_table(work_.header(edited_) + textures_field, mesh_.textures, kept,
                                               rows_.size() - before);
        for (const std::size_t r : changed) work_.room.point(table + 4 * r, rows_[r].target);
        if (table != mesh_.textures) move_slots(table, before);
    }

    // Animated textures name rows by their places.
    void move_slots(u32 table, std::size_t rows) {
        const auto* list = mesh_.anim_textures == 0 ? nullptr : work_.file.anim_textures.find(work_.file.place(mesh_.anim_textures));
        if (list == nullptr) return;
        u64 at = mesh_.anim_textures;
        for (std::size_t i = 0; i + 1 < list->value.entries.size(); ++i) {
            const AnimTexture& entry = list->value.entries[i];
            if (entry.slot >= mesh_.textures && entry.slot < mesh_.textures + 4 * rows) {
                if (!work_.room.is_alone(at, 4)) why_ = "animated textures are shared with another mesh";
                work_.room.point(at, entry.slot - mesh_.textures + table);
            }
            at += 0xC + 4 * entry.layouts.size();
        }
    }

    EditWork& work_;
    const EditedMesh& edited_;
    const Mesh& mesh_;
    const thaw::Mesh& then_;
    const thaw::Mesh& now_;
    CommandList* commands_ = nullptr;
    std::vector<Face> faces_{};
    std::vector<Wish> wishes_{};     // by face
    std::vector<FaceLook> looks_{};  // by face
    std::vector<Colour> colours_{};
    std::vector<Pointer> rows_{};
    std::map<LayoutKey, u16> new_rows_{};
    std::string why_{};
};

}  // namespace

std::string edit_faces(EditWork& work, const EditedMesh& mesh) {
    return FaceEdit(work, mesh).run();
}

}  // namespace thaw::ctr
