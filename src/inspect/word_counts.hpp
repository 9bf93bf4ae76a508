// How often each word of a field occurs, for as many different words as are worth telling apart.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::inspect {

class WordCounts {
public:
    static constexpr std::size_t most = 256;
    using Counts = std::vector<std::pair<u64, u64>>;

    // False if there were more words than that: from then on nobody counts.
    bool is_complete() const { return complete_; }
    void stop() { complete_ = false; }

    void add(u64 word, u64 times) {
        if (!complete_) return;
        if (last_ < counts_.size() && counts_[last_].first == word) {
            counts_[last_].second += times;
            return;
        }
        if (2 * counts_.size() >= places_.size()) grow();
        u16& place = place_of(word);
        if (place == 0) {
            if (counts_.size() == most) return stop();
            counts_.emplace_back(word, 0);
            place = static_cast<u16>(counts_.size());
        }
        last_ = place - 1u;
        counts_[last_].second += times;
    }

    std::size_t size() const { return counts_.size(); }
    const Counts& in_order_met() const { return counts_; }
    Counts by_word() const {
        Counts out = counts_;
        std::sort(out.begin(), out.end());
        return out;
    }

private:
    u16& place_of(u64 word) {
        const u64 hash = word * 0x9E3779B97F4A7C15u;
        std::size_t at = static_cast<std::size_t>(hash >> 40) & (places_.size() - 1);
        while (places_[at] != 0 && counts_[places_[at] - 1u].first != word) at = (at + 1) & (places_.size() - 1);
        return places_[at];
    }
    void grow() {
        places_.assign(places_.empty() ? 8 : 2 * places_.size(), 0);
        for (std::size_t i = 0; i < counts_.size(); ++i) place_of(counts_[i].first) = static_cast<u16>(i + 1u);
    }

    Counts counts_{};
    std::vector<u16> places_{};  // 0: open; else the number in counts_, from 1 on
    std::size_t last_ = 0;
    bool complete_ = true;
};

}  // namespace thaw::inspect
