#include "formats/soulfu/rdy_validate.hpp"

#include "base/text.hpp"
#include "formats/soulfu/rdy_issues.hpp"
#include "formats/soulfu/shared_validate.hpp"

namespace thaw::rdy {

namespace {

void check_header(const File& file, Finder& finder) {
    if (file.layout.actions != 128) {
        finder.report(issue::old_layout, [&] {
            return Finding{"first_frames", "128 actions", text::plural(file.layout.actions, "action")};
        });
    }
    soulfu::check_flags(file.flags, issue::unusual_flags, finder);
    if (file.bases.empty()) {
        finder.report(issue::no_base_models, [&] {
            return Finding{file.num_base_models == 0 ? "num_base_models" : "num_detail_levels", "at least 1", "0"};
        });
    }
    soulfu::check_shadow_pictures(file.shadow_textures, issue::shadow_texture, finder);
}

// The frames of a base model have room for the bones and joints of its first level, and are used for all levels.
void check_level(const File& file, std::size_t i, Finder& finder) {
    const BaseModel& first = file.bases[i - i % file.num_detail_levels];
    const auto differs = [&](const char* field, std::size_t expected, std::size_t found) {
        if (expected == found) return;
        finder.report(issue::mixed_levels, [&] {
            return Finding{field_path("bases", i, field), std::to_string(expected) + " as in the first level",
                           std::to_string(found)};
        });
    };
    differs("num_joints", first.joint_sizes.size(), file.bases[i].joint_sizes.size());
    differs("num_bones", first.bones.size(), file.bases[i].bones.size());
}

void check_trailing(const File& file, Finder& finder) {
    if (file.trailing.empty()) return;
    finder.report(issue::trailing_bytes, Severity::warning,
                  [&] { return Finding{"trailing", "none", text::plural(file.trailing.size(), "byte")}; });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    const File& file = document.file;
    Finder finder(profile, issues, "rdy");
    check_header(file, finder);
    validate_tables(file, finder);
    if (finder.game()) {
        soulfu::check_game_limit(finder, soulfu::work_buffer_bytes, places_of(file).end, "bases",
                                 " bytes in the game's memory");
    }
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        check_level(file, i, finder);
        if (finder.game()) soulfu::check_game_limits(file.bases[i], file.bases[i].triangles(), i, finder);
        validate_base(file.bases[i], i, finder);
    }
    validate_frames(file, finder);
    check_trailing(file, finder);
}

}  // namespace thaw::rdy
