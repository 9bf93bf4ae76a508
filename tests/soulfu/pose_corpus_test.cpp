// Poses against the original engine: for three frames of each model, where it put every few vertices.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "formats/soulfu/ddd/pose.hpp"
#include "soulfu/engine_poses.hpp"
#include "soulfu/support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

TEST(DddPoses, AreThoseOfTheEngine) {
    const auto models = load_poses();
    ASSERT_EQ(models.size(), 176u);
    double worst = 0;
    std::string worst_at;
    std::size_t frames = 0, compared = 0;
    for (const auto& [name, poses] : models) {
        SCOPED_TRACE(name);
        const auto model = read_ddd(load_file(corpus_folder() / "soulfu/models" / (name + ".DDD")));
        ASSERT_TRUE(model.ok());
        const ddd::Document& document = document_of(*model);
        ASSERT_EQ(document.file.frames.size(), poses.frames);
        for (const auto& [index, vertices] : poses.positions) {
            ASSERT_LT(index, document.file.frames.size());
            const ddd::Frame& frame = document.file.frames[index];
            const auto ours = ddd::Poser(document, frame.base_model).positions(frame);
            ++frames;
            for (const auto& [vertex, theirs] : vertices) {
                ASSERT_LT(vertex, ours.size());
                const double off = std::max({std::abs(ours[vertex].x - theirs[0]), std::abs(ours[vertex].y - theirs[1]),
                                             std::abs(ours[vertex].z - theirs[2])});
                ++compared;
                if (off <= worst) continue;
                worst = off;
                worst_at = name + " frame " + std::to_string(index) + " vertex " + std::to_string(vertex);
            }
        }
    }
    RecordProperty("frames", static_cast<int>(frames));
    RecordProperty("vertices", static_cast<int>(compared));
    EXPECT_GT(compared, 5000u);
    EXPECT_LT(worst, 1e-4) << "feet, at " << worst_at;
    std::printf("%zu frames, %zu vertices, worst difference %.2g ft (%s)\n", frames, compared, worst, worst_at.c_str());
}

}  // namespace
}  // namespace thaw::test
