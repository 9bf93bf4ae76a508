#include "archives/room.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::archives {

Room::Room(const Limits& limits, u64 container_bytes)
    : most_in_one_(limits.input_bytes), left_(limits.memory_for(container_bytes) + floor_bytes) {}

u64 Room::for_one(u64 already) const { return std::min(most_in_one_, left_ + already); }

Status Room::take(u64 bytes, u64& already, const std::string& name) {
    if (bytes > most_in_one_) {
        return Error{Code::over_budget, text::printable(name) + " unpacks to more than " +
                                            std::to_string(most_in_one_) + " bytes, the most that is read of one file"};
    }
    if (bytes <= already) return Done{};
    if (bytes - already > left_) {
        return Error{Code::over_budget, "with " + text::printable(name) +
                                            " the archive unpacks to far more than its size justifies: it is damaged, "
                                            "or made to fill the memory"};
    }
    left_ -= bytes - already;
    already = bytes;
    return Done{};
}

}  // namespace thaw::archives
