#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene);

}  // namespace thaw::ctr
