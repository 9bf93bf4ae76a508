// APNG: the frames of a PNG after its first. Each is a rectangle that replaces what is there, alpha included.
#include "base/deflate.hpp"
#include "base/guard.hpp"
#include "images/motion_parts.hpp"
#include "images/png_write.hpp"

namespace thaw {

namespace {

using namespace images;

class ApngEncoder final : public MotionEncoder {
public:
    ApngEncoder(u32 width, u32 height, u32 frames, Sink& sink, PngEffort effort)
        : width_(width), height_(height), frames_(frames), sink_(sink), effort_(effort) {}

    Status add(const Pixels& frame, u32 microseconds) override {
        return guarded([&]() -> Status {
            if (auto status = check_frame(frame, width_, height_, microseconds); !status) return status;
            if (added_ == frames_) return Error{Code::bad_value, "more frames than were announced"};
            std::vector<u8> out;
            if (added_ == 0) put_start(out);
            Rectangle part = added_ == 0 ? Rectangle{0, 0, width_, height_} : changed(shown_, frame);
            if (part.empty()) part = {0, 0, 1, 1};  // no frame is without pixels
            put_control(out, part, milliseconds(microseconds));
            const auto pixels = zlib_encode(filtered_rows(frame, part, 4), effort_);
            if (added_ == 0) {
                put_chunk(out, "IDAT", pixels);
            } else {
                std::vector<u8> numbered;
                put_be32(numbered, sequence_++);
                numbered.insert(numbered.end(), pixels.begin(), pixels.end());
                put_chunk(out, "fdAT", numbered);
            }
            shown_ = frame;
            ++added_;
            return write_all(sink_, out);
        });
    }

    Status finish() override {
        return guarded([&]() -> Status {
            if (added_ != frames_) return Error{Code::bad_value, "fewer frames than were announced"};
            std::vector<u8> out;
            put_chunk(out, "IEND", {});
            return write_all(sink_, out);
        });
    }

private:
    static constexpr u32 most_delay = 65535;

    u32 milliseconds(u32 microseconds) {
        const u64 start = clock_.now();
        clock_.pass(microseconds);
        return static_cast<u32>(clock_.now() - start);
    }

    void put_start(std::vector<u8>& out) const {
        out.assign(png_signature.begin(), png_signature.end());
        put_header(out, width_, height_, 8, PngColor::rgba);
        put_stamp(out);
        std::vector<u8> control;
        put_be32(control, frames_);
        put_be32(control, 0);  // again and again
        put_chunk(out, "acTL", control);
    }

    void put_control(std::vector<u8>& out, const Rectangle& part, u32 delay) {
        u32 per_second = 1000;
        while (delay > most_delay) {  // more than a minute: coarser
            delay /= 10;
            per_second /= 10;
        }
        std::vector<u8> control;
        for (const u32 value : {sequence_++, part.width, part.height, part.left, part.top}) put_be32(control, value);
        put_be16(control, delay);
        put_be16(control, per_second);
        control.insert(control.end(), {0, 0});  // it stays, and replaces what was there
        put_chunk(out, "fcTL", control);
    }

    u32 width_;
    u32 height_;
    u32 frames_;
    Sink& sink_;
    PngEffort effort_;
    Clock clock_{1000};
    u32 added_ = 0;
    u32 sequence_ = 0;
    Pixels shown_{};
};

}  // namespace

MadeEncoder apng_encoder(u32 width, u32 height, u32 frames, Sink& sink, PngEffort effort) {
    return guarded([&]() -> MadeEncoder {
        if (auto status = check_motion(width, height, greatest_image_side); !status) return status.error();
        if (frames == 0) return Error{Code::bad_value, "an animation without frames"};
        return {std::make_unique<ApngEncoder>(width, height, frames, sink, effort)};
    });
}

}  // namespace thaw
