// Texture layouts, each once: as many as the format counts.
#pragma once

#include "formats/ctr/build/encode.hpp"

namespace thaw::ctr {

class LayoutTable {
public:
    // Numbers from 0 in the order in which they come; most_layouts for one that finds no more room.
    std::size_t add(const TextureLayout& layout) {
        u16& place = place_of(layout);
        if (place != 0) return place - 1u;
        if (all_.size() == most_layouts) return most_layouts;
        all_.push_back(layout);
        place = static_cast<u16>(all_.size());
        return all_.size() - 1;
    }
    const std::vector<TextureLayout>& all() const { return all_; }

private:
    static constexpr std::size_t places = 1024;  // twice as many as can be taken

    static u64 mixed(u64 hash, u64 more) {
        hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
        return hash ^ hash >> 32;
    }
    u16& place_of(const TextureLayout& t) {
        const u64 corners =
            u64{t.u0} | u64{t.v0} << 8 | u64{t.u1} << 16 | u64{t.v1} << 24 | u64{t.u2} << 32 | u64{t.v2} << 40;
        std::size_t at = mixed(mixed(0, corners), u64{t.clut} << 16 | t.page) % places;
        while (places_[at] != 0 && all_[places_[at] - 1u] != t) at = (at + 1) % places;
        return places_[at];
    }

    std::array<u16, places> places_{};  // 0: open; else the number, from 1 on
    std::vector<TextureLayout> all_{};
};

}  // namespace thaw::ctr
