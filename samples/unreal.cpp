#include "samples.hpp"

namespace thaw::samples {

std::vector<SampleFile> unreal_sample() { return {}; }

}  // namespace thaw::samples
