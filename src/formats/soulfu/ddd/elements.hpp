#pragma once

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene);

}  // namespace thaw::ddd
