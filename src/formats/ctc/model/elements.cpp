// Where a CTC stores what its scene shows.
#include "formats/ctc/model/elements.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/ctc/family.hpp"
#include "formats/ctc/model/options.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/ctc/model/skeleton.hpp"
#include "formats/shared/element_map.hpp"

namespace thaw::ctc {

namespace in_elements {

namespace {

enum Field : std::size_t {
    position,
    normal,
    corners,
    uv,
    colour,
    skin_name,
    parent,
    base_transform,
    influence_bone,
    influence_weight,
    clip_name,
    clip_a,
    clip_b,
    main_key,
    bone_key,
    morph_index,
    morph_target,
    attachment_name,
    attachment_triangle,
    collapse_u,
    collapse_v
};
constexpr std::string_view fields[] = {"vertices[].position",
                                       "vertices[].normal",
                                       "triangles[].vertices",
                                       "uvs[].corners[]",
                                       "colours[].rgba",
                                       "skins[].name",
                                       "bones[].parent_plus_one",
                                       "bones[].base_transform",
                                       "skeleton[].influences[].bone",
                                       "skeleton[].influences[].weight",
                                       "animations[].name",
                                       "animations[].a",
                                       "animations[].b",
                                       "frames[].main[]",
                                       "frames[].keys[]",
                                       "morph_data[].indices[]",
                                       "morph_data[].targets[]",
                                       "attachments[].name",
                                       "attachments[].triangle",
                                       "collapses[].u",
                                       "collapses[].v"};

constexpr u64 half_key = 96;                                  // bits: three numbers that move, then three that turn
constexpr std::array<std::size_t, 3> stored_corner{0, 2, 1};  // the mirrored axis turns triangles round

bool is_finite(const std::array<f32, 3>& v) { return thaw::is_finite(Vec3{v[0], v[1], v[2]}); }

class Elements final : public ElementMap {
public:
    Elements(const Document& document, const Bundle& bundle, const SceneOptions& options, const Scene& scene)
        : d_(document),
          scene_(scene),
          all_weights_(options.own.has(option::all_weights)),
          still_(options.frame),
          file_(format, document, "ctc", fields),
          clips_(clips_of(document)) {
        Issues known;
        SceneWork work{document, bundle, options, IssueReporter(Profile::spec, known, "ctc")};
        collapsed_ = collapsed_vertices(work);
        find_nodes();
        find_triangles();
        find_morphs();
        std::size_t first = 0;
        for (const u32 n : d_.influence_counts) {
            first_influence_.push_back(first);
            first += n;
        }
        for (const thaw::Clip& clip : scene.clips) closed_.push_back(is_closed(clip));
    }

    void bits_of(const Element& e, ElementBits& out) const override {
        switch (e.kind) {
            case ElementKind::point: add_point(e, out); break;
            case ElementKind::normal: add_normal(e.index, out); break;
            case ElementKind::weights: add_weights(e.index, out); break;
            case ElementKind::triangle: out.add(file_, corners, {triangle_of(e, e.index)}); break;
            case ElementKind::uv: add_uv(e, out); break;
            case ElementKind::color: {
                const u64 t = triangle_of(e, e.index / 3);
                out.add(file_, colour, {3 * t + stored_corner[e.index % 3]});
                break;
            }
            case ElementKind::bone: add_node(e.index, out); break;
            case ElementKind::key: add_key(e, out); break;
            case ElementKind::clip: add_clip(e.index, out); break;
            case ElementKind::material: out.add(file_, skin_name, {e.index}); break;
        }
    }

private:
    // The scene has the main node, then the bones that hang on a root, then others.
    void find_nodes() {
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            const json::Value* point = scene_.nodes[n].extras.find("thaw_attachment");
            const i64* number = point == nullptr ? nullptr : point->get_if<i64>();
            if (number != nullptr) attachments_[n] = static_cast<std::size_t>(*number);
            if (main_ == no_index && scene_.nodes[n].name == "ctc_main") main_ = n;
        }
        if (main_ == no_index) return;
        u32 n = main_;
        for (const u32 bone : skeleton_of(d_).order) {
            if (++n < scene_.nodes.size()) bones_[n] = bone;
        }
    }

    bool is_shown(std::size_t t) const {
        std::array<u32, 3> v{};
        const auto& was = d_.triangles[t].vertices;
        for (std::size_t c = 0; c < 3; ++c) {
            if (!selects(was[c], d_.vertices.size())) return false;
            v[c] = collapsed_[static_cast<std::size_t>(was[c])].vertex;
            if (!is_finite(d_.vertices[v[c]].position)) return false;
        }
        return (v[0] != v[1] || was[0] == was[1]) && (v[1] != v[2] || was[1] == was[2]) &&
               (v[0] != v[2] || was[0] == was[2]);
    }

    // A list is a primitive, unless nothing of it can be seen.
    void find_triangles() {
        std::size_t first = 0;
        for (const i32 size : d_.triangle_lists) {
            const std::size_t left = d_.triangles.size() - first;
            const std::size_t last = first + std::min(left, static_cast<std::size_t>(std::max(size, 0)));
            std::vector<u32> list;
            for (; first < last; ++first) {
                if (is_shown(first)) list.push_back(static_cast<u32>(first));
            }
            if (!list.empty()) triangles_.push_back(std::move(list));
        }
    }

    void find_morphs() {
        std::size_t first = 0;
        for (std::size_t m = 0; m < d_.morphs.size(); ++m) {
            auto& places = morphs_.emplace_back();
            for (u32 i = 0; i < d_.morphs[m].count; ++i) {
                const i32 v = d_.morph_indices[first + i];
                if (selects(v, d_.vertices.size())) places.emplace(static_cast<u32>(v), i);
            }
            first += d_.morphs[m].count;
        }
    }

    static bool same_key(const Channel& channel, std::size_t keys, std::size_t a, std::size_t b) {
        const std::size_t width = channel.values.size() / keys;
        return std::equal(channel.values.begin() + static_cast<std::ptrdiff_t>(a * width),
                          channel.values.begin() + static_cast<std::ptrdiff_t>((a + 1) * width),
                          channel.values.begin() + static_cast<std::ptrdiff_t>(b * width));
    }

    // Is the key at the end the first one again? Else it is the last one, held.
    static bool is_closed(const thaw::Clip& clip) {
        for (const Channel& channel : clip.channels) {
            const std::size_t keys = clip.timelines[channel.timeline].size();
            if (channel.path == Path::translation && keys > 1 && !same_key(channel, keys, keys - 1, 0)) return false;
        }
        return true;
    }

    u32 triangle_of(const Element& e, u32 t) const { return triangles_[e.primitive][t]; }

    // A target holds places, not offsets. A vertex that it names twice takes both of them.
    void add_point(const Element& e, ElementBits& out) const {
        if (e.frame == 0) return out.add(file_, position, {e.index});
        const auto [from, to] = morphs_[e.frame - 1].equal_range(e.index);
        for (auto place = from; place != to; ++place) {
            out.add(file_, morph_target, {e.frame - 1, place->second});
            out.add(file_, morph_index, {e.frame - 1, place->second});
        }
        if (from != to && std::next(from) != to) out.add(file_, position, {e.index});
    }

    void add_normal(u32 v, ElementBits& out) const {
        const auto& n = d_.vertices[v].normal;
        if (is_finite(n) && (n[0] != 0 || n[1] != 0 || n[2] != 0)) out.add(file_, normal, {v});
    }

    u32 shown_influences(u32 v) const {
        return all_weights_ ? d_.influence_counts[v] : std::min<u32>(d_.influence_counts[v], 1);
    }

    void add_weights(u32 v, ElementBits& out) const {
        for (u32 i = 0; i < shown_influences(v); ++i) {
            out.add(file_, influence_bone, {v, i});
            if (all_weights_) out.add(file_, influence_weight, {v, i});
        }
    }

    void add_uv(const Element& e, ElementBits& out) const {
        const u32 t = triangle_of(e, e.index / 3);
        const std::size_t c = stored_corner[e.index % 3];
        const u32 record = collapsed_[static_cast<std::size_t>(d_.triangles[t].vertices[c])].record;
        if (record == no_index) return out.add(file_, uv, {t, c});
        out.add(file_, collapse_u, {record});
        out.add(file_, collapse_v, {record});
    }

    void add_node(u32 node, ElementBits& out) const {
        if (node == main_ && still_) return out.add(file_, main_key, {*still_, 0});
        if (const auto point = attachments_.find(node); point != attachments_.end()) {
            return add_attachment(point->second, out);
        }
        const auto found = bones_.find(node);
        if (found == bones_.end()) return;
        const std::size_t bone = found->second;
        out.add(file_, base_transform, {bone});
        out.add(file_, parent, {bone});
        if (const auto above = parent_of(d_, bone)) out.add(file_, base_transform, {*above});
        if (still_) return out.add(file_, bone_key, {*still_, bone});
        if (!is_rigid(d_.bones[bone].base_transform)) out.add(file_, bone_key, {0, bone});
    }

    // Vertices of its triangle; none where there is no such triangle.
    std::vector<u32> corners_of(std::size_t attachment) const {
        const i32 t = d_.attachments[attachment].triangle;
        std::vector<u32> out;
        for (std::size_t c = 0; selects(t, d_.triangles.size()) && c < 3; ++c) {
            const i16 v = d_.triangles[static_cast<std::size_t>(t)].vertices[c];
            if (selects(v, d_.vertices.size())) out.push_back(static_cast<u32>(v));
        }
        return out;
    }

    void add_attachment(std::size_t attachment, ElementBits& out) const {
        out.add(file_, attachment_triangle, {attachment});
        out.add(file_, attachment_name, {attachment});
        out.add(file_, corners, {static_cast<u64>(d_.attachments[attachment].triangle)});
        for (const u32 v : corners_of(attachment)) {
            out.add(file_, position, {v});
            add_weights(v, out);
            for_bones(v, [&](std::size_t bone) { out.add(file_, base_transform, {bone}); });
        }
    }

    template <class Visit>
    void for_bones(u32 v, Visit&& visit) const {
        for (u32 i = 0; i < shown_influences(v); ++i) {
            const i32 bone = d_.influences[first_influence_[v] + i].bone;
            if (selects(bone, d_.bones.size())) visit(static_cast<std::size_t>(bone));
        }
    }

    // The frames that make a key: one, or two where a turn was cut in parts.
    std::vector<u64> frames_of(const Element& e, const Clip& source) const {
        const thaw::Clip& clip = scene_.clips[e.clip];
        const auto& times = clip.timelines[clip.channels[e.channel].timeline];
        const json::Value* rate = clip.extras.find("fps");
        const double* exact = rate == nullptr ? nullptr : rate->get_if<double>();
        const i64* whole = rate == nullptr ? nullptr : rate->get_if<i64>();
        const double fps = exact != nullptr ? *exact : whole != nullptr ? static_cast<double>(*whole) : 10;
        const double at = double{times[e.index]} * fps;
        const double nearest = std::round(at);
        const auto frame = [&](double k) {
            const auto n = static_cast<u64>(std::max(k, 0.0));
            if (n < source.count) return source.first + n;
            return closed_[e.clip] ? source.first : source.first + source.count - 1;
        };
        if (std::abs(at - nearest) < 1e-3) return {frame(nearest)};
        return {frame(std::floor(at)), frame(std::floor(at) + 1)};
    }

    void add_key(const Element& e, ElementBits& out) const {
        if (e.clip >= clips_.list.size()) return;
        const Channel& channel = scene_.clips[e.clip].channels[e.channel];
        const u64 half = channel.path == Path::rotation ? half_key : 0;
        for (const u64 frame : frames_of(e, clips_.list[e.clip])) {
            if (channel.node == main_) {
                out.add(file_, main_key, {frame, 0}, half, half_key);
            } else if (const auto bone = bones_.find(channel.node); bone != bones_.end()) {
                out.add(file_, bone_key, {frame, bone->second}, half, half_key);
            } else if (const auto point = attachments_.find(channel.node); point != attachments_.end()) {
                add_carried(frame, point->second, channel.path, out);
            }
        }
    }

    // An attachment point between bones is where they all carry its corners: it is at the first, all three turn it.
    void add_carried(u64 frame, std::size_t attachment, Path path, ElementBits& out) const {
        out.add(file_, attachment_triangle, {attachment});
        out.add(file_, corners, {static_cast<u64>(d_.attachments[attachment].triangle)});
        for (const u32 v : corners_of(attachment)) {
            out.add(file_, position, {v});
            add_weights(v, out);
            for_bones(v, [&](std::size_t bone) {
                out.add(file_, base_transform, {bone});
                std::optional<std::size_t> above = bone;
                for (std::size_t steps = 0; above && steps < d_.bones.size(); ++steps, above = parent_of(d_, *above)) {
                    out.add(file_, bone_key, {frame, *above});
                }
            });
            if (path == Path::translation) break;
        }
        out.add(file_, main_key, {frame, 0});
    }

    void add_clip(u32 clip, ElementBits& out) const {
        if (clips_.reading == Reading::none) return;  // the animations explain no clip
        out.add(file_, clip_name, {clip});
        // Where both numbers are about frames, the first follows from the animations before.
        const bool by_last = clips_.reading == Reading::first_and_last;
        if (by_last || clips_.reading == Reading::count_in_a) out.add(file_, clip_a, {clip});
        if (clips_.reading != Reading::count_in_a) out.add(file_, clip_b, {clip});
    }

    const Document& d_;
    const Scene& scene_;
    bool all_weights_;
    std::optional<u64> still_;
    MappedFile file_;
    Clips clips_;
    std::vector<Collapsed> collapsed_{};
    u32 main_ = no_index;
    std::map<u32, u32> bones_{};                     // by node
    std::map<u32, std::size_t> attachments_{};       // by node
    std::vector<std::vector<u32>> triangles_{};      // by primitive
    std::vector<std::multimap<u32, u32>> morphs_{};  // by target: vertex, place
    std::vector<std::size_t> first_influence_{};     // by vertex
    std::vector<bool> closed_{};                     // by clip
};

}  // namespace

}  // namespace in_elements

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene) {
    return std::make_unique<in_elements::Elements>(document, bundle, options, scene);
}

}  // namespace thaw::ctc
