// An edited scene laid over the model that it was before: only what was edited changes.
#pragma once

#include <thaw/format.hpp>

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues);

// The same for a document that stands for the base's; the outcome is a ddd::Document.
Result<Built> apply_edit_to(Document document, const SceneInput& input, const BuildOptions& options, Issues& issues);

// Scripts and rooms dress a model, and may be at hand one time and not the other.
std::optional<Scene> plain_scene(const Scene& scene, const Model& base);

}  // namespace thaw::ddd
