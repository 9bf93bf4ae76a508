// Moving WebP through libwebp, which is opened when the first one is made.
#pragma once

#include "images/motion.hpp"

namespace thaw::media {

struct WebpOptions {
    bool lossless = false;
    float quality = 85;  // 0 to 100, of what is not lossless
    bool quick = false;  // the same, in two thirds of the time; files are an eighth larger
};

// Time goes in milliseconds. Frames are packed as they come, and the file is written by finish(): it begins with its
// size. A single frame becomes an image that stands still.
MadeEncoder webp_encoder(u32 width, u32 height, Sink& sink, const WebpOptions& options = {});

// The same for RenderOptions::webp.
MadeEncoder webp_motion_encoder(u32 width, u32 height, Sink& sink, bool quick);

}  // namespace thaw::media
