// Poses against the original engine: for three frames of each model, where it put every few vertices.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

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

// Just enough of JSON for {"RAT":{"frames":16,"0":{"0":[x,y,z],...},...},...}. (RapidJSON's reader trips the
// undefined-behaviour sanitiser.)
class Scanner {
public:
    explicit Scanner(std::string text) : text_(std::move(text)) {}

    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) throw std::runtime_error("'" + std::string(1, c) + "' expected at " + std::to_string(at_));
    }
    std::string key() {
        expect('"');
        const std::size_t end = text_.find('"', at_);
        std::string out = text_.substr(at_, end - at_);
        at_ = end + 1;
        expect(':');
        return out;
    }
    double number() {
        std::size_t used = 0;
        const double value = std::stod(text_.substr(at_, 32), &used);
        at_ += used;
        return value;
    }
    // Calls `member` with each key of an object.
    template <class Member>
    void object(Member&& member) {
        expect('{');
        if (take('}')) return;
        do {
            member(key());
        } while (take(','));
        expect('}');
    }

private:
    std::string text_;
    std::size_t at_ = 0;
};

Position read_position(Scanner& in) {
    Position position{};
    in.expect('[');
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis > 0) in.expect(',');
        position[axis] = in.number();
    }
    in.expect(']');
    return position;
}

std::map<std::string, ModelPoses> load_poses() {
    const Blob file = load_file(corpus_folder() / "soulfu/engine/poses.json");
    Scanner in(std::string(file.bytes().begin(), file.bytes().end()));
    std::map<std::string, ModelPoses> models;
    in.object([&](const std::string& name) {
        ModelPoses& model = models[name];
        in.object([&](const std::string& frame) {
            if (frame == "frames") {
                model.frames = static_cast<u64>(in.number());
                return;
            }
            auto& positions = model.positions[std::stoul(frame)];
            in.object([&](const std::string& vertex) { positions[std::stoul(vertex)] = read_position(in); });
        });
    });
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
