#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle& bundle, const SceneOptions& options,
                                        const Scene& scene);

}  // namespace thaw::ctc
