// The source files that a package was made of, as far as it still says.
#pragma once

#include <optional>

#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/package/document.hpp"

namespace thaw::upackage {

// Names and kinds of all of them, in the order of the exports.
std::vector<SourceFile> source_files(const Document& package);

// A name as part of a file's name, and in scripts: letters, digits and a few signs, at most 64 of them.
std::string plain_name(std::string_view name);

// --- meshes ----------------------------------------------------------------------------------------------------------
// The two files of a mesh, and what of it they do not hold.
struct MeshFiles {
    unreal::Document document{};
    u64 faces = 0;            // in the package
    u64 faces_dropped = 0;    // use something that does not exist
    u64 flags_dropped = 0;    // faces with flags that a `.3d` has no bit for
    u64 stored_frames = 0;    // whole ones
    std::string too_large{};  // what a `.3d` has no room for; then the document is empty
};
// The polygons alone are quick; `with_frames` makes the vertices too.
MeshFiles mesh_files(const MeshBody& mesh, bool is_lod, bool with_frames, u64 most_bytes);
// Vertices of a frame in the `.3d`, and how they lie in the package.
struct FrameGrid {
    u64 vertices = 0;  // of a frame
    u64 stride = 0;    // vertices from one frame to the next in the package
    u64 frames = 0;    // declared
    bool remapped = false;
};
FrameGrid frame_grid(const MeshBody& mesh, bool is_lod);
// The type byte of a `.3d` for an engine's flags of a polygon, and those of them it has no bit for.
u8 type_of_flags(u32 flags);
u32 flags_dropped(u32 flags);

// --- scripts ---------------------------------------------------------------------------------------------------------
Result<std::string> script_of(const Document& package, std::size_t mesh, u64 most_bytes);
// How a class is drawn, for those of other packages that extend it.
Result<std::string> defaults_of(const Document& package, u32 class_export, u64 most_bytes);

// --- images ----------------------------------------------------------------------------------------------------------
// What an image file is made of: numbers of colours (a PCX), or pixels (a TGA).
enum class ImageKind : u8 { none, indexed, pixels };
// Formats of pixels, as a texture's properties number them.
enum class PixelFormat : u8 {
    p8 = 0,
    bgra7 = 1,
    r5g6b5 = 2,
    bc1 = 3,
    rgb8 = 4,
    bgra8 = 5,
    bc2 = 6,
    bc3 = 7,
    two_colors = 19,  // Unreal 227
};
struct ImageSource {
    ImageKind kind = ImageKind::none;
    PixelFormat format = PixelFormat::p8;
    u32 width = 0;
    u32 height = 0;
    Blob stored{};                             // its bytes, as many as are needed at least
    const Object* texture = nullptr;           // whose pixels and palette these are: itself, or one that it stands for
    std::optional<std::array<u8, 4>> color{};  // without pixels: the mean colour of the lost ones, RGBA
    std::string reason{};                      // why there is none, or why not its own pixels
};
ImageSource image_source(const Document& package, const Object& texture);
// The palette of an indexed one; null if this package does not have it.
const PaletteBody* palette_of(const Document& package, const Object& texture);
Result<Blob> image_of(const Document& package, const Object& texture);
// Bytes that image_of() gives.
u64 image_bytes(const ImageSource& source);

// The colours of pixels: RGBA, row after row from the top.
std::vector<u8> decode_pixels(const ImageSource& source);
// Of a picture of two colours: numbers of colours; empty if its bytes do not fill it.
std::vector<u8> decode_two_colors(const ImageSource& source);

// --- sounds and texts ------------------------------------------------------------------------------------------------
// How the name of a sound's file ends, by its first bytes, else by what the package says.
std::string sound_ending(const Document& package, const SoundBody& sound);
// As it was written, without the zero at its end.
Blob text_of(const TextBody& text);

}  // namespace thaw::upackage
