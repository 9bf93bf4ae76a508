#include "formats/soulfu/rdy_validate.hpp"

#include "base/text.hpp"
#include "formats/soulfu/rdy_issues.hpp"

namespace thaw::rdy {

namespace {

constexpr u64 max_joints = 256;
constexpr u64 max_bones = 255;  // number 255 means "no bone" in the engine's tables
constexpr u64 max_vertices = 16384;
constexpr u64 max_tex_vertices = 16384;
constexpr u64 max_triangles = 16384;
constexpr u64 work_buffer_bytes = u64{4} << 20;

void check_header(const File& file, Finder& finder) {
    if (file.layout.actions != 128) {
        finder.report(issue::old_layout, [&] {
            return Finding{"first_frames", "128 actions", text::plural(file.layout.actions, "action")};
        });
    }
    if ((file.flags | external_frames) != (usual_flags | external_frames)) {
        finder.report(issue::unusual_flags,
                      [&] { return Finding{"flags", text::hex(usual_flags), text::hex(file.flags)}; });
    }
    if (file.bases.empty()) {
        finder.report(issue::no_base_models, [&] {
            return Finding{file.num_base_models == 0 ? "num_base_models" : "num_detail_levels", "at least 1", "0"};
        });
    }
    constexpr u8 known_pictures = 10;  // lines of the game's SHADOW.TXT
    for (std::size_t k = 0; k < file.shadow_textures.size(); ++k) {
        if (file.shadow_textures[k] < known_pictures) continue;
        finder.report(issue::shadow_texture, [&] {
            return Finding{field_path("shadow_textures", k), ddd::below(known_pictures),
                           std::to_string(file.shadow_textures[k])};
        });
    }
}

void check_limit(Finder& finder, u64 limit, u64 found, const std::string& path, const char* unit = "") {
    if (found <= limit) return;
    finder.report(issue::game_limit,
                  [&] { return Finding{path, ddd::at_most(limit) + unit, std::to_string(found) + unit}; });
}

void check_game_limits(const BaseModel& base, std::size_t i, Finder& finder) {
    check_limit(finder, max_vertices, base.vertices.size(), field_path("bases", i, "num_vertices"));
    check_limit(finder, max_tex_vertices, base.tex_vertices.size(), field_path("bases", i, "num_tex_vertices"));
    check_limit(finder, max_joints, base.joint_sizes.size(), field_path("bases", i, "num_joints"));
    check_limit(finder, max_bones, base.bones.size(), field_path("bases", i, "num_bones"));
    check_limit(finder, max_triangles, base.triangles(), field_path("bases", i, "slots"), " triangles");
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

void validate(const File& file, Profile profile, Issues& issues) {
    Finder finder(profile, issues, "rdy");
    check_header(file, finder);
    validate_tables(file, finder);
    if (finder.game()) {
        check_limit(finder, work_buffer_bytes, places_of(file).end, "bases", " bytes in the game's memory");
    }
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        check_level(file, i, finder);
        if (finder.game()) check_game_limits(file.bases[i], i, finder);
        validate_base(file.bases[i], i, finder);
    }
    validate_frames(file, finder);
    check_trailing(file, finder);
}

}  // namespace thaw::rdy
