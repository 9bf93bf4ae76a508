// Archives made by code, opened from memory.
#pragma once

#include <gtest/gtest.h>

#include <thaw/archives.hpp>

#include "fixtures/odd_archives.hpp"

namespace thaw::test {

using OpenedArchive = Result<std::unique_ptr<archives::Archive>>;
using Lines = std::vector<std::string>;

inline OpenedArchive open_bytes(std::string_view name, const std::vector<u8>& bytes, const Context& context = {}) {
    return archives::open(name, archives::blob_source(Blob::copy_of(bytes)), context);
}

inline std::string text_of(const Result<Blob>& blob) {
    if (!blob) return "error: " + to_string(blob.error());
    return {blob->bytes().begin(), blob->bytes().end()};
}

// "RAT.CTR=whiskers" for each file, loaded in order; "damaged: why" behind them.
inline Lines contents(const OpenedArchive& archive) {
    if (!archive) return {"error: " + to_string(archive.error())};
    Lines out;
    for (std::size_t i = 0; i < (*archive)->entries().size(); ++i) {
        out.push_back((*archive)->entries()[i].name + "=" + text_of((*archive)->load(i)));
    }
    if ((*archive)->damage() != nullptr) out.push_back("damaged: " + to_string(*(*archive)->damage()));
    return out;
}

}  // namespace thaw::test
