#include "samples.hpp"

namespace thaw::samples {

std::vector<SampleFile> ddd_sample() { return {}; }

}  // namespace thaw::samples
