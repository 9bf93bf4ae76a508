#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

Summary summarise(const Document& document, const Bundle& bundle);

struct Box {
    Vec3 low;
    Vec3 high;
};
// Around all finite positions of all meshes; empty if there are none.
std::optional<Box> bounds_of(const Document& document);

u64 vertices_of(const Document& document);
u64 keys_of(const Document& document);
u64 roots_of(const Document& document);
u64 most_weights_of(const Document& document);  // of any one vertex
u32 duration_ms(const Animation& animation);    // the largest key time

}  // namespace thaw::twm
