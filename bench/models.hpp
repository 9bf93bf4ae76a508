// What the benchmarks run on.
#pragma once

#include <vector>

#include <thaw/bundle.hpp>

namespace thaw::bench {

Bundle large_ctc();                     // 2,000 vertices, 60 bones, 500 frames
Bundle large_ctr();                     // 2,000 vertices, 40 frames raw and compressed
Bundle large_ddd();                     // 2,000 vertices, 60 bones, 500 frames
Bundle large_rdy();                     // the same as the game has it in memory
Bundle large_twm(const char* variant);  // 40,000 vertices with weights, 20 joints, an animation
Bundle large_unreal(bool deus_ex);      // 2,000 vertices, 3,000 polygons, 200 frames

// Empty where there is no corpus.
std::vector<Bundle> corpus_ctc();  // synthetic: no file of the game is public
std::vector<Bundle> real_ctr();
std::vector<Bundle> real_ddd();
std::vector<Bundle> real_rdy();
std::vector<Bundle> real_twm();
std::vector<Bundle> real_unreal();

}  // namespace thaw::bench
