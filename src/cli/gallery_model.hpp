// One model of a gallery: everything that takes long, without a word about where it goes. Several may be made at once.
#pragma once

#include <string>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>
#include <thaw/render.hpp>
#include <thaw/scene.hpp>

#include "gallery/gallery.hpp"

namespace thaw::cli {

inline constexpr u32 thumbnail_side = 192;

struct GalleryOptions {
    RenderOptions thumbnail{};  // of the size that galleries show
    u32 preview_side = 160;
    std::size_t most_previews = 24;  // of a model
    std::string preview_extension = ".webp";
    bool keep_scene = true;
};

struct GalleryModel {
    GalleryEntry entry{};  // without paths
    Blob thumbnail{};
    std::vector<Blob> previews{};  // by clip; empty where there is none
    Issues issues{};
    Scene scene{};                  // to be written; empty if nobody wants it
    std::vector<Error> failures{};  // of previews
    u64 cut = 0;                    // previews that show only the beginning
    bool has_triangles = true;
    bool shows_nothing = false;  // and the rest is empty
};

Result<GalleryModel> gallery_model(const Model& model, const GalleryOptions& options);

}  // namespace thaw::cli
