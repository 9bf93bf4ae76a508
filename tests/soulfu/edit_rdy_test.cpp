// Edits of an RDY by way of its scene: it is made again, as the game makes it of a DDD.
#include "scene/maths.hpp"
#include "soulfu/edit_support.hpp"
#include "soulfu/rdy_support.hpp"

namespace thaw::test {
namespace {

Bundle frog_rdy() { return {{{"rdy", "FROG.RDY", load_file(source_folder() / "samples/soulfu/FROG.RDY")}}}; }

template <class Change>
EditOutcome edit_rdy(const Bundle& bundle, Change change, const EditWay& way = {}) {
    return edit(rdy::format, bundle, change, way);
}

const auto move_vertex = [](Scene& scene) { scene.meshes[0].points[7].x += 0.01f; };

TEST(RdyEdit, AnUneditedOneStaysAsItIs) {
    for (const Fixture& fixture : rdy_fixtures()) {
        const auto model = read(rdy::format, fixture.bundle);
        Issues issues;
        const auto scene = model ? to_scene(*model, {}, issues) : Result<Scene>(model.error());
        if (!scene) continue;
        SCOPED_TRACE(fixture.name);
        // The writer refuses files of images that are neither PNG nor JPEG.
        const bool fits_a_gltf = std::all_of(scene->images.begin(), scene->images.end(),
                                             [](const Image& image) { return image.file.empty(); });
        for (const bool bare : {true, false}) {
            const EditOutcome out =
                edit_rdy(fixture.bundle, [](Scene&) {}, {.without_extras = bare, .through_file = fits_a_gltf});
            EXPECT_EQ(out.words, "nothing changed; byte-identical");
            EXPECT_EQ(out.own.parts.at(0).bytes, fixture.bundle.parts[0].bytes);
        }
    }
}

// The same as if the DDD had been edited, strips too.
TEST(RdyEdit, AnEditedOneIsMadeAgain) {
    const EditOutcome out = edit_rdy(frog_rdy(), move_vertex);
    EXPECT_EQ(out.words, "1 vertex changed; made again as the game makes it");
    EXPECT_EQ(out.reported("BUILD_REBUILT"), "") << "all of it comes of a DDD";
    const EditOutcome ddd = edit_ddd(frog_bundle(), move_vertex);
    Issues issues;
    const auto made = convert_document(*read_ddd(ddd.own.parts[0].bytes), rdy::format, issues);
    EXPECT_EQ(out.own.parts[0].bytes, write(*made)->parts[0].bytes);
}

TEST(RdyEdit, TheVariantStaysOrIsTheOneAskedFor) {
    auto model = read_rdy(frog_rdy().parts[0].bytes);
    Issues issues;
    ASSERT_TRUE(convert_variant(*model, "classic32", issues).ok());
    const Bundle classic{{{"rdy", "FROG.RDY", write(*model)->parts[0].bytes}}};
    const auto variant_of = [](const EditOutcome& out) {
        return summarise(*read_rdy(out.own.parts[0].bytes))->variant;
    };
    EXPECT_EQ(variant_of(edit_rdy(classic, move_vertex)), "classic32");
    EditWay way;
    way.build.variant = "port64";
    EXPECT_EQ(variant_of(edit_rdy(classic, move_vertex, way)), "port64");
    const EditOutcome unedited = edit_rdy(classic, [](Scene&) {}, way);
    ASSERT_TRUE(convert_variant(*model, "port64", issues).ok());
    EXPECT_EQ(unedited.own.parts[0].bytes, write(*model)->parts[0].bytes);
}

// The game overwrites positions whenever it draws the model; they are worked out, for a DDD too.
TEST(RdyEdit, PosedPositionsAreBoundAgain) {
    for (const Fixture& fixture : rdy_fixtures()) {
        if (fixture.name != "rdy_posed") continue;
        Issues issues;
        const auto model = read(rdy::format, fixture.bundle);
        const Scene shown = *to_scene(*model, {}, issues);
        const auto ddd = convert_document(*model, ddd::format, issues);
        ASSERT_TRUE(ddd.ok());
        const Scene made = *to_scene(*ddd, {}, issues);
        ASSERT_EQ(made.meshes[0].points.size(), shown.meshes[0].points.size());
        for (std::size_t p = 0; p < made.meshes[0].points.size(); ++p) {
            EXPECT_LT(length(made.meshes[0].points[p] - shown.meshes[0].points[p]), 1e-4f) << p;
        }
        return;
    }
    FAIL() << "no such fixture";
}

TEST(RdyEdit, OneThatIsNotOfADddSaysWhatElseBecomesAnother) {
    for (const Fixture& fixture : rdy_fixtures()) {
        if (fixture.name != "rdy_posed") continue;
        const EditOutcome out = edit_rdy(fixture.bundle, [](Scene& scene) { scene.meshes[0].points[0].x += 0.1f; });
        EXPECT_NE(out.reported("BUILD_REBUILT"), "");
        return;
    }
    FAIL() << "no such fixture";
}

TEST(RdyEdit, PaintAloneLeavesTheFileAsItIs) {
    for (const Fixture& fixture : rdy_fixtures()) {
        if (fixture.name != "rdy_posed") continue;
        const EditOutcome out =
            edit_rdy(fixture.bundle, [](Scene& scene) { scene.materials[0].base_color = {0, 0, 1, 1}; });
        EXPECT_EQ(out.words, "1 material changed; all else byte-identical");
        EXPECT_EQ(out.reported("BUILD_REBUILT"), "");
        EXPECT_EQ(out.own.parts[0].bytes, fixture.bundle.parts[0].bytes);
        return;
    }
    FAIL() << "no such fixture";
}

// It does not say whose frames move it, so that nothing can be worked out.
TEST(RdyEdit, ALinkedOneIsWrittenAnewAndSaysWhatIsLost) {
    for (const Fixture& fixture : rdy_fixtures()) {
        if (fixture.name != "rdy_linked") continue;
        const EditOutcome out = edit_rdy(fixture.bundle, [](Scene& scene) { scene.meshes[0].points[0].x += 0.1f; });
        EXPECT_NE(out.reported("BUILD_REBUILT"), "");
        EXPECT_NE(out.reported("BUILD_NOT_KEPT"), "");
        return;
    }
    FAIL() << "no such fixture";
}

}  // namespace
}  // namespace thaw::test
