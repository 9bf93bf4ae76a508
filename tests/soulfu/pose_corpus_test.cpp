// Poses against the original engine: for three frames of each model, where it put every few vertices.
#include <gtest/gtest.h>

#include <rapidjson/reader.h>

#include <array>
#include <cmath>
#include <map>

#include "formats/soulfu/pose.hpp"
#include "soulfu/support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using Position = std::array<double, 3>;
struct ModelPoses {
    u64 frames = 0;
    std::map<std::size_t, std::map<std::size_t, Position>> positions;  // by frame and vertex
};

// {"RAT":{"frames":16,"0":{"0":[x,y,z],...},...},...}
class PoseHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, PoseHandler> {
public:
    std::map<std::string, ModelPoses> models;

    bool Key(const char* text, rapidjson::SizeType n, bool) {
        const std::string key(text, n);
        if (depth_ == 1) model_ = &models[key];
        if (depth_ == 2) counts_ = key == "frames";
        if (depth_ == 2 && !counts_) frame_ = &model_->positions[std::stoul(key)];
        if (depth_ == 3) {
            position_ = &(*frame_)[std::stoul(key)];
            axis_ = 0;
        }
        return true;
    }
    bool StartObject() { return ++depth_ > 0; }
    bool EndObject(rapidjson::SizeType) { return depth_-- > 0; }
    bool StartArray() { return depth_ == 3; }
    bool EndArray(rapidjson::SizeType) { return axis_ == 3; }
    bool Int(int value) { return number(value); }
    bool Uint(unsigned value) { return number(value); }
    bool Double(double value) { return number(value); }
    bool Default() { return false; }

private:
    bool number(double value) {
        if (depth_ == 2 && counts_) {
            model_->frames = static_cast<u64>(value);
            return true;
        }
        if (depth_ != 3 || axis_ >= 3) return false;
        (*position_)[axis_++] = value;
        return true;
    }

    int depth_ = 0;
    bool counts_ = false;
    ModelPoses* model_ = nullptr;
    std::map<std::size_t, Position>* frame_ = nullptr;
    Position* position_ = nullptr;
    std::size_t axis_ = 0;
};

std::map<std::string, ModelPoses> load_poses() {
    const Blob file = load_file(corpus_folder() / "soulfu/engine/poses.json");
    const std::string text(file.bytes().begin(), file.bytes().end());
    rapidjson::StringStream stream(text.c_str());
    rapidjson::Reader reader;
    PoseHandler handler;
    EXPECT_TRUE(reader.Parse(stream, handler));
    return std::move(handler.models);
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
