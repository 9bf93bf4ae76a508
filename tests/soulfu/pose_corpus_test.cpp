// Poses against the original engine: for three frames of each model, where it put every few vertices.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "formats/soulfu/pose.hpp"
#include "soulfu/support.hpp"
#include "support/corpus.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

using Position = std::array<double, 3>;
struct ModelPoses {
    u64 frames = 0;
    std::map<std::size_t, std::map<std::size_t, Position>> positions;  // by frame and vertex
};

double number(const json::Value& value) {
    if (const auto* whole = value.get_if<i64>()) return static_cast<double>(*whole);
    return *value.get_if<double>();
}

Position position_of(const json::Value& value) {
    const auto& axes = *value.get_if<json::Array>();
    return {number(axes.at(0)), number(axes.at(1)), number(axes.at(2))};
}

// {"RAT":{"frames":16,"0":{"0":[x,y,z],...},...},...}
std::map<std::string, ModelPoses> load_poses() {
    const Blob file = load_file(corpus_folder() / "soulfu/engine/poses.json");
    const json::Value root = parse_json(std::string(file.bytes().begin(), file.bytes().end()));
    std::map<std::string, ModelPoses> models;
    for (const auto& [name, model] : *root.get_if<json::Object>()) {
        ModelPoses& poses = models[name];
        for (const auto& [key, value] : *model.get_if<json::Object>()) {
            if (key == "frames") {
                poses.frames = static_cast<u64>(number(value));
                continue;
            }
            auto& positions = poses.positions[std::stoul(key)];
            for (const auto& [vertex, at] : *value.get_if<json::Object>()) {
                positions[std::stoul(vertex)] = position_of(at);
            }
        }
    }
    return models;
}

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
