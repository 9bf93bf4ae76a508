// Containers made by code, opened from memory.
#pragma once

#include <gtest/gtest.h>

#include "containers/containers.hpp"
#include "fixtures/containers.hpp"

namespace thaw::test {

using OpenedContainer = Result<std::unique_ptr<containers::Container>>;

inline std::shared_ptr<containers::Source> source_of(const std::vector<u8>& bytes) {
    return containers::blob_source(Blob::copy_of(bytes));
}

inline OpenedContainer open_bytes(std::string_view name, const std::vector<u8>& bytes, const Context& context = {}) {
    return containers::open(name, source_of(bytes), context);
}

inline std::string text_of(const Result<Blob>& blob) {
    if (!blob) return "error: " + to_string(blob.error());
    return {blob->bytes().begin(), blob->bytes().end()};
}

// "RAT.CTR=whiskers" for each file, loaded in order.
inline std::vector<std::string> contents(const OpenedContainer& container) {
    if (!container) return {"error: " + to_string(container.error())};
    std::vector<std::string> out;
    for (std::size_t i = 0; i < (*container)->entries().size(); ++i) {
        out.push_back((*container)->entries()[i].name + "=" + text_of((*container)->load(i)));
    }
    return out;
}

using Lines = std::vector<std::string>;

}  // namespace thaw::test
