// Which of the processor's instructions loops use. All of them give the same bytes.
#pragma once

#include <thaw/bytes.hpp>

namespace thaw {

enum class Instructions : u8 { plain, sse2, bmi2, avx2, sha };

inline bool machine_has(Instructions which) {
#if defined(__x86_64__)
    switch (which) {
        case Instructions::plain:
        case Instructions::sse2: return true;
        case Instructions::bmi2: return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi");
        case Instructions::avx2: return __builtin_cpu_supports("avx2") != 0;
        case Instructions::sha: return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
    }
    return false;
#else
    return which == Instructions::plain;
#endif
}

// What the machine has. A program that brings a function of its own in its place decides for itself: tests go every way
// that way, and the core need not remember a choice.
bool may_use(Instructions which);

}  // namespace thaw
