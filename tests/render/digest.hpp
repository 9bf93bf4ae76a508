// One number for many images: the same on every machine, also in WebAssembly.
#pragma once

#include <string>

namespace thaw::test {

// SHA-256 over a drawn scene and over images as PNG (both efforts), GIF and APNG.
std::string images_digest();

// Changes with what Thaw draws and how it packs. tests/wasm/digest.mjs reads it from here.
inline constexpr const char* expected_digest = "7e6edbef4feac64a557617b5e9041e395778fbe12a540112634ee8a4653a8652";

}  // namespace thaw::test
