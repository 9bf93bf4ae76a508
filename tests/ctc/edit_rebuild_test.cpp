// Edits that go beyond what can be changed in place: what the base has is kept all the same.
#include "ctc/edit_support.hpp"

namespace thaw::test {
namespace {

void add_clip(Scene& scene) {
    scene.clips.push_back(scene.clips[0]);
    scene.clips.back().name = "more";
}

TEST(CtcEditRebuild, NamesKeepTheirBytes) {
    const Edited result = edited(model_of("names"), add_clip);
    EXPECT_EQ(result.found("BUILD_REBUILT"), "clip more added");
    const Model before = model_of("names");
    const auto &a = document_of(before), &b = document_of(result.model);
    for (std::size_t i = 0; i < a.animations.size(); ++i) EXPECT_EQ(a.animations[i].name, b.animations[i].name);
    for (std::size_t i = 0; i < a.morphs.size(); ++i) EXPECT_EQ(a.morphs[i].name, b.morphs[i].name);
    for (std::size_t i = 0; i < a.skins.size(); ++i) EXPECT_EQ(a.skins[i].name, b.skins[i].name);
    for (std::size_t i = 0; i < a.attachments.size(); ++i) EXPECT_EQ(a.attachments[i].name, b.attachments[i].name);
    // Another model is held to what the game can bear.
    Scene scene = scene_of(before);
    const Made made = make(ctc::format, {scene}, {.fit = true});
    EXPECT_NE(document_of(made.model).animations[0].name, a.animations[0].name);
}

TEST(CtcEditRebuild, APointThatWasRemovedIsGone) {
    const Edited kept = edited(lantern_again(), add_clip);
    EXPECT_EQ(document_of(kept.model).attachments.size(), 1u);
    const Edited removed = edited(lantern_again(), [](Scene& s) {
        ASSERT_NE(s.nodes.back().extras.find("thaw_attachment"), nullptr);
        s.nodes.pop_back();
    });
    EXPECT_TRUE(removed.found("BUILD_REBUILT").starts_with("node ")) << removed.found("BUILD_REBUILT");
    EXPECT_TRUE(document_of(removed.model).attachments.empty());
}

TEST(CtcEditRebuild, ABaseMayHaveMorePointsThanTheGameFinds) {
    const Edited result = edited(model_of("loose_attachments"), add_clip);
    EXPECT_EQ(document_of(result.model).attachments.size(), 33u);
    EXPECT_LE(document_of(result.model).triangle_lists.size(), 32u);
    Issues issues;
    const Scene scene = scene_of(model_of("loose_attachments"));
    EXPECT_EQ(refused(ctc::format, {scene}, issues).code, Code::unrepresentable);
}

TEST(CtcEditRebuild, BonesThatGetOtherNumbersAreTold) {
    EXPECT_EQ(edited(model_of("parent_order"), add_clip).message("BUILD_NOT_KEPT"),
              "numbers of 2 bones changed: parents have to come first");
    EXPECT_EQ(edited(lantern_again(), add_clip).message("BUILD_NOT_KEPT"), "");
    EXPECT_EQ(edited(model_of("no_influence"), add_clip).message("BUILD_NOT_KEPT"),
              "node ctc_still is a bone now; before, it held the vertices that no bone moves");
}

std::string row_at(const std::string& scale) { return "ob_x|models/lantern.ctc|" + scale + "|general\n"; }

Model lantern_at(const std::string& scale) {
    Model model = lantern_again();
    model.bundle.parts.push_back({"entity", "models/entity.dat", text_blob(row_at(scale))});
    return model;
}

TEST(CtcEditRebuild, WhatStandsBesideAScaledModelStaysThere) {
    for (const char* scale : {"1|1|1", "2|2|2", "2|3|0.5"}) {
        SCOPED_TRACE(scale);
        const Edited result = edited(lantern_at(scale), [](Scene& s) {
            s.meshes.push_back({.name = "hat", .points = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}}});
            s.meshes.back().primitives.push_back({.material = 0, .points = {0, 1, 2}, .indices = {0, 1, 2}});
            s.nodes.push_back({.name = "hat", .local = {.translation = {1, 2, 3}}, .mesh = 1});
        });
        Model model = lantern_at(scale);
        model.document = std::move(read_ctc(result.after)->document);
        const Scene now = scene_of(model);
        const auto corners = shown_at(now, &now.clips[0], 0);
        const bool there = std::any_of(corners.begin(), corners.end(),
                                       [](const ShownCorner& c) { return length(c.at - Vec3{1.1f, 2, 3}) < 1e-4f; });
        EXPECT_TRUE(there);
    }
}

TEST(CtcEditRebuild, AnotherListOfEntitiesIsNoEdit) {
    const Scene then = scene_of(lantern_at("2|2|2"));
    for (const char* scale : {"2|2|2", "3|1|1", "1|1|1"}) {
        const Edited result = edited(lantern_at("2|2|2"), then, scene_of(lantern_at(scale)));
        EXPECT_EQ(result.words, "nothing changed; byte-identical") << scale;
        EXPECT_EQ(reported(result.issues), "");
    }
}

}  // namespace
}  // namespace thaw::test
