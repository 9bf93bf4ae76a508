// Findings about the file that holds a model's frames (D4). No known file has one, so this follows the engine's code.
#include "formats/soulfu/ddd/validate_parts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/soulfu/ddd/issues.hpp"

namespace thaw::ddd {

namespace {

// What the game's archive has in names. Leaves out everything that means something to a file system.
bool is_name_character(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '=' || c == '+';
}

bool nothing_after_nul(const File& file) {
    const auto end = file.link.begin() + static_cast<std::ptrdiff_t>(file.link_name().size());
    return std::all_of(end, file.link.end(), [](char c) { return c == '\0'; });
}

void check_name(const File& file, IssueReporter& reporter) {
    if (is_good_link_name(file) && nothing_after_nul(file)) return;
    reporter.report(issue::link_name, [&] {
        return Finding{"link", "1 to 8 of A-Z 0-9 _ - = +, then NUL",
                       text::printable({file.link.data(), file.link.size()})};
    });
}

bool poses_base(const File& animation, std::size_t base) {
    return std::any_of(animation.frames.begin(), animation.frames.end(),
                       [&](const Frame& frame) { return frame.base_model == base; });
}

void check_counts(const File& file, const File& animation, std::size_t b, IssueReporter& reporter) {
    const BaseModel& drawn = file.bases[b];
    const BaseModel& moved = animation.bases[b];
    // The renderer steps through a frame with the drawn model's counts: bones come first, joints follow.
    if (drawn.bones.size() != moved.bones.size()) {
        reporter.report(issue::link_bone_count, [&] {
            return Finding{field_path("bases", b, "num_bones"), std::to_string(moved.bones.size()),
                           text::plural(drawn.bones.size(), "bone")};
        });
    }
    if (drawn.joint_sizes.size() != moved.joint_sizes.size()) {
        reporter.report(issue::link_joint_count, [&] {
            return Finding{field_path("bases", b, "num_joints"), std::to_string(moved.joint_sizes.size()),
                           text::plural(drawn.joint_sizes.size(), "joint")};
        });
    }
}

}  // namespace

bool is_good_link_name(const File& file) {
    const std::string_view name = file.link_name();
    return !name.empty() && std::all_of(name.begin(), name.end(), is_name_character);
}

void validate_link(const Document& document, IssueReporter& reporter) {
    const File& file = document.file;
    if (!file.is_linked()) return;
    check_name(file, reporter);
    if (!document.link_error.empty()) {
        return reporter.report(issue::link_unreadable, [&] { return Finding{"link", "a DDD", document.link_error}; });
    }
    if (!document.linked) {
        return reporter.report(issue::missing_companion, [&] {
            return Finding{"link", "a file of this name", text::printable(file.link_name()) + ".DDD"};
        });
    }
    const File& animation = *document.linked;
    if (!animation.is_linked()) return;
    reporter.report(issue::link_chain,
                    [&] { return Finding{"link", "a file with frames", text::printable(animation.link_name())}; });
}

void validate_linked_base(const Document& document, std::size_t b, IssueReporter& reporter) {
    const File& file = document.file;
    if (!file.is_linked() || !document.linked || document.linked->is_linked()) return;
    const File& animation = *document.linked;
    if (b < animation.bases.size() && poses_base(animation, b)) return check_counts(file, animation, b, reporter);
    reporter.report(issue::link_base_models,
                    [&] { return Finding{field_path("bases", b), std::to_string(b), "none"}; });
}

}  // namespace thaw::ddd
