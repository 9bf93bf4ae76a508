// The PlayStation's video memory as it is when the game draws: what the `.vrm` files put there.
#pragma once

#include <functional>

#include "formats/ctr/memory/document.hpp"

namespace thaw::ctr {

// Texels of a page as the hardware finds them.
struct TexelSource {
    u32 page_x = 0;
    u32 page_y = 0;
    u32 depth = 0;  // 0: 4 bits, 1: 8 bits, else 15 bits
    u32 clut_x = 0;
    u32 clut_y = 0;
};

// A colour of a texel as a viewer has it.
inline u8 eight_bits(u32 five) { return static_cast<u8>(five << 3 | five >> 2); }

// What all models share, the level's or the model's own on top of it, as the game loads them; what cannot be read is
// left out, and `unread` called.
class VideoMemory;
VideoMemory memory_of(const Bundle& bundle, const std::function<void(const Part&, const Error&)>& unread = {});

class VideoMemory {
public:
    // Later files cover earlier ones.
    void load(const vrm::Document& document);

    bool is_empty() const { return words_.empty(); }
    // Five bits each of red, green and blue from bit 0 on, and the bit that asks for blending.
    u16 texel(const TexelSource& source, u32 u, u32 v) const;
    // Has any file put something where these texels or their colour table are?
    bool covers(const TexelSource& source, u32 u, u32 v) const;

    // Words, row after row.
    static std::size_t place(u32 x, u32 y);
    static std::size_t texel_place(const TexelSource& source, u32 u, u32 v);
    u16 word(std::size_t place) const { return words_[place]; }
    bool is_filled(std::size_t place) const { return !is_empty() && filled_[place]; }
    void fill(std::size_t place, bool filled) { filled_[place] = filled; }

private:
    void put(const vrm::Block& block);

    std::vector<u16> words_{};
    std::vector<bool> filled_{};
};

}  // namespace thaw::ctr
