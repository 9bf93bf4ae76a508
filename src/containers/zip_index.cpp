#include "containers/zip_index.hpp"

#include <algorithm>

#include "archives/zip_directory.hpp"

namespace thaw::containers {

std::vector<ZipPlace> zip_index(Source& source) {
    std::vector<ZipPlace> out;
    auto directory = archives::read_zip_directory(source, {});
    if (!directory || !*directory) return out;
    for (auto& entry : (*directory)->entries) out.push_back({std::move(entry.name), entry.offset});
    const auto again = std::ranges::unique(out, {}, &ZipPlace::offset);
    out.erase(again.begin(), again.end());
    return out;
}

}  // namespace thaw::containers
