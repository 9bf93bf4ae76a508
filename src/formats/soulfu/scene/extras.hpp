// What a scene has no words for, as JSON. Feet and the game's own axes, so that building needs no rounding.
#pragma once

#include <span>
#include <string>

#include <thaw/json.hpp>

#include "formats/soulfu/scene/source.hpp"

namespace thaw::ddd {

std::string numbers_text(std::span<const double> numbers);  // "[1,2.5]"

// Of a run of frames: rate, action, and of the frames what is not the usual: events as [frame, flags], base models and
// movement as one element a frame, shadows as text with [frame, layer, alpha, x0, y0, ... x3, y3].
json::Value clip_extras(const SceneSource& source, std::size_t first, std::size_t end, double rate);

}  // namespace thaw::ddd
