// The sample files, as a caller of the library has them: bytes.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <thaw/open.hpp>

namespace thaw::test {

inline Blob sample(const std::filesystem::path& below) {
    std::ifstream in(std::filesystem::path(THAW_SAMPLES) / below, std::ios::binary);
    return Blob::take({std::istreambuf_iterator<char>(in), {}});
}

inline Part sample_part(const std::filesystem::path& below) { return {{}, below.filename().string(), sample(below)}; }

}  // namespace thaw::test
