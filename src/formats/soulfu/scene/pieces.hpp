// A character put together: further models that move with the body.
#pragma once

#include <array>
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

// What a hand holds. The game asks the events of the body's frame whether it is put away (0), drawn (1) or strikes (2),
// and shows the base model that the item's own frame of that number names; the first one if it has no such frame.
struct HeldItem {
    bool left = false;
    std::vector<BaseNodes> shapes{};        // the base models that are shown at some time
    std::array<std::size_t, 3> shown_by{};  // which of them

    std::size_t shown(u8 events) const;
};

// Those that do not fit are left out with an issue that says why. `events`: of the pose at rest.
std::vector<HeldItem> add_pieces(const Body& body, const std::vector<Piece>& pieces, std::span<const SceneLooks> looks,
                                 u8 events, const SceneOptions& options, Issues& issues, Scene& scene);

}  // namespace thaw::ddd
