// Every real pair at hand as a scene.
#include "unreal/scene_support.hpp"

#include "support/corpus.hpp"

namespace thaw::test {
namespace {

TEST(UnrealCorpus, EveryPairIsAScene) {
    const auto folder = corpus_folder() / "ue1";
    u32 outward = 0, inward = 0, count = 0;
    for (const Row& row : load_csv(folder / "facts.csv")) {
        SCOPED_TRACE(row.at("d"));
        Bundle bundle;
        bundle.parts.push_back({"data", row.at("d"), load_file(folder / row.at("d"))});
        bundle.parts.push_back({"aniv", row.at("a"), load_file(folder / row.at("a"))});
        auto model = read(*find_format("unreal"), std::move(bundle));
        ASSERT_TRUE(model);
        const Scene scene = scene_of(*model);
        ASSERT_EQ(scene.meshes.size(), 1u);
        const Mesh& mesh = scene.meshes[0];
        EXPECT_EQ(mesh.points.size(), std::stoul(row.at("verts")));
        EXPECT_EQ(mesh.frames ? mesh.frames->count : 1, std::stoul(row.at("frames_present")));
        u64 triangles = 0;
        for (const Primitive& p : mesh.primitives) triangles += p.indices.size() / 3;
        EXPECT_EQ(triangles, std::stoul(row.at("polys")) - std::stoul(row.at("degenerate")));
        float low = mesh.points[0].y, high = low;
        for (const Vec3 p : mesh.points) low = std::min(low, p.y), high = std::max(high, p.y);
        EXPECT_LT(high - low, 20) << "metres";
        const double volume = signed_volume(mesh, mesh.points);
        outward += volume > 0;
        inward += volume < 0;
        expect_integers(*model);
        EXPECT_EQ(check(scene_of(*model, {.split_clips = true})), "");
        ++count;
    }
    EXPECT_EQ(count, 100u);
    // Some are open shells, of which the volume says nothing.
    EXPECT_GT(outward, 4 * inward);
}

}  // namespace
}  // namespace thaw::test
