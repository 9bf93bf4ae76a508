// Where the files of a zip begin. libarchive only goes from one to the next; with this a file can be read by itself.
#pragma once

#include <string>
#include <unordered_map>

#include "containers/containers.hpp"

namespace thaw::containers {

// By name, from the directory at the end of the zip. It is a hint: what is found at a place has yet to be compared with
// what was wanted. Names that occur twice are left out; any bytes give an index.
std::unordered_map<std::string, u64> zip_index(Source& source);

}  // namespace thaw::containers
