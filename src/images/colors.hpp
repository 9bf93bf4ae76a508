// A list of few colours, and the place of each in it.
#pragma once

#include <algorithm>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::images {

class Colors {
public:
    explicit Colors(u32 most) : most_(most), indices_(slots, free_slot), colors_(slots) {}

    // False if there are too many. At most 256 fit.
    bool add(u32 color) {
        const u32 at = slot(color);
        if (indices_[at] != free_slot) return true;
        if (list_.size() == most_) return false;
        indices_[at] = static_cast<u32>(list_.size());
        colors_[at] = color;
        list_.push_back(color);
        return true;
    }
    template <class Less>
    void sort(Less less) {
        std::sort(list_.begin(), list_.end(), less);
        for (u32 i = 0; i < list_.size(); ++i) indices_[slot(list_[i])] = i;
    }

    const std::vector<u32>& list() const { return list_; }
    u32 index(u32 color) const { return indices_[slot(color)]; }

private:
    static constexpr u32 slot_bits = 10;
    static constexpr u32 slots = 1 << slot_bits;
    static constexpr u32 free_slot = 0xFFFFFFFF;

    u32 slot(u32 color) const {
        u32 at = (color * 2654435761u) >> (32 - slot_bits);
        while (indices_[at] != free_slot && colors_[at] != color) at = (at + 1) % slots;
        return at;
    }

    u32 most_;
    std::vector<u32> list_{};
    std::vector<u32> indices_;
    std::vector<u32> colors_;
};

}  // namespace thaw::images
