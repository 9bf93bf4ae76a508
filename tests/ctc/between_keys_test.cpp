// Between two keys a viewer turns as the game does.
#include <cmath>

#include "ctc/scene_support.hpp"
#include "formats/ctc/model/between_keys.hpp"
#include "formats/ctc/model/clips.hpp"
#include "formats/ctc/model/pose.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

constexpr double metres_per_unit = 0.0254;

const Channel& rotation_of(const Scene& scene, const Clip& clip, std::string_view node) {
    for (const Channel& channel : clip.channels) {
        if (channel.path == Path::rotation && scene.nodes[channel.node].name == node) return channel;
    }
    throw std::runtime_error("no such channel");
}

std::size_t keys_of(const Scene& scene, std::string_view node, std::size_t clip = 0) {
    const Clip& of = scene.clips.at(clip);
    return of.timelines[rotation_of(scene, of, node).timeline].size();
}

// The farthest that a point is from where the game has it, at seven moments of each step, as a share of the size.
double worst_share(const Model& model, Between between = Between::keys) {
    const ctc::Document& d = document_of(model);
    const Scene scene = scene_of(model);
    double worst = 0, size = 0;
    const auto clips = ctc::clips_of(d).list;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        for (u64 k = 0; k + 1 < clips[c].count; ++k) {
            for (int part = 0; part < 7; ++part) {  // where few keys are
                const double share = part / 7.0;
                const auto game = positions_at(
                    d, {.frame = clips[c].first + k + 1, .old_frame = clips[c].first + k, .back_lerp = 1 - share});
                Pose pose;
                evaluate(scene, &scene.clips[c], (static_cast<double>(k) + share) / 10, pose, between);
                const auto shown = points_at(scene, pose);
                Box3<double> box;
                for (std::size_t v = 0; v < game.size(); ++v) {
                    const Vec3d at{game[v].x * metres_per_unit, game[v].y * metres_per_unit,
                                   -game[v].z * metres_per_unit};
                    worst = std::max(worst, length(at - as_double(shown[v])));
                    box.include(at);
                }
                size = std::max({size, box.size().x, box.size().y, box.size().z});
            }
        }
    }
    return worst / size;
}

// Both keys of the only bone are given; the main key stands still.
Model turning(const std::array<f32, 3>& from, const std::array<f32, 3>& to) {
    Model model = model_of("swaying");
    ctc::Document& d = document_of(model);
    for (auto& key : d.bone_keys) key.angles = {};
    for (u64 f = 0; f < d.num_frames(); ++f) d.bone_keys[f * d.bones.size()].angles = f == 0 ? from : to;
    return model;
}

// Of the two frames of the first clip, with the last one held: three without any between.
std::size_t keys_with(const std::array<f32, 3>& from, const std::array<f32, 3>& to) {
    return keys_of(scene_of(turning(from, to), {.loop = SceneOptions::Loop::hold}), "bone_000");
}

TEST(CtcBetweenKeys, AreThereWhereAViewerWouldGoAnotherWay) {
    // About one axis every viewer goes the game's way.
    EXPECT_EQ(keys_with({}, {50, 0, 0}), 3u);
    // About two it does not: a little is not seen, more is.
    EXPECT_EQ(keys_with({}, {3, 3, 0}), 3u);
    EXPECT_EQ(keys_with({}, {8, 8, 0}), 4u);
    EXPECT_LT(worst_share(turning({}, {3, 3, 0})), 0.001);
    EXPECT_LT(worst_share(turning({}, {8, 8, 0})), 0.001);
    EXPECT_LT(worst_share(turning({10, 80, -30}, {120, -70, 100})), 0.001);
}

// What is drawn goes the game's way and not from key to key.
TEST(CtcBetweenKeys, WhatIsDrawnGoesTheGamesWay) {
    for (const Model& model : {turning({}, {25, -20, 30}), turning({10, 80, -30}, {120, -70, 100})}) {
        EXPECT_GT(worst_share(model), 1e-5);
        EXPECT_LT(worst_share(model, Between::game), 1e-6);
    }
}

TEST(CtcBetweenKeys, AreNeverFartherApartThanSixtyDegrees) {
    EXPECT_EQ(keys_with({}, {60, 0, 0}), 3u);
    EXPECT_EQ(keys_with({}, {61, 0, 0}), 4u);
}

TEST(CtcBetweenKeys, AreOfRotationsAlone) {
    const Scene scene = scene_of(turning({}, {25, 25, 0}));
    const Clip& clip = scene.clips[0];
    for (const Channel& channel : clip.channels) {
        const std::size_t keys = clip.timelines[channel.timeline].size();
        const bool is_turning = scene.nodes[channel.node].name == "bone_000" && channel.path == Path::rotation;
        EXPECT_EQ(keys > 3, is_turning) << scene.nodes[channel.node].name;
    }
}

// Bones go the shorter way; what moves the model as a whole goes the way its numbers go.
TEST(CtcBetweenKeys, TheMainKeyTurnsAsFarAsItSays) {
    Model model = turning({}, {});
    ctc::Document& d = document_of(model);
    for (u64 f = 0; f < d.num_frames(); ++f) d.main_keys[f].angles = {240 * static_cast<f32>(f), 0, 0};
    EXPECT_EQ(keys_of(scene_of(model), "ctc_main"), 2 + 3 + 4u);  // the seam turns back
    EXPECT_LT(worst_share(model), 0.001);
    Model bone = turning({}, {240, 0, 0});
    EXPECT_EQ(keys_with({}, {240, 0, 0}), 4u);  // 120 the other way
    EXPECT_LT(worst_share(bone), 0.001);
}

TEST(CtcBetweenKeys, TurnsOfOneHundredAndEightyAreNotWrapped) {
    const auto step = [](f32 to, ctc::Wrap wrap) {
        return ctc::turn_between({{}, {0, 0, 0}}, {{}, {to, 0, 0}}, wrap).step.x;
    };
    EXPECT_EQ(step(180, ctc::Wrap::yes), 180);
    EXPECT_EQ(step(181, ctc::Wrap::yes), -179);
    EXPECT_EQ(step(-181, ctc::Wrap::yes), 179);
    EXPECT_EQ(step(630, ctc::Wrap::yes), 270);  // one turn, no more
    EXPECT_EQ(step(181, ctc::Wrap::no), 181);
}

TEST(CtcBetweenKeys, PartsAreAsFewAsWillDo) {
    const ctc::Turn turn{{0, 0, 0}, {30, 40, 20}};
    const double fine = 1e-4;
    const ctc::Parts parts = ctc::parts_of(turn, fine);
    EXPECT_TRUE(parts.enough);
    EXPECT_GT(parts.count, 2u);
    // What a quarter of the tolerance asks for is twice as many, as the error is one of the square.
    const ctc::Parts finer = ctc::parts_of(turn, fine / 4);
    EXPECT_NEAR(finer.count, 2 * parts.count, 2);
    EXPECT_FALSE(ctc::parts_of({{}, {90'000, 10, 0}}, fine).enough);
    EXPECT_EQ(ctc::parts_of({{}, {60.0 * ctc::most_parts, 0, 0}}, fine).count, ctc::most_parts);
    EXPECT_TRUE(ctc::parts_of({{}, {60.0 * ctc::most_parts, 0, 0}}, fine).enough);
    EXPECT_FALSE(ctc::parts_of({{}, {60.0 * ctc::most_parts + 1, 0, 0}}, fine).enough);
}

TEST(CtcBetweenKeys, WhatTurnsTooFarIsReported) {
    const auto is_cut = [](f32 degrees) {
        Issues issues;
        EXPECT_TRUE(to_scene(turning({}, {degrees, 10, 0}), {}, issues).ok());
        return reported(issues).find("CTC_TURNS_CUT") != std::string::npos;
    };
    EXPECT_FALSE(is_cut(170));
    EXPECT_TRUE(is_cut(100'000));
}

// A small file may not ask for a great many keys.
TEST(CtcBetweenKeys, AreBounded) {
    Model model = turning({}, {});
    ctc::Document& d = document_of(model);
    d.animations.clear();
    const auto bones = d.bones.size();
    d.main_keys.assign(500, {});
    d.bone_keys.assign(500 * bones, {});
    for (std::size_t i = 0; i < d.bone_keys.size(); ++i)
        d.bone_keys[i].angles = {i / bones % 2 == 0 ? 9000.0f : 0, 0, i / bones % 2 == 0 ? 9000.0f : 0};
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    ASSERT_TRUE(scene.ok());
    std::size_t keys = 0;
    for (const Channel& channel : scene->clips[0].channels) keys += channel.values.size() / 4;
    EXPECT_LT(keys, 500 * (bones + 1) * 30);
    EXPECT_NE(reported(issues).find("CTC_TURNS_CUT"), std::string::npos);
}

TEST(CtcBetweenKeys, AFileBuiltFromThemHasNoMoreFrames) {
    const Model model = turning({10, 80, -30}, {120, -70, 100});
    const Scene scene = scene_of(model);
    const Made made = make(ctc::format, {scene});
    EXPECT_EQ(document_of(made.model).num_frames(), document_of(model).num_frames());
    EXPECT_EQ(reported(made.issues), "");
    const GltfFile file = through_glb(scene);
    const Made again = make(ctc::format, {file.scene, file.source_points});
    EXPECT_EQ(document_of(again.model).num_frames(), document_of(model).num_frames());
}

TEST(CtcBetweenKeys, AFileBuiltFromThemTurnsAsFar) {
    Model model = turning({}, {});
    ctc::Document& d = document_of(model);
    for (u64 f = 0; f < d.num_frames(); ++f) d.main_keys[f].angles = {240 * static_cast<f32>(f), 0, 0};
    const Made made = make(ctc::format, {scene_of(model)});
    EXPECT_NEAR(document_of(made.model).main_keys.at(1).angles[0], 240, 0.01);
}

}  // namespace
}  // namespace thaw::test
