// What an expression of a script comes to: numbers, and the colours of the game. Any text gives a result.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/soulfu/scripts/script.hpp"

namespace thaw::soulfu {

struct ScriptValue {
    std::optional<u32> number{};  // a colour is 0xRRGGBB
    std::string file{};           // the image that stands for a colour: DullColor(14) is "DRED.RGB"
    bool assumed = false;         // the game decides which of 16 colours; the first one is taken
};

ScriptValue value_of(std::string_view expression, const Script& script);

}  // namespace thaw::soulfu
