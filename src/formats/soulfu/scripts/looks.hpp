// What a model can look like: the images of its slots, as the game's scripts and rooms have them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bundle.hpp>

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

inline constexpr std::string_view script_role = "script";
inline constexpr std::string_view room_role = "room";

struct Look {
    std::string name{};                            // "CPORC: team == 1"
    std::string when{};                            // "team == 1"
    std::array<std::string, slot_count> images{};  // empty where none is named
    // What a script has there, if the game works it out: "DullColor(color)". An image is then one of several.
    std::array<std::string, slot_count> computed{};
    std::optional<u32> tint{};    // 0xRRGGBB, of slots that take the model's colour
    std::string computed_tint{};  // like `computed`
};

// What a model shows.
struct UsedSlots {
    std::array<bool, slot_count> slots{};
    bool tinted = false;  // one of them takes the model's colour

    void add(std::size_t slot, u8 flags);
};

struct Looks {
    std::vector<Look> list{};  // the first one is the usual one; no two show the same in the used slots
    bool cut = false;          // there are more
    bool from_room = false;    // no script says anything
};

// Does the script, or the room, say how the model `name` (no extension) looks?
bool script_dresses(Bytes script, std::string_view name);
bool room_dresses(Bytes room, std::string_view name);

// Of the model of that name: as the scripts of the bundle say, or if they do not the rooms.
Looks looks_in(const Bundle& bundle, std::string_view name, const UsedSlots& used);

}  // namespace thaw::ddd
