// Work on several processors. Only shells use it: the core has no threads.
//
// What is handed over may be called on any thread, never twice for one index. Should it run out of memory, the rest is
// not begun and the exception goes on where the call was made.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace thaw::io {

// How many threads that many jobs mean: 0 is one a processor.
unsigned worker_count(unsigned jobs);

// work(0) to work(count - 1), in any order and at the same time; back when all are done.
void parallel_for(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

// The same, and finish(0), finish(1), ... on the calling thread, each after its work. Work is never more than `window`
// indices ahead of what is finished. finish() gives false to stop: nothing new is begun then.
void work_in_order(std::size_t count, unsigned jobs, std::size_t window, const std::function<void(std::size_t)>& work,
                   const std::function<bool(std::size_t)>& finish);

// make(i) on any thread, take(i, what it made) on this one and in order. Few results wait for their turn, so that
// memory stays flat however many there are.
inline constexpr std::size_t waiting_results = 8;  // a thread
template <class Made, class Make, class Take>
void ordered(std::size_t count, unsigned jobs, const Make& make, const Take& take) {
    const std::size_t window = waiting_results * worker_count(jobs);
    std::vector<std::optional<Made>> made(window);
    work_in_order(
        count, jobs, window, [&](std::size_t i) { made[i % window].emplace(make(i)); },
        [&](std::size_t i) {
            // Gone before the next one is begun in its place.
            Made one = std::move(*made[i % window]);
            made[i % window].reset();
            return take(i, std::move(one));
        });
}

}  // namespace thaw::io
