// For the tests of every format's scenes.
#pragma once

#include <gtest/gtest.h>

#include <thaw/format.hpp>

#include "scene/check.hpp"

namespace thaw::test {

// A scene that keeps every promise; an empty one, and a failure, where there is none.
inline Scene scene_of(const Model& model, const SceneOptions& options = {}) {
    Issues issues;
    auto scene = to_scene(model, options, issues);
    EXPECT_TRUE(scene.ok()) << to_string(scene.error());
    if (!scene) return {};
    EXPECT_EQ(check(*scene), "");
    return std::move(*scene);
}

}  // namespace thaw::test
