// Clips, names and numbers of a CTR that somebody edits, and what stays where a model has to be built anew.
#include <cmath>

#include "base/text.hpp"
#include "ctr/edit_support.hpp"
#include "fixtures/change.hpp"

namespace thaw::test {
namespace {

const ctr::File& file_before(const Model& model) { return file_of(model); }

// As Blender writes clips: 24 samples a second, up to the frame after the last key.
void sample_at_24(Scene& scene) {
    const Scene plain = scene;
    for (std::size_t c = 0; c < scene.clips.size(); ++c) {
        Clip& clip = scene.clips[c];
        double end = 0;
        for (const auto& times : clip.timelines) end = std::max(end, double{times.back()});
        clip.timelines.assign(1, {});
        for (int f = 0; f == 0 || (f - 1) / 24.0 < end; ++f) clip.timelines[0].push_back(static_cast<f32>(f / 24.0));
        for (Channel& channel : clip.channels) {
            channel.timeline = 0;
            channel.values.clear();
            Pose pose;
            for (const f32 time : clip.timelines[0]) {
                evaluate(plain, &plain.clips[c], double{time}, pose);
                const auto& weights = pose.weights[channel.node];
                channel.values.insert(channel.values.end(), weights.begin(), weights.end());
            }
        }
    }
}

TEST(CtrEditClips, SamplingAtAnotherRateIsNoEdit) {
    for (const bool extras : {true, false}) {
        Editing editing(toadstool_bundle());
        ASSERT_EQ(editing.file.scene.clips[0].channels[0].path, Path::weights);
        sample_at_24(editing.file.scene);
        for (Clip& clip : editing.file.scene.clips) {
            if (!extras) clip.extras = {};
        }
        const BuiltModel after = editing.done(extras);
        EXPECT_EQ(after.words, "nothing changed; byte-identical") << after.found("BUILD_REBUILT");
        EXPECT_EQ(editing.changed_bytes(after), 0u);
    }
}

TEST(CtrEditClips, AVertexMovedInASampledFileIsThatEditAlone) {
    Editing editing(toadstool_bundle());
    sample_at_24(editing.file.scene);
    editing.mesh().points[0].x += 0.1f;
    const BuiltModel after = editing.done();
    EXPECT_TRUE(after.words.starts_with("1 vertex changed in ")) << after.words << after.found("BUILD_REBUILT");
}

TEST(CtrEditClips, ANameIsChangedInPlace) {
    for (const char* name : {"raw", "half_rate"}) {
        Editing editing(bundle_of(name));
        const std::string before = editing.file.scene.clips[0].name;
        editing.file.scene.clips[0].name = "wobble";
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok());
        EXPECT_EQ(after.words, "clip " + before + " renamed to wobble; all else byte-identical");
        EXPECT_LE(editing.changed_bytes(after), 16u);
        EXPECT_EQ(back_of(after).clips[0].name, "wobble");
    }
}

TEST(CtrEditClips, ANameIsChangedInAllLevels) {
    Editing editing(toadstool_bundle(), {});  // the second level is not shown
    editing.file.scene.clips[0].name = "bow";
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    const auto& file = file_of(after.model);
    u32 called = 0;
    for (const auto& region : file.animations) called += text::until_nul(region.value.name) == "bow" ? 1u : 0u;
    EXPECT_EQ(called, file.mesh_lists[0].value.size());
}

TEST(CtrEditClips, AKeyIsItsFrame) {
    Editing editing(bundle_of("raw"));
    Channel& channel = editing.file.scene.clips[0].channels[0];
    const std::size_t targets = editing.mesh().targets.size();
    channel.values[2 * targets + 1] = 0.5f;  // the third key shows the third frame
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    const Model base = std::move(read(ctr::format, editing.bundle).value());
    const auto &then = file_of(base).frames, &now = file_of(after.model).frames;
    for (std::size_t f = 0; f < 4; ++f) EXPECT_EQ(then[f].value.data == now[f].value.data, f != 2) << f;
}

TEST(CtrEditClips, AKeyThatShowsAnotherFrameHasThatFramesPoints) {
    Editing editing(bundle_of("raw"));
    Channel& channel = editing.file.scene.clips[0].channels[0];
    const std::size_t targets = editing.mesh().targets.size();
    for (std::size_t t = 0; t < targets; ++t) channel.values[targets + t] = t == 1 ? 1.0f : 0.0f;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    const auto& frames = file_of(after.model).frames;
    EXPECT_EQ(frames[1].value.data, frames[2].value.data);
    EXPECT_EQ(frames[2].value.data, file_before(read(ctr::format, editing.bundle).value()).frames[2].value.data);
}

TEST(CtrEditClips, AStillIsNotEnoughToMovePoints) {
    Editing editing(bundle_of("raw"), {.frame = 1});
    editing.mesh().points[0].x += 0.1f;
    const BuiltModel moved = editing.done();
    ASSERT_FALSE(moved.ok());
    EXPECT_NE(moved.error.message.find("--frame"), std::string::npos);
    // Its colours are those of all frames.
    Editing other(bundle_of("raw"), {.frame = 1});
    for (Vec4& color : other.mesh().primitives[0].colors) color = {0, 0, 1, 1};
    const BuiltModel recoloured = other.done();
    ASSERT_TRUE(recoloured.ok());
    EXPECT_EQ(recoloured.found("BUILD_REBUILT"), "");
    EXPECT_EQ(scene_of(recoloured.model).clips.size(), 1u);
}

TEST(CtrEditNames, ALongNameIsRefusedOrCut) {
    Editing editing(bundle_of("triangle"));
    editing.file.scene.nodes[0].name = "sixteen_and_more!";
    const BuiltModel refused = editing.done();
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error.message.find("16 characters"), std::string::npos) << refused.error.message;
    const BuiltModel fitted = editing.done(true, {.fit = true});
    ASSERT_TRUE(fitted.ok());
    EXPECT_EQ(text::until_nul(file_of(fitted.model).models[0].value.name), "sixteen_and_more");
    EXPECT_EQ(fitted.found("BUILD_REBUILT"), "");
    editing.file.scene.nodes[0].name = "just_sixteen_now";
    EXPECT_EQ(editing.done().words, "1 name changed; all else byte-identical");
}

TEST(CtrEditNames, NumbersBeyondTheirRangeAreSaid) {
    for (const auto& [id, kept] : {std::pair(0xE1, true), std::pair(0xE2, false)}) {
        Editing editing(bundle_of("triangle"));
        editing.file.scene.nodes[0].extras = {};
        editing.file.scene.nodes[0].extras.set("thaw_id", id);
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok());
        EXPECT_EQ(file_of(after.model).models[0].value.id, kept ? id : -1);
        EXPECT_EQ(after.find("BUILD_NOT_KEPT") == nullptr, kept);
    }
}

TEST(CtrEditNames, EqualNamesInAPackAreToldApart) {
    Editing editing(bundle_of("pack"));
    std::vector<u32> levels = shown_nodes(editing.file.scene);
    ASSERT_EQ(levels.size(), 2u);
    editing.file.scene.nodes[levels[1]].name = "other";
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    const Scene shown = back_of(after);
    EXPECT_EQ(shown.nodes[shown_nodes(shown)[0]].name, "tri_hi");
    EXPECT_EQ(shown.nodes[shown_nodes(shown)[1]].name, "other");
}

// --- built anew

TEST(CtrEditRebuild, AClipThatIsGoneLeavesTheFacesAsTheyWere) {
    Editing editing(bundle_of("half_rate"));
    editing.file.scene.clips.pop_back();
    const BuiltModel after = editing.done(true, {.name = "another"});
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_NE(after.found("BUILD_REBUILT"), "");
    const Model base = std::move(read(ctr::format, editing.bundle).value());
    const ctr::File &then = file_of(base), &now = file_of(after.model);
    EXPECT_EQ(text::until_nul(now.models[0].value.name), "oct");
    ASSERT_EQ(now.animations.size(), 1u);
    ASSERT_EQ(now.command_lists[0].value.commands.size(), then.command_lists[0].value.commands.size());
    for (std::size_t i = 0; i < now.command_lists[0].value.commands.size(); ++i) {
        EXPECT_EQ(now.command_lists[0].value.commands[i].word, then.command_lists[0].value.commands[i].word);
    }
    for (std::size_t f = 0; f < 4; ++f) EXPECT_EQ(now.frames[f].value.data, then.frames[f].value.data);
}

TEST(CtrEditRebuild, ANewClipComesAfterTheOthers) {
    Editing editing(bundle_of("packed"));
    Scene& scene = editing.file.scene;
    scene.clips.push_back(scene.clips[0]);
    scene.clips.back().name = "yawn";
    for (f32& value : scene.clips.back().channels[0].values) value *= 0.5f;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    const Model base = std::move(read(ctr::format, editing.bundle).value());
    const ctr::File &then = file_of(base), &now = file_of(after.model);
    ASSERT_EQ(now.animations.size(), 2u);
    EXPECT_EQ(text::until_nul(now.animations[1].value.name), "yawn");
    for (std::size_t f = 0; f < 4; ++f) EXPECT_EQ(now.frames[f].value.data, then.frames[f].value.data);
    EXPECT_EQ(difference(scene, back_of(after), {.metres = 0.02}), "");
}

TEST(CtrEditRebuild, OtherLevelsStay) {
    // Brighter than its image, which a scene cannot say.
    const Bundle bundle = with(ctr::format, bundle_of("lods"), {{"mesh_lists[0].meshes[1].unknown_0x10", 7}});
    Editing editing(bundle);
    Scene& scene = editing.file.scene;
    scene.meshes[0].primitives[0].indices = {0, 1, 2, 0, 2, 1};
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "1 triangle added");
    const Model base = std::move(read(ctr::format, bundle).value());
    const ctr::Mesh &then = mesh_of(base, 1), &now = mesh_of(after.model, 1);
    EXPECT_EQ(now.name, then.name);
    EXPECT_EQ(now.lod_distance, then.lod_distance);
    EXPECT_EQ(now.unknown_0x10, 7u);
    EXPECT_EQ(mesh_of(after.model, 0).lod_distance, 600);
    EXPECT_EQ(file_of(after.model).models[0].value.id, 0x62);
    EXPECT_EQ(difference(scene, back_of(after)), "");
}

TEST(CtrEditRebuild, ColoursAreAsBrightAsBefore) {
    for (const bool bright : {false, true}) {
        const Bundle plain = bundle_of("textured");
        Bundle bundle = plain;
        for (const char* colour : {"0", "1", "2"}) {
            const std::string row = std::string("colour_tables[0].colours[") + colour + "].";
            for (const char* part : {"red", "green", "blue"}) {
                bundle = with(ctr::format, bundle, {{row + part, bright ? 200u : 100u}});
            }
        }
        Editing editing(bundle);
        editing.mesh().primitives[0].indices = {0, 1, 2, 0, 2, 1};
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_NOT_KEPT"), "");
        for (const ctr::Colour& colour : *ctr::colours_of(file_of(after.model), mesh_of(after.model))) {
            EXPECT_EQ(colour.red, bright ? 200 : 100);
        }
    }
}

TEST(CtrEditRebuild, PointsThatNobodyMovedStayOnTheirGrid) {
    Editing editing(bundle_of("raw"));
    Scene& scene = editing.file.scene;
    // A triangle between the steps of the grid.
    Mesh mesh{.name = "leaf", .points = {{0.0137f, 1.2011f, 0.3f}, {0.1f, 1.2f, 0.3f}, {0.05f, 1.3f, 0.3f}}};
    mesh.primitives.push_back({.points = {0, 1, 2}, .indices = {0, 1, 2}});
    scene.nodes.push_back({.name = "leaf", .mesh = static_cast<u32>(scene.meshes.size())});
    scene.meshes.push_back(mesh);
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "object leaf added");
    const Model base = std::move(read(ctr::format, editing.bundle).value());
    EXPECT_EQ(mesh_of(after.model).scale, mesh_of(base).scale);
    EXPECT_EQ(text::until_nul(mesh_of(after.model).name), text::until_nul(mesh_of(base).name));
    EXPECT_NE(after.found("BUILD_POSITIONS"), "");
    for (std::size_t f = 0; f < 4; ++f) {
        EXPECT_EQ(file_of(after.model).frames[f].value.origin, file_of(base).frames[f].value.origin);
    }
}

TEST(CtrEditRebuild, OnlyAxesThatGrewGetALongerStep) {
    for (const std::size_t axis : {0u, 1u, 2u}) {
        Editing editing(bundle_of("raw"));
        Scene& scene = editing.file.scene;
        Vec3 far = scene.meshes[0].points[0];
        (axis == 0 ? far.x : axis == 1 ? far.y : far.z) += 9;
        Mesh mesh{.name = "leaf", .points = {scene.meshes[0].points[0], scene.meshes[0].points[1], far}};
        mesh.primitives.push_back({.points = {0, 1, 2}, .indices = {0, 1, 2}});
        scene.nodes.push_back({.name = "leaf", .mesh = static_cast<u32>(scene.meshes.size())});
        scene.meshes.push_back(mesh);
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        const Model base = std::move(read(ctr::format, editing.bundle).value());
        for (std::size_t k = 0; k < 3; ++k) {
            const auto then = mesh_of(base).scale[k], now = mesh_of(after.model).scale[k];
            EXPECT_TRUE(k == axis ? now > then : now == then) << axis << ' ' << k << ": " << then << ", " << now;
        }
    }
}

}  // namespace
}  // namespace thaw::test
