#include "formats/ctc/build/edit.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "formats/ctc/build/edit_mesh.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/model/between_keys.hpp"
#include "formats/ctc/model/clips.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/ctc/model/skeleton.hpp"
#include "formats/shared/build_names.hpp"
#include "formats/shared/change_summary.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/structured.hpp"

namespace thaw::ctc {

namespace {

constexpr double same_angle = 1e-4;  // radians

Transform rigid(Transform t) { return {t.translation, t.rotation, {1, 1, 1}}; }

bool differs(const Extras& a, const Extras& b, std::string_view key) {
    const json::Value *x = a.find(key), *y = b.find(key);
    return x != nullptr && y != nullptr && json::to_text(*x) != json::to_text(*y);
}

// What is written into bytes that two tables share is written into both.
std::string shared_table(const Document& document, const Edit& edit) {
    using enum ChangeKind;
    constexpr std::pair<ChangeKind, std::string_view> written[]{
        {points, "vertices"}, {points, "morphs"},     {normals, "vertices"},      {uvs, "uvs"},
        {colors, "colours"},  {materials, "colours"}, {weights, "skeleton"},      {places, "vertices"},
        {keys, "frames"},     {names, "attachments"}, {clip_names, "animations"}, {fields, "skins"},
        {fields, "bones"}};
    const auto is_scratch = [](std::string_view name) { return name == "out_vertices" || name == "tri3"; };
    const std::vector<Extent> tables = extents(document);
    for (const Extent& table : tables) {
        if (std::none_of(std::begin(written), std::end(written),
                         [&](const auto& each) { return each.second == table.name && edit.has(each.first); })) {
            continue;
        }
        if (table.offset < header_bytes) return std::string(table.name) + " and the header share bytes";
        for (const Extent& other : tables) {
            const bool apart = other.end() <= table.offset || table.end() <= other.offset;
            if (apart || std::string_view(other.name) == table.name || is_scratch(other.name)) continue;
            return std::string(table.name) + " and " + other.name + " share bytes";
        }
    }
    return {};
}

class DocumentEdit {
public:
    DocumentEdit(const SceneInput& input, Document& document, Issues& issues)
        : base_(*input.base_scene),
          edited_(input.scene),
          edit_(*input.edit),
          d_(document),
          issues_(issues),
          bones_(bones_of_nodes(document, base_)),
          main_(main_node_in(base_)) {
        if (base_.nodes.front().name == "ctc") metres_ = metres_per_unit;
    }

    // Why it cannot be done; empty if it was.
    std::string run() {
        if (!is_of_file()) return "the scene of the base is not of this file";
        if (edit_.has(ChangeKind::binds)) return "the bind pose is another";
        std::string why = shared_table(d_, edit_);
        if (why.empty() && !base_.meshes.empty()) {
            const MeshEdit mesh{base_.meshes[0], edited_.meshes[0], joints(), edited_, edit_, d_,
                                lost_,           issues_,           metres_};
            why = edit_mesh(mesh);
        }
        if (why.empty()) why = edit_places();
        if (why.empty()) why = edit_images();
        if (!why.empty()) return why;
        edit_keys();
        if (followers_ > 0) issues_.add(issue::keys_follow, {}, {}, {}, text::plural(followers_, "key"));
        edit_names();
        edit_fields();
        edit_looks();
        return {};
    }

    std::vector<BuiltTexture> textures{};

    std::string words() const {
        using enum ChangeKind;
        return build::change_summary(
            edit_, {points, normals, uvs, colors, weights, places, keys, materials, images, fields, names, clip_names},
            issues_, lost_);
    }

private:
    bool is_of_file() const {
        const bool has_points = base_.meshes.empty() || (base_.meshes[0].points.size() == d_.vertices.size() &&
                                                         base_.meshes[0].targets.size() == d_.morphs.size());
        return has_points && base_.clips.size() <= clips_of(d_).list.size() &&
               base_.materials.size() >= d_.skins.size() && base_.nodes.size() > main_;
    }

    // By joint of the scene.
    std::vector<u32> joints() const {
        std::vector<u32> out;
        if (base_.skins.empty()) return out;
        for (const u32 node : base_.skins[0].joints) out.push_back(bones_[node]);
        return out;
    }

    std::optional<std::size_t> attachment_at(u32 node) const {
        const auto place = build::integer_in(base_.nodes[node].extras, "thaw_attachment");
        return place && selects(*place, d_.attachments.size()) ? std::optional(static_cast<std::size_t>(*place))
                                                               : std::nullopt;
    }

    // --- clips

    // Translation and rotation of a node follow each other.
    void edit_keys() {
        const auto native = clips_of(d_).list;
        for (std::size_t c = 0; c < base_.clips.size(); ++c) {
            for (std::size_t i = 0; i + 1 < base_.clips[c].channels.size(); i += 2) {
                edit_track(c, i, native[c]);
                lost_[ChangeKind::keys] += lost_between(c, i, native[c]);
            }
        }
    }

    void edit_track(std::size_t c, std::size_t i, const Clip& native) {
        const auto &then = base_.clips[c].channels, &now = edited_.clips[c].channels;
        const auto& timelines = base_.clips[c].timelines;
        const auto& turned_at = timelines[then[i + 1].timeline];
        const auto is_edited = [&](std::size_t channel, std::size_t key, std::size_t width) {
            const f32* values = then[channel].values.data() + key * width;
            return !std::equal(values, values + width, now[channel].values.data() + key * width);
        };
        bool first = false, last = false;
        std::size_t turn = 0;  // the key of the rotation
        for (std::size_t k = 0; 3 * k < then[i].values.size(); ++k) {
            while (turned_at[turn] < timelines[then[i].timeline][k]) ++turn;  // see lost_between()
            const bool moved = is_edited(i, k, 3), turned = is_edited(i + 1, turn, 4);
            if (!moved && !turned) continue;
            Key* key = k < native.count ? key_at(then[i].node, native.first + k) : nullptr;
            if (key == nullptr) {
                // The key past the last frame is the first one again, or the last one held.
                if (k < native.count || (!first && !last)) lost_[ChangeKind::keys] += u64{moved} + u64{turned};
                continue;
            }
            first = first || k == 0;
            last = k + 1 == native.count;
            const bool both = !key->is_finite();
            const f32 *t = now[i].values.data() + 3 * k, *r = now[i + 1].values.data() + 4 * turn;
            if (moved || both) key->translation = in_file({t[0], t[1], t[2]}, metres_);
            if (both) key->angles = {};
            if (turned || both) {
                key->angles = key_of(matrix_of(Transform{{}, {r[0], r[1], r[2], r[3]}, {1, 1, 1}}), key).angles;
            }
        }
    }

    // Between the file's own keys are those that show how the game turns there. It has no place for them: an edited one
    // is kept where the keys beside it, edited as well, lead to it.
    u64 lost_between(std::size_t c, std::size_t i, const Clip& native) {
        const Channel &then = base_.clips[c].channels[i + 1], &now = edited_.clips[c].channels[i + 1];
        const auto& whole = base_.clips[c].timelines[base_.clips[c].channels[i].timeline];
        const auto& times = base_.clips[c].timelines[then.timeline];
        u64 lost = 0;
        std::size_t k = 0;
        for (std::size_t turn = 0; turn < times.size(); ++turn) {
            while (k + 1 < whole.size() && whole[k + 1] <= times[turn]) ++k;
            const f32 *was = then.values.data() + 4 * turn, *is = now.values.data() + 4 * turn;
            if (whole[k] == times[turn] || k >= native.count) continue;
            const Key* from = key_at(then.node, native.first + k);
            const Key* to = key_at(then.node, native.first + (k + 1 < native.count ? k + 1 : 0));
            if (from == nullptr || to == nullptr) continue;
            const Turn shown = turn_between(*from, *to, then.node == main_ ? Wrap::no : Wrap::yes);
            const double share = (double{times[turn]} - double{whole[k]}) / (double{whole[k + 1]} - double{whole[k]});
            const Rotation kept = scene_rotation(shown.at(share));
            const auto off = [&](const f32* q) { return angle_between(kept, {q[0], q[1], q[2], q[3]}); };
            const bool as_wanted = off(is) <= 2 * angle_tolerance;
            if (std::equal(was, was + 4, is)) {
                followers_ += as_wanted ? 0u : 1u;
            } else if (off(was) < same_angle || !as_wanted) {
                ++lost;
            }
        }
        return lost;
    }

    Key* key_at(u32 node, u64 frame) {
        const auto f = static_cast<std::size_t>(frame);
        if (node == main_) return &d_.main_keys[f];
        const u32 bone = bones_[node];
        return bone == no_index ? nullptr : &d_.bone_keys[f * d_.bones.size() + bone];
    }

    // --- attachment points

    std::string edit_places() {
        for (u32 n = 0; n < base_.nodes.size(); ++n) {
            if (edited_.nodes[n].local == base_.nodes[n].local) continue;
            const auto point = attachment_at(n);
            if (!point && n < main_) return base_.nodes[n].name + " is placed elsewhere";
            const bool can_be = point && rigid(edited_.nodes[n].local) != base_.nodes[n].local;
            if (!can_be) {
                ++lost_[ChangeKind::places];  // the pose at rest is the bind pose
            } else if (std::string why = move_point(n, *point); !why.empty()) {
                return why;
            }
        }
        return {};
    }

    // Is the triangle, with its vertices, only there for the point?
    bool is_own_triangle(std::size_t point) {
        if (users_.empty()) {
            for (const Triangle& t : d_.triangles) {
                for (const i16 v : t.vertices) ++users_[v];
            }
            for (const Attachment& each : d_.attachments) ++points_[each.triangle];
        }
        const i32 own = d_.attachments[point].triangle;
        const auto& corners = d_.triangles[static_cast<std::size_t>(own)].vertices;
        return static_cast<u64>(own) >= d_.drawn_triangles() && points_[own] == 1 &&
               std::all_of(corners.begin(), corners.end(), [&](i16 v) { return users_[v] == 1; });
    }

    std::string move_point(u32 node, std::size_t point) {
        if (!is_own_triangle(point)) {
            return "attachment point " + base_.nodes[node].name +
                   " is placed elsewhere, and has no triangle of its own";
        }
        const auto& corners = d_.triangles[static_cast<std::size_t>(d_.attachments[point].triangle)].vertices;
        thaw::Matrix step = matrix_of(rigid(edited_.nodes[node].local)) *
                            inverse_of(matrix_of(base_.nodes[node].local)).value_or(identity_matrix);
        if (const auto to_joint = inverse_bind_at(base_.nodes[node].parent)) {
            step = inverse_of(*to_joint).value_or(identity_matrix) * step * *to_joint;
        }
        for (const i16 v : corners) {
            auto& position = d_.vertices[static_cast<std::size_t>(v)].position;
            Vec3d p{};
            for (std::size_t k = 0; k < 3; ++k) {
                p[k] = double{position[k]} * metres_per_unit / metres_ * (k == 2 ? -1 : 1);
            }
            p = transformed(step, p);
            position = file_point(p * metres_);
        }
        return {};
    }

    std::optional<thaw::Matrix> inverse_bind_at(u32 node) const {
        if (base_.skins.empty()) return std::nullopt;
        const auto& joints = base_.skins[0].joints;
        const auto found = std::find(joints.begin(), joints.end(), node);
        if (found == joints.end()) return std::nullopt;
        return matrix_of(base_.skins[0].inverse_binds[static_cast<std::size_t>(found - joints.begin())]);
    }

    // --- what has a name

    void edit_names() {
        build::Names clips(15, "clip name", issues_), points(8, "attachment point", issues_);
        const bool named = clips_of(d_).reading != Reading::none;
        for (std::size_t c = 0; c < base_.clips.size(); ++c) {
            if (edited_.clips[c].name == base_.clips[c].name) continue;
            if (named && c < d_.animations.size()) {
                d_.animations[c].name = text::nul_padded<16>(clips.take(edited_.clips[c].name));
            } else {
                ++lost_[ChangeKind::clip_names];
            }
        }
        for (u32 n = 0; n < base_.nodes.size(); ++n) {
            if (edited_.nodes[n].name == base_.nodes[n].name) continue;
            if (const auto point = attachment_at(n)) {
                d_.attachments[*point].name = text::nul_padded<8>(points.take(edited_.nodes[n].name));
            } else {
                ++lost_[ChangeKind::names];
            }
        }
        for (std::size_t m = 0; m < base_.materials.size(); ++m) {
            if (edited_.materials[m].name != base_.materials[m].name) ++lost_[ChangeKind::names];
        }
    }

    void edit_fields() {
        const i16 version = d_.version;
        u64 kept = take_header(edited_.extras, d_);
        if (d_.version < lowest_version || d_.version > highest_version) {
            d_.version = version;
            --kept;
        }
        build::Names names(longest_skin, "skin name", issues_);
        for (std::size_t s = 0; s < d_.skins.size(); ++s) {
            const std::string* name = build::text_in(edited_.materials[s].extras, "thaw_skin_name");
            if (name == nullptr || *name == *build::text_in(base_.materials[s].extras, "thaw_skin_name")) continue;
            d_.skins[s].name = text::nul_padded<64>(names.take(*name));
            ++kept;
        }
        for (u32 n = 0; n < base_.nodes.size(); ++n) {
            const Extras &then = base_.nodes[n].extras, &now = edited_.nodes[n].extras;
            if (bones_[n] == no_index || !differs(then, now, "thaw_unknown_0x0c")) continue;
            take_unread(now, d_.bones[bones_[n]]);
            ++kept;
        }
        const u64 all = edit_.count(ChangeKind::fields);
        lost_[ChangeKind::fields] = all - std::min(all, kept);
    }

    // --- skins

    std::string edit_images() {
        std::vector<bool> written(edited_.images.size());
        for (std::size_t m = 0; m < base_.materials.size(); ++m) {
            const Material& now = edited_.materials[m];
            if (now.image == no_index && base_.materials[m].image != no_index) ++lost_[ChangeKind::images];
            if (now.image == no_index || !edit_.painted[now.image] || written[now.image]) continue;
            if (m >= d_.skins.size()) return "the file has no skins, and now needs one";
            written[now.image] = true;
            textures.push_back({now.image, image_name(now, edited_.images[now.image].name)});
            if (text::until_nul(d_.skins[m].name).empty())
                d_.skins[m].name = text::nul_padded<64>(textures.back().name);
        }
        return {};
    }

    void edit_looks() {
        for (std::size_t m = 0; m < base_.materials.size(); ++m) {
            const Material &then = base_.materials[m], &now = edited_.materials[m];
            const bool other = now.alpha != then.alpha || now.double_sided != then.double_sided;
            const bool recolored = now.base_color != (now.image == then.image ? then.base_color : white);
            const bool can_be = now.image != no_index && !d_.colours.empty();  // see edit_mesh()
            if (other || (recolored && !can_be)) ++lost_[ChangeKind::materials];
        }
    }

    const Scene& base_;
    const Scene& edited_;
    const Edit& edit_;
    Document& d_;
    Issues& issues_;
    std::vector<u32> bones_;  // by node of the base
    u32 main_;                // the node of the main key
    double metres_ = 1;       // in one unit of the scene
    u64 followers_ = 0;       // keys between the file's own that nobody edited, next to one that somebody did
    std::map<ChangeKind, u64> lost_{};
    std::map<i16, u32> users_{};   // corners, by vertex
    std::map<i32, u32> points_{};  // by triangle
};

}  // namespace

Result<Built> apply_edit(const SceneInput& input, const BuildOptions&, Issues& issues) {
    std::string why = input.edit->structural_change();
    if (!why.empty()) return Error{Code::unrepresentable, std::move(why)};
    auto document = std::make_unique<Document>(static_cast<const Document&>(*input.base->document));
    DocumentEdit edit(input, *document, issues);
    why = edit.run();
    if (!why.empty()) return Error{Code::unrepresentable, std::move(why)};
    Built out;
    out.change_summary = edit.words();
    out.textures = std::move(edit.textures);
    out.document = std::move(document);
    return out;
}

}  // namespace thaw::ctc
