#include "formats/soulfu/validate.hpp"

#include "base/text.hpp"
#include "formats/soulfu/issues.hpp"
#include "formats/soulfu/shared_validate.hpp"
#include "formats/soulfu/validate_parts.hpp"

namespace thaw::ddd {

namespace {

void check_header(const File& file, Finder& finder) {
    if (file.scaling == 0) {
        finder.report(issue::scaling_zero, [] { return Finding{"scaling", "at least 1", "0"}; });
    }
    soulfu::check_flags(file.flags, issue::unusual_flags, finder);
    if (file.padding != 0) {
        finder.report(issue::padding, [&] { return Finding{"padding", "0", std::to_string(file.padding)}; });
    }
    if (file.bases.empty()) {
        finder.report(issue::no_base_models, [] { return Finding{"num_base_models", "at least 1", "0"}; });
    }
    if (file.frames.empty() && !file.is_linked()) {
        finder.report_fatal_in_game(issue::no_frames, [] { return Finding{"num_frames", "at least 1", "0"}; });
    }
    soulfu::check_shadow_pictures(file.shadow_textures, issue::shadow_texture, finder);
}

void check_skeleton(const File& file, std::size_t i, Finder& finder) {
    const auto differs = [&](const char* field, std::size_t first, std::size_t other) {
        if (first == other) return;
        finder.report(issue::mixed_skeletons, [&] {
            return Finding{field_path("bases", i, field), std::to_string(first) + " as in base model 0",
                           std::to_string(other)};
        });
    };
    differs("num_joints", file.bases[0].joint_sizes.size(), file.bases[i].joint_sizes.size());
    differs("num_bones", file.bases[0].bones.size(), file.bases[i].bones.size());
}

void check_trailing(const File& file, Finder& finder) {
    if (file.trailing.empty()) return;
    // Worth a warning here: none of the known files has any.
    finder.report(issue::trailing_bytes, Severity::warning,
                  [&] { return Finding{"trailing", "none", text::plural(file.trailing.size(), "byte")}; });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    Finder finder(profile, issues, "ddd");
    const File& file = document.file;
    check_header(file, finder);
    validate_link(document, finder);
    if (finder.game()) validate_game_limits(file, finder);
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        check_skeleton(file, i, finder);
        validate_linked_base(document, i, finder);
        if (finder.game()) validate_game_limits(file.bases[i], i, finder);
        validate_base(file.bases[i], i, finder);
    }
    validate_frames(file, finder);
    check_trailing(file, finder);
}

}  // namespace thaw::ddd
