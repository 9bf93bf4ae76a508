// Images that several models wear are made into PNG files once. May be asked from several threads.
#pragma once

#include <compare>
#include <map>
#include <mutex>

#include "images/image.hpp"

namespace thaw::cli {

class PngCache {
public:
    // `most_bytes`: of images that are kept, with the files they were made of.
    explicit PngCache(u64 most_bytes = u64{128} << 20) : bytes_left_(most_bytes) {}

    // As to_png().
    Result<Png> to_png(const Image& image, const Context& context, Holes holes);

private:
    // A file by where it lies: companions that are kept for the models to come lie in one place.
    struct Key {
        const u8* file;
        std::size_t bytes;
        bool first_color_clear;
        AlphaFrom alpha;
        Holes holes;
        auto operator<=>(const Key&) const = default;
    };
    struct Kept {
        Blob file{};  // so that no other file gets its place
        Png png{};
    };

    u64 bytes_left_;
    std::mutex mutex_{};
    std::map<Key, Kept> kept_{};
};

}  // namespace thaw::cli
