#include "cli/png_cache.hpp"

namespace thaw::cli {

Result<Png> PngCache::to_png(const Image& image, const Context& context, Holes holes) {
    if (image.file.empty()) return thaw::to_png(image, context, holes);
    const Key key{image.file.data(), image.file.size(), image.first_color_clear, image.alpha, holes};
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = kept_.find(key); known != kept_.end()) return known->second.png;
    }
    auto png = thaw::to_png(image, context, holes);
    if (!png) return png;
    const u64 bytes = image.file.size() + png->bytes.size();
    const std::lock_guard lock(mutex_);
    if (bytes <= bytes_left_ && kept_.try_emplace(key, Kept{image.file, *png}).second) bytes_left_ -= bytes;
    return png;
}

}  // namespace thaw::cli
