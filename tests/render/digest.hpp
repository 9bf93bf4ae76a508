// One number for many images: the same on every machine, also in WebAssembly.
#pragma once

#include <string>

namespace thaw::test {

// SHA-256 over a drawn scene and over images as PNG (both efforts), GIF and APNG.
std::string images_digest();

// Changes with what Thaw draws and how it packs. tests/wasm/images.mjs reads it from here.
inline constexpr const char* expected_digest = "e73de78b05c74bc4274a29b1d418be2839a06a68704ba17202dbfabca3482ad6";

}  // namespace thaw::test
