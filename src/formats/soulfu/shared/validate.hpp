// Checks that DDD and RDY have in common. Each format has codes of its own for what they find.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "formats/shared/issue_reporter.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::soulfu {

// The tables of the original engine and how many entries they have.
inline constexpr u64 max_joints = 256;
inline constexpr u64 max_bones = 255;  // number 255 means "no bone" in the engine's tables
inline constexpr u64 max_vertices = 16384;
inline constexpr u64 max_tex_vertices = 16384;
inline constexpr u64 max_triangles = 16384;
inline constexpr u64 work_buffer_bytes = u64{4} << 20;

void check_game_limit(IssueReporter& reporter, u64 limit, u64 found, const std::string& path, const char* unit = "");
void check_flags(u16 flags, const IssueKind& unusual, IssueReporter& reporter);
void check_shadow_images(const std::array<u8, 4>& images, const IssueKind& unknown, IssueReporter& reporter);

template <class BaseModel>
void check_game_limits(const BaseModel& base, u64 triangles, std::size_t i, IssueReporter& reporter) {
    check_game_limit(reporter, max_vertices, base.vertices.size(), field_path("bases", i, "num_vertices"));
    check_game_limit(reporter, max_tex_vertices, base.tex_vertices.size(), field_path("bases", i, "num_tex_vertices"));
    check_game_limit(reporter, max_joints, base.joint_sizes.size(), field_path("bases", i, "num_joints"));
    check_game_limit(reporter, max_bones, base.bones.size(), field_path("bases", i, "num_bones"));
    check_game_limit(reporter, max_triangles, triangles, field_path("bases", i, "slots"), " triangles");
}

// The engine takes it for granted (257/257 DDD files): the frame with the number of a base model is that model's BONING
// frame.
template <class Frame>
void check_boning(const std::vector<Frame>& frames, std::size_t num_base_models, const IssueKind& wrong,
                  IssueReporter& reporter) {
    constexpr u8 boning = 0;
    for (std::size_t i = 0; i < num_base_models; ++i) {
        if (i >= frames.size()) {
            return reporter.report(wrong, [&] {
                return Finding{"num_frames", "at least " + std::to_string(num_base_models),
                               std::to_string(frames.size())};
            });
        }
        const Frame& frame = frames[i];
        if (frame.action != boning) {
            reporter.report(wrong, [&] {
                return Finding{field_path("frames", i, "action"), "BONING", ddd::action_name(frame.action)};
            });
        }
        if (frame.base_model != i) {
            reporter.report(wrong, [&] {
                return Finding{field_path("frames", i, "base_model"), std::to_string(i),
                               std::to_string(frame.base_model)};
            });
        }
    }
}

// `split`: an action in more than one run of frames. `beyond`: one that the engine's table has no place for.
template <class Frame>
void check_actions(const std::vector<Frame>& frames, std::size_t table_size, const IssueKind& split,
                   const IssueKind& beyond, IssueReporter& reporter) {
    std::array<bool, 256> seen{};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const u8 action = frames[i].action;
        if (i > 0 && frames[i - 1].action == action) continue;
        if (seen[action]) {
            reporter.report(split, [&] {
                return Finding{field_path("frames", i, "action"), "one run of frames", ddd::action_name(action)};
            });
        } else if (action >= table_size) {
            reporter.report_fatal_in_game(beyond, [&] {
                return Finding{field_path("frames", i, "action"), below(table_size), std::to_string(action)};
            });
        }
        seen[action] = true;
    }
}

}  // namespace thaw::soulfu
