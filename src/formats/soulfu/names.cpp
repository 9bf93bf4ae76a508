#include "formats/soulfu/names.hpp"

namespace thaw::ddd {

std::string action_name(u8 action) {
    if (action < action_names.size()) return action_names[action];
    return "ACTION_" + std::to_string(action);
}

}  // namespace thaw::ddd
