#include "formats/ctr/memory/video_memory.hpp"

#include "base/endian.hpp"
#include "formats/ctr/family.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::ctr {

void VideoMemory::load(const vrm::Document& document) {
    if (is_empty()) {
        words_.assign(std::size_t{vrm::memory_width} * vrm::memory_height, 0);
        filled_.assign(words_.size(), false);
    }
    for (const vrm::Tim* tim : document.images()) {
        if (tim->has_palette()) put(tim->palette);
        put(tim->image);
    }
}

std::size_t VideoMemory::place(u32 x, u32 y) {
    return std::size_t{y % vrm::memory_height} * vrm::memory_width + x % vrm::memory_width;
}

void VideoMemory::put(const vrm::Block& block) {
    const u64 there = block.pixels.size() / 2;
    for (u32 y = 0; y < block.height && u64{y} * block.width < there; ++y) {
        if (block.y + y >= vrm::memory_height) break;
        for (u32 x = 0; x < block.width; ++x) {
            const u64 i = u64{y} * block.width + x;
            if (i >= there || block.x + x >= vrm::memory_width) break;
            const std::size_t at = place(block.x + x, block.y + y);
            words_[at] = thaw::load<u16>(block.pixels.data() + 2 * i, Order::little);
            filled_[at] = true;
        }
    }
}

std::size_t VideoMemory::texel_place(const TexelSource& source, u32 u, u32 v) {
    const u32 texels_per_word = source.depth == 0 ? 4 : source.depth == 1 ? 2 : 1;
    return place(source.page_x + u / texels_per_word, source.page_y + v);
}

u16 VideoMemory::texel(const TexelSource& source, u32 u, u32 v) const {
    if (is_empty()) return 0;
    const u16 word = words_[texel_place(source, u, v)];
    // The lowest bits are the leftmost texel.
    if (source.depth == 0) return words_[place(source.clut_x + (word >> (u % 4 * 4) & 0xFu), source.clut_y)];
    if (source.depth == 1) return words_[place(source.clut_x + (word >> (u % 2 * 8) & 0xFFu), source.clut_y)];
    return word;
}

bool VideoMemory::covers(const TexelSource& source, u32 u, u32 v) const {
    if (is_empty() || !filled_[texel_place(source, u, v)]) return false;
    return source.depth > 1 || filled_[place(source.clut_x, source.clut_y)];
}

VideoMemory memory_of(const Bundle& bundle, const std::function<void(const Part&, const Error&)>& unread) {
    VideoMemory out;
    for (const std::string_view role : {"shared-vrm", "vrm"}) {
        for (const Part& part : bundle.parts) {
            if (part.role != role) continue;
            vrm::Document document;
            const Status status = read_part(vrm::format, document, {"vrm", part.name, part.bytes}, {});
            if (status) out.load(document);
            if (!status && unread) unread(part, status.error());
        }
    }
    return out;
}

}  // namespace thaw::ctr
