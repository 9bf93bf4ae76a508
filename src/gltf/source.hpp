// For converting back: the model's own files inside the glTF, and a stamp that tells whether anything was changed
// since.
#pragma once

#include "base/xxh3.hpp"
#include "gltf/parts.hpp"

namespace thaw::gltf {

// The last bytes of the binary: XXH3 of the JSON, then of the binary before them. docs/decisions/0015-stamp.md
inline constexpr std::size_t stamp_bytes = 2 * sizeof(Xxh3::Digest);

// Sixty-four zeros in the place of the hash over the whole file that earlier versions wrote into the JSON.
std::string_view hash_placeholder();

// Adds the files and a place for the stamp to the binary, whose last views they have to be; `extras.thaw` of the scene.
json::Value source_json(Output& out);

// The binary, which ends with the stamp if the files are in it.
bool write_stamped(const Output& out, std::string_view json, Sink& sink);

}  // namespace thaw::gltf
