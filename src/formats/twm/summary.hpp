#pragma once

#include <thaw/geometry.hpp>

#include "formats/twm/document.hpp"

namespace thaw::twm {

Summary summarise(const Document& document, const Bundle& bundle);

Box3<f32> bounds_of(const Document& document);  // around all finite positions of all meshes

u64 vertices_of(const Document& document);
u64 keys_of(const Document& document);
u64 roots_of(const Document& document);
u64 most_weights_of(const Document& document);  // of any one vertex
u32 duration_ms(const Animation& animation);    // the largest key time

}  // namespace thaw::twm
