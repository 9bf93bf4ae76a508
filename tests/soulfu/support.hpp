// Shared by the SoulFu tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "formats/soulfu/ddd/document.hpp"
#include "formats/soulfu/family.hpp"

namespace thaw::test {

inline Bundle one_file(Blob bytes, std::string name = "MODEL.DDD") {
    return {{{"ddd", std::move(name), std::move(bytes)}}};
}

inline Result<Model> read_ddd(Blob bytes, std::string name = "MODEL.DDD") {
    return read(ddd::format, one_file(std::move(bytes), std::move(name)));
}

inline const ddd::Document& document_of(const Model& model) {
    return static_cast<const ddd::Document&>(*model.document);
}

inline std::vector<std::string> codes_of(const Issues& issues) {
    std::set<std::string> codes;
    for (const Issue& issue : issues.list()) codes.emplace(issue.kind->code);
    return {codes.begin(), codes.end()};
}

}  // namespace thaw::test
