// Shared by the CTR tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/ctr/model/document.hpp"

namespace thaw::test {

inline Bundle one_ctr(Blob bytes, std::string name = "model.ctr") {
    return {{{"ctr", std::move(name), std::move(bytes)}}};
}

inline const ctr::Document& ctr_of(const Model& model) { return static_cast<const ctr::Document&>(*model.document); }
inline const ctr::File& file_of(const Model& model) { return *ctr_of(model).file; }
inline const vrm::Document& vrm_of(const Model& model) { return static_cast<const vrm::Document&>(*model.document); }

inline std::vector<std::string> codes_of(const Issues& issues) {
    std::set<std::string> codes;
    for (const Issue& issue : issues.list()) codes.emplace(issue.kind->code);
    return {codes.begin(), codes.end()};
}

}  // namespace thaw::test
