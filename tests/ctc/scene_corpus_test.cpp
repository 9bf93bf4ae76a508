// Scenes against what the retail game's own renderer drew.
#include <cmath>

#include "base/text.hpp"
#include "ctc/scene_support.hpp"
#include "formats/ctc/model/clips.hpp"
#include "scene/maths.hpp"
#include "support/corpus.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

// The corners of all triangles, each in the order of the file, as indices into the primitive's corners.
struct Shown {
    const Primitive* primitive;
    u32 corner;
};
std::vector<Shown> corners_of(const Mesh& mesh) {
    std::vector<Shown> out;
    for (const Primitive& p : mesh.primitives) {
        for (std::size_t i = 0; i < p.indices.size(); i += 3) {
            for (const std::size_t k : {0u, 2u, 1u}) out.push_back({&p, p.indices[i + k]});
        }
    }
    return out;
}

TEST(CtcSceneCorpus, ShowsWhatTheGameDraws) {
    std::size_t poses = 0, between_poses = 0;
    double worst = 0, worst_between = 0, worst_drawn = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "ctc")) {
        if (!entry.path().string().ends_with(".oracle.json")) continue;
        SCOPED_TRACE(entry.path().filename().string());
        const auto oracle = parse_json(text::view_as_text(load_file(entry.path()).bytes()));
        const auto model = read_ctc(load_file(corpus_folder() / "ctc" / *oracle.find("file")->get_if<std::string>()));
        ASSERT_TRUE(model.ok());
        const Scene scene = scene_of(*model);
        scene_of(*model, {.raw = true, .lod = 0.5, .own = OptionValues{{"all-weights"}}});
        const auto clips = ctc::clips_of(document_of(*model)).list;
        const auto shown = corners_of(scene.meshes[0]);
        for (const auto& pose : *oracle.find("poses")->get_if<json::Array>()) {
            const auto frame = static_cast<u64>(number(*pose.find("frame")));
            const double back = number(*pose.find("backlerp"));
            const auto old_frame = static_cast<u64>(number(*pose.find("oldframe")));
            std::size_t c = 0;
            while (c < clips.size() && frame >= clips[c].first + clips[c].count) ++c;
            // Only neighbours follow each other in a clip.
            const bool between = back > 0 && old_frame < document_of(*model).num_frames();
            if (c == clips.size() || (between && (old_frame + 1 != frame || old_frame < clips[c].first))) continue;
            std::vector<f32> weights;
            for (const auto& w : *pose.find("morph_weights")->get_if<json::Array>()) {
                weights.push_back(std::max(0.0f, static_cast<f32>(number(w))));
            }
            const double at = static_cast<double>(frame - clips[c].first) - (between ? back : 0);
            Pose moment;
            const double seconds = between ? at / 10 : double{static_cast<f32>(at / 10)};
            evaluate(scene, &scene.clips[c], seconds, moment);
            const auto points = points_at(scene, moment, weights);
            evaluate(scene, &scene.clips[c], seconds, moment, Between::game);
            const auto drawn_points = points_at(scene, moment, weights);
            double most = 0, most_drawn = 0, low = 1e9, high = -1e9;
            const auto& corners = *pose.find("corners")->get_if<json::Array>();
            ASSERT_EQ(corners.size(), shown.size());
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const u32 point = shown[i].primitive->points[shown[i].corner];
                const auto& quake = *corners[i].find("pos")->get_if<json::Array>();  // X forward, Y left, Z up
                const auto off = [&](const Vec3& p, std::size_t k) {
                    return std::abs(double{std::array{p.z, p.x, p.y}[k]} / 0.0254 - number(quake[k]));
                };
                for (std::size_t k = 0; k < 3; ++k) {
                    most = std::max(most, off(points[point], k));
                    most_drawn = std::max(most_drawn, off(drawn_points[point], k));
                    low = std::min(low, number(quake[k]));
                    high = std::max(high, number(quake[k]));
                }
                const Vec2 uv = shown[i].primitive->uvs[shown[i].corner];
                const auto& drawn = *corners[i].find("uv")->get_if<json::Array>();
                EXPECT_NEAR(double{uv.x}, number(drawn[0]), 1e-5);
                EXPECT_NEAR(double{uv.y}, number(drawn[1]), 1e-5);
                EXPECT_EQ(shown[i].primitive->material, static_cast<u32>(number(*corners[i].find("skin"))));
            }
            ++poses;
            between_poses += between ? 1u : 0u;
            double& so_far = between ? worst_between : worst;
            so_far = std::max(so_far, between ? most / (high - low) : most);
            worst_drawn = std::max(worst_drawn, most_drawn);
        }
    }
    EXPECT_GE(poses, 4u);
    EXPECT_LT(worst, 1e-4);
    EXPECT_GE(between_poses, 3u);
    EXPECT_LT(worst_between, 0.001);  // of the model's size; plain turns are up to 1.29 off
    EXPECT_LT(worst_drawn, 1e-4);     // in images, which need no keys
    std::printf("%zu poses, farthest corner %.2g units off; between keys %zu, %.2g of the size, %.2g units in images\n",
                poses, worst, between_poses, worst_between, worst_drawn);
}

TEST(CtcSceneCorpus, IsUprightAndClosed) {
    const auto model = read_ctc(load_file(corpus_folder() / "ctc" / "arm_plain.ctc"));
    ASSERT_TRUE(model.ok());
    const Scene scene = scene_of(*model);
    const Mesh& mesh = scene.meshes[0];
    double volume = 0;
    f32 low = 1e9f, high = -1e9f;
    for (const Vec3 p : mesh.points) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
    }
    for (const Primitive& p : mesh.primitives) {
        for (std::size_t i = 0; i < p.indices.size(); i += 3) {
            const auto point = [&](std::size_t k) { return mesh.points[p.points[p.indices[i + k]]]; };
            volume += double{dot(point(0), cross(point(1), point(2)))} / 6;
        }
    }
    EXPECT_GT(volume, 0);
    EXPECT_GT(high - low, 0.3f);
    EXPECT_LT(high - low, 3.0f);
    std::printf("%.2f m high, volume %.4f\n", double{high - low}, volume);
}

}  // namespace
}  // namespace thaw::test
