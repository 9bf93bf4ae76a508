// Places in video memory for images and palettes.
#pragma once

#include "formats/ctr/memory/video_memory.hpp"

namespace thaw::ctr {

u32 words_across(u32 depth, u32 texels);

// What has been put where, bit by bit: texels of two images may share a word.
class MemoryPainter {
public:
    // What is there already is not painted over.
    explicit MemoryPainter(const VideoMemory& there);

    struct Patch {
        u32 x = 0, y = 0, width = 0, height = 0;
        std::vector<u16> words{};
        std::vector<u16> masks{};  // which bits of each word count
    };
    // False if something else is there already.
    bool paint(const Patch& patch);
    bool can_paint(const Patch& patch) const;
    bool is_free(u32 x, u32 y, u32 width, u32 height) const;
    // Of what the game leaves to a level: right of the screens, but for what all levels share.
    u32 free_words() const;

    // One a patch, its width even as the entries of a stream need it.
    std::vector<vrm::Block> blocks() const;

private:
    std::vector<u16> words_;
    std::vector<u16> masks_;
    std::vector<Patch> patches_{};  // without their words
};

}  // namespace thaw::ctr
