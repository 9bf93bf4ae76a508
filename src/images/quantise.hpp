// Few colours that stand for many: median cut over a histogram, the same on every machine.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::images {

// Colours are 0xRRGGBB.
class Quantiser {
public:
    // The colours that stand for these, at most `most` of up to 256. They are kept exactly if they are no more.
    std::vector<u32> choose(std::span<const u32> colors, u32 most);
    // The chosen colour nearest to one of those.
    u8 index(u32 color) const;

private:
    // Colours alike in their six upper bits of each channel. Sums are of what the lower two bits add.
    struct Bin {
        u32 count = 0;
        u32 red = 0;
        u32 green = 0;
        u32 blue = 0;
    };

    std::array<u32, 3> mean(u32 bin_number) const;
    std::vector<u32> cut(u32 most) const;

    std::vector<Bin> bins_{};
    std::vector<u32> used_{};    // numbers of the bins with colours
    std::vector<u8> nearest_{};  // by bin
    bool exact_ = false;
    std::vector<u32> exact_colors_{};  // in order, if so few
};

}  // namespace thaw::images
