#include "formats/soulfu/shared/names.hpp"

#include <algorithm>

namespace thaw::ddd {

std::string action_name(u8 action) {
    if (action < action_names.size()) return action_names[action];
    return "ACTION_" + std::to_string(action);
}

bool is_default_action(u8 action) {
    constexpr std::array<u8, 5> defaults{1, 2, 23, 24, 25};  // STAND WALK RIDE SWIM SWIM_FORWARD
    return std::find(defaults.begin(), defaults.end(), action) != defaults.end();
}

}  // namespace thaw::ddd
