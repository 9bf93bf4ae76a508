// Regions: tables in a file that pointers lead to, kept once per offset however many pointers there are, and as long as
// the most demanding of them needs. A description first says what each pointer wants, then describes the regions.
#pragma once

#include <map>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

template <class Value>
struct Region {
    u64 offset = 0;
    u64 wanted = 0;  // elements that the most demanding user asks for
    Value value{};
};

template <class Value>
class Regions {
public:
    // A vector doubles as it grows: old and new storage are three times what is in use; a tree node has pointers too.
    static constexpr u64 bytes_per_region = 3 * sizeof(Region<Value>) + 80;

    // Asks for `n` elements at `offset`; the index of the region. Asking again changes nothing, so that writing, which
    // asks like reading does, finds what is there.
    std::size_t want(u64 offset, u64 n = 1) {
        const auto [place, is_new] = index_.try_emplace(offset, list_.size());
        if (is_new) list_.push_back({offset, 0, {}});
        Region<Value>& region = list_[place->second];
        if (n > region.wanted) region.wanted = n;
        return place->second;
    }

    const Region<Value>* find(u64 offset) const {
        const auto place = index_.find(offset);
        return place == index_.end() ? nullptr : &list_[place->second];
    }

    // size() if there is no region at `offset`.
    std::size_t index_of(u64 offset) const {
        const auto place = index_.find(offset);
        return place == index_.end() ? list_.size() : place->second;
    }

    std::size_t size() const { return list_.size(); }
    Region<Value>& operator[](std::size_t i) { return list_[i]; }
    const Region<Value>& operator[](std::size_t i) const { return list_[i]; }
    auto begin() const { return list_.begin(); }
    auto end() const { return list_.end(); }

private:
    std::vector<Region<Value>> list_;  // in the order of the first pointer to each
    std::map<u64, std::size_t> index_;
};

}  // namespace thaw
