// What the original engine has room for.
#include "formats/soulfu/shared_validate.hpp"
#include "formats/soulfu/validate_parts.hpp"

namespace thaw::ddd {

namespace {

constexpr u64 max_member_bytes = (u64{1} << 24) - 1;  // the archive stores a size in 24 bits

}  // namespace

void validate_game_limits(const BaseModel& base, std::size_t i, Finder& finder) {
    u64 triangles = 0;
    for (const Slot& slot : base.slots) triangles += slot.triangles.size();
    soulfu::check_game_limits(base, triangles, i, finder);
}

void validate_game_limits(const File& file, Finder& finder) {
    soulfu::check_game_limit(finder, soulfu::work_buffer_bytes, ready_bytes_estimate(file), "bases",
                             " bytes in the game's memory");
    soulfu::check_game_limit(finder, max_member_bytes, disk_bytes(file), "bases", " bytes in the archive");
}

}  // namespace thaw::ddd
