// Scenes of fixtures, as the tests of scenes want them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fixtures/fixtures.hpp"
#include "scene/check.hpp"

namespace thaw::test {

inline Model fixture_model(const std::string& name) {
    for (Fixture& fixture : all_fixtures()) {
        if (fixture.name != name) continue;
        auto model = read(*fixture.format, fixture.bundle);
        if (model.ok()) return std::move(*model);
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

struct Made {
    Scene scene;
    Issues issues;
};

inline Made make(const Model& model, const SceneOptions& options = {}) {
    Made made;
    auto scene = to_scene(model, options, made.issues);
    EXPECT_TRUE(scene.ok());
    if (!scene.ok()) return made;
    EXPECT_EQ(check(*scene), "");
    made.scene = std::move(*scene);
    return made;
}

inline Made make(const std::string& name, const SceneOptions& options = {}) {
    return make(fixture_model(name), options);
}

}  // namespace thaw::test
