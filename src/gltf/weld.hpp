// Positions on their way to points: those that are alike are one, numbered in the order in which they first come.
#pragma once

#include <bit>
#include <vector>

#include "gltf/mesh_columns.hpp"

namespace thaw::gltf {

class Welder {
public:
    // At most so many positions will come.
    Welder(std::size_t most, std::vector<Vec3>& points) : table_(std::bit_ceil(2 * most + 2)), points_(points) {
        points_.clear();
        points_.reserve(most);
    }

    // A few that follow each other: where they belong is asked for before the first is put there.
    static constexpr std::size_t most_at_once = 32;
    // False if made-up numbers crowd the table in one spot.
    bool add(const Element* elements, std::size_t count, u32* out) {
        std::array<std::size_t, most_at_once> places{};
        for (std::size_t i = 0; i < count; ++i) {
            places[i] = place_of(elements[i]);
            __builtin_prefetch(&table_[places[i]]);
        }
        for (std::size_t i = 0; i < count; ++i) out[i] = point_of(elements[i], places[i]);
        return steps_ <= 8 * table_.size();
    }

private:
    static u32 word(u32 bits) { return std::bit_cast<u32>(std::bit_cast<f32>(bits) + 0.0f); }  // turns -0 into 0
    std::size_t place_of(Element e) const {
        u64 hash = (u64{word(e[0])} << 32 | word(e[1])) * 0x9E3779B97F4A7C15u;
        hash = ((hash ^ hash >> 32) + word(e[2])) * 0xD6E8FEB86659FD93u;
        return static_cast<std::size_t>(hash >> 32) & (table_.size() - 1);
    }
    u32 point_of(Element e, std::size_t place) {
        const Vec3 at{std::bit_cast<f32>(e[0]), std::bit_cast<f32>(e[1]), std::bit_cast<f32>(e[2])};
        for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1)) {
            if (points_[table_[place] - 1] == at) return table_[place] - 1;
            ++steps_;
        }
        points_.push_back(at);
        return (table_[place] = static_cast<u32>(points_.size())) - 1;
    }

    std::vector<u32> table_;  // 0: open; else the number of a point, from 1 on
    std::vector<Vec3>& points_;
    u64 steps_ = 0;
};

}  // namespace thaw::gltf
