// Points of a mesh: its own frame, or the frames of all its animations one after the other.
#include <algorithm>
#include <bit>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/issues.hpp"
#include "formats/ctr/model/scene_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr u64 point_bytes = 12;
constexpr u64 frame_overhead_bytes = 128;  // a name, a key

struct StoredFrame {
    u64 place = 0;  // in the file
    const Frame* frame = nullptr;
    const std::vector<Delta>* deltas = nullptr;
    std::string name{};
};

class PointMaker {
public:
    PointMaker(SceneWork& work, std::size_t list, std::size_t index, std::size_t vertices)
        : work_(work),
          list_(list),
          index_(index),
          mesh_(work.file.mesh_lists[list].value[index]),
          vertices_(vertices) {}

    Points run() {
        gather_animations();
        if (frames_.empty()) gather_static();
        if (frames_.empty()) return {};
        choose_frame();
        decode();
        return std::move(out_);
    }

private:
    std::string path(const char* field) const { return field_path("mesh_lists", list_, "meshes", index_, field); }

    void gather_static() {
        const Frame* frame = mesh_.frame == 0 ? nullptr : frame_at(work_.file, work_.file.place(mesh_.frame));
        const auto* deltas = deltas_at(work_.file, mesh_.deltas);
        if (frame == nullptr || (mesh_.deltas != 0 && deltas == nullptr)) {
            work_.reporter.report(issue::frame_lost,
                                  [&] { return Finding{path("frame"), "a frame", text::hex(mesh_.frame)}; });
            return;
        }
        if (fits(1)) frames_.push_back({work_.file.place(mesh_.frame), frame, deltas, {}});
    }

    bool fits(u64 frames) {
        if (work_.budget.take(frames * (vertices_ * point_bytes + frame_overhead_bytes))) return true;
        work_.reporter.report(issue::too_much, [&] {
            return Finding{
                path("commands"), {}, text::plural(frames, "frame") + " of " + text::plural(vertices_, "vertex")};
        });
        return false;
    }

    void gather_animations() {
        const auto* table = animations_of(work_.file, mesh_);
        if (table == nullptr) return;
        for (const Pointer& pointer : *table) gather(pointer.target);
    }

    void gather(u32 pointer) {
        const File& file = work_.file;
        const Animation* animation = animation_at(file, pointer);
        const auto* deltas = animation == nullptr ? nullptr : deltas_at(file, animation->deltas);
        if (animation == nullptr || (animation->deltas != 0 && deltas == nullptr)) {
            work_.reporter.report(issue::animation_lost,
                                  [&] { return Finding{path("animations"), "an animation", text::hex(pointer)}; });
            return;
        }
        ClipFrames clip;
        clip.name = text::to_utf8(text::until_nul(animation->name));
        if (clip.name.empty()) clip.name = "animation_" + std::to_string(out_.clips.size());
        clip.first = static_cast<u32>(frames_.size());
        clip.played = playback_frames(*animation);
        clip.half_rate = animation->is_half_rate();
        const u32 stored = stored_frames(*animation);
        const auto [known, is_new] = there_.try_emplace(pointer);
        u32& there = known->second;
        while (is_new && frame_of(file, pointer, there) != nullptr) ++there;
        if (there < stored) {
            work_.reporter.report(issue::animation_cut, [&] {
                return Finding{field_path("animations", file.animations.index_of(file.place(pointer))),
                               text::plural(stored, "frame"), text::plural(there, "frame")};
            });
        }
        if (there == 0 || !fits(there)) return;
        for (u32 k = 0; k < there; ++k) {
            const u64 place = file.place(pointer) + animation_header_bytes + u64{k} * animation->frame_bytes;
            frames_.push_back({place, frame_at(file, place), deltas, clip.name + " " + std::to_string(k)});
        }
        clip.stored = there;
        out_.clips.push_back(std::move(clip));
    }

    // A still is one frame of all that there are. A mesh with fewer, one that does not move say, shows its last.
    void choose_frame() {
        work_.most_frames = std::max<u64>(work_.most_frames, frames_.size());
        if (!work_.options.frame) return;
        const auto chosen = static_cast<std::size_t>(std::min<u64>(*work_.options.frame, frames_.size() - 1));
        frames_ = {StoredFrame(frames_[chosen])};
        out_.clips.clear();
    }

    Vec3 point(const GridPoint& grid, const Frame& frame) const {
        const Vec3d at = position_of(grid, frame, mesh_);
        return {static_cast<f32>(at.x * work_.unit), static_cast<f32>(at.y * work_.unit),
                static_cast<f32>(at.z * work_.unit)};
    }

    void decode() {
        const bool moves = !out_.clips.empty();
        std::vector<u8> bytes(moves ? frames_.size() * vertices_ * point_bytes : 0);
        std::vector<Vec3> points(vertices_);  // one that a frame lacks is where the first frame has it
        std::size_t at = 0;
        Offenders cut;
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            const Frame& frame = *frames_[f].frame;
            const GridFrame grid = decode_frame(frame, frames_[f].deltas, vertices_);
            cut.note_if(!grid.complete, f);
            if (f > 0) points = out_.base;
            for (std::size_t v = 0; v < grid.points.size(); ++v) points[v] = point(grid.points[v], frame);
            if (f == 0) {
                out_.base = points;
                out_.present = grid.points.size();
            }
            for (std::size_t v = 0; v < (moves ? vertices_ : 0); ++v) {
                for (const f32 value : {points[v].x, points[v].y, points[v].z}) {
                    store(bytes.data() + at, std::bit_cast<u32>(value), Order::little);
                    at += 4;
                }
            }
        }
        if (cut) {
            work_.reporter.report(issue::frames_cut, [&] {
                const u64 place = frames_[static_cast<std::size_t>(cut.first())].place;
                return Finding{field_path("frames", work_.file.frames.index_of(place), "data"),
                               text::plural(vertices_, "vertex"), cut.of(frames_.size())};
            });
        }
        if (!moves) return;
        VertexFrames& frames = out_.frames.emplace();
        frames.bytes = Blob::take(std::move(bytes));
        frames.stride = vertices_ * point_bytes;
        frames.count = static_cast<u32>(frames_.size());
        for (StoredFrame& frame : frames_) frames.names.push_back(std::move(frame.name));
    }

    SceneWork& work_;
    std::size_t list_, index_;
    const Mesh& mesh_;
    std::size_t vertices_;
    std::vector<StoredFrame> frames_{};
    std::map<u32, u32> there_{};  // by pointer: how many frames, if every row names the same
    Points out_{};
};

}  // namespace

std::vector<ShownFrame> frames_shown(const File& file, const Mesh& mesh, std::size_t most) {
    std::vector<ShownFrame> out;
    const auto* table = animations_of(file, mesh);
    for (u32 row = 0; table != nullptr && row < table->size() && out.size() < most; ++row) {
        const u32 pointer = (*table)[row].target;
        const Animation* animation = animation_at(file, pointer);
        if (animation == nullptr || (animation->deltas != 0 && deltas_at(file, animation->deltas) == nullptr)) continue;
        for (u32 k = 0; out.size() < most && frame_of(file, pointer, k) != nullptr; ++k) {
            const u64 place = file.place(pointer) + animation_header_bytes + u64{k} * animation->frame_bytes;
            out.push_back({file.frames.index_of(place), animation->deltas, row});
        }
    }
    if (!out.empty() || mesh.frame == 0) return out;
    const std::size_t region = file.frames.index_of(file.place(mesh.frame));
    const bool has_deltas = mesh.deltas == 0 || deltas_at(file, mesh.deltas) != nullptr;
    if (region < file.frames.size() && has_deltas) out.push_back({region, mesh.deltas});
    return out;
}

Points points_of(SceneWork& work, std::size_t list, std::size_t index, std::size_t vertices) {
    return PointMaker(work, list, index, vertices).run();
}

}  // namespace thaw::ctr
