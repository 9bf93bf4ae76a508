// The one boundary where running out of memory becomes an Error. Nothing else in the core catches anything.
#pragma once

#include <new>
#include <stdexcept>
#include <utility>

#include <thaw/result.hpp>

namespace thaw {

// Runs `body`, which returns some Result. Where exceptions are compiled out (WebAssembly) an exhausted allocator ends
// the program; there Limits keep requests below the memory maximum.
template <class Body>
auto guarded(Body&& body) -> decltype(body()) {
#if defined(__cpp_exceptions)
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return Error{Code::out_of_memory, "out of memory"};
    } catch (const std::length_error&) {
        return Error{Code::out_of_memory, "more memory than any machine has"};
    }
#else
    return body();
#endif
}

}  // namespace thaw
