#include "scene/edit/new_frames.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/text.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw::edit {

namespace {

constexpr u64 most_new_places = 1u << 24;  // points of all new frames: clips of made-up files have any number of keys

u32 largest_share(const Mixture& mixture, u32 frames) {
    u32 out = 0;
    f32 most = 0.5f;
    for (const auto& [shape, share] : mixture) {
        if (share > most && shape < frames) out = shape, most = share;
    }
    return out;
}

std::string frame_name(u32 number) {
    std::string out = std::to_string(number);
    return out.insert(0, 3 - std::min<std::size_t>(3, out.size()), '0');
}

}  // namespace

bool is_same_mixture(const Mixture& a, const Mixture& b) {
    const auto within = [](const Mixture& x, const Mixture& y) {
        return std::all_of(x.begin(), x.end(), [&](const auto& each) {
            const auto other = y.find(each.first);
            return std::abs(each.second - (other == y.end() ? 0 : other->second)) <= 2 * same_share;
        });
    };
    return within(a, b) && within(b, a);
}

std::optional<u32> single_frame(const Mixture& mixture, u32 frames) {
    const u32 largest = largest_share(mixture, frames);
    const Mixture alone = largest == 0 ? Mixture{} : Mixture{{largest, 1.0f}};
    return is_same_mixture(mixture, alone) ? std::optional(largest) : std::nullopt;
}

u32 NewFrames::number_of(u32 mesh, const Mixture& mixture, u32 instead_of) {
    const Mesh& base = work_.base.meshes[mesh];
    const u32 first = base.frames->count;
    auto& list = frames_[mesh];
    for (u32 i = 0; i < list.size(); ++i) {
        if (!is_same_mixture(list[i].mixture, mixture)) continue;
        if (list[i].instead_of != instead_of) list[i].instead_of = no_index;
        return first + i;
    }
    if ((list.size() + 1) * u64{base.points.size()} > most_new_places) {
        if (!is_full_) work_.out.notes.push_back("too many mixed poses; some are shown as the nearest frame");
        is_full_ = true;
        return largest_share(mixture, first);
    }
    list.push_back({mixture, instead_of});
    return first + static_cast<u32>(list.size()) - 1;
}

const Mixture* NewFrames::find(u32 mesh, u32 number) const {
    const auto list = frames_.find(mesh);
    const u32 first = list == frames_.end() ? no_index : work_.base.meshes[mesh].frames->count;
    return number < first ? nullptr : &list->second[number - first].mixture;
}

std::map<u32, std::size_t> NewFrames::mark() const {
    std::map<u32, std::size_t> out;
    for (const auto& [mesh, list] : frames_) out[mesh] = list.size();
    return out;
}

void NewFrames::forget_after(const std::map<u32, std::size_t>& mark) {
    for (auto& [mesh, list] : frames_) {
        const auto known = mark.find(mesh);
        list.resize(known == mark.end() ? 0 : known->second);
    }
}

void NewFrames::put() {
    for (const auto& [mesh, list] : frames_) {
        if (!list.empty()) put(mesh, list);
    }
}

void NewFrames::put(u32 number, const std::vector<Frame>& list) {
    Scene& scene = work_.out.scene;
    Mesh& mesh = scene.meshes[number];
    const u32 before = work_.base.meshes[number].frames->count;
    const auto each_channel = [&](auto&& visit) {
        for (Clip& clip : scene.clips) {
            for (Channel& channel : clip.channels) {
                if (channel.path == Path::frame && scene.nodes[channel.node].mesh == number) visit(channel);
            }
        }
    };
    std::vector<bool> is_shown(before + list.size());
    each_channel([&](Channel& channel) {
        // The last key of a clip repeats its first or the one before: it goes where that goes.
        auto& shown = channel.frames;
        for (std::size_t other : {std::size_t{0}, shown.size() - 2}) {
            const bool is_new = shown.size() > 2 && shown[other] >= before;
            if (is_new && shown.back() == list[shown[other] - before].instead_of) shown.back() = shown[other];
        }
        for (const u32 frame : channel.frames) is_shown[frame] = true;
    });
    std::vector<u32> place(list.size(), no_index), mixed;  // mixed: by new frame, which of the list
    std::map<u32, u32> taken;                              // by frame of the base: which of the list
    for (u32 i = 0; i < list.size(); ++i) {
        if (!is_shown[before + i]) continue;
        const u32 instead = list[i].instead_of;
        const bool fits = instead != no_index && instead != 0 && !is_shown[instead] && !taken.contains(instead);
        place[i] = fits ? instead : before + static_cast<u32>(mixed.size());
        if (fits) taken[instead] = i;
        if (!fits) mixed.push_back(i);
    }
    each_channel([&](Channel& channel) {
        for (u32& frame : channel.frames) frame = frame < before ? frame : place[frame - before];
    });

    const Mesh old = mesh;  // no bytes are copied
    std::vector<bool> moved(old.points.size());
    const auto pose = [&](const Mixture& mixture, std::vector<Vec3>& out) {
        std::vector<Vec3> shape;
        out = old.points;
        for (const auto& [from, share] : mixture) {
            if (from >= before) continue;
            shape_points(old, from, shape);
            for (std::size_t p = 0; p < out.size(); ++p) out[p] = out[p] + (shape[p] - old.points[p]) * share;
        }
    };
    auto names = old.frames->names;
    for (u32 i = 0; i < mixed.size() && !names.empty(); ++i) names.push_back(frame_name(before + i));
    mesh.frames = plain_frames(old.points.size(), before + static_cast<u32>(mixed.size()), std::move(names),
                               [&](u32 frame, std::vector<Vec3>& out) {
                                   if (frame >= before) return pose(list[mixed[frame - before]].mixture, out);
                                   shape_points(old, frame, out);
                                   const auto found = taken.find(frame);
                                   if (found == taken.end()) return;
                                   const std::vector<Vec3> then = out;
                                   pose(list[found->second].mixture, out);
                                   for (std::size_t p = 0; p < out.size(); ++p)
                                       moved[p] = moved[p] || out[p] != then[p];
                               });
    const auto points = static_cast<u64>(std::count(moved.begin(), moved.end(), true));
    if (points > 0) {
        work_.change(ChangeKind::points, points,
                     text::plural(points, "vertex") + " changed in " + text::plural(taken.size(), "frame"));
    }
    if (!mixed.empty()) {
        work_.change(ChangeKind::shapes, mixed.size(), text::plural(mixed.size(), "frame") + " added to " + mesh.name);
    }
}

}  // namespace thaw::edit
