// Scenes of the files in the corpus, against what an independent decoder found in them.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "ctr/scene_support.hpp"
#include "scene/maths.hpp"
#include "support/corpus.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

using json::Value;

Bundle bundle_with_video(const std::filesystem::path& path) {
    Bundle bundle{{{"ctr", path.filename().string(), load_file(path)}}};
    for (const char* role : {"ptr", "vrm"}) {
        auto companions = path;
        companions.replace_extension(std::string(".") + role);
        if (std::filesystem::exists(companions))
            bundle.parts.push_back({role, companions.filename().string(), load_file(companions)});
    }
    return bundle;
}

void expect_box(const std::vector<Vec3>& points, const Value& box, const Value& mesh) {
    const auto& corners = *box.get_if<json::Array>();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = 1e9, high = -1e9;
        for (const Vec3 p : points) {
            const double value = 64 * double{axis == 0 ? p.x : axis == 1 ? p.y : p.z};
            low = std::min(low, value);
            high = std::max(high, value);
        }
        const double half_step = number(list_at(mesh, "scale")[axis]) / 8192;
        EXPECT_NEAR(low, number((*corners[0].get_if<json::Array>())[axis]), half_step);
        EXPECT_NEAR(high, number((*corners[1].get_if<json::Array>())[axis]), half_step);
    }
}

void expect_mesh(const Scene& scene, const thaw::Mesh& mesh, const Value& expected) {
    expect_box(mesh.points, *expected.find("bbox"), expected);
    std::size_t triangles = 0;
    double volume = 0;
    for (const Primitive& p : mesh.primitives) {
        triangles += p.indices.size() / 3;
        for (std::size_t i = 0; i < p.indices.size(); i += 3) {
            const auto point = [&](std::size_t k) { return mesh.points[p.points[p.indices[i + k]]]; };
            volume += double{dot(point(0), cross(point(1), point(2)))} / 6 * 64 * 64 * 64;
        }
        EXPECT_LT(p.material, scene.materials.size());
    }
    EXPECT_EQ(static_cast<double>(triangles), number(*expected.find("faces")));
    const double size = number(*expected.find("signedVolume"));
    EXPECT_NEAR(volume, size, 1e-4 * std::abs(size) + 1e-3);
    u32 first = 0;
    for (const Value& animation : list_at(expected, "anims")) {
        std::vector<Vec3> all, frame(mesh.points.size());
        const auto stored = static_cast<u32>(number(*animation.find("stored")));
        for (u32 k = 0; k < stored; ++k) {
            decode_frame(*mesh.frames, first + k, frame);
            all.insert(all.end(), frame.begin(), frame.end());
        }
        expect_box(all, *animation.find("bbox"), expected);
        first += stored;
    }
    EXPECT_EQ(mesh.frames ? mesh.frames->count : 0, first);
}

TEST(CtrSceneCorpus, ShowsWhatTheIndependentDecoderFound) {
    std::size_t compared = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "ctr" / "expected")) {
        const Value expected = parse_json(text::view_as_text(load_file(entry.path()).bytes()));
        const std::string name = *expected.find("file")->get_if<std::string>();
        SCOPED_TRACE(name);
        const auto model = read(ctr::format, bundle_with_video(corpus_folder() / "ctr" / name));
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const Scene scene = scene_of(*model, {.all_lods = true});
        const auto nodes = shown_nodes(scene);
        std::size_t n = 0;
        for (const Value& each : list_at(expected, "models")) {
            for (const Value& mesh : list_at(each, "meshes")) {
                ASSERT_LT(n, nodes.size());
                expect_mesh(scene, scene.meshes[scene.nodes[nodes[n++]].mesh], mesh);
                ++compared;
            }
        }
        EXPECT_EQ(n, nodes.size());
    }
    EXPECT_EQ(compared, 16u);
}

TEST(CtrSceneCorpus, EveryFileGivesASoundScene) {
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "ctr")) {
        const auto extension = entry.path().extension();
        if (extension != ".ctr" && extension != ".mpk") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const auto model = read(ctr::format, bundle_with_video(entry.path()));
        if (!model) continue;
        const Scene scene = scene_of(*model);
        scene_of(*model, {.raw = true, .all_lods = true});
        if (entry.path().filename() != "s05_textured.ctr") continue;
        EXPECT_FALSE(scene.images.empty());
        for (const Material& material : scene.materials) {
            EXPECT_EQ(material.image != no_index, material.name.starts_with("texture")) << material.name;
        }
    }
}

}  // namespace
}  // namespace thaw::test
