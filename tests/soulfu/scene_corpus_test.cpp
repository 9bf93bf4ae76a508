// Scenes of the real models: sound, and with every vertex where the original engine put it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thaw/pose.hpp>

#include "formats/soulfu/shared/names.hpp"
#include "soulfu/engine_poses.hpp"
#include "soulfu/support.hpp"
#include "support/scene.hpp"

namespace thaw::test {
namespace {

constexpr double metres_per_foot = 0.3048;

Result<Model> load(const std::string& name) {
    return read_ddd(load_file(corpus_folder() / "soulfu/models" / (name + ".DDD")), name + ".DDD");
}

// In which clip and when a frame of the file is shown; no clip for the bind poses.
struct Shown {
    const Clip* clip = nullptr;
    double seconds = 0;
};

Shown find_frame(const Scene& scene, const ddd::File& file, std::size_t frame) {
    const u8 action = file.frames[frame].action;
    if (action == ddd::boning) return {};
    std::size_t first = frame;
    while (first > 0 && file.frames[first - 1].action == action) --first;
    for (const Clip& clip : scene.clips) {
        if (clip.name == ddd::action_name(action)) return {&clip, static_cast<double>(frame - first) * 0.016 + 1e-4};
    }
    ADD_FAILURE() << "no clip " << ddd::action_name(action);
    return {};
}

// The points of a base model's mesh at that moment. The bind pose of a base that is not shown at rest is measured with
// the base switched on.
std::vector<Vec3> points_at(Scene& scene, const Shown& shown, std::size_t base) {
    if (shown.clip == nullptr) {
        for (Node& node : scene.nodes) {
            if (node.name == "base_" + std::to_string(base)) node.local.scale = {1, 1, 1};
        }
    }
    Pose pose;
    evaluate(scene, shown.clip, shown.seconds, pose);
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        const json::Value* of = scene.meshes[scene.nodes[n].mesh].extras.find("thaw_base");
        if (*of->get_if<i64>() == static_cast<i64>(base)) posed_points(scene, pose, n, points);
    }
    return points;
}

double worst_difference(Scene& scene, const ddd::File& file, const ModelPoses& poses) {
    double worst = 0;
    for (const auto& [frame, vertices] : poses.positions) {
        const auto points = points_at(scene, find_frame(scene, file, frame), file.frames[frame].base_model);
        for (const auto& [vertex, theirs] : vertices) {
            EXPECT_LT(vertex, points.size());
            if (vertex >= points.size()) return 1e9;
            const Vec3 ours = points[vertex];
            worst = std::max({worst, std::abs(ours.x / metres_per_foot - theirs[0]),
                              std::abs(ours.y / metres_per_foot - theirs[2]),
                              std::abs(ours.z / metres_per_foot - theirs[1])});
        }
    }
    return worst;
}

double compare(const char* rig) {
    SceneOptions options;
    options.own.set("rig", rig);
    std::vector<std::pair<double, std::string>> results;
    for (const auto& [name, poses] : load_poses()) {
        SCOPED_TRACE(name);
        const auto model = load(name);
        EXPECT_TRUE(model.ok());
        if (!model.ok()) continue;
        Scene scene = scene_of(*model, options);
        results.emplace_back(worst_difference(scene, document_of(*model).file, poses), name);
    }
    EXPECT_EQ(results.size(), 176u);
    std::sort(results.rbegin(), results.rend());
    std::printf("%s rig, worst models (ft):", rig);
    for (std::size_t i = 0; i < std::min<std::size_t>(results.size(), 8); ++i) {
        std::printf(" %s %.2g", results[i].second.c_str(), results[i].first);
    }
    std::printf("\n");
    return results.empty() ? 1e9 : results.front().first;
}

TEST(DddSceneCorpus, TheExactRigIsTheEngine) { EXPECT_LT(compare("exact"), 1e-4); }

TEST(DddSceneCorpus, TheCompactRigIsNear) { EXPECT_LT(compare("compact"), 0.05); }

TEST(DddSceneCorpus, EveryOptionGivesASoundScene) {
    for (const auto& [name, poses] : load_poses()) {
        SCOPED_TRACE(name);
        const auto model = load(name);
        ASSERT_TRUE(model.ok());
        SceneOptions options;
        options.own.set("smooth", "true");
        options.own.set("lines", "true");
        options.raw = true;
        scene_of(*model, options);
        options = {};
        options.frame = poses.frames - 1;
        EXPECT_TRUE(scene_of(*model, options).clips.empty());
    }
}

// The game's front is +Z, its left +X: weapons are held in hands on their own sides.
TEST(DddSceneCorpus, ModelsStandUpright) {
    const auto model = load("RAT");
    ASSERT_TRUE(model.ok());
    const Scene scene = scene_of(*model);
    ASSERT_FALSE(scene.clips.empty());
    EXPECT_EQ(scene.clips[0].name, "STAND");
    Pose pose;
    evaluate(scene, &scene.clips[0], 0, pose);
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) posed_points(scene, pose, n, points);
    }
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](Vec3 a, Vec3 b) { return a.y < b.y; });
    EXPECT_NEAR(low->y, 0, 0.1);
    EXPECT_GT(high->y, 0.2);
    EXPECT_LT(high->y, 1.5);
}

}  // namespace
}  // namespace thaw::test
