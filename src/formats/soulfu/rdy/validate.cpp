#include "formats/soulfu/rdy/validate.hpp"

#include "base/text.hpp"
#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::rdy {

namespace {

void check_header(const File& file, IssueReporter& reporter) {
    if (file.layout.actions != 128) {
        reporter.report(issue::old_layout, [&] {
            return Finding{"first_frames", "128 actions", text::plural(file.layout.actions, "action")};
        });
    }
    soulfu::check_flags(file.flags, issue::unusual_flags, reporter);
    if (file.bases.empty()) {
        reporter.report(issue::no_base_models, [&] {
            return Finding{file.num_base_models == 0 ? "num_base_models" : "num_detail_levels", "at least 1", "0"};
        });
    }
    soulfu::check_shadow_images(file.shadow_textures, issue::shadow_texture, reporter);
}

// The frames of a base model have room for the bones and joints of its first level, and are used for all levels.
void check_level(const File& file, std::size_t i, IssueReporter& reporter) {
    const BaseModel& first = file.bases[i - i % file.num_detail_levels];
    const auto differs = [&](const char* field, std::size_t expected, std::size_t found) {
        if (expected == found) return;
        reporter.report(issue::mixed_levels, [&] {
            return Finding{field_path("bases", i, field), std::to_string(expected), std::to_string(found)};
        });
    };
    differs("num_joints", first.joint_sizes.size(), file.bases[i].joint_sizes.size());
    differs("num_bones", first.bones.size(), file.bases[i].bones.size());
}

void check_trailing(const File& file, IssueReporter& reporter) {
    if (file.trailing.empty()) return;
    reporter.report(issue::trailing_bytes, Severity::warning,
                    [&] { return Finding{"trailing", "none", text::plural(file.trailing.size(), "byte")}; });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    const File& file = document.file;
    IssueReporter reporter(profile, issues, "rdy");
    check_header(file, reporter);
    validate_tables(file, reporter);
    if (reporter.game()) {
        soulfu::check_game_limit(reporter, soulfu::work_buffer_bytes, places_of(file).end, "bases",
                                 " bytes in the game's memory");
    }
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        check_level(file, i, reporter);
        if (reporter.game()) soulfu::check_game_limits(file.bases[i], file.bases[i].triangles(), i, reporter);
        validate_base(file.bases[i], i, reporter);
    }
    validate_frames(file, reporter);
    check_trailing(file, reporter);
}

}  // namespace thaw::rdy
