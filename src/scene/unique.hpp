// Corners that are alike in everything become one.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

struct Unique {
    std::vector<u32> index{};   // by key: which of the different ones it is
    std::vector<u32> firsts{};  // by different key: the first place where it stands
};

// Different keys are numbered in the order in which they first occur. By sorting, so that no input is a slow one.
template <std::size_t N>
Unique unique_of(const std::vector<std::array<u32, N>>& keys) {
    std::vector<u32> order(keys.size());
    std::iota(order.begin(), order.end(), u32{0});
    std::sort(order.begin(), order.end(),
              [&](u32 a, u32 b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
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

}  // namespace thaw
