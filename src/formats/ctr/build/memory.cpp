#include "formats/ctr/build/memory.hpp"

#include <algorithm>

#include "formats/ctr/build/parts.hpp"

namespace thaw::ctr {

namespace {

constexpr u32 page_words = 64, page_rows = 256;
constexpr u16 all_bits = 0xFFFF;
constexpr u32 palette_step = 16;

struct FreeArea {
    u32 left, top, right, bottom;
};
constexpr std::array<FreeArea, 2> free_areas{{{512, 0, 896, 256}, {512, 256, 1024, 512}}};

u32 texels_in_word(u32 depth) { return depth == 0 ? 4 : depth == 1 ? 2 : 1; }

std::size_t word_at(u32 x, u32 y) { return std::size_t{y} * vrm::memory_width + x; }

}  // namespace

u32 words_across(u32 depth, u32 texels) { return (texels + texels_in_word(depth) - 1) / texels_in_word(depth); }

MemoryPainter::MemoryPainter(const VideoMemory& there)
    : words_(std::size_t{vrm::memory_width} * vrm::memory_height), masks_(words_.size()) {
    for (std::size_t i = 0; i < words_.size() && !there.is_empty(); ++i) {
        words_[i] = there.word(i);
        if (there.is_filled(i)) masks_[i] = all_bits;
    }
}

bool MemoryPainter::can_paint(const Patch& patch) const {
    if (patch.x + patch.width > vrm::memory_width || patch.y + patch.height > vrm::memory_height) return false;
    for (u32 y = 0; y < patch.height; ++y) {
        for (u32 x = 0; x < patch.width; ++x) {
            const std::size_t at = word_at(patch.x + x, patch.y + y), i = std::size_t{y} * patch.width + x;
            if (((words_[at] ^ patch.words[i]) & masks_[at] & patch.masks[i]) != 0) return false;
        }
    }
    return true;
}

bool MemoryPainter::paint(const Patch& patch) {
    if (!can_paint(patch)) return false;
    for (u32 y = 0; y < patch.height; ++y) {
        for (u32 x = 0; x < patch.width; ++x) {
            const std::size_t at = word_at(patch.x + x, patch.y + y), i = std::size_t{y} * patch.width + x;
            words_[at] = static_cast<u16>((words_[at] & ~patch.masks[i]) | (patch.words[i] & patch.masks[i]));
            masks_[at] |= patch.masks[i];
        }
    }
    patches_.push_back({patch.x, patch.y, patch.width, patch.height});
    return true;
}

bool MemoryPainter::is_free(u32 x, u32 y, u32 width, u32 height) const {
    for (u32 row = y; row < y + height; ++row) {
        for (u32 column = x; column < x + width; ++column) {
            if (masks_[word_at(column, row)] != 0) return false;
        }
    }
    return true;
}

u32 MemoryPainter::free_words() const {
    u32 out = 0;
    for (const FreeArea& area : free_areas) {
        for (u32 y = area.top; y < area.bottom; ++y) {
            for (u32 x = area.left; x < area.right; ++x) out += masks_[word_at(x, y)] == 0 ? 1u : 0u;
        }
    }
    return out;
}

std::vector<vrm::Block> MemoryPainter::blocks() const {
    std::vector<vrm::Block> out;
    std::vector<std::array<u32, 4>> seen;
    for (const Patch& patch : patches_) {
        const u32 left = patch.x & ~1u, right = (patch.x + patch.width + 1) & ~1u;
        const std::array<u32, 4> rectangle{left, patch.y, right, patch.height};
        if (std::find(seen.begin(), seen.end(), rectangle) != seen.end()) continue;
        seen.push_back(rectangle);
        vrm::Block block;
        block.x = static_cast<u16>(left);
        block.y = static_cast<u16>(patch.y);
        block.width = static_cast<u16>(right - left);
        block.height = static_cast<u16>(patch.height);
        std::vector<u8> pixels;
        for (u32 y = patch.y; y < patch.y + patch.height; ++y) {
            for (u32 x = left; x < right; ++x) {
                pixels.push_back(static_cast<u8>(words_[word_at(x, y)]));
                pixels.push_back(static_cast<u8>(words_[word_at(x, y)] >> 8));
            }
        }
        block.length = static_cast<u32>(vrm::block_header_bytes + pixels.size());
        block.pixels = Blob::take(std::move(pixels));
        out.push_back(std::move(block));
    }
    return out;
}

// --- the images of a scene -------------------------------------------------------------------------------------------

namespace {

MemoryPainter::Patch palette_patch(u16 clut, const std::vector<u16>& palette) {
    return {(clut & 0x3Fu) * palette_step,
            u32{clut} >> 6 & 0x1FFu,
            static_cast<u32>(palette.size()),
            1,
            palette,
            std::vector<u16>(palette.size(), all_bits)};
}

}  // namespace

// The texels of the image's box, where `at` says.
MemoryPainter::Patch Images::patch_of(const MemoryImage& image, const Placed& at) {
    const u32 per_word = texels_in_word(image.depth), bits = 16 / per_word;
    const u32 first = at.left / per_word, last = (at.left + image.box.width() - 1) / per_word;
    MemoryPainter::Patch patch{(at.page & 0xFu) * page_words + first, (at.page >> 4 & 1u) * page_rows + at.top,
                               last - first + 1, image.box.height()};
    patch.words.assign(std::size_t{patch.width} * patch.height, 0);
    patch.masks.assign(patch.words.size(), 0);
    for (u32 y = 0; y < image.box.height(); ++y) {
        for (u32 x = 0; x < image.box.width(); ++x) {
            const u16 texel = image.texels[std::size_t{image.box.top + y} * image.width + image.box.left + x];
            u32 value = texel;
            if (image.depth < 2) {
                const auto& palette = image.palette;
                value = static_cast<u32>(std::find(palette.begin(), palette.end(), texel) - palette.begin());
            }
            const u32 u = at.left + x, shift = u % per_word * bits;
            const std::size_t i = std::size_t{y} * patch.width + u / per_word - first;
            patch.words[i] = static_cast<u16>(patch.words[i] | value << shift);
            patch.masks[i] = static_cast<u16>(patch.masks[i] | (0xFFFFu >> (16 - bits)) << shift);
        }
    }
    return patch;
}

bool Images::keep_place(MemoryPainter& memory, MemoryImage& image) {
    const Placed& at = image.origin->at;
    const auto texels = patch_of(image, at);
    const auto palette = palette_patch(at.clut, image.palette);
    if (!memory.can_paint(texels) || !memory.can_paint(palette)) return false;
    memory.paint(texels);
    // A palette of one row over the texels of the same image would be a strange file.
    if (!image.palette.empty() && !memory.paint(palette)) return false;
    image.placed = at;
    image.stays = true;
    return true;
}

// 15-bit images have no palette to tell them apart, so that each gets a page of its own as long as there are some.
bool Images::find_place(MemoryPainter& memory, MemoryImage& image, std::set<u32>& pages) {
    const u32 per_word = texels_in_word(image.depth);
    const u32 width = (words_across(image.depth, image.box.width()) + 1) & ~1u, height = image.box.height();
    const auto fits = [&](u32 x, u32 y, bool alone) {
        const u32 left = x % page_words * per_word;
        if (left + image.box.width() > 256 || y % page_rows + height > page_rows) return false;
        const u32 page = x / page_words | y / page_rows << 4;
        if (alone && pages.contains(page << 2 | image.blend)) return false;
        return memory.is_free(x, y, width, height);
    };
    const auto try_areas = [&](bool alone) {
        for (const FreeArea& area : free_areas) {
            for (u32 y = area.top; y + height <= area.bottom; ++y) {
                for (u32 x = area.left; x + width <= area.right; x += 2) {
                    if (!fits(x, y, alone)) continue;
                    const u32 page = x / page_words | y / page_rows << 4;
                    pages.insert(page << 2 | image.blend);
                    image.placed = Placed{static_cast<u16>(page | image.blend << 5 | image.depth << 7), 0,
                                          x % page_words * per_word, y % page_rows};
                    return true;
                }
            }
        }
        return false;
    };
    if (!(image.depth == 2 && try_areas(true)) && !try_areas(false)) return false;
    if (!memory.paint(patch_of(image, *image.placed))) return false;
    if (image.palette.empty()) return true;
    // Palettes come from the bottom, where no image begins.
    const auto colours = static_cast<u32>(image.palette.size());
    const u32 across = (colours + 1) & ~1u;
    for (u32 y = vrm::memory_height; y-- > 0;) {
        for (const FreeArea& area : free_areas) {
            if (y < area.top || y >= area.bottom) continue;
            for (u32 x = area.left; x + across <= area.right; x += palette_step) {
                if (!memory.is_free(x, y, across, 1)) continue;
                image.placed->clut = static_cast<u16>(x / palette_step | y << 6);
                return memory.paint(palette_patch(image.placed->clut, image.palette));
            }
        }
    }
    return false;
}

bool Images::place_all() {
    const auto has_texels = [](const MemoryImage& image) { return !image.texels.empty() && !image.box.is_empty(); };
    blocks_.clear();
    if (std::none_of(images_.begin(), images_.end(), has_texels)) return true;
    MemoryPainter memory(memory_.taken());
    std::set<u32> pages;
    std::vector<MemoryImage*> homeless;
    for (MemoryImage& image : images_) {
        if (!has_texels(image)) continue;
        image.stays = false;
        if (!image.origin || !keep_place(memory, image)) homeless.push_back(&image);
    }
    std::stable_sort(homeless.begin(), homeless.end(),
                     [](const MemoryImage* a, const MemoryImage* b) { return a->box.height() > b->box.height(); });
    for (MemoryImage* image : homeless) {
        // A palette that was made to be shared is not needed any more, but does no harm.
        if (!find_place(memory, *image, pages)) return false;
    }
    blocks_ = memory.blocks();
    return true;
}

}  // namespace thaw::ctr
