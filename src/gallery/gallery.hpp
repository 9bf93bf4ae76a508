// A folder of models as one static page: images, counts, previews, links. It needs no server and no network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

// Names are bytes of any kind. Paths are those of files, relative to the page, with '/' between folders; not URLs.

struct GalleryClip {
    std::string name{};
    double seconds = 0;
    std::string preview{};  // path of an animation; empty if there is none
};

struct GalleryEntry {
    std::string name{};
    std::string folder{};     // where it was found; empty at the top
    std::string format{};     // its title: "SoulFu model"
    std::string thumbnail{};  // path; empty if there is none
    std::string glb{};        // path; empty if there is none
    std::vector<GalleryClip> clips{};
    u64 bytes = 0;  // of the model's own files
    u64 vertices = 0;
    u64 triangles = 0;
    u64 bones = 0;
    u64 frames = 0;
    u64 errors = 0;
    u64 warnings = 0;
    std::vector<std::string> remarks{};  // what was found, a sentence each
};

struct GalleryRefusal {
    std::string name{};
    std::string reason{};
};

struct Gallery {
    std::string title{};
    u32 thumbnail_side = 256;  // pixels, so that nothing moves while images load
    std::vector<GalleryEntry> entries{};
    std::vector<GalleryRefusal> refused{};
};

// How every page begins.
inline constexpr std::string_view gallery_stamp{"<!DOCTYPE html>\n<!-- made by Thaw -->\n"};

// HTML with its style and script inside.
std::string gallery_page(const Gallery& gallery);

}  // namespace thaw
