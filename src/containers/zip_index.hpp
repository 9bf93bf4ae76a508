// Where the files of a zip begin. libarchive only goes from one to the next; with this a file can be read by itself.
#pragma once

#include <string>
#include <vector>

#include "containers/containers.hpp"

namespace thaw::containers {

struct ZipPlace {
    std::string name{};
    u64 offset = 0;
};

// From the directory at the end of the zip, in the order of their places, which is libarchive's order too. It is a
// hint: what is found at a place has yet to be compared with what was wanted. Any bytes give an index.
std::vector<ZipPlace> zip_index(Source& source);

}  // namespace thaw::containers
