// What the benchmarks run on.
#pragma once

#include <vector>

#include <thaw/bundle.hpp>

namespace thaw::bench {

Bundle large_ddd();                 // 2,000 vertices, 60 bones, 500 frames
Bundle large_rdy();                 // the same as the game has it in memory
Bundle large_unreal(bool deus_ex);  // 2,000 vertices, 3,000 polygons, 200 frames
std::vector<Bundle> real_ddd();     // empty where there is no corpus
std::vector<Bundle> real_rdy();
std::vector<Bundle> real_unreal();

}  // namespace thaw::bench
