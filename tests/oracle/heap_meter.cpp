#include "oracle/heap_meter.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace thaw::test {

namespace {

struct Counters {
    bool metering = false;
    long live = 0;
    long peak = 0;
    std::size_t largest = 0;
    std::size_t requests = 0;
    bool failing = false;
    std::size_t fail_in = 0;
    bool failed = false;
};

Counters counters;

void* allocate(std::size_t size) {
    if (counters.failing) {
        if (counters.fail_in == 0) {
            counters.failing = false;
            counters.failed = true;
            throw std::bad_alloc();
        }
        --counters.fail_in;
    }
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    if (counters.metering) {
        counters.live += static_cast<long>(malloc_usable_size(memory));
        counters.peak = std::max(counters.peak, counters.live);
        counters.largest = std::max(counters.largest, size);
        ++counters.requests;
    }
    return memory;
}

void release(void* memory) {
    if (memory != nullptr && counters.metering) counters.live -= static_cast<long>(malloc_usable_size(memory));
    std::free(memory);
}

}  // namespace

HeapMeter::HeapMeter() {
    counters.live = 0;
    counters.peak = 0;
    counters.largest = 0;
    counters.requests = 0;
    counters.metering = true;
}
HeapMeter::~HeapMeter() { counters.metering = false; }
std::size_t HeapMeter::peak() const { return static_cast<std::size_t>(counters.peak); }
std::size_t HeapMeter::live() const { return counters.live < 0 ? 0 : static_cast<std::size_t>(counters.live); }
std::size_t HeapMeter::largest() const { return counters.largest; }
std::size_t HeapMeter::requests() const { return counters.requests; }

FailingAllocation::FailingAllocation(std::size_t n) {
    counters.failing = true;
    counters.failed = false;
    counters.fail_in = n;
}
FailingAllocation::~FailingAllocation() { counters.failing = false; }
bool FailingAllocation::reached() const { return counters.failed; }

}  // namespace thaw::test

void* operator new(std::size_t size) { return thaw::test::allocate(size); }
void* operator new[](std::size_t size) { return thaw::test::allocate(size); }
// Sanitizers bring their own nothrow forms; left alone they would not match the deletes below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size == 0 ? 1 : size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size == 0 ? 1 : size); }
void operator delete(void* memory) noexcept { thaw::test::release(memory); }
void operator delete[](void* memory) noexcept { thaw::test::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { thaw::test::release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { thaw::test::release(memory); }
