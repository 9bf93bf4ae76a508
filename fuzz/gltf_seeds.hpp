// Small glTF files, one for each thing the reader knows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <thaw/blob.hpp>

namespace thaw::fuzz {

std::vector<std::pair<std::string, Blob>> gltf_seeds();

}  // namespace thaw::fuzz
