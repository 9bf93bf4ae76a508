// Animations, written frame by frame: memory is that of a few frames, however many there are. All loop for ever.
#pragma once

#include <memory>

#include <thaw/result.hpp>
#include <thaw/sink.hpp>

#include "images/image.hpp"

namespace thaw {

inline constexpr u32 longest_frame_microseconds = 600'000'000;

class MotionEncoder {
public:
    virtual ~MotionEncoder() = default;
    // A frame of the size that the encoder was made for, and how long it is shown. What a file cannot say exactly is
    // made up for by the frames that follow, so that the whole runs at the right speed.
    virtual Status add(const Pixels& frame, u32 microseconds) = 0;
    // Once, after the last frame. Without it the file is not complete.
    virtual Status finish() = 0;
};

// The sink has to outlive the encoder.
using MadeEncoder = Result<std::unique_ptr<MotionEncoder>>;

// GIF: 255 colours a frame, alpha is all or nothing, time goes in hundredths of a second. A frame is shown for two of
// them at least, since browsers slow shorter ones down: where frames follow faster, some are left out.
MadeEncoder gif_encoder(u32 width, u32 height, Sink& sink);

// APNG: every colour and alpha. The file begins with the number of frames: exactly so many have to be added.
MadeEncoder apng_encoder(u32 width, u32 height, u32 frames, Sink& sink, PngEffort effort = PngEffort::quick);

}  // namespace thaw
