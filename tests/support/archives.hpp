// Archives as the files they hold.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include <thaw/format.hpp>

namespace thaw::test {

// In the archive's order. A file that cannot be unpacked has no bytes.
inline std::vector<ArchiveFile> files_in(const Model& archive) {
    std::vector<ArchiveFile> out;
    const auto entries = archive.format->entries(*archive.document, {});
    EXPECT_TRUE(entries.ok());
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        auto bytes = archive.format->unpack_entry(*archive.document, i, {});
        out.push_back({(*entries)[i].name, bytes ? std::move(*bytes) : Blob()});
    }
    return out;
}

}  // namespace thaw::test
