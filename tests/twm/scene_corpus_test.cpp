// Every file of the corpus as a scene, against what an independent decoder measured.
#include "scene/maths.hpp"
#include "twm/scene_support.hpp"

#include <algorithm>
#include <cstdlib>

#include "support/corpus.hpp"

namespace thaw::test {
namespace {

double signed_volume(const Mesh& mesh) {
    double sum = 0;
    const Primitive& p = mesh.primitives[0];
    for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
        sum +=
            double{dot(mesh.points[p.indices[i]], cross(mesh.points[p.indices[i + 1]], mesh.points[p.indices[i + 2]]))};
    }
    return sum;
}

TEST(TwmCorpus, EveryFileIsAScene) {
    u32 skinned = 0, moving = 0, shown = 0;
    for (const Row& row : load_csv(corpus_folder() / "twm/facts.csv")) {
        const std::string& name = row.at("file");
        SCOPED_TRACE(name);
        const auto model = read_twm(load_file(corpus_folder() / "twm" / name), name);
        if (!model) continue;  // what is refused is refused by other tests
        const Scene scene = scene_of(*model);
        if (row.at("meshes").empty()) continue;
        EXPECT_EQ(scene.meshes.size(), std::stoul(row.at("meshes")));
        if (scene.meshes.empty()) continue;
        u64 vertices = 0;
        f32 low = scene.meshes[0].points[0].y, high = low;
        for (const Mesh& mesh : scene.meshes) {
            vertices += mesh.points.size();
            for (const Vec3 p : mesh.points) low = std::min(low, p.y), high = std::max(high, p.y);
            EXPECT_TRUE(signed_volume(mesh) > 0 || name == "bunny_v0.twm");  // half of that one is lost
        }
        EXPECT_EQ(vertices, std::stoul(row.at("vertices")));
        // "x y z": the second one is the height.
        const auto second = [](const std::string& text) { return std::strtod(text.c_str() + text.find(' '), nullptr); };
        EXPECT_NEAR(low, second(row.at("bbox_min")), 1e-5);
        EXPECT_NEAR(high, second(row.at("bbox_max")), 1e-5);
        EXPECT_EQ(scene.skins.empty(), row.at("joints") == "0");
        if (!scene.skins.empty()) {
            EXPECT_EQ(scene.skins[0].joints.size(), std::stoul(row.at("joints")));
            EXPECT_LE(scene.meshes[0].influences.per_point, std::stoul(row.at("max_weights")));
            for (u32 n = 0; n < scene.nodes.size(); ++n) {
                if (scene.nodes[n].mesh == no_index) continue;
                // At rest nothing moves: the rest pose is the bind pose.
                const auto points = points_at(scene, n, nullptr, 0);
                const auto& stored = scene.meshes[scene.nodes[n].mesh].points;
                for (std::size_t i = 0; i < points.size(); ++i) ASSERT_LT(length(points[i] - stored[i]), 1e-5f);
            }
            ++skinned;
        }
        EXPECT_EQ(scene.clips.size(), std::stoul(row.at("anims")));
        for (const Clip& clip : scene.clips) {
            EXPECT_LE(double{clip.timelines[0].back()}, std::stod(row.at("dur_ms")) / 1000 + 1e-6);
        }
        moving += !scene.clips.empty();
        ++shown;
    }
    EXPECT_GE(shown, 17u);
    EXPECT_GE(skinned, 9u);
    EXPECT_GE(moving, 8u);
}

TEST(TwmCorpus, EulerAnglesMoveTheArmAsQuaternionsDo) {
    const auto at = [](const char* name, double seconds) {
        const auto model = read_twm(load_file(corpus_folder() / "twm" / name), name);
        const Scene scene = scene_of(*model);
        for (u32 n = 0; n < scene.nodes.size(); ++n) {
            if (scene.nodes[n].mesh != no_index) return points_at(scene, n, &scene.clips[0], seconds);
        }
        return std::vector<Vec3>{};
    };
    const auto quaternions = at("arm_v3.twm", 0.25);
    const auto angles = at("arm_v3_euler_dup0.twm", 0.25);
    ASSERT_EQ(quaternions.size(), angles.size());
    for (std::size_t i = 0; i < angles.size(); ++i) EXPECT_LT(length(quaternions[i] - angles[i]), 1e-3f) << i;
    // And it does move.
    const auto rest = at("arm_v3.twm", 0);
    f32 farthest = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) farthest = std::max(farthest, length(rest[i] - quaternions[i]));
    EXPECT_GT(farthest, 0.1f);
}

}  // namespace
}  // namespace thaw::test
