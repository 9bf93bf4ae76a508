// Models in a game's format: exactly again, in another variant, or made from a scene.
#pragma once

#include <thaw/convert.hpp>

#include "convert/to_native.hpp"

namespace thaw {

// Document to document where the two formats are of one family, else through the scene.
Result<NativeResult> make_native(const Model& model, const Format& target, const ConvertOptions& options,
                                 Issues& issues, const Context& context = {});
Issues changes_to_fit(const Model& model, const Format& target, const ConvertOptions& options,
                      const Context& context = {});

// The model's own format, or of a glTF the one that it was made of; null if that is not known.
const Format* native_format(const Model& model);

}  // namespace thaw
