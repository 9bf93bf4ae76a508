#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene);

}  // namespace thaw::rdy
