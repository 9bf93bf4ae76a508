// One level of detail: colours, layouts, strips and frames put together.
#include <algorithm>
#include <cmath>

#include "base/json_tree.hpp"
#include "base/text.hpp"
#include "formats/ctr/build/issues.hpp"
#include "formats/ctr/build/layout_table.hpp"
#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/build/strip_neighbours.hpp"
#include "formats/shared/extras.hpp"

namespace thaw::ctr {

namespace {

using Corners = std::array<std::array<u8, 2>, 3>;
Corners corners_of(const TextureLayout& l) { return {{{l.u0, l.v0}, {l.u1, l.v1}, {l.u2, l.v2}}}; }

class MeshBuilder {
public:
    MeshBuilder(BuildWork& work, Images& images, const LevelNodes& level, build::Flat& flat,
                const std::string& model_prefix, const std::optional<BaseLevel>& base)
        : work_(work),
          images_(images),
          level_(level),
          flat_(flat),
          prefix_(model_prefix),
          base_(base),
          name_(work.scene.nodes[level.nodes.front()].name),
          extras_(work.scene.meshes[work.scene.nodes[level.nodes.front()].mesh].extras) {}

    std::optional<MeshPlan> run() {
        auto poses = poses_of(work_, level_, flat_, prefix_);
        if (!poses || work_.context.cancelled()) return std::nullopt;
        poses_ = std::move(*poses);
        if (base_ && base_->same_faces) return with_base_faces();
        if (base_) report_unkept(work_, *base_);
        drop_triangles();
        make_colours();
        const auto strips = make_strips();
        if (!strips) return std::nullopt;
        mesh_.scale = poses_.scale;
        mesh_.commands = strips->commands;
        for (const TextureLayout& layout : strips->layouts) mesh_.textures.emplace_back(layout);
        add_frames(strips->vertices);
        add_anim_textures(strips->layouts);
        add_header();
        return std::move(mesh_);
    }

private:
    // Only frames are made, and of those only what differs.
    MeshPlan with_base_faces() {
        const MeshPlan before = plan_of(base_->file, base_->mesh);
        mesh_ = before;
        mesh_.scale = poses_.scale;
        mesh_.frame.reset();
        mesh_.deltas.clear();
        mesh_.animations.clear();
        std::vector<u32> all(flat_.points);
        for (u32 v = 0; v < flat_.points; ++v) all[v] = v;
        add_frames(all);
        for (std::size_t c = 0; c < poses_.clips.size() && mesh_.scale == before.scale; ++c) {
            const AnimationPlan* kept = kept_animation(work_, *base_, before, *poses_.clips[c].source);
            if (kept == nullptr) continue;
            mesh_.animations[c] = *kept;
            mesh_.animations[c].name = poses_.clips[c].name;
        }
        add_header();
        return std::move(mesh_);
    }

    const Material* material_of(const build::FlatTriangle& triangle) const {
        return triangle.material == no_index ? nullptr : &work_.scene.materials[triangle.material];
    }

    void drop_triangles() {
        for (const build::FlatTriangle& triangle : flat_.triangles) {
            std::array<u32, 3> v{};
            for (std::size_t c = 0; c < 3; ++c) v[c] = poses_.vertices[triangle.points[c]];
            const auto& p = triangle.points;
            const bool was_line = work_.edited != nullptr && (p[0] == p[1] || p[1] == p[2] || p[0] == p[2]);
            if (!was_line && (v[0] == v[1] || v[1] == v[2] || v[0] == v[2])) continue;
            kept_.push_back(&triangle);
            const Material* material = material_of(triangle);
            triangles_.push_back({v, {}, {}, material != nullptr && material->double_sided});
        }
        const std::size_t dropped = flat_.triangles.size() - kept_.size();
        if (dropped > 0) {
            work_.issues.add(thaw::issue::triangles_dropped, "ctr", name_, {},
                             std::to_string(dropped) + " of " + text::plural(flat_.triangles.size(), "triangle") +
                                 " without area on the grid");
        }
        if (kept_.empty()) work_.refuse(issue::no_area, name_);
    }

    void make_colours() {
        std::map<std::array<u8, 4>, u32> known;
        std::vector<ColourSample> samples;
        std::vector<std::array<u32, 3>> chosen;
        double rounding = 0;
        for (const build::FlatTriangle* triangle : kept_) {
            const bool textured = images_.is_textured(triangle->material);
            const auto colours = colours_of(*triangle, material_of(*triangle), textured, rounding);
            std::array<u32, 3> own{};
            for (std::size_t c = 0; c < 3; ++c) {
                const Colour& k = colours[c];
                const auto [place, is_new] = known.try_emplace({k.red, k.green, k.blue, k.weight}, samples.size());
                if (is_new) samples.push_back({{k.red, k.green, k.blue}, k.weight, 0});
                ++samples[place->second].weight;
                own[c] = place->second;
            }
            chosen.push_back(own);
        }
        MergedColours merged{samples, {}};
        for (u32 i = 0; i < samples.size(); ++i) merged.index.push_back(i);
        if (samples.size() > most_colours) merged = merge_colours(samples, most_colours);
        for (const ColourSample& each : merged.colours) {
            mesh_.colours.push_back({each.rgb[0], each.rgb[1], each.rgb[2], each.kind});
        }
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            for (std::size_t c = 0; c < 3; ++c) {
                triangles_[t].colours[c] = static_cast<u8>(merged.index[chosen[t][c]]);
            }
        }
        report_colours(samples, merged, rounding);
    }

    void report_colours(const std::vector<ColourSample>& samples, const MergedColours& merged, double rounding) {
        double farthest = rounding;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const int off = int{samples[i].rgb[axis]} - int{merged.colours[merged.index[i]].rgb[axis]};
                farthest = std::max(farthest, std::abs(static_cast<double>(off)));
            }
        }
        constexpr double next_to_nothing = 0.02;
        if (farthest < next_to_nothing) return;
        std::string found = text::number(std::round(farthest * 100) / 100) + " of 255";
        if (samples.size() > most_colours) {
            found +=
                ", and " + std::to_string(samples.size()) + " colours became " + std::to_string(merged.colours.size());
        }
        work_.issues.add(thaw::issue::colors_rounded, "ctr", name_, {}, found);
    }

    // Coarser texture coordinates make fewer layouts.
    std::optional<EncodedStrips> make_strips() {
        const StripNeighbours neighbours(triangles_, false);
        bool reported = false;
        for (u32 step = 1;; step *= 2) {
            for (std::size_t t = 0; t < triangles_.size(); ++t) {
                if (images_.is_textured(kept_[t]->material)) {
                    triangles_[t].layout = images_.layout_of(*kept_[t], step);
                }
            }
            const bool is_last = step > 256;
            if (reported && !is_last && are_too_many_layouts()) continue;
            EncodedStrips strips = shortest_strips(neighbours);
            if (strips.layouts.size() <= most_layouts) return strips;
            if (!reported &&
                !work_.exceeds(name_, text::plural(most_layouts, "texture layout"),
                               std::to_string(strips.layouts.size()), "texture coordinates made coarser")) {
                return std::nullopt;
            }
            reported = true;
            if (is_last) {
                work_.refuse(name_, text::plural(most_layouts, "texture layout"),
                             std::to_string(strips.layouts.size()));
                return std::nullopt;
            }
        }
    }

    // Wherever strips begin: they put the corners of layouts in an order of their own, no more.
    bool are_too_many_layouts() const {
        LayoutTable table;
        return std::any_of(triangles_.begin(), triangles_.end(), [&](const PlainTriangle& triangle) {
            return triangle.layout && table.add(with_corners_in_order(*triangle.layout)) == most_layouts;
        });
    }

    static TextureLayout with_corners_in_order(const TextureLayout& layout) {
        Corners c = corners_of(layout);
        std::sort(c.begin(), c.end());
        return {c[0][0], c[0][1], layout.clut, c[1][0], c[1][1], layout.page, c[2][0], c[2][1], c[2][0], c[2][1]};
    }

    // No way of going on is the best for every mesh. A vertex is stored in every frame.
    EncodedStrips shortest_strips(const StripNeighbours& neighbours) const {
        std::optional<EncodedStrips> best;
        u64 best_bytes = 0;
        for (const bool tidy : {true, false}) {
            for (u8 corner = 0; corner < 3; ++corner) {
                if (best && work_.context.cancelled()) return std::move(*best);
                EncodedStrips strips = strips_of(triangles_, neighbours, {.first_corner = corner, .tidy = tidy});
                const u64 bytes = 4 * strips.commands.size() + 3 * poses_.poses.size() * strips.vertices.size() +
                                  TextureLayout::disk_bytes * strips.layouts.size();
                if (best && bytes >= best_bytes) continue;
                best = std::move(strips);
                best_bytes = bytes;
            }
        }
        return std::move(*best);
    }

    GridPose stored(u32 frame, const std::vector<u32>& order) const {
        GridPose out{poses_.poses[frame].origin, {}};
        for (const u32 vertex : order) out.points.push_back(poses_.poses[frame].points[vertex]);
        return out;
    }

    void add_frames(const std::vector<u32>& order) {
        if (poses_.clips.empty()) {
            const GridPose pose = stored(0, order);
            mesh_.frame = FramePlan{pose.origin, raw_data(pose.points)};  // deltas alone would be longer
            return;
        }
        for (const SampledClip& clip : poses_.clips) {
            std::vector<GridPose> poses;
            for (u32 k = 0; k < clip.stored; ++k) poses.push_back(stored(clip.first + k, order));
            mesh_.animations.push_back(animation_plan(work_, clip.name, clip.half_rate, clip.played, poses));
        }
    }

    // --- what extras alone say ---------------------------------------------------------------------------------------
    void add_header() {
        const auto flags = build::integer_in(extras_, "thaw_flags");
        if (flags && *flags >= 0 && *flags <= 0xFFFF) mesh_.flags = static_cast<u16>(*flags);
        if (!flags && build::flag_in(extras_, "thaw_faces_camera").value_or(false)) mesh_.flags = 1;
        const auto distance = build::integer_in(extras_, "thaw_lod_distance");
        mesh_.lod_distance = distance && *distance >= 0 && *distance <= 0xFFFF ? static_cast<u16>(*distance) : u16{0};
    }

    static std::optional<TextureLayout> layout_from(const json::Ref& json) {
        const auto items = json.items();
        std::array<i64, 10> n{};
        if (items.size() != n.size()) return std::nullopt;
        for (std::size_t i = 0; i < n.size(); ++i) {
            const auto value = items[i].integer();
            if (!value || *value < 0 || *value > (i < 8 ? 0xFF : 0xFFFF)) return std::nullopt;
            n[i] = *value;
        }
        const auto byte = [&](std::size_t i) { return static_cast<u8>(n[i]); };
        return TextureLayout{
            byte(0), byte(1), static_cast<u16>(n[8]), byte(2), byte(3), static_cast<u16>(n[9]), byte(4), byte(5),
            byte(6), byte(7)};
    }

    void add_anim_textures(const std::vector<TextureLayout>& layouts) {
        const json::Value* value = extras_.find("thaw_anim_textures");
        if (value == nullptr) return;
        const std::string* stored = value->get_if<std::string>();
        const std::string text = stored != nullptr ? *stored : json::to_text(*value);
        const auto tree = json::Tree::parse(text);
        std::size_t lost = 0;
        bool in_other_memory = false;
        for (const json::Ref& each : tree ? tree->root().items() : std::vector<json::Ref>()) {
            if (!add_anim_texture(each, layouts, in_other_memory)) ++lost;
        }
        if (lost > 0 || !tree) {
            work_.issues.add(thaw::issue::not_kept, "ctr", name_, {},
                             tree ? text::plural(lost, "animated texture") : "animated textures");
        }
        if (in_other_memory) {
            work_.issues.add(issue::hidden_images_stay, "ctr", name_);
        }
    }

    bool add_anim_texture(const json::Ref& json, const std::vector<TextureLayout>& layouts, bool& in_other_memory) {
        const auto replaces = layout_from(json.find("replaces"));
        const auto offset = json.find("offset").integer(), shift = json.find("shift").integer();
        std::vector<TextureLayout> frames;
        for (const json::Ref& each : json.find("layouts").items()) {
            const auto layout = layout_from(each);
            if (!layout) return false;
            bool found = false;
            frames.push_back(images_.moved(*layout, found));
            in_other_memory = in_other_memory || !found;
        }
        const auto is_short = [](const std::optional<i64>& n) { return n && *n >= -0x8000 && *n <= 0x7FFF; };
        if (!replaces || frames.empty() || frames.size() > 0x7FFF || !is_short(offset) || !is_short(shift))
            return false;
        bool found = false, any = false;
        const TextureLayout wanted = images_.moved(*replaces, found);
        for (std::size_t i = 0; i < layouts.size(); ++i) {
            const auto order = order_of(layouts[i], wanted);
            if (!order) continue;
            any = true;
            AnimTexturePlan plan{static_cast<u16>(i + 1), static_cast<i16>(*offset), static_cast<i16>(*shift), {}};
            for (const TextureLayout& frame : frames) plan.layouts.push_back(reordered(frame, *order));
            mesh_.anim_textures.push_back(std::move(plan));
        }
        return any;
    }

    using Order = std::array<std::size_t, 3>;
    // Strips start a triangle at any of its corners, in either direction.
    static std::optional<Order> order_of(const TextureLayout& layout, const TextureLayout& wanted) {
        if (layout.page != wanted.page || layout.clut != wanted.clut) return std::nullopt;
        const Corners there = corners_of(layout), here = corners_of(wanted);
        Order order{0, 1, 2};
        do {
            if (there == Corners{here[order[0]], here[order[1]], here[order[2]]}) return order;
        } while (std::next_permutation(order.begin(), order.end()));
        return std::nullopt;
    }

    static TextureLayout reordered(const TextureLayout& l, const Order& order) {
        const Corners c = corners_of(l);
        const auto& [a, b, d] = order;
        return {c[a][0], c[a][1], l.clut, c[b][0], c[b][1], l.page, c[d][0], c[d][1], l.u3, l.v3};
    }

    BuildWork& work_;
    Images& images_;
    const LevelNodes& level_;
    build::Flat& flat_;
    const std::string& prefix_;
    const std::optional<BaseLevel>& base_;
    std::string name_;
    const Extras& extras_;
    LevelPoses poses_{};
    std::vector<const build::FlatTriangle*> kept_{};
    std::vector<PlainTriangle> triangles_{};
    MeshPlan mesh_{};
};

}  // namespace

AnimationPlan animation_plan(BuildWork& work, const std::string& name, bool half_rate, u16 played,
                             const std::vector<GridPose>& poses) {
    AnimationPlan out{name, half_rate, played, {}, {}};
    Compressed packed = compress(poses);
    const u64 raw = raw_data(poses.front().points).size();
    const u64 stream = packed.frames.front().size();
    const bool shorter = poses.size() * stream + 4 * packed.deltas.size() < poses.size() * raw;
    const bool compressed = shorter || (frame_header_bytes + raw > most_frame_bytes && stream < raw);
    const u64 frame_bytes = frame_header_bytes + (compressed ? stream : raw);
    if (frame_bytes > most_frame_bytes) {
        work.refuse(name, std::to_string(most_frame_bytes) + " bytes a frame", std::to_string(frame_bytes));
    }
    for (std::size_t k = 0; k < poses.size(); ++k) {
        out.frames.push_back({poses[k].origin, compressed ? std::move(packed.frames[k]) : raw_data(poses[k].points)});
    }
    if (compressed) out.deltas = std::move(packed.deltas);
    return out;
}

std::optional<MeshPlan> mesh_plan(BuildWork& work, Images& images, const LevelNodes& level, build::Flat& flat,
                                  const std::string& model_prefix, const std::optional<BaseLevel>& base) {
    return MeshBuilder(work, images, level, flat, model_prefix, base).run();
}

}  // namespace thaw::ctr
