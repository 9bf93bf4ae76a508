// The way back: the model's own files inside the glTF, and a hash that tells whether anything was changed since.
#pragma once

#include "gltf/parts.hpp"

namespace thaw::gltf {

// Sixty-four zeros in the place of the hash: it is over the whole file with these in it.
std::string_view hash_placeholder();

// Adds the files to the binary; `extras.thaw` of the scene.
json::Value source_json(Output& out);

// Replaces the placeholder in the JSON by the hash of JSON and binary.
bool stamp(std::string& json, const Binary& binary);

}  // namespace thaw::gltf
