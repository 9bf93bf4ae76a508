// From a model to a scene that can be written: its images as PNG, its source files with it.
#pragma once

#include <functional>

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

#include "images/image.hpp"

namespace thaw {

namespace issue {
inline constexpr IssueKind texture_unreadable{
    "TEXTURE_UNREADABLE", Severity::warning,
    "An image that belongs to the model cannot be read; the material gets a flat colour instead.",
    "texture cannot be read: {found}"};
}

// to_png(), or one that remembers what it has made.
using MakePng = std::function<Result<Png>(const Image& image, const Context& context, Holes holes)>;

// to_scene(), with every image as a PNG file. An image that cannot be read is an issue, and its material goes
// without.
Result<Scene> scene_for_export(const Model& model, const SceneOptions& options, Issues& issues,
                               const Context& context = {}, const MakePng& make_png = to_png);

// No surface, no line, no skeleton: a level without models, a pack of none.
bool shows_nothing(const Scene& scene);

// The same for a scene that there is already. Holes are filled where they are seen as holes.
void make_exportable(Scene& scene, Issues& issues, const Context& context = {}, Holes holes = Holes::filled,
                     const MakePng& make_png = to_png);

// The pixels of each image of a scene; none, and an issue, where it cannot be read.
std::vector<Pixels> pixels_of(const Scene& scene, Issues& issues, const Context& context = {});

// What to_scene() and pixels_of() say of images alone: those that the model names and nobody found, and those that
// cannot be read. Silent about a model without a shape.
Status check_images(const Model& model, Issues& issues, const Context& context = {});

// Gives every image of the scene its pixels, for from_scene(). One that cannot be read is an issue and has none.
// Holes are filled as on the way out, so that a game's image and the one that was made of it are equal.
void decode_images(Scene& scene, Issues& issues, const Context& context = {});

// The model's own files and what else says how it looks, images apart: to convert it back. A glTF hands on what it
// has kept itself.
GltfSource source_of(const Model& model, const SceneOptions& options);

}  // namespace thaw
