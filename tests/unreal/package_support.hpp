// What the tests of packages share.
#pragma once

#include <gtest/gtest.h>

#include "fixtures/package_maker.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/package/document.hpp"
#include "support/archives.hpp"

namespace thaw::test {

inline Model opened(const Blob& bytes) {
    auto model = read(upackage::format, {{{"package", "Test.u", bytes}}});
    EXPECT_TRUE(model.ok()) << to_string(model.error());
    return std::move(*model);
}

inline const upackage::Document& document_of(const Model& model) {
    return static_cast<const upackage::Document&>(*model.document);
}

inline Blob file_in(const Model& model, std::string_view name) {
    for (const ArchiveFile& file : files_in(model)) {
        if (file.name == name) return file.bytes;
    }
    ADD_FAILURE() << "no " << name;
    return {};
}

inline std::vector<std::string> names_in(const Model& archive) {
    std::vector<std::string> names;
    for (const ArchiveFile& file : files_in(archive)) names.push_back(file.name);
    return names;
}

inline std::string text_of(const Blob& bytes) { return {bytes.bytes().begin(), bytes.bytes().end()}; }

inline std::vector<std::string> codes_of(const Model& model) {
    std::vector<std::string> out;
    const auto issues = validate(model);
    for (const Issue& issue : issues->list()) {
        out.emplace_back(issue.kind->code);
        EXPECT_TRUE(issue.path.empty() || issue.offset != no_offset) << issue.path;
    }
    return out;
}

inline std::vector<std::array<u8, 4>> colors() {
    std::vector<std::array<u8, 4>> out;
    for (u32 i = 0; i < 256; ++i) out.push_back({static_cast<u8>(i), static_cast<u8>(255 - i), 7, 255});
    return out;
}

}  // namespace thaw::test
