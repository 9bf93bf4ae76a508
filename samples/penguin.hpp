// A cheerful penguin as a scene: what Thaw writes into every format it knows.
#pragma once

#include <thaw/scene.hpp>

namespace thaw::samples {

// Half a metre tall, six bones, one painted image; it breathes (STAND) and waddles (WALK).
Scene penguin();

}  // namespace thaw::samples
