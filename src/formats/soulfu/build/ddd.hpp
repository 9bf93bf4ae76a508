// A DDD from an RDY, in its highest level of detail: what the game's modeler writes when it saves.
#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

// Reports what a DDD has no place for and what had to be rounded. Refuses an RDY whose frames are elsewhere.
Result<ddd::File> build_ddd(const File& source, Issues& issues);

}  // namespace thaw::rdy
