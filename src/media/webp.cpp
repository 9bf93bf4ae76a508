#include "media/webp.hpp"

#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/endian.hpp"
#include "base/guard.hpp"
#include "images/motion_parts.hpp"
#include "images/stamp.hpp"
#include "media/library.hpp"

namespace thaw::media {

namespace {

struct Webp {
    decltype(WebPConfigInitInternal)* config_init = nullptr;
    decltype(WebPConfigLosslessPreset)* lossless_preset = nullptr;
    decltype(WebPPictureInitInternal)* image_init = nullptr;
    decltype(WebPPictureImportRGBA)* import_rgba = nullptr;
    decltype(WebPPictureFree)* image_free = nullptr;
    decltype(WebPFree)* free = nullptr;
    decltype(WebPAnimEncoderOptionsInitInternal)* options_init = nullptr;
    decltype(WebPAnimEncoderNewInternal)* encoder_new = nullptr;
    decltype(WebPAnimEncoderAdd)* add = nullptr;
    decltype(WebPAnimEncoderAssemble)* assemble = nullptr;
    decltype(WebPAnimEncoderGetError)* error = nullptr;
    decltype(WebPAnimEncoderDelete)* encoder_delete = nullptr;
};

Result<Webp> open_webp() {
    auto webp = Library::open("libwebp.so.7", "libwebp7");
    if (!webp) return webp.error();
    auto mux = Library::open("libwebpmux.so.3", "libwebpmux3");
    if (!mux) return mux.error();
    Webp calls;
    webp->get(calls.config_init, "WebPConfigInitInternal");
    webp->get(calls.lossless_preset, "WebPConfigLosslessPreset");
    webp->get(calls.image_init, "WebPPictureInitInternal");
    webp->get(calls.import_rgba, "WebPPictureImportRGBA");
    webp->get(calls.image_free, "WebPPictureFree");
    webp->get(calls.free, "WebPFree");
    mux->get(calls.options_init, "WebPAnimEncoderOptionsInitInternal");
    mux->get(calls.encoder_new, "WebPAnimEncoderNewInternal");
    mux->get(calls.add, "WebPAnimEncoderAdd");
    mux->get(calls.assemble, "WebPAnimEncoderAssemble");
    mux->get(calls.error, "WebPAnimEncoderGetError");
    mux->get(calls.encoder_delete, "WebPAnimEncoderDelete");
    if (auto status = webp->status(); !status) return status.error();
    if (auto status = mux->status(); !status) return status.error();
    return calls;
}

class WebpEncoder final : public MotionEncoder {
public:
    WebpEncoder(const Webp& calls, u32 width, u32 height, Sink& sink)
        : calls_(calls), width_(width), height_(height), sink_(sink) {}
    WebpEncoder(const WebpEncoder&) = delete;
    WebpEncoder& operator=(const WebpEncoder&) = delete;
    ~WebpEncoder() override { calls_.encoder_delete(encoder_); }

    Status prepare(const WebpOptions& options) {
        WebPAnimEncoderOptions settings;
        const bool known = calls_.options_init(&settings, WEBP_MUX_ABI_VERSION) != 0 &&
                           calls_.config_init(&config_, WEBP_PRESET_DEFAULT, 75, WEBP_ENCODER_ABI_VERSION) != 0;
        if (!known) return Error{Code::unsupported, "another version of libwebp than Thaw was made with"};
        settings.anim_params.loop_count = 0;  // again and again
        settings.anim_params.bgcolor = 0;     // clear
        settings.minimize_size = 0;           // frames would be packed in every way there is
        if (options.lossless) {
            calls_.lossless_preset(&config_, lossless_level);
        } else {
            config_.quality = std::clamp(options.quality, 0.0f, 100.0f);
            config_.method = options.quick ? quick_method : lossy_method;
        }
        encoder_ =
            calls_.encoder_new(static_cast<int>(width_), static_cast<int>(height_), &settings, WEBP_MUX_ABI_VERSION);
        if (encoder_ == nullptr) return Error{Code::out_of_memory, "no memory for a WebP encoder"};
        return Done{};
    }

    Status add(const Pixels& frame, u32 microseconds) override {
        return guarded([&] { return add_frame(frame, microseconds); });
    }
    Status finish() override {
        return guarded([&] { return write_file(); });
    }

private:
    // Two thirds of the time of the usual ones, and files of nearly the same size.
    static constexpr int lossy_method = 2;
    static constexpr int quick_method = 0;
    static constexpr int lossless_level = 2;

    Status add_frame(const Pixels& frame, u32 microseconds) {
        if (auto status = images::check_frame(frame, width_, height_, microseconds); !status) return status;
        WebPPicture image;
        calls_.image_init(&image, WEBP_ENCODER_ABI_VERSION);
        image.width = static_cast<int>(width_);
        image.height = static_cast<int>(height_);
        image.use_argb = 1;
        const auto start = static_cast<int>(clock_.now());
        const bool good = calls_.import_rgba(&image, frame.rgba.data(), static_cast<int>(4 * width_)) != 0 &&
                          calls_.add(encoder_, &image, start, &config_) != 0;
        calls_.image_free(&image);
        if (!good) return failed();
        clock_.pass(microseconds);
        ++added_;
        return Done{};
    }

    Status write_file() {
        if (added_ == 0) return Error{Code::bad_value, "an animation without frames"};
        WebPData file;
        WebPDataInit(&file);
        const bool good = calls_.add(encoder_, nullptr, static_cast<int>(clock_.now()), nullptr) != 0 &&
                          calls_.assemble(encoder_, &file) != 0;
        auto status = good ? write_stamped(Bytes(file.bytes, file.size)) : Status(failed());
        calls_.free(const_cast<u8*>(file.bytes));
        return status;
    }

    // What nobody knows belongs behind everything else.
    Status write_stamped(Bytes file) {
        constexpr std::size_t header_bytes = 12;  // "RIFF", what follows in bytes, "WEBP"
        if (file.size() < header_bytes) return failed();
        std::array<u8, header_bytes> header{};
        std::copy_n(file.begin(), header_bytes, header.begin());
        store<u32>(header.data() + 4, static_cast<u32>(file.size() - 8 + webp_stamp.size()), Order::little);
        if (auto status = images::write_all(sink_, header); !status) return status;
        if (auto status = images::write_all(sink_, file.subspan(header_bytes)); !status) return status;
        const std::vector<u8> stamp(webp_stamp.begin(), webp_stamp.end());
        return images::write_all(sink_, stamp);
    }

    Error failed() const { return {Code::unsupported, std::string("libwebp: ") + calls_.error(encoder_)}; }

    const Webp& calls_;
    u32 width_;
    u32 height_;
    Sink& sink_;
    images::Clock clock_{1000};
    u64 added_ = 0;
    WebPConfig config_{};
    WebPAnimEncoder* encoder_ = nullptr;
};

}  // namespace

MadeEncoder webp_encoder(u32 width, u32 height, Sink& sink, const WebpOptions& options) {
    return guarded([&]() -> MadeEncoder {
        if (auto status = images::check_motion(width, height, WEBP_MAX_DIMENSION); !status) return status.error();
        static const Result<Webp> calls = open_webp();
        if (!calls) return calls.error();
        auto encoder = std::make_unique<WebpEncoder>(*calls, width, height, sink);
        if (auto status = encoder->prepare(options); !status) return status.error();
        return {std::move(encoder)};
    });
}

MadeEncoder webp_motion_encoder(u32 width, u32 height, Sink& sink, bool quick) {
    return webp_encoder(width, height, sink, {.quick = quick});
}

}  // namespace thaw::media
