#include "formats/soulfu/ddd/validate.hpp"

#include "base/text.hpp"
#include "formats/soulfu/ddd/issues.hpp"
#include "formats/soulfu/ddd/validate_parts.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::ddd {

namespace {

void check_header(const File& file, IssueReporter& reporter) {
    if (file.scaling == 0) {
        reporter.report(issue::scaling_zero, [] { return Finding{"scaling", "at least 1", "0"}; });
    }
    soulfu::check_flags(file.flags, issue::unusual_flags, reporter);
    if (file.padding != 0) {
        reporter.report(issue::padding, [&] { return Finding{"padding", "0", std::to_string(file.padding)}; });
    }
    if (file.bases.empty()) {
        reporter.report(issue::no_base_models, [] { return Finding{"num_base_models", "at least 1", "0"}; });
    }
    if (file.frames.empty() && !file.is_linked()) {
        reporter.report_fatal_in_game(issue::no_frames, [] { return Finding{"num_frames", "at least 1", "0"}; });
    }
    soulfu::check_shadow_images(file.shadow_textures, issue::shadow_texture, reporter);
}

void check_skeleton(const File& file, std::size_t i, IssueReporter& reporter) {
    const auto differs = [&](const char* field, std::size_t first, std::size_t other) {
        if (first == other) return;
        reporter.report(issue::mixed_skeletons, [&] {
            return Finding{field_path("bases", i, field), std::to_string(first), std::to_string(other)};
        });
    };
    differs("num_joints", file.bases[0].joint_sizes.size(), file.bases[i].joint_sizes.size());
    differs("num_bones", file.bases[0].bones.size(), file.bases[i].bones.size());
}

void check_trailing(const File& file, IssueReporter& reporter) {
    if (file.trailing.empty()) return;
    // Worth a warning here: none of the known files has any.
    reporter.report(issue::trailing_bytes, Severity::warning,
                    [&] { return Finding{"trailing", "none", text::plural(file.trailing.size(), "byte")}; });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "ddd");
    const File& file = document.file;
    check_header(file, reporter);
    validate_link(document, reporter);
    if (reporter.game()) validate_game_limits(file, reporter);
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        check_skeleton(file, i, reporter);
        validate_linked_base(document, i, reporter);
        if (reporter.game()) validate_game_limits(file.bases[i], i, reporter);
        validate_base(file.bases[i], i, reporter);
    }
    validate_frames(file, reporter);
    check_trailing(file, reporter);
}

}  // namespace thaw::ddd
