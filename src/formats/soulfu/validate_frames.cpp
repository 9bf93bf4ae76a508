// Findings about the frames a file holds itself.
#include "formats/soulfu/validate_parts.hpp"

#include "formats/soulfu/issues.hpp"
#include "formats/soulfu/names.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 boning = 0;
constexpr std::size_t action_table_size = 128;  // D5

// The engine takes it for granted (257/257 files): the frame with the number of a base model is that model's BONING
// frame.
void check_boning(const File& file, Finder& finder) {
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        if (i >= file.frames.size()) {
            return finder.report(issue::boning_order, [&] {
                return Finding{"num_frames", "at least " + std::to_string(file.bases.size()),
                               std::to_string(file.frames.size())};
            });
        }
        const Frame& frame = file.frames[i];
        if (frame.action != boning) {
            finder.report(issue::boning_order, [&] {
                return Finding{field_path("frames", i, "action"), "BONING", action_name(frame.action)};
            });
        }
        if (frame.base_model != i) {
            finder.report(issue::boning_order, [&] {
                return Finding{field_path("frames", i, "base_model"), std::to_string(i),
                               std::to_string(frame.base_model)};
            });
        }
    }
}

void check_actions(const File& file, Finder& finder) {
    std::array<bool, 256> seen{};
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        const u8 action = file.frames[i].action;
        const bool starts_run = i == 0 || file.frames[i - 1].action != action;
        if (!starts_run) continue;
        if (seen[action]) {
            finder.report(issue::split_action, [&] {
                return Finding{field_path("frames", i, "action"), "one run of frames",
                               "a further run of " + action_name(action)};
            });
        }
        if (action >= action_table_size && !seen[action]) {
            finder.report_fatal_in_game(issue::action_number, [&] {
                return Finding{field_path("frames", i, "action"), below(action_table_size), std::to_string(action)};
            });
        }
        seen[action] = true;
    }
}

void check_forwards(const File& file, Finder& finder) {
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        const auto& forwards = file.frames[i].forwards;
        for (std::size_t b = 0; b < forwards.size(); ++b) {
            if (forwards[b].x != 0 || forwards[b].y != 0 || forwards[b].z != 0) continue;
            finder.report(issue::zero_forward,
                          [&] { return Finding{field_path("frames", i, "forwards", b), "a direction", "0, 0, 0"}; });
        }
    }
}

}  // namespace

void validate_frames(const File& file, Finder& finder) {
    if (file.is_linked() || file.frames.empty()) return;
    check_boning(file, finder);
    check_actions(file, finder);
    check_forwards(file, finder);
}

}  // namespace thaw::ddd
