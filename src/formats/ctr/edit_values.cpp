// Values of a document that an edited scene has changed, and nothing else.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "build/extras.hpp"
#include "formats/ctr/build_parts.hpp"
#include "formats/ctr/edit_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr i32 least_step = -8192, greatest_step = 7936;

// The steps as bytes from an origin; the old one if they allow it.
std::optional<GridPose> pose_of(const std::vector<Step>& steps, const std::array<i16, 3>& origin) {
    GridPose out{origin, {}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        i32 low = steps.front()[axis], high = low;
        for (const Step& step : steps) {
            low = std::min(low, step[axis]);
            high = std::max(high, step[axis]);
        }
        if (low >= origin[axis] && high <= origin[axis] + 255) continue;
        if (axis == 1 && low % 2 != 0) --low;
        if (high - low > 255 || low < least_step || low > greatest_step) return std::nullopt;
        out.origin[axis] = static_cast<i16>(low);
    }
    for (const Step& step : steps) {
        GridPoint point{};
        for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = static_cast<u8>(step[axis] - out.origin[axis]);
        out.points.push_back(point);
    }
    return out;
}

// New bytes in the room of the old ones.
bool put_data(Frame& frame, std::vector<u8> data) {
    if (data.size() < frame.data.size()) data.insert(data.end(), frame.data.size() - data.size(), u8{0});
    data.erase(data.begin() + static_cast<std::ptrdiff_t>(std::min(data.size(), frame.data.size())), data.end());
    frame.data = Blob::take(std::move(data));
    return true;
}

class PositionEditor {
public:
    PositionEditor(File& file, const std::vector<EditedFrame>& frames, const MatchedMesh& matched, EditCount& count,
                   std::string& why)
        : file_(file), frames_(frames), matched_(matched), count_(count), why_(why) {}

    bool run() {
        std::set<std::size_t> vertices;
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            bool changed = false;
            for (std::size_t v = 0; v < matched_.known.size(); ++v) {
                if (matched_.steps_after[f][v] == matched_.steps_before[f][v]) continue;
                changed = true;
                vertices.insert(v);
            }
            if (changed) changed_.push_back(f);
        }
        count_.vertices += vertices.size();
        count_.frames += changed_.size();
        std::set<u32> repacked;
        for (const std::size_t f : changed_) {
            const EditedFrame& edited = frames_[f];
            if (edited.deltas != nullptr && edited.animation != 0) {
                if (repacked.insert(edited.animation).second && !repack(edited.animation)) return false;
                continue;
            }
            Frame& frame = file_.frames[edited.region].value;
            const auto pose = game_pose(f, frame.origin);
            if (!pose || edited.deltas != nullptr) return too_much();
            frame.origin = pose->origin;
            put_data(frame, raw_data(pose->points));
        }
        return true;
    }

private:
    bool too_much() {
        why_ = "points have left the grid of the mesh";
        return false;
    }

    // Changed heights are even ones, as the game shows them.
    std::optional<GridPose> game_pose(std::size_t f, const std::array<i16, 3>& origin) const {
        auto steps = matched_.steps_after[f];
        for (std::size_t v = 0; v < steps.size(); ++v) {
            if (steps[v][1] != matched_.steps_before[f][v][1]) steps[v][1] = steps[v][1] / 2 * 2;
        }
        return pose_of(steps, origin);
    }

    // All frames of an animation share their deltas, so that all are written anew.
    bool repack(u32 animation) {
        std::vector<GridPose> poses;
        std::vector<std::size_t> regions;
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            if (frames_[f].animation != animation) continue;
            const auto pose = game_pose(f, file_.frames[frames_[f].region].value.origin);
            if (!pose) return too_much();
            poses.push_back(*pose);
            regions.push_back(frames_[f].region);
        }
        const Compressed packed = compress(poses);
        for (std::size_t k = 0; k < poses.size(); ++k) {
            if (packed.frames[k].size() <= file_.frames[regions[k]].value.data.size()) continue;
            why_ = "a compressed animation needs more room";
            return false;
        }
        const Animation* head = animation_at(file_, animation);
        const std::size_t array = file_.delta_arrays.index_of(file_.place(delta_target(head->deltas)));
        auto& deltas = file_.delta_arrays[array].value;
        if (deltas.size() != packed.deltas.size()) return false;
        deltas = packed.deltas;
        for (std::size_t k = 0; k < poses.size(); ++k) {
            Frame& frame = file_.frames[regions[k]].value;
            frame.origin = poses[k].origin;
            put_data(frame, packed.frames[k]);
        }
        return true;
    }

    File& file_;
    const std::vector<EditedFrame>& frames_;
    const MatchedMesh& matched_;
    EditCount& count_;
    std::string& why_;
    std::vector<std::size_t> changed_{};
};

// Which word gives each corner of each face its colour, and which of the word's two colours it is.
struct ColourWord {
    u32 command = 0;
    bool newest = false;  // of a word that recolours
    auto operator<=>(const ColourWord&) const = default;
};

std::vector<std::array<ColourWord, 3>> colour_words(const CommandList& list) {
    std::vector<std::array<ColourWord, 3>> out;
    CommandReader reader;
    std::array<ColourWord, 3> kept{};
    for (u32 i = 0; i < list.commands.size(); ++i) {
        const Command& command = list.commands[i];
        switch (reader.use_of(command)) {
            case CommandUse::first: kept[0] = {i}; break;
            case CommandUse::second: kept[1] = {i}; break;
            case CommandUse::third:
                kept[2] = {i};
                out.push_back(kept);
                break;
            case CommandUse::next:
                if ((command.word >> 30 & 1) == 0) kept[0] = kept[1];
                kept[1] = kept[2];
                kept[2] = {i};
                out.push_back(kept);
                break;
            case CommandUse::recolour:
                kept[0] = kept[1] = {i};
                kept[2] = {i, true};
                break;
            case CommandUse::end:
            case CommandUse::cut_off: break;
        }
    }
    return out;
}

using Rgb = std::array<u8, 3>;

const Material* material_at(const Scene& scene, u32 material) {
    return material == no_index ? nullptr : &scene.materials[material];
}

bool is_textured_face(const Material* material) {
    return material != nullptr && material->extras.find("thaw_page") != nullptr;
}

Rgb rgb_of(const Colour& colour) { return {colour.red, colour.green, colour.blue}; }

}  // namespace

bool edit_positions(File& file, const EditedMesh&, const std::vector<EditedFrame>& frames, const MatchedMesh& matched,
                    EditCount& count, std::string& why) {
    return PositionEditor(file, frames, matched, count, why).run();
}

bool edit_colours(File& file, const EditedMesh& edited, const MatchedMesh& matched, const Scene& before,
                  const Scene& after, EditCount& count, std::string& why) {
    const Mesh& mesh = file.mesh_lists[edited.list].value[edited.index];
    const std::size_t list = file.command_lists.index_of(file.place(mesh.commands));
    const std::size_t table = file.colour_tables.index_of(file.place(mesh.colours));
    if (list >= file.command_lists.size() || table >= file.colour_tables.size()) return true;
    CommandList& commands = file.command_lists[list].value;
    auto& colours = file.colour_tables[table].value;
    const auto words = colour_words(commands);
    // What each word's colour is to be; unchanged corners want what is there.
    std::map<ColourWord, std::optional<Rgb>> wanted;
    std::set<ColourWord> settled;
    bool any = false;
    for (const EditedFace& each : matched.pairs) {
        const auto& then = matched.before.triangles[each.shown];
        const auto& now = matched.after.triangles[each.triangle];
        const bool textured = is_textured_face(material_at(before, then.material));
        double ignored = 0;
        const auto old_colours = colours_of(then, material_at(before, then.material), textured, ignored);
        const auto new_colours = colours_of(now, material_at(after, now.material), textured, ignored);
        for (std::size_t c = 0; c < 3; ++c) {
            const Rgb was = rgb_of(old_colours[each.shown_corners[c]]), is = rgb_of(new_colours[each.corners[c]]);
            const std::optional<Rgb> wish = was == is ? std::nullopt : std::optional(is);
            any = any || wish;
            const ColourWord word = words[each.face][c];
            if (settled.insert(word).second) wanted[word] = wish;
            if (wanted[word] == wish) continue;
            why = "a colour is not the same on all triangles that share its vertex any more";
            return false;
        }
    }
    if (!any) return true;
    const auto index_in = [&](const ColourWord& word) {
        const Command& command = commands.commands[word.command];
        return word.newest ? command.new_colour() : command.colour();
    };
    // A row of the table changes if all that use it want the same.
    std::map<u8, std::set<std::optional<Rgb>>> wishes;
    for (const auto& [word, wish] : wanted) wishes[index_in(word)].insert(wish);
    std::set<u8> in_use;
    for (const auto& [index, all] : wishes) in_use.insert(index);
    for (const auto& [index, all] : wishes) {
        if (all.size() != 1 || !*all.begin() || index >= colours.size()) continue;
        const Rgb rgb = **all.begin();
        colours[index] = {rgb[0], rgb[1], rgb[2], colours[index].weight};
        ++count.colours;
    }
    // Others take a row that has what they want, or one that nobody uses.
    for (const auto& [word, wish] : wanted) {
        const u8 index = index_in(word);
        if (!wish || wishes[index].size() == 1) continue;
        const u8 weight = index < colours.size() ? colours[index].weight : u8{0};
        std::size_t row = 0;
        while (row < colours.size() && (rgb_of(colours[row]) != *wish || colours[row].weight != weight)) ++row;
        if (row == colours.size()) {
            row = 0;
            while (row < colours.size() && in_use.contains(static_cast<u8>(row))) ++row;
            if (row == colours.size()) {
                why = "the table of colours has no room for another";
                return false;
            }
            colours[row] = {(*wish)[0], (*wish)[1], (*wish)[2], weight};
        }
        in_use.insert(static_cast<u8>(row));
        u32& bits = commands.commands[word.command].word;
        const u32 shift = word.newest ? 2 : 9;
        bits = (bits & ~(0x7Fu << shift)) | static_cast<u32>(row) << shift;
        ++count.colours;
    }
    return true;
}

bool edit_coordinates(File& file, const EditedMesh& edited, const MatchedMesh& matched, const Scene& before,
                      const Scene& after, EditCount& count, std::string& why) {
    const Mesh& mesh = file.mesh_lists[edited.list].value[edited.index];
    const auto* textures = textures_of(file, mesh);
    using Texels = std::array<std::array<u8, 2>, 3>;
    std::map<std::size_t, std::pair<Texels, bool>> wanted;  // by layout
    for (const EditedFace& each : matched.pairs) {
        const auto& then = matched.before.triangles[each.shown];
        const auto& now = matched.after.triangles[each.triangle];
        const Material *old_material = material_at(before, then.material), *material = material_at(after, now.material);
        const bool other = (old_material == nullptr) != (material == nullptr) ||
                           (material != nullptr && (material->double_sided != old_material->double_sided ||
                                                    material->alpha != old_material->alpha ||
                                                    is_textured_face(material) != is_textured_face(old_material)));
        if (other) {
            why = "a triangle has another material";
            return false;
        }
        const Face& face = matched.faces[each.face];
        if (!is_textured_face(old_material) || textures == nullptr || face.texture == 0 ||
            face.texture > textures->size()) {
            continue;
        }
        for (const char* key : {"thaw_page", "thaw_clut"}) {
            if (build::integer_in(material->extras, key) == build::integer_in(old_material->extras, key)) continue;
            why = "a triangle has another texture";
            return false;
        }
        const std::size_t place = file.layouts.index_of(file.place((*textures)[face.texture - 1u].target));
        if (place >= file.layouts.size()) continue;
        const auto number = [&](const char* key) {
            return static_cast<double>(build::integer_in(old_material->extras, key).value_or(0));
        };
        const TextureLayout& layout = file.layouts[place].value;
        const Texels stored{{{layout.u0, layout.v0}, {layout.u1, layout.v1}, {layout.u2, layout.v2}}};
        Texels texels = stored;
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec2 uv = now.uvs[each.corners[c]];
            const auto texel = [&](f32 at, const char* size, const char* start) {
                const double exact = static_cast<double>(at) * number(size) - 0.5 + number(start);
                return static_cast<u8>(std::clamp(std::nearbyint(exact), 0.0, 255.0));
            };
            texels[c] = {texel(uv.x, "thaw_crop_width", "thaw_crop_left"),
                         texel(uv.y, "thaw_crop_height", "thaw_crop_top")};
        }
        const auto [known, is_new] = wanted.try_emplace(place, texels, texels != stored);
        if (is_new || known->second.first == texels) continue;
        why = "triangles that share texture coordinates do not any more";
        return false;
    }
    for (const auto& [place, wish] : wanted) {
        if (!wish.second) continue;
        TextureLayout& layout = file.layouts[place].value;
        const Texels& t = wish.first;
        layout = {t[0][0], t[0][1], layout.clut, t[1][0], t[1][1], layout.page, t[2][0], t[2][1], layout.u3, layout.v3};
        ++count.coordinates;
    }
    return true;
}

bool edit_fields(File& file, const EditedMesh& edited, const Scene& before, const Scene& after, EditCount& count,
                 std::string& why) {
    Mesh& mesh = file.mesh_lists[edited.list].value[edited.index];
    const Node &then = before.nodes[edited.before], &now = after.nodes[edited.after];
    const Extras &old_extras = before.meshes[then.mesh].extras, &extras = after.meshes[now.mesh].extras;
    const auto number = [&](const char* key, u16& field) {
        const auto was = build::integer_in(old_extras, key), is = build::integer_in(extras, key);
        if (was == is || !is || *is < 0 || *is > 0xFFFF) return;
        field = static_cast<u16>(*is);
        ++count.fields;
    };
    number("thaw_flags", mesh.flags);
    number("thaw_lod_distance", mesh.lod_distance);
    const auto rename = [&](const std::string& was, const std::string& is, Name& name) {
        if (was == is || is.empty()) return true;
        if (is.size() > most_name_bytes) {
            why = "a name is longer than 16 characters";
            return false;
        }
        name = name_of(is);
        ++count.fields;
        return true;
    };
    return rename(then.name, now.name, mesh.name);
}

}  // namespace thaw::ctr
