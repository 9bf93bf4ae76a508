// The first walk over a file: how much of it is explained, and where reading stops.
#pragma once

#include <vector>

#include "inspect/coverage.hpp"

namespace thaw::inspect {

class Survey final : public LeafSink {
public:
    void image() override { coverage_.image(); }
    void enter(const char* name, u64 index, u64) override { steps_.push_back({name, index}); }
    void leave(u64) override { steps_.pop_back(); }
    void leaf(const Leaf& leaf) override { coverage_.leaf(leaf); }
    Range open(const char* name, u64 n, u64 offset, u64 element_bytes) override {
        return coverage_.open(name, n, offset, element_bytes);
    }

    const Coverage& coverage() const { return coverage_; }
    // After a failure: the scopes it happened in. Nothing is left of them otherwise.
    std::span<const Codec::Step> broken() const { return steps_; }

private:
    Coverage coverage_;
    std::vector<Codec::Step> steps_;
};

}  // namespace thaw::inspect
