// CTR models out of scenes: what comes back, and what is said about what does not.
#include <algorithm>
#include <cmath>

#include "ctr/from_scene_support.hpp"
#include "ctr/made_scenes.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/frames.hpp"
#include "formats/ctr/strips.hpp"
#include "samples.hpp"

namespace thaw::test {
namespace {

Model fixture_named(const std::string& name) {
    for (const Fixture& each : ctr_fixtures()) {
        if (each.name == "ctr_" + name) return std::move(read(*each.format, each.bundle).value());
    }
    throw std::runtime_error("no fixture " + name);
}

Model toadstool() {
    Bundle bundle;
    for (const auto& file : samples::ctr_sample()) {
        const bool is_memory = file.path.ends_with(".vrm");
        bundle.parts.push_back({is_memory ? "vrm" : "ctr", file.path, Blob::copy_of(file.bytes)});
    }
    return std::move(read(ctr::format, std::move(bundle)).value());
}

constexpr const char* sound_fixtures[] = {"triangle", "fan",          "recoloured",  "cached", "textured",
                                          "raw",      "packed",       "half_rate",   "lods",   "pack",
                                          "bare",     "still_packed", "external_map"};

TEST(CtrFromScene, FixturesComeBack) {
    for (const char* name : sound_fixtures) {
        SCOPED_TRACE(name);
        const Scene scene = scene_of(fixture_named(name), {.all_lods = true});
        const BuiltModel back = built(scene);
        ASSERT_TRUE(back.ok()) << to_string(back.error);
        EXPECT_EQ(difference(scene, scene_of(back.model, {.all_lods = true})), "");
        const GltfFile file = through_glb(scene);
        const BuiltModel from_file = built({.scene = file.scene, .source_points = file.source_points});
        ASSERT_TRUE(from_file.ok()) << to_string(from_file.error);
        EXPECT_EQ(difference(scene, scene_of(from_file.model, {.all_lods = true})), "");
    }
}

TEST(CtrFromScene, TheSampleComesBack) {
    const Scene scene = scene_of(toadstool(), {.all_lods = true});
    const BuiltModel back = built(through_glb(scene).scene);
    ASSERT_TRUE(back.ok()) << to_string(back.error);
    ASSERT_TRUE(back.has_video_memory());
    EXPECT_EQ(difference(scene, scene_of(back.model, {.all_lods = true})), "");
    EXPECT_EQ(codes_of(back.issues), std::vector<std::string>{});
}

}  // namespace
}  // namespace thaw::test
