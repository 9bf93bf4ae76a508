// What the original engine has room for.
#include "formats/soulfu/ddd/validate_parts.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::ddd {

namespace {

constexpr u64 max_member_bytes = (u64{1} << 24) - 1;  // the archive stores a size in 24 bits

}  // namespace

void validate_game_limits(const BaseModel& base, std::size_t i, IssueReporter& reporter) {
    u64 triangles = 0;
    for (const Slot& slot : base.slots) triangles += slot.triangles.size();
    soulfu::check_game_limits(base, triangles, i, reporter);
}

void validate_game_limits(const File& file, IssueReporter& reporter) {
    soulfu::check_game_limit(reporter, soulfu::work_buffer_bytes, ready_bytes_estimate(file), "bases",
                             " bytes in the game's memory");
    soulfu::check_game_limit(reporter, max_member_bytes, disk_bytes(file), "bases", " bytes in the archive");
}

}  // namespace thaw::ddd
