#pragma once

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene);

}  // namespace thaw::unreal
