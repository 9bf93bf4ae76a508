#include "archives/window.hpp"

#include <algorithm>

namespace thaw::archives {

Bytes Window::at(u64 offset, std::size_t bytes) {
    const u64 size = source_.size();
    if (offset >= size) return {};
    bytes = static_cast<std::size_t>(std::min<u64>({bytes, size - offset, most_bytes}));
    const bool here = offset >= held_offset_ && offset - held_offset_ <= held_.size() &&
                      bytes <= held_.size() - static_cast<std::size_t>(offset - held_offset_);
    if (!here && !fetch(offset, bytes)) return {};
    return held_.bytes().subspan(static_cast<std::size_t>(offset - held_offset_), bytes);
}

bool Window::fetch(u64 offset, std::size_t bytes) {
    const bool follows = offset >= held_offset_ && offset - held_offset_ <= held_.size();
    next_bytes_ = follows ? std::min(2 * next_bytes_, most_bytes) : first_bytes;
    const u64 there = source_.size() - offset;
    auto slice = source_.slice(offset, std::min<u64>(there, std::max(bytes, next_bytes_)));
    refused_ = !slice;
    held_ = slice ? std::move(*slice) : Blob();
    held_offset_ = offset;
    return !refused_;
}

}  // namespace thaw::archives
