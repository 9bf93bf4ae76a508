// The processor's time, for tests that something hostile does not take minutes: what else the machine does is not
// counted.
#pragma once

#include <ctime>

namespace thaw::test {

class ProcessorTime {
public:
    double seconds() const { return static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC; }

private:
    std::clock_t began_ = std::clock();
};

}  // namespace thaw::test
