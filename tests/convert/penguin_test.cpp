// The penguin of the samples: made as a scene, written by Thaw into every format, and the same bird in all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <thaw/format.hpp>
#include <thaw/pose.hpp>

#include "penguin.hpp"
#include "samples.hpp"
#include "scene/check.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

TEST(Penguin, TheCommittedFilesAreWhatTheCodeMakes) {
    const auto files = samples::penguin_sample();
    EXPECT_EQ(files.size(), 14u);
    for (const auto& file : files) {
        const Blob committed = load_file(source_folder() / "samples" / file.path);
        EXPECT_TRUE(committed == Blob::take(file.bytes)) << file.path << ": run make_samples and commit the result";
    }
}

TEST(Penguin, IsASoundScene) { EXPECT_EQ(check(samples::penguin()), ""); }

Blob sample(const std::string& path) { return load_file(source_folder() / "samples/penguin" / path); }

struct Native {
    const char* id;
    Bundle bundle;
    double quantum;     // metres: no point is farther from where it should be than half of it
    bool is_for_games;  // the published engine of TWM takes no skeleton
    bool keeps_names;   // of clips
};

std::vector<Native> natives() {
    return {{"ctc", {{{"ctc", "penguin.ctc", sample("ctc/penguin.ctc")}}}, 1e-5, true, true},
            {"ctr",
             {{{"ctr", "penguin.ctr", sample("ctr/penguin.ctr")}, {"vrm", "penguin.vrm", sample("ctr/penguin.vrm")}}},
             0.0048,
             true,
             true},
            {"twm", {{{"twm", "penguin.twm", sample("twm/penguin.twm")}}}, 1e-5, false, false},
            {"ddd", {{{"ddd", "PENGUIN.DDD", sample("soulfu/PENGUIN.DDD")}}}, 0.0005, true, true},
            {"rdy", {{{"rdy", "PENGUIN.RDY", sample("soulfu/PENGUIN.RDY")}}}, 0.0005, true, true},
            {"unreal",
             {{{"data", "Penguin_d.3d", sample("unreal/Penguin_d.3d")},
               {"aniv", "Penguin_a.3d", sample("unreal/Penguin_a.3d")},
               {"uc", "Penguin.uc", sample("unreal/Penguin.uc")}}},
             0.0008,
             true,
             true}};
}

// The corners of all triangles at a moment, in no particular order.
std::vector<Vec3> corners_at(const Scene& scene, const Clip& clip, double seconds) {
    Pose pose;
    evaluate(scene, &clip, seconds, pose);
    std::vector<Vec3> out;
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        posed_points(scene, pose, n, points);
        for (const Primitive& part : scene.meshes[scene.nodes[n].mesh].primitives) {
            for (const u32 corner : part.indices) out.push_back(points[part.points[corner]]);
        }
    }
    return out;
}

double farthest(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    double worst = 0;
    for (const Vec3 a : from) {
        double nearest = 1e9;
        for (const Vec3 b : to) {
            const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
            nearest = std::min(nearest, x * x + y * y + z * z);
        }
        worst = std::max(worst, std::sqrt(nearest));
    }
    return worst;
}

TEST(Penguin, IsTheSameBirdInEveryFormat) {
    const Scene original = samples::penguin();
    for (Native& native : natives()) {
        SCOPED_TRACE(native.id);
        const auto model = read(*find_format(native.id), std::move(native.bundle));
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto findings = validate(*model, Profile::game);
        EXPECT_EQ(findings->worst() < Severity::warning, native.is_for_games);
        Issues repairs;
        const auto scene = to_scene(*model, {}, repairs);
        ASSERT_TRUE(scene.ok());
        ASSERT_EQ(scene->clips.size(), 2u);
        for (std::size_t c = 0; c < 2; ++c) {
            const Clip& was = original.clips[c];
            const Clip& is = scene->clips[c];
            if (native.keeps_names) {
                EXPECT_EQ(is.name, was.name);
            }
            f32 end = 0;
            for (const auto& times : is.timelines) end = std::max(end, times.back());
            EXPECT_NEAR(end, was.timelines[0].back(), 0.017);
            // At moments that every format has a frame for: the first, and the middle of the clip.
            for (const double moment : {0.0, 0.5}) {
                const double seconds = moment * was.timelines[0].back();
                // A stepped clip shows the frame before, so look a little later.
                const double shown = native.id == std::string("ddd") || native.id == std::string("rdy") ? 0.004 : 0;
                const auto a = corners_at(original, was, seconds);
                const auto b = corners_at(*scene, is, seconds + shown);
                EXPECT_EQ(a.size(), b.size());
                EXPECT_LT(farthest(a, b), native.quantum / 2 * std::sqrt(3.0)) << was.name << " at " << seconds;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::test
