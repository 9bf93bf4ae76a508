// Counts what the program allocates, and makes allocations fail on request. Linking it replaces global new and delete.
#pragma once

#include <cstddef>

namespace thaw::test {

// Measures from its construction on. One at a time, one thread.
class HeapMeter {
public:
    HeapMeter();
    ~HeapMeter();
    HeapMeter(const HeapMeter&) = delete;
    HeapMeter& operator=(const HeapMeter&) = delete;

    std::size_t peak() const;     // most bytes alive at once, beyond those at the start
    std::size_t live() const;     // bytes alive now, beyond those at the start
    std::size_t largest() const;  // largest single request
    std::size_t requests() const;
};

// While it lives, allocation number n (from 0) throws std::bad_alloc, and only that one.
class FailingAllocation {
public:
    explicit FailingAllocation(std::size_t n);
    ~FailingAllocation();
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;

    bool reached() const;  // was there an allocation number n?
};

}  // namespace thaw::test
