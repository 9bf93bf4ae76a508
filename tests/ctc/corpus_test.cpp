// Files made for the retail game's own renderer, and what it drew with them.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "ctc/support.hpp"
#include "formats/ctc/model/pose.hpp"
#include "support/corpus.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

std::vector<std::filesystem::path> files(std::string_view ending) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "ctc")) {
        if (entry.path().string().ends_with(ending)) out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST(CtcCorpus, EveryFileIsAcceptedAndComesBackExactly) {
    const auto all = files(".ctc");
    ASSERT_GE(all.size(), 4u);
    for (const auto& path : all) {
        SCOPED_TRACE(path.filename().string());
        const Blob bytes = load_file(path);
        EXPECT_EQ(detect(path.filename().string(), bytes)->format->id, "ctc");
        EXPECT_EQ(detect("", bytes)->sniffed.confidence, Confidence::certain);
        auto model = read_ctc(bytes);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        EXPECT_TRUE(write(*model)->parts[0].bytes == bytes);
        EXPECT_LT(validate(*model)->worst(), Severity::error);
        // They were laid out as section 6 of the specification asks, so laying them out again changes nothing.
        ASSERT_TRUE(ctc::relayout(document_of(*model)).ok());
        EXPECT_TRUE(write(*model)->parts[0].bytes == bytes);
    }
}

// A point as the game's world has it: X forward, Y left, Z up (C12).
Vec3d to_quake(const Vec3d& p) { return {-p.z, p.x, p.y}; }

double distance(const json::Value& expected, Vec3d p) {
    const auto& xyz = *expected.get_if<json::Array>();
    return std::max({std::abs(number(xyz[0]) - p.x), std::abs(number(xyz[1]) - p.y), std::abs(number(xyz[2]) - p.z)});
}

// What the game sends for triangle t: its corners in file order.
void check_pose(const ctc::Document& d, const json::Value& pose, double& worst) {
    std::vector<f32> weights;
    for (const auto& w : *pose.find("morph_weights")->get_if<json::Array>())
        weights.push_back(static_cast<f32>(number(w)));
    const auto points = positions_at(d, {.frame = static_cast<u64>(number(*pose.find("frame"))),
                                         .old_frame = static_cast<u64>(number(*pose.find("oldframe"))),
                                         .back_lerp = number(*pose.find("backlerp")),
                                         .morph_weights = weights});
    const auto& corners = *pose.find("corners")->get_if<json::Array>();
    ASSERT_EQ(corners.size(), 3 * d.drawn_triangles());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto vertex = static_cast<std::size_t>(d.triangles[i / 3].vertices[i % 3]);
        worst = std::max(worst, distance(*corners[i].find("pos"), to_quake(points[vertex])));
        const auto& uv = *corners[i].find("uv")->get_if<json::Array>();
        EXPECT_NEAR(number(uv[0]), double{d.uvs[i / 3].corners[i % 3].u}, 1e-5);
        EXPECT_NEAR(number(uv[1]), double{d.uvs[i / 3].corners[i % 3].v}, 1e-5);
    }
    if (d.attachments.empty()) return;
    const json::Value* tag = pose.find("attachment0_triangle");
    if (tag == nullptr || tag->get_if<json::Array>() == nullptr) return;
    const auto& corner_points = *tag->get_if<json::Array>();
    const auto& triangle = d.triangles[static_cast<std::size_t>(d.attachments[0].triangle)];
    for (std::size_t c = 0; c < 3; ++c) {
        const auto vertex = static_cast<std::size_t>(triangle.vertices[c]);
        worst = std::max(worst, distance(corner_points[c], to_quake(points[vertex])));
    }
}

TEST(CtcCorpus, PosesAreTheOnesTheGameDraws) {
    std::size_t poses = 0;
    double worst = 0;
    for (const auto& path : files(".oracle.json")) {
        SCOPED_TRACE(path.filename().string());
        const auto oracle = parse_json(text::view_as_text(load_file(path).bytes()));
        const auto model = read_ctc(load_file(corpus_folder() / "ctc" / *oracle.find("file")->get_if<std::string>()));
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        for (const auto& pose : *oracle.find("poses")->get_if<json::Array>()) {
            check_pose(document_of(*model), pose, worst);
            ++poses;
        }
    }
    EXPECT_GE(poses, 10u);
    EXPECT_LT(worst, 1e-4);
    std::printf("%zu poses, farthest corner %.2g units off\n", poses, worst);
}

}  // namespace
}  // namespace thaw::test
