// Shared by the TWM tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "formats/twm/document.hpp"
#include "formats/twm/family.hpp"

namespace thaw::test {

inline Bundle one_file(Blob bytes, std::string name = "model.twm") {
    return {{{"twm", std::move(name), std::move(bytes)}}};
}

inline Result<Model> read_twm(Blob bytes, std::string name = "model.twm") {
    return read(twm::format, one_file(std::move(bytes), std::move(name)));
}

inline const twm::Document& document_of(const Model& model) {
    return static_cast<const twm::Document&>(*model.document);
}
inline twm::Document& document_of(Model& model) { return static_cast<twm::Document&>(*model.document); }

inline std::vector<std::string> codes_of(const Issues& issues) {
    std::set<std::string> codes;
    for (const Issue& issue : issues.list()) codes.emplace(issue.kind->code);
    return {codes.begin(), codes.end()};
}

}  // namespace thaw::test
