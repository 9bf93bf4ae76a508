// Is this build watched by AddressSanitizer? It is ten times as slow then, and long tests take a sample of their cases:
// the plain build runs them all.
#pragma once

namespace thaw::test {

#if defined(__SANITIZE_ADDRESS__)  // GCC
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)  // Clang
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace thaw::test
