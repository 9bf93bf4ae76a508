// A scene with a mesh for each clip, as to_scene() makes it with split_clips, as one with a single mesh.
#include <algorithm>
#include <map>

#include "formats/shared/extras.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "scene/frames.hpp"
#include "scene/shapes.hpp"

namespace thaw::unreal {

namespace {

constexpr u64 most_merged_frames = 1u << 16;

// A clip and the mesh that only it shows.
struct SplitClip {
    u32 clip = 0;
    u32 node = 0;
    u32 first = 0;                    // of its frames, in the file
    std::vector<u32> point_of{};      // by point of the first mesh
    const Channel* shapes = nullptr;  // null: a single frame
};

// By clip: where its frames start in the file.
std::map<std::string, u32> first_frames(const Document& document) {
    std::map<std::string, u32> out;
    Issues ignored;
    const Bundle bundle;
    const SceneOptions options;
    SceneWork work{document, bundle, options, ignored};
    work.extent = extent_of(document);
    for (const Play& play : plays_of(work)) out.try_emplace(play.name, play.first());
    return out;
}

class Unsplitting {
public:
    Unsplitting(const Scene& scene, const Document* base) : scene_(scene), base_(base) {}

    std::optional<Scene> run() {
        if (!may_be_split() || !find_clips() || !match_points()) return std::nullopt;
        const u32 least_frames = base_ == nullptr ? 0 : extent_of(*base_).frames;
        u64 frames = least_frames;
        u64 shapes = 0;
        for (const SplitClip& split : splits_) {
            shapes += shape_count(mesh_of(split));
            frames = std::max(frames, u64{split.first} + shape_count(mesh_of(split)));
        }
        // Numbers in extras alone cannot ask for much more than the meshes have.
        if (frames > most_merged_frames || frames > least_frames + 64 * shapes) return std::nullopt;
        return merged(static_cast<u32>(frames));
    }

private:
    const thaw::Mesh& mesh_of(const SplitClip& split) const { return scene_.meshes[scene_.nodes[split.node].mesh]; }

    bool may_be_split() const {
        u64 meshes = 0;
        for (const Node& node : scene_.nodes) meshes += node.mesh != no_index;
        return meshes >= 2 && meshes == scene_.clips.size();
    }

    // An editor may have dropped the extras of the clip.
    std::optional<i64> first_frame(const Clip& clip) {
        if (const auto stored = build::integer_in(clip.extras, "first_frame")) return stored;
        if (base_ == nullptr) return std::nullopt;
        if (first_frames_.empty()) first_frames_ = first_frames(*base_);
        const auto found = first_frames_.find(clip.name);
        return found == first_frames_.end() ? std::nullopt : std::optional<i64>(found->second);
    }

    // Each clip shows one mesh by its scale, and each mesh is shown by one clip. The one that is seen at rest leads.
    bool find_clips() {
        std::vector<bool> taken(scene_.nodes.size());
        for (u32 c = 0; c < scene_.clips.size(); ++c) {
            const u32 n = shown_by(scene_.clips[c]);
            const auto first = first_frame(scene_.clips[c]);
            if (n == no_index || taken[n] || !first || *first < 0 || *first >= i64{most_merged_frames}) return false;
            taken[n] = true;
            splits_.push_back({.clip = c, .node = n, .first = static_cast<u32>(*first)});
            for (const Channel& channel : scene_.clips[c].channels) {
                const bool shapes = channel.path == Path::frame || channel.path == Path::weights;
                if (shapes && channel.node == n) splits_.back().shapes = &channel;
            }
        }
        const auto rests = [&](const SplitClip& s) { return scene_.nodes[s.node].local.scale != Vec3{}; };
        const auto leader = std::find_if(splits_.begin(), splits_.end(), rests);
        if (leader == splits_.end() || std::count_if(splits_.begin(), splits_.end(), rests) != 1) return false;
        std::iter_swap(splits_.begin(), leader);
        return std::all_of(splits_.begin(), splits_.end(), [&](const SplitClip& s) {
            return scene_.nodes[s.node].parent == scene_.nodes[splits_[0].node].parent;
        });
    }

    u32 shown_by(const Clip& clip) const {
        for (const Channel& channel : clip.channels) {
            const Node& node = scene_.nodes[channel.node];
            const bool scales = channel.path == Path::scale && node.mesh != no_index && node.skin == no_index;
            if (scales && channel.values.size() >= 3 && channel.values[0] != 0) return channel.node;
        }
        return no_index;
    }

    // The same triangles over and over, so that corners tell which points are the same.
    bool match_points() {
        const thaw::Mesh& first = mesh_of(splits_[0]);
        for (SplitClip& split : splits_) {
            const thaw::Mesh& mesh = mesh_of(split);
            if (mesh.primitives.size() != first.primitives.size()) return false;
            split.point_of.assign(first.points.size(), no_index);
            for (std::size_t i = 0; i < first.primitives.size(); ++i) {
                const Primitive& a = first.primitives[i];
                const Primitive& b = mesh.primitives[i];
                if (a.indices.size() != b.indices.size() || a.topology != b.topology) return false;
                for (std::size_t k = 0; k < a.indices.size(); ++k) {
                    u32& point = split.point_of[a.points[a.indices[k]]];
                    const u32 other = b.points[b.indices[k]];
                    if (point != no_index && point != other) return false;  // one point here, two there
                    point = other;
                }
            }
            const bool same = mesh.points.size() == first.points.size();
            for (u32 p = 0; p < split.point_of.size(); ++p) {
                if (split.point_of[p] == no_index) split.point_of[p] = same ? p : 0;  // belongs to nothing
            }
        }
        return true;
    }

    Scene merged(u32 frames) const {
        const thaw::Mesh& first = mesh_of(splits_[0]);
        Scene out = scene_;
        thaw::Mesh mesh = first;
        mesh.targets.clear();
        mesh.places.clear();
        // What no clip shows is nowhere in the scene; it looks like the first of them.
        mesh.frames = plain_frames(first.points.size(), frames, {}, [&](u32 frame, std::vector<Vec3>& row) {
            row = first.points;
            std::vector<Vec3> places;
            for (const SplitClip& split : splits_) {
                if (frame < split.first || frame - split.first >= shape_count(mesh_of(split))) continue;
                shape_points(mesh_of(split), frame - split.first, places);
                for (std::size_t p = 0; p < row.size(); ++p) row[p] = places[split.point_of[p]];
            }
        });
        decode_frame(*mesh.frames, 0, mesh.points);
        const u32 node = splits_[0].node;
        for (const SplitClip& split : splits_) out.nodes[split.node].mesh = no_index;
        out.nodes[node].mesh = scene_.nodes[node].mesh;
        out.meshes[scene_.nodes[node].mesh] = std::move(mesh);
        for (const SplitClip& split : splits_) out.clips[split.clip] = clip_of(split, node);
        return out;
    }

    Clip clip_of(const SplitClip& split, u32 node) const {
        Clip out = scene_.clips[split.clip];
        const auto is_split = [&](const Channel& channel) {
            return std::any_of(splits_.begin(), splits_.end(),
                               [&](const SplitClip& s) { return s.node == channel.node; });
        };
        std::erase_if(out.channels, is_split);
        Channel channel{.node = node, .path = Path::frame};
        if (split.shapes == nullptr) {
            channel.frames.assign(out.timelines[0].size(), split.first);
        } else {
            channel.timeline = split.shapes->timeline;
            channel.frames = split.shapes->frames;
            const std::size_t targets = mesh_of(split).targets.size();
            const auto& weights = split.shapes->values;
            for (std::size_t key = 0; targets > 0 && key + targets <= weights.size(); key += targets) {
                const auto begin = weights.begin() + static_cast<std::ptrdiff_t>(key);
                const auto most = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(targets));
                channel.frames.push_back(*most < 0.5f ? 0 : static_cast<u32>(most - begin) + 1);
            }
            for (u32& frame : channel.frames) frame += split.first;
        }
        out.channels.push_back(std::move(channel));
        return out;
    }

    const Scene& scene_;
    const Document* base_;
    std::map<std::string, u32> first_frames_;
    std::vector<SplitClip> splits_;
};

}  // namespace

std::optional<Scene> unsplit(const Scene& scene, const Document* base) { return Unsplitting(scene, base).run(); }

}  // namespace thaw::unreal
