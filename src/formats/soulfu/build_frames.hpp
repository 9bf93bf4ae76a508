// Clips of a scene as frames of the game: 62.5 whole poses a second, each for one base model.
#pragma once

#include <thaw/issue.hpp>

#include "formats/soulfu/build_bones.hpp"

namespace thaw::ddd {

// A frame before its numbers are rounded.
struct BuildFrame {
    FrameHead head{};
    std::vector<BoneLine> bones{};
};

// The first ones are the bind poses, one a base model.
std::vector<BuildFrame> frames_of(const Scene& scene, const std::vector<BuildBase>& bases, Issues& issues);

}  // namespace thaw::ddd
