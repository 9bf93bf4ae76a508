// What the benchmarks run on.
#pragma once

#include <string>
#include <vector>

#include <thaw/format.hpp>

namespace thaw::bench {

struct Set {
    std::string name;
    const Format* format;
    std::vector<Bundle> bundles;

    u64 bytes() const;
};

// One large document of every format and variant, made by code, and the real files of each format that are at hand.
std::vector<Set> all_sets();

}  // namespace thaw::bench
