// An RDY from a DDD, by the engine's own recipe: the same memory image that the game makes when it loads the model.
#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

// One level of detail, both tables as offsets from the start of the file. Reports what an RDY has no place for.
// Refuses a model with indices that lead nowhere, one without the file that has its frames, and one too large for the
// engine's tables. Triangles that are those of `like` get its strips, which depend on the order that a DDD had them in.
Result<File> build_rdy(const ddd::Document& source, Issues& issues, const File* like = nullptr);

}  // namespace thaw::rdy
