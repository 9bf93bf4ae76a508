// An edited scene over the model it was made of: only what was edited changes.
#include <algorithm>
#include <cmath>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "build/issues.hpp"
#include "formats/unreal/build_edit.hpp"
#include "formats/unreal/scene_parts.hpp"
#include "formats/unreal/survey.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

constexpr double half_a_step = 0.5;

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
        auto polys = edit_polys({work_, scene_, base_, match_, document_, drawn_, into_.turned()});
        if (!polys) return polys.error();
        polys_ = std::move(*polys);
        if (auto status = move_points(); !status) return status.error();
        if (auto status = move_weapon(); !status) return status.error();
        const bool clips = !plays_alike(base_, work_.flat, work_.options.fps);
        if (clips) {
            choose_frames(work_);
            if (work_.frames.size() > work_.flat.frames.size()) {
                return goes_beyond("a clip shows frames in another order than the file has them");
            }
        }
        return finish(clips);
    }

private:
    Status compare() {
        Issues ignored;
        base_ = build::flatten(scene_, {}, {.usual_fps = default_rate}, ignored);
        if (!into_.usable()) return goes_beyond("the base cannot be placed in a scene");
        if (base_.pieces.size() != 1 || base_.points != extent_.points) {
            return goes_beyond("the base is shown as " + text::plural(base_.pieces.size(), "mesh"));
        }
        drawn_ = drawn_polys(document_, extent_);
        if (drawn_.size() != base_.triangles.size()) return goes_beyond("the scene of the base is not of these files");
        if (auto status = find_frames(); !status) return status.error();
        if (work_.flat.frames.size() != base_.frames.size()) {
            return goes_beyond(text::plural(work_.flat.frames.size(), "frame") + " instead of " +
                               std::to_string(base_.frames.size()));
        }
        if (work_.flat.triangles.size() != base_.triangles.size()) {
            return goes_beyond(text::plural(work_.flat.triangles.size(), "triangle") + " instead of " +
                               std::to_string(base_.triangles.size()));
        }
        auto match = match_edit(base_, work_.flat, into_);
        if (!match) return goes_beyond("triangles that join other points");
        match_ = std::move(*match);
        return Done{};
    }

    // Which frames of the file the scene of the base shows: all of them, or a still.
    Status find_frames() {
        if (base_.frames.size() == extent_.frames) return Done{};
        const Error unknown = goes_beyond("the base is shown with other frames than its files have");
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

    static Error outgrown() { return goes_beyond("the shape has outgrown the numbers of the file"); }

    // Rows that share bytes cannot change one by one.
    Status overlapping() const {
        const bool shared = document_.stride() < u64{extent_.points} * document_.vertex_bytes();
        if (!bytes_.empty() && extent_.frames > 1 && shared)
            return goes_beyond("frames of the base lie over each other");
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

    // --- the end of it

    Result<Built> finish(bool clips) {
        Built out;
        out.textures = painted_pictures(scene_, work_.scene(), document_);
        out.words = words(clips, out.textures.size());
        for (const auto& [i, poly] : polys_.changed) document_.data->polys[i] = poly;
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
        if (polys_.uvs > 0) changes.push_back("texture coordinates of " + text::plural(polys_.uvs, "polygon"));
        if (polys_.surfaces > 0) changes.push_back("material of " + text::plural(polys_.surfaces, "polygon"));
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
    PolyEdits polys_;
    std::vector<u8> bytes_;  // of the frames, once one of them changes
    std::vector<bool> vertex_changed_;
    bool frame_changed_ = false;
    std::vector<u32> changed_frames_;
};

}  // namespace

Result<Built> edit_base(BuildWork& work) { return Editing(work, *work.input.base_scene).run(); }

}  // namespace thaw::unreal
