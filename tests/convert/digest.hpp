// One number for many conversions: the same on every machine, also in WebAssembly.
#pragma once

#include <string>

namespace thaw::test {

// SHA-256 over models as GLB in several forms, and over files of every format made of those.
std::string convert_digest();

// Changes with what Thaw writes. tests/wasm/digest.mjs reads it from here.
inline constexpr const char* expected_convert_digest =
    "d0217df05d75b7bb2ba919c022c85987247facffaacd3defd0e7f1b68b7de07e";

}  // namespace thaw::test
