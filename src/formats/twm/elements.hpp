#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene);

}  // namespace thaw::twm
