// Shared by the CTC tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "fixtures/fixtures.hpp"
#include "formats/ctc/family.hpp"
#include "formats/ctc/model/document.hpp"

namespace thaw::test {

inline Result<Model> read_ctc(Blob bytes, std::string name = "model.ctc") {
    return read(ctc::format, {{{"ctc", std::move(name), std::move(bytes)}}});
}

inline ctc::Document& document_of(const Model& model) { return static_cast<ctc::Document&>(*model.document); }

inline Fixture fixture(const std::string& name) {
    for (Fixture& each : ctc_fixtures()) {
        if (each.name == "ctc_" + name) return std::move(each);
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

inline Model model_of(const std::string& name) {
    const Fixture f = fixture(name);
    auto model = read(*f.format, f.bundle);
    EXPECT_TRUE(model.ok()) << name;
    return std::move(*model);
}

inline Blob bytes_of(const std::string& name) { return fixture(name).bundle.parts[0].bytes; }

inline Blob text_blob(std::string_view text) { return Blob::take({text.begin(), text.end()}); }

// What it asks for beside the game's list of entities.
inline std::vector<Want> image_wants(const Model& model) {
    auto wants = needs(model).value();
    std::erase_if(wants, [](const Want& want) { return want.role == "entity"; });
    return wants;
}

inline std::vector<std::string> codes_of(const Issues& issues) {
    std::set<std::string> codes;
    for (const Issue& issue : issues.list()) codes.emplace(issue.kind->code);
    return {codes.begin(), codes.end()};
}

}  // namespace thaw::test
