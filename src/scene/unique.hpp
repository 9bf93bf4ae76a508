// Corners that are alike in everything become one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

struct Unique {
    std::vector<u32> index{};   // by key: which of the different ones it is
    std::vector<u32> firsts{};  // by different key: the first place where it stands
};

// Different keys are numbered in the order in which they first occur. A table with open places; one that gets crowded
// in one spot, as only made-up numbers do, falls back to sorting, so that no input is a slow one.
namespace detail {

template <std::size_t N>
u64 hash_of(const std::array<u32, N>& key) {
    u64 hash = 0;
    for (const u32 part : key) {
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return hash;
}

template <std::size_t N>
Unique unique_by_sorting(const std::vector<std::array<u32, N>>& keys) {
    std::vector<u32> order(keys.size());
    std::iota(order.begin(), order.end(), u32{0});
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
    Unique out;
    std::vector<u32> leader(keys.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_new = i == 0 || keys[order[i]] != keys[order[i - 1]];
        leader[order[i]] = is_new ? order[i] : leader[order[i - 1]];
    }
    out.index.assign(keys.size(), 0);
    for (u32 i = 0; i < keys.size(); ++i) {
        if (leader[i] == i) {
            out.index[i] = static_cast<u32>(out.firsts.size());
            out.firsts.push_back(i);
        } else {
            out.index[i] = out.index[leader[i]];
        }
    }
    return out;
}

}  // namespace detail

template <std::size_t N>
Unique unique_of(const std::vector<std::array<u32, N>>& keys) {
    constexpr u32 open = 0xFFFFFFFF;
    const std::size_t places = std::bit_ceil(keys.size() * 2 + 2);
    std::vector<u32> table(places, open);  // places hold numbers of different keys
    std::size_t extra_steps = 0;
    Unique out;
    out.index.reserve(keys.size());
    for (u32 i = 0; i < keys.size(); ++i) {
        std::size_t place = detail::hash_of(keys[i]) & (places - 1);
        while (table[place] != open && keys[out.firsts[table[place]]] != keys[i]) {
            place = (place + 1) & (places - 1);
            if (++extra_steps > 8 * keys.size() + 64) return detail::unique_by_sorting(keys);
        }
        if (table[place] == open) {
            table[place] = static_cast<u32>(out.firsts.size());
            out.firsts.push_back(i);
        }
        out.index.push_back(table[place]);
    }
    return out;
}

}  // namespace thaw
