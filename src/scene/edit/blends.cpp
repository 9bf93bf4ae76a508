#include "scene/edit/blends.hpp"

#include <algorithm>
#include <cmath>

#include "scene/shapes.hpp"

namespace thaw::edit {

namespace {

std::vector<Vec3> mixed(const std::vector<std::vector<Vec3>>& shapes, const Mixture& mix) {
    std::vector<Vec3> out = shapes[0];
    for (const auto& [shape, share] : mix) {
        if (shape >= shapes.size()) continue;
        for (std::size_t p = 0; p < out.size(); ++p) out[p] = out[p] + (shapes[shape][p] - shapes[0][p]) * share;
    }
    return out;
}

}  // namespace

Mixture mixture(const Scene& scene, u32 node, const Pose& pose) {
    Mixture out;
    const Mesh& mesh = scene.meshes[scene.nodes[node].mesh];
    const auto add = [&](u32 shape, f32 share) {
        if (shape > 0 && std::abs(share) > same_share) out[shape] += share;
    };
    if (mesh.frames) {
        const FrameMix& mix = pose.frames[node];
        add(mix.first, 1 - mix.share);
        add(mix.second, mix.share);
    }
    for (u32 t = 0; t < pose.weights[node].size(); ++t) add(t + 1, pose.weights[node][t]);
    return out;
}

bool is_same_mixture(const Mixture& a, const Mixture& b) {
    const auto within = [](const Mixture& x, const Mixture& y) {
        return std::all_of(x.begin(), x.end(), [&](const auto& each) {
            const auto other = y.find(each.first);
            return std::abs(each.second - (other == y.end() ? 0 : other->second)) <= 2 * same_share;
        });
    };
    return within(a, b) && within(b, a);
}

u32 Blends::frame_of(u32 mesh, const Mixture& mix, u32 instead) {
    const u32 frames = shape_count(work_.base.meshes[mesh]);
    if (mix.empty()) return 0;
    const auto& [shape, share] = *mix.begin();
    if (mix.size() == 1 && shape < frames && std::abs(share - 1) <= same_share) return shape;
    auto& list = blends_[mesh];
    const auto same = std::find_if(list.begin(), list.end(), [&](const Blend& blend) {
        return blend.instead == instead && is_same_mixture(blend.mix, mix);
    });
    const auto number = static_cast<u32>(same - list.begin());
    if (same == list.end()) list.push_back({mix, instead});
    return frames + number;
}

Mixture Blends::resolved(u32 mesh, const Mixture& shown) const {
    const auto list = blends_.find(mesh);
    if (list == blends_.end()) return shown;
    const u32 frames = shape_count(work_.base.meshes[mesh]);
    Mixture out;
    for (const auto& [shape, share] : shown) {
        if (shape < frames) {
            out[shape] += share;
            continue;
        }
        for (const auto& [each, part] : list->second[shape - frames].mix) out[each] += share * part;
    }
    return out;
}

bool Blends::settle() {
    bool all_replaced = true;
    for (const auto& [mesh, list] : blends_) {
        if (work_.out.scene.meshes[mesh].frames) all_replaced = settle(mesh, list) && all_replaced;
    }
    return all_replaced;
}

template <class Visit>
void Blends::each_channel(u32 mesh, Visit&& visit) {
    for (Clip& clip : work_.out.scene.clips) {
        for (Channel& channel : clip.channels) {
            const bool own = work_.out.scene.nodes[channel.node].mesh == mesh;
            if (own && channel.path == Path::frame) visit(channel.frames);
        }
    }
}

bool Blends::settle(u32 mesh, const std::vector<Blend>& list) {
    const u32 frames = shape_count(work_.base.meshes[mesh]);
    std::vector<u32> uses(frames + list.size());
    each_channel(mesh, [&](std::vector<u32>& shown) {
        follow_at_the_end(shown, frames, list);
        for (const u32 frame : shown) ++uses[frame];
    });
    Mesh& out = work_.out.scene.meshes[mesh];
    std::vector<std::vector<Vec3>> shapes(frames);
    for (u32 s = 0; s < frames; ++s) shape_points(out, s, shapes[s]);
    auto rows = shapes;
    std::vector<std::string> names = out.frames->names;
    std::vector<u32> becomes(uses.size());
    for (u32 s = 0; s < frames; ++s) becomes[s] = s;
    for (u32 b = 0; b < list.size(); ++b) {
        if (uses[frames + b] == 0) continue;  // of a clip that has come otherwise
        const u32 place = list[b].instead;
        const bool replaces = place != no_index && place > 0 && uses[place]++ == 0;
        const u32 number = replaces ? place : static_cast<u32>(rows.size());
        if (!replaces) rows.emplace_back();
        if (!replaces && !names.empty()) names.push_back("added " + std::to_string(number));
        rows[number] = mixed(shapes, list[b].mix);
        becomes[frames + b] = number;
    }
    each_channel(mesh, [&](std::vector<u32>& shown) {
        for (u32& frame : shown) frame = becomes[frame];
    });
    if (rows != shapes) out.frames = packed_frames(rows, std::move(names));
    return rows.size() == frames;
}

// The last key of a clip repeats its first or the one before: it goes where that goes.
void Blends::follow_at_the_end(std::vector<u32>& shown, u32 frames, const std::vector<Blend>& list) {
    if (shown.size() < 3) return;
    for (const u32 other : {shown.front(), shown[shown.size() - 2]}) {
        if (other >= frames && shown.back() == list[other - frames].instead) shown.back() = other;
    }
}

}  // namespace thaw::edit
