#include "render/looks.hpp"

namespace thaw {

namespace {

// The PlayStation interpolates over the picture instead of the scene, knows whole pixels only, and has five bits a
// colour.
constexpr Look playstation{.affine = true, .snap = true, .fifteen_bits = true, .plain_texels = true, .nearest = true};
// Texture slots are drawn one after the other, over a black hull.
constexpr Look soulfu{.in_order = true, .outline = true};
constexpr Look unreal{.plain_texels = true};
// Anachronox lights models through the colours of their vertices alone.
constexpr Look anachronox{.full_bright = true};

}  // namespace

Look game_look(std::string_view format_id) {
    if (format_id == "ctr" || format_id == "vrm") return playstation;
    if (format_id == "ddd" || format_id == "rdy") return soulfu;
    if (format_id == "unreal") return unreal;
    if (format_id == "ctc") return anachronox;
    return {};
}

}  // namespace thaw
