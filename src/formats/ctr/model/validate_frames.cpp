// Findings about animations and the frames they and static meshes have.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

class FrameChecker {
public:
    FrameChecker(const File& file, std::size_t index, IssueReporter& reporter)
        : file_(file), index_(index), reporter_(reporter), region_(file.frames[index]), frame_(region_.value) {}

    void run() {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (frame_.origin[axis] >= least_origin && frame_.origin[axis] <= greatest_origin) continue;
            reporter_.report(issue::origin, [&] {
                return Finding{field_path("frames", index_, "origin", axis),
                               std::to_string(least_origin) + " to " + std::to_string(greatest_origin),
                               std::to_string(frame_.origin[axis])};
            });
        }
        if (frame_.padding != 0) {
            reporter_.report(issue::reserved,
                             [&] { return Finding{path("padding"), "0", std::to_string(frame_.padding)}; });
        }
        const auto& unknown = frame_.unknown_0x08;
        if (std::any_of(unknown.begin(), unknown.end(), [](u8 byte) { return byte != 0; })) {
            reporter_.report(issue::reserved, [&] { return Finding{path("unknown_0x08"), "zeros", "not all zeros"}; });
        }
        if (frame_.data_offset < frame_header_bytes || frame_.data_offset % 4 != 0) {
            reporter_.report(issue::data_offset, [&] {
                return Finding{path("data_offset"), "a multiple of 4 from 28 on", std::to_string(frame_.data_offset)};
            });
        }
        check_data();
    }

private:
    std::string path(const char* field) const { return field_path("frames", index_, field); }

    void check_data() {
        const u64 body_end = file_.base() + file_.body_bytes();
        const u64 start = region_.offset + frame_.data_offset;
        const u64 room = body_end - std::min(body_end, start);
        if (region_.wanted <= room) return;
        reporter_.report(issue::frame_data, [&] {
            return Finding{path("data_offset"), text::plural(region_.wanted, "byte"), text::plural(room, "byte")};
        });
    }

    const File& file_;
    std::size_t index_;
    IssueReporter& reporter_;
    const Region<Frame>& region_;
    const Frame& frame_;
};

// The pose data of frames that are raw, or compressed with these deltas.
class PoseChecker {
public:
    PoseChecker(const File& file, IssueReporter& reporter)
        : file_(file), reporter_(reporter), bytes_left_(64 * u64{file.image.size()} + 1'000'000) {}

    void check(u64 frame_offset, const std::vector<Delta>* deltas, u64 vertices) {
        const std::size_t index = file_.frames.index_of(frame_offset);
        if (index >= file_.frames.size()) return;
        const Frame& frame = file_.frames[index].value;
        if (deltas == nullptr) check_guard(frame, index);
        // Only a hostile file has frames enough, one over the other, to exhaust this.
        const u64 cost = std::min<u64>(3 * vertices, 8 * u64{frame.data.size()}) + 1;
        if (cost > bytes_left_) return;
        bytes_left_ -= cost;
        const GridFrame grid = decode_frame(frame, deltas, vertices);
        Offenders odd;
        for (std::size_t v = 0; v < grid.points.size(); ++v) {
            if (((grid.points[v][1] + frame.origin[1]) & 1) != 0) odd.note(v);
        }
        if (!odd) return;
        reporter_.report(issue::odd_height, [&] {
            return Finding{field_path("frames", index, "origin", 1), "even steps", odd.of(grid.points.size())};
        });
    }

private:
    void check_guard(const Frame& frame, std::size_t index) {
        const u64 end = file_.frames[index].offset + frame.data_offset + file_.frames[index].wanted;
        if (frame.data.size() < file_.frames[index].wanted || end < file_.base() + file_.body_bytes()) return;
        if (end > file_.base() + file_.body_bytes()) return;  // reported as missing data
        reporter_.report(issue::frame_guard,
                         [&] { return Finding{field_path("frames", index, "data"), "a byte after it", "none"}; });
    }

    const File& file_;
    IssueReporter& reporter_;
    u64 bytes_left_;
};

class AnimationChecker {
public:
    AnimationChecker(const File& file, std::size_t index, IssueReporter& reporter)
        : file_(file),
          index_(index),
          reporter_(reporter),
          region_(file.animations[index]),
          animation_(region_.value),
          deltas_(deltas_at(file, animation_.deltas)) {}

    void run(PoseChecker& poses) {
        check_size();
        check_deltas();
        check_frames(poses);
    }

private:
    std::string path(const char* field) const { return field_path("animations", index_, field); }

    u64 frame_place(u64 k) const { return region_.offset + animation_header_bytes + k * animation_.frame_bytes; }
    bool is_there(u64 k) const { return file_.holds(frame_place(k) - file_.base(), frame_header_bytes); }

    void check_size() {
        const Region<Frame>* first = file_.frames.find(frame_place(0));
        const u64 needed = first == nullptr ? frame_header_bytes : first->value.data_offset + first->wanted;
        const bool alone = stored_frames(animation_) <= 1;
        if (animation_.frame_bytes % 4 == 0 && (alone || animation_.frame_bytes >= needed)) return;
        reporter_.report(issue::frame_size, [&] {
            return Finding{path("frame_bytes"), "a multiple of 4 from " + std::to_string(needed) + " on",
                           std::to_string(animation_.frame_bytes)};
        });
    }

    void check_deltas() {
        if (deltas_ == nullptr || deltas_->empty()) return;
        const auto first = deltas_->front().bits();
        const bool whole_start =
            std::all_of(first.begin(), first.end(), [](u8 bits) { return bits == whole_value_bits; });
        if (animation_.is_half_rate() && !whole_start) {
            reporter_.report_fatal_in_game(issue::half_rate_start, [&] {
                return Finding{path("deltas"), "8 bits for each axis of vertex 0", "fewer"};
            });
        }
    }

    void check_frames(PoseChecker& poses) {
        const u64 stored =
            animation_.frame_bytes == 0 ? std::min(stored_frames(animation_), 1u) : stored_frames(animation_);
        const Frame* first = frame_at(file_, frame_place(0));
        for (u64 k = 0; k < stored; ++k) {
            const Frame* frame = is_there(k) ? frame_at(file_, frame_place(k)) : nullptr;
            if (frame == nullptr) {
                reporter_.report(issue::table_short, [&] {
                    return Finding{field_path("animations", index_), text::plural(stored, "frame"),
                                   text::plural(k, "frame")};
                });
                return;
            }
            if (frame->data_offset != first->data_offset) {
                reporter_.report(issue::data_offset, [&] {
                    return Finding{field_path("frames", file_.frames.index_of(frame_place(k)), "data_offset"),
                                   std::to_string(first->data_offset) + " as in the first frame",
                                   std::to_string(frame->data_offset)};
                });
            }
            const bool readable = animation_.deltas == 0 || deltas_ != nullptr;
            if (readable) poses.check(frame_place(k), deltas_, region_.wanted);
        }
    }

    const File& file_;
    std::size_t index_;
    IssueReporter& reporter_;
    const Region<Animation>& region_;
    const Animation& animation_;
    const std::vector<Delta>* deltas_;
};

void check_delta_array(const File& file, std::size_t d, IssueReporter& reporter) {
    const auto& deltas = file.delta_arrays[d].value;
    Offenders odd;
    for (std::size_t i = 0; i < deltas.size(); ++i) {
        const auto base = deltas[i].base();
        const auto bits = deltas[i].bits();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (bits[axis] == whole_value_bits && base[axis] != 0) odd.note(i);
        }
    }
    if (!odd) return;
    reporter.report(issue::delta_base, [&] {
        return Finding{field_path("delta_arrays", d, "deltas", odd.first()), "base 0", odd.of(3 * deltas.size())};
    });
}

void check_static_poses(const File& file, PoseChecker& poses) {
    std::vector<Usage> usages;
    for (const auto& region : file.command_lists) usages.push_back(usage_of(region.value));
    std::vector<bool> seen(file.frames.size());
    for (const auto& region : file.mesh_lists) {
        for (const Mesh& mesh : region.value) {
            const std::size_t frame = file.frames.index_of(file.place(mesh.frame));
            const std::size_t list = file.command_lists.index_of(file.place(mesh.commands));
            if (mesh.frame == 0 || list >= usages.size() || frame >= seen.size() || seen[frame]) continue;
            seen[frame] = true;
            const auto* deltas = deltas_at(file, mesh.deltas);
            if (mesh.deltas == 0 || deltas != nullptr) {
                poses.check(file.place(mesh.frame), deltas, usages[list].vertices);
            }
        }
    }
}

}  // namespace

void validate_animations(const File& file, IssueReporter& reporter) {
    PoseChecker poses(file, reporter);
    check_static_poses(file, poses);
    for (std::size_t i = 0; i < file.animations.size(); ++i) AnimationChecker(file, i, reporter).run(poses);
    for (std::size_t d = 0; d < file.delta_arrays.size(); ++d) check_delta_array(file, d, reporter);
}

void validate_frames(const File& file, IssueReporter& reporter) {
    for (std::size_t i = 0; i < file.frames.size(); ++i) FrameChecker(file, i, reporter).run();
}

}  // namespace thaw::ctr
