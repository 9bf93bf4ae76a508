// The tables of the original engine and how many entries they have.
#include "formats/soulfu/issues.hpp"
#include "formats/soulfu/validate_parts.hpp"

namespace thaw::ddd {

namespace {

constexpr u64 max_joints = 256;
constexpr u64 max_bones = 255;  // number 255 means "no bone" in the engine's tables
constexpr u64 max_vertices = 16384;
constexpr u64 max_tex_vertices = 16384;
constexpr u64 max_triangles = 16384;
constexpr u64 work_buffer_bytes = u64{4} << 20;
constexpr u64 max_member_bytes = (u64{1} << 24) - 1;  // the archive stores a size in 24 bits

void check_limit(Finder& finder, u64 limit, u64 found, const std::string& path, const char* unit = "") {
    if (found <= limit) return;
    finder.report(issue::game_limit,
                  [&] { return Finding{path, at_most(limit) + unit, std::to_string(found) + unit}; });
}

}  // namespace

void validate_game_limits(const BaseModel& base, std::size_t i, Finder& finder) {
    u64 triangles = 0;
    for (const Slot& slot : base.slots) triangles += slot.triangles.size();
    check_limit(finder, max_vertices, base.vertices.size(), field_path("bases", i, "num_vertices"));
    check_limit(finder, max_tex_vertices, base.tex_vertices.size(), field_path("bases", i, "num_tex_vertices"));
    check_limit(finder, max_joints, base.joint_sizes.size(), field_path("bases", i, "num_joints"));
    check_limit(finder, max_bones, base.bones.size(), field_path("bases", i, "num_bones"));
    check_limit(finder, max_triangles, triangles, field_path("bases", i, "slots"), " triangles");
}

void validate_game_limits(const File& file, Finder& finder) {
    check_limit(finder, work_buffer_bytes, ready_bytes_estimate(file), "bases", " bytes in the game's memory");
    check_limit(finder, max_member_bytes, disk_bytes(file), "bases", " bytes in the archive");
}

}  // namespace thaw::ddd
