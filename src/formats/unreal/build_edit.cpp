// An edited scene over the model it was made of: only what was edited changes.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/endian.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "formats/unreal/build_parts.hpp"
#include "formats/unreal/scene_parts.hpp"
#include "formats/unreal/survey.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

constexpr double half_a_step = 0.5;

Error beyond(std::string why) { return {Code::unrepresentable, std::move(why)}; }

// Polygons in the order of the triangles of their scene.
std::vector<u32> drawn_polys(const Document& document, const Extent& extent) {
    std::vector<u32> out;
    const auto& polys = document.data->polys;
    for (u32 i = 0; i < polys.size(); ++i) {
        if (shown_of(polys[i], document, extent) == Shown::drawn) out.push_back(i);
    }
    std::stable_sort(out.begin(), out.end(),
                     [&](u32 a, u32 b) { return material_key(polys[a]) < material_key(polys[b]); });
    return out;
}

// What to_scene() shows the document with.
Placement shown_placement(const Document& document) {
    Placement out = placement_of(document);
    if (IntoFile(out, 1).usable()) return out;
    out = usual_placement(document);
    if (document.mesh() != nullptr) out.unmirror = document.mesh()->placement.unmirror;
    return out;
}

class Editing {
public:
    Editing(BuildWork& work, const Scene& base_scene)
        : work_(work),
          scene_(base_scene),
          document_(static_cast<Document&>(*work.input.base->document)),
          extent_(extent_of(document_)),
          into_(shown_placement(document_), work.draw_scale),
          reach_(reach_of(document_.is_deus_ex())) {}

    Result<Built> run() {
        if (auto status = compare(); !status) return status.error();
        if (auto status = find_surfaces(); !status) return status.error();
        if (auto status = move_points(); !status) return status.error();
        if (auto status = move_weapon(); !status) return status.error();
        const bool clips = clips_changed();
        if (clips) {
            choose_frames(work_);
            if (work_.frames.size() > work_.flat.frames.size()) {
                return beyond("a clip shows frames in another order than the file has them");
            }
        }
        return finish(clips);
    }

private:
    Status compare() {
        Issues ignored;
        base_ = build::flatten(scene_, {}, {.usual_fps = default_rate}, ignored);
        if (!into_.usable()) return beyond("the base cannot be placed in a scene");
        if (base_.pieces.size() != 1 || base_.points != extent_.points) {
            return beyond("the base is shown as " + text::plural(base_.pieces.size(), "mesh"));
        }
        drawn_ = drawn_polys(document_, extent_);
        if (drawn_.size() != base_.triangles.size()) return beyond("the scene of the base is not of these files");
        if (auto status = find_frames(); !status) return status.error();
        if (work_.flat.frames.size() != base_.frames.size()) {
            return beyond(text::plural(work_.flat.frames.size(), "frame") + " instead of " +
                          std::to_string(base_.frames.size()));
        }
        if (work_.flat.triangles.size() != base_.triangles.size()) {
            return beyond(text::plural(work_.flat.triangles.size(), "triangle") + " instead of " +
                          std::to_string(base_.triangles.size()));
        }
        auto match = match_edit(base_, work_.flat, into_);
        if (!match) return beyond("triangles that join other points");
        match_ = std::move(*match);
        return Done{};
    }

    // Which frames of the file the scene of the base shows: all of them, or a still.
    Status find_frames() {
        if (base_.frames.size() == extent_.frames) return Done{};
        const Error unknown = beyond("the base is shown with other frames than its files have");
        if (base_.frames.size() != 1) return unknown;
        std::vector<Vec3> places;
        Pose scratch;
        base_.pose(0, places, scratch);
        for (u32 f = 0; f < extent_.frames; ++f) {
            u32 v = 0;
            while (v < extent_.points) {
                const Point shown = rounded_into(into_(places[v]), reach_);
                const Point stored = document_.vertex(f, v);
                if (shown.x != stored.x || shown.y != stored.y || shown.z != stored.z) break;
                ++v;
            }
            if (v < extent_.points) continue;
            first_frame_ = f;
            return Done{};
        }
        return unknown;
    }

    // --- materials and texture coordinates

    Status find_surfaces() {
        std::array<bool, 256> known{};
        for (const Poly& poly : document_.data->polys) known[poly.texture] = true;
        UvRounding rounding;
        for (const TrianglePair& pair : match_.pairs) {
            const build::FlatTriangle& now = work_.flat.triangles[pair.edited];
            const build::FlatTriangle& then = base_.triangles[pair.base];
            Poly poly = document_.data->polys[drawn_[pair.base]];
            if (!set_surface(now, then, poly)) return beyond("a new material, " + name_of(now.material));
            if (!known[poly.texture]) return beyond("a new skin slot, " + std::to_string(poly.texture));
            if (has_uvs(now.node)) set_uvs(now, pair.turn, poly, rounding);
            const Poly& stored = document_.data->polys[drawn_[pair.base]];
            if (poly.type != stored.type || poly.texture != stored.texture) ++surfaces_changed_;
            if (poly.uvs != stored.uvs) ++uvs_changed_;
            if (poly.type != stored.type || poly.texture != stored.texture || poly.uvs != stored.uvs) {
                polys_.emplace_back(drawn_[pair.base], poly);
            }
        }
        report_uvs(rounding, work_.issues);
        return Done{};
    }

    std::string name_of(u32 material) const {
        return material < work_.scene().materials.size() ? work_.scene().materials[material].name : "none";
    }

    // False where nobody can tell the slot.
    bool set_surface(const build::FlatTriangle& now, const build::FlatTriangle& then, Poly& poly) const {
        const auto& materials = work_.scene().materials;
        if (now.material >= materials.size()) return then.material >= scene_.materials.size();
        const Material& edited = materials[now.material];
        const SaidSurface said = said_surface(edited);
        if (said.slot) poly.texture = *said.slot;
        if (said.type) poly.type = *said.type;
        if (said.slot && said.type) return true;
        if (then.material >= scene_.materials.size()) return false;
        const Material& earlier = scene_.materials[then.material];
        if (!said.slot && edited.name != earlier.name) return false;
        // An editor that dropped what the material said has kept how it looks.
        if (!said.type && type_by_look(edited) != type_by_look(earlier)) {
            poly.type = static_cast<u8>(type_by_look(edited) | (poly.type & flat_bit));
        }
        return true;
    }

    // A mesh without any has lost them on the way; nobody puts a whole model on one spot of its picture.
    bool has_uvs(u32 node) const {
        const auto& parts = work_.scene().meshes[work_.scene().nodes[node].mesh].primitives;
        return std::any_of(parts.begin(), parts.end(), [](const Primitive& p) { return !p.uvs.empty(); });
    }

    void set_uvs(const build::FlatTriangle& now, u32 turn, Poly& poly, UvRounding& rounding) const {
        UvRounding own;
        const auto bytes = uv_bytes(now.uvs, own);
        const auto before = poly.uvs;
        for (u32 corner = 0; corner < 3; ++corner) {
            // In the file the last two corners change places with those of the scene.
            const u32 k = into_.turned() && corner > 0 ? 3 - corner : corner;
            poly.uvs[corner] = bytes[(k + turn) % 3];
        }
        if (poly.uvs == before) return;
        rounding.corners += own.corners;
        rounding.rounded += own.rounded;
        rounding.largest = std::max(rounding.largest, own.largest);
        rounding.cut += own.cut;
    }

    // --- pictures

    // The picture on each slot, if its pixels are known.
    static std::map<u8, u32> pictures_of(const Scene& scene) {
        std::map<u8, u32> out;
        for (const Material& material : scene.materials) {
            const auto slot = said_surface(material).slot;
            if (slot && material.image != no_index) out.try_emplace(*slot, material.image);
        }
        return out;
    }

    // Those that somebody has painted on.
    void find_pictures(Built& out) {
        const auto then = pictures_of(scene_), now = pictures_of(work_.scene());
        for (const auto& [slot, image] : now) {
            const auto found = then.find(slot);
            if (found == then.end()) continue;
            const Image& before = scene_.images[found->second];
            const Image& after = work_.scene().images[image];
            const bool known = !before.pixels.empty() && !after.pixels.empty();
            if (!known || (before.width == after.width && before.pixels == after.pixels)) continue;
            const bool twice = std::any_of(out.textures.begin(), out.textures.end(),
                                           [i = image](const BuiltTexture& t) { return t.image == i; });
            if (!twice) out.textures.push_back({image, picture_file(slot, before.name)});
        }
    }

    // Under the name that the script already has for it.
    std::string picture_file(u8 slot, std::string_view name) const {
        const SkinSlot* skin = document_.mesh() == nullptr ? nullptr : document_.mesh()->skin(slot);
        const std::string_view file = skin == nullptr ? std::string_view() : picture_of(*skin);
        return std::string(text::file_stem(file.empty() ? name : file)) + ".pcx";
    }

    // --- positions

    u8* row_to_change(u64 frame) {
        if (bytes_.empty())
            bytes_.assign(document_.aniv->frames.data(), document_.aniv->frames.data() + document_.aniv->frames.size());
        return bytes_.data() + frame * document_.stride();
    }

    // Moves a vertex by what it moved in the scene. False if that leads out of the numbers of the file.
    bool move(u64 frame, u32 v, const Vector& moved) {
        const Point stored = document_.vertex(frame, v);
        const Vector wanted{stored.x + moved[0], stored.y + moved[1], stored.z + moved[2]};
        Bounds alone;
        alone.include(wanted);
        if (!is_within(alone, reach_)) return false;
        const Point p = rounded_into(wanted, reach_);
        if (p.x == stored.x && p.y == stored.y && p.z == stored.z) return true;
        u8* to = row_to_change(frame) + v * document_.vertex_bytes();
        if (document_.is_deus_ex()) {
            store<i16>(to, static_cast<i16>(p.x), Order::little);
            store<i16>(to + 2, static_cast<i16>(p.y), Order::little);
            store<i16>(to + 4, static_cast<i16>(p.z), Order::little);
        } else {
            store<u32>(to, pack(p), Order::little);
        }
        vertex_changed_[v] = true;
        frame_changed_ = true;
        return true;
    }

    static bool is_move(const Vector& moved) {
        return std::any_of(moved.begin(), moved.end(), [](double m) { return !(std::abs(m) <= half_a_step); });
    }

    Vector moved_by(Vec3 from, Vec3 to) const {
        const Vector a = into_(from), b = into_(to);
        return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    }

    Status move_points() {
        vertex_changed_.assign(extent_.points, false);
        std::vector<Vec3> then, now;
        Pose scratch_then, scratch_now;
        for (u32 f = 0; f < base_.frames.size(); ++f) {
            base_.pose(f, then, scratch_then);
            work_.flat.pose(f, now, scratch_now);
            frame_changed_ = false;
            for (u32 v = 0; v < extent_.points; ++v) {
                if (match_.point_of[v] == no_index) continue;
                const Vector moved = moved_by(then[v], now[match_.point_of[v]]);
                if (!is_move(moved)) continue;
                if (!move(first_frame_ + f, v, moved)) return outgrown();
            }
            if (frame_changed_) changed_frames_.push_back(f);
        }
        return overlapping();
    }

    static Error outgrown() { return beyond("the shape has outgrown the numbers of the file"); }

    // Rows that share bytes cannot change one by one.
    Status overlapping() const {
        const bool shared = document_.stride() < u64{extent_.points} * document_.vertex_bytes();
        if (!bytes_.empty() && extent_.frames > 1 && shared) return beyond("frames of the base lie over each other");
        return Done{};
    }

    Status move_weapon() {
        const auto& polys = document_.data->polys;
        const auto weapon =
            std::find_if(polys.begin(), polys.end(), [](const Poly& p) { return (p.type & weapon_bit) != 0; });
        const u32 then = weapon_node_of(scene_), now = weapon_node_of(work_.scene());
        if (weapon == polys.end() || then == no_index || now == no_index) return Done{};
        WeaponPath earlier(base_, then), edited(work_.flat, now);
        const Affine affine = placing_of(shown_placement(document_), false).scene;
        for (u32 f = 0; f < base_.frames.size(); ++f) {
            const auto back = inverse_of(earlier.world(f));
            if (!back || !is_finite(*back)) continue;  // hidden: nothing tells where it was
            const Matrix change = edited.world(f) * *back;
            frame_changed_ = false;
            for (const u16 v : weapon->vertices) {
                if (v >= extent_.points) return Done{};
                const Vec3 place = placed(affine, document_.vertex(first_frame_ + f, v));
                const Vector moved = moved_by(place, transformed(change, place));
                if (is_move(moved) && !move(first_frame_ + f, v, moved)) return outgrown();
            }
            if (frame_changed_) changed_frames_.push_back(f);
        }
        return overlapping();
    }

    Vec3 placed(const Affine& a, Point p) const {
        const auto axis = [&](std::size_t row) {
            const double at = a.rows[row][0] * p.x + a.rows[row][1] * p.y + a.rows[row][2] * p.z + a.offset[row];
            return static_cast<f32>(work_.draw_scale * at);
        };
        return {axis(0), axis(1), axis(2)};
    }

    // --- clips

    bool clips_changed() const {
        const auto& now = work_.flat.clips;
        const auto& then = base_.clips;
        if (now.empty()) return false;  // left out by whoever wrote the scene
        if (now.size() != then.size()) return true;
        std::map<std::string, std::vector<const build::FlatClip*>> by_name;
        for (const build::FlatClip& clip : then) by_name[clip.name].push_back(&clip);
        for (const build::FlatClip& clip : now) {
            auto& same = by_name[clip.name];
            const auto found = std::find_if(same.begin(), same.end(), [&](auto* c) { return is_same(*c, clip); });
            if (found == same.end()) return true;
            same.erase(found);
        }
        return false;
    }

    static std::string kept(const build::FlatClip& clip, std::string_view key) {
        const json::Value* value = clip.source->extras.find(key);
        return value == nullptr ? std::string() : json::to_text(*value);
    }

    bool is_same(const build::FlatClip& then, const build::FlatClip& now) const {
        if (then.frames != now.frames) return false;
        // Without a word about it the speed is only guessed from keys that an editor has set.
        const bool said = build::number_in(now.source->extras, "fps").has_value();
        const double rate = work_.options.fps.value_or(now.fps);
        if (std::abs(rate - then.fps) > (said || work_.options.fps ? 1e-4 : 0.05) * then.fps) return false;
        return !said || (kept(then, "group") == kept(now, "group") && kept(then, "events") == kept(now, "events"));
    }

    // --- the end of it

    Result<Built> finish(bool clips) {
        Built out;
        find_pictures(out);
        out.words = words(clips, out.textures.size());
        for (const auto& [i, poly] : polys_) document_.data->polys[i] = poly;
        if (!bytes_.empty()) document_.aniv->frames = Blob::take(std::move(bytes_));
        if (clips || work_.options.modeldef) add_texts(clips, out);
        out.document = std::move(work_.input.base->document);
        return out;
    }

    void add_texts(bool clips, Built& out) {
        if (!clips) choose_frames(work_);
        choose_vertices(work_);
        choose_surfaces(work_);
        const auto placement = script_placement(shown_placement(document_));
        work_.placement = placement.value_or(Placement{});
        const Mesh* mesh = document_.mesh();
        std::string script;
        if (clips && mesh != nullptr) script = changed_script(work_, work_.input.base->bundle, *mesh);
        if (clips && script.empty() && placement) script = script_text(work_);
        if (!script.empty()) out.beside.push_back({"uc", ".uc", Blob::take({script.begin(), script.end()})});
        if (!work_.options.modeldef) return;
        if (!placement || !is_for_modeldef(*placement, document_.is_deus_ex())) {
            work_.issues.add(thaw::issue::not_kept, "modeldef", work_.object, {},
                             "how the model lies; no MODELDEF is made");
            return;
        }
        const std::string text = modeldef_text(work_);
        out.beside.push_back({"modeldef", ".modeldef", Blob::take({text.begin(), text.end()})});
    }

    // "1 vertex changed in 397 frames; all else byte-identical"
    std::string words(bool clips, u64 pictures) {
        std::vector<std::string> changes;
        const auto vertices = static_cast<u64>(std::count(vertex_changed_.begin(), vertex_changed_.end(), true));
        std::sort(changed_frames_.begin(), changed_frames_.end());
        const auto last = std::unique(changed_frames_.begin(), changed_frames_.end());
        const auto frames = static_cast<u64>(last - changed_frames_.begin());
        if (vertices > 0) {
            changes.push_back(text::plural(vertices, "vertex") + " changed in " + text::plural(frames, "frame"));
        }
        if (uvs_changed_ > 0) changes.push_back("texture coordinates of " + text::plural(uvs_changed_, "polygon"));
        if (surfaces_changed_ > 0) changes.push_back("material of " + text::plural(surfaces_changed_, "polygon"));
        std::string out;
        for (const std::string& change : changes) out += (out.empty() ? "" : ", ") + change;
        out = out.empty() ? "nothing changed; byte-identical" : out + "; all else byte-identical";
        if (pictures > 0) out += "; " + text::plural(pictures, "picture") + " painted on";
        return clips ? out + "; other sequences in the class script" : out;
    }

    BuildWork& work_;
    const Scene& scene_;
    Document& document_;
    Extent extent_;
    IntoFile into_;
    Reach reach_;
    build::Flat base_;
    std::vector<u32> drawn_;
    u32 first_frame_ = 0;
    EditMatch match_;
    std::vector<std::pair<u32, Poly>> polys_;
    std::vector<u8> bytes_;  // of the frames, once one of them changes
    std::vector<bool> vertex_changed_;
    bool frame_changed_ = false;
    std::vector<u32> changed_frames_;
    u64 uvs_changed_ = 0;
    u64 surfaces_changed_ = 0;
};

}  // namespace

Result<Built> edit_base(BuildWork& work) { return Editing(work, *work.input.base_scene).run(); }

}  // namespace thaw::unreal
