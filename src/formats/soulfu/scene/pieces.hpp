// A character put together: further models that move with the body.
#pragma once

#include <span>
#include <vector>

#include <thaw/scene.hpp>

#include "formats/soulfu/scene/bases.hpp"
#include "formats/soulfu/scripts/body_parts.hpp"
#include "formats/soulfu/scripts/character_looks.hpp"

namespace thaw::ddd {

struct Body {
    const SceneSource& source;
    const BaseNodes& nodes;  // of its first base model
    double units_per_foot;
};

// Those that do not fit are left out with an issue that says why.
void add_pieces(const Body& body, const std::vector<Piece>& pieces, std::span<const SceneLooks> looks,
                const SceneOptions& options, Issues& issues, Scene& scene);

}  // namespace thaw::ddd
