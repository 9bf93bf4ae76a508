// Which models a game script puts together to a character.
#pragma once

#include <string>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::ddd {

struct CharacterPart {
    std::string place{};  // "BASE", which is the body, "HEAD", ...
    std::string model{};  // "PLAYER", no extension
};

// The body first; empty if the script has none. Where conditions decide, what comes first is taken, and nothing from
// the other branch of an `if` that was taken.
std::vector<CharacterPart> character_in(Bytes script);

}  // namespace thaw::ddd
