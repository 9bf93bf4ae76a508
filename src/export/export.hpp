// From a model to a scene that can be written: its pictures as PNG, its source beside it.
#pragma once

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

namespace thaw {

namespace issue {
inline constexpr IssueKind texture_unreadable{
    "TEXTURE_UNREADABLE", Severity::warning,
    "A picture that belongs to the model cannot be read; the material gets a flat colour instead."};
}

// to_scene(), with every picture as a PNG file. A picture that cannot be read is an issue, and its material goes
// without.
Result<Scene> scene_for_export(const Model& model, const SceneOptions& options, Issues& issues,
                               const Context& context = {});

// The model's own files, for the way back.
GltfSource source_of(const Model& model, std::string options);

}  // namespace thaw
