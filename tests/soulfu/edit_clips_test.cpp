// Clips, bones and files with frames, edited by way of a scene.
#include "soulfu/edit_support.hpp"

namespace thaw::test {
namespace {

std::vector<int> actions_of(const ddd::File& file) {
    std::vector<int> out;
    for (const ddd::Frame& frame : file.frames) out.push_back(frame.action);
    return out;
}

using Actions = std::vector<int>;

TEST(DddEditClips, ANameIsAnActionOfTheGame) {
    const auto rename = [](const char* name) {
        return edit_ddd(bundle_of("ddd_animated"), [&](Scene& scene) { scene.clips[1].name = name; });
    };
    const EditOutcome out = rename("special_7");
    EXPECT_EQ(actions_of(out.file()), (Actions{0, 1, 1, 39, 39}));
    EXPECT_EQ(out.words, "clip WALK renamed to special_7; all else byte-identical");
    EXPECT_TRUE(out.issues.empty());
    for (const char* name : {"STAND", "Hop"}) {  // another clip's, and none of the game's
        const EditOutcome lost = rename(name);
        EXPECT_EQ(actions_of(lost.file()), (Actions{0, 1, 1, 2, 2}));
        EXPECT_NE(lost.reported("BUILD_NOT_KEPT"), "") << name;
    }
}

TEST(DddEditClips, RemovedOnesGoAndNewOnesComeLast) {
    const Bundle bundle = bundle_of("ddd_animated");
    const EditOutcome less = edit_ddd(bundle, [](Scene& scene) { scene.clips.erase(scene.clips.begin()); });
    EXPECT_EQ(actions_of(less.file()), (Actions{0, 2, 2}));
    EXPECT_EQ(less.words, "clip STAND removed; all else byte-identical");
    const EditOutcome more = edit_ddd(bundle, [](Scene& scene) {
        Clip copy = scene.clips[1];
        copy.name = "SPECIAL_3";
        scene.clips.push_back(std::move(copy));
    });
    EXPECT_EQ(actions_of(more.file()), (Actions{0, 1, 1, 2, 2, 35, 35}));
    EXPECT_EQ(more.file().frames[5].joints[1].x, more.file().frames[3].joints[1].x);
    EXPECT_EQ(more.file().frames[5].events, 1);
    EXPECT_EQ(more.file().frames[6].movement, (std::array<i16, 2>{-3, 29}));
    EXPECT_EQ(more.file().frames[6].shadows[0].alpha, 200);
    const EditOutcome unnamed = edit_ddd(bundle, [](Scene& scene) {
        Clip copy = scene.clips[1];
        copy.name = "Hop";
        scene.clips.push_back(std::move(copy));
    });
    EXPECT_EQ(actions_of(unnamed.file()), (Actions{0, 1, 1, 2, 2, 32, 32}));
    EXPECT_TRUE(unnamed.reported("BUILD_ASSUMED").ends_with(" has no action's name; written as SPECIAL_0"))
        << unnamed.reported("BUILD_ASSUMED");
}

// A base model is bound in the first frame that names it, whatever that frame is called.
TEST(DddEditClips, OfARemovedClipTheBindPoseStays) {
    const Blob file = changed_file("ddd_animated", [](ddd::File& f) { f.frames.erase(f.frames.begin()); });
    const EditOutcome out = edit_ddd(one_file(file), [](Scene& scene) { scene.clips.erase(scene.clips.begin()); });
    EXPECT_EQ(actions_of(out.file()), (Actions{0, 2, 2}));
}

TEST(DddEditClips, AClipMayGetLongerOrShorter) {
    for (const std::size_t frames : {1u, 4u}) {
        const EditOutcome out = edit_ddd(bundle_of("ddd_animated"), [&](Scene& scene) {
            Clip& walk = scene.clips[1];
            build::put(walk.extras, "frames", frames);
            std::vector<f32> times, values;
            for (std::size_t k = 0; k <= frames; ++k) {
                times.push_back(static_cast<f32>(static_cast<double>(k) / 62.5));
                values.insert(values.end(), {0.01f * static_cast<f32>(k), 0, 0});
            }
            walk.timelines = {times};
            walk.channels = {{1, Path::translation, Interpolation::step, 0, values, {}}};
        });
        Actions expected{0, 1, 1};
        expected.resize(3 + frames, 2);
        EXPECT_EQ(actions_of(out.file()), expected);
        EXPECT_NEAR(out.file().frames.back().joints[0].x, 0.01 * static_cast<double>(frames - 1) / 0.3048 * 10000, 1);
        EXPECT_EQ(out.file().frames[3].events, 1);
    }
}

// --- frames of another file

TEST(DddEditClips, FramesOfALinkedFileGoBackIntoThatFile) {
    const Bundle bundle = bundle_of("ddd_linked");
    const EditOutcome out = edit_ddd(bundle, [](Scene& scene) {
        Channel& lean = scene.clips[1].channels[0];
        for (f32& value : lean.values) value += 0.01f;
    });
    EXPECT_EQ(out.own.parts[0].bytes, bundle.parts[0].bytes);
    const Part* link = out.found("ANIM.DDD");
    ASSERT_NE(link, nullptr);
    EXPECT_EQ(link->role, "link");
    EXPECT_EQ(link->bytes.size(), bundle.find("link")->bytes.size());
    EXPECT_FALSE(link->bytes == bundle.find("link")->bytes);
    EXPECT_TRUE(out.words.ends_with("; changed: ANIM.DDD; unchanged: ddd_linked.DDD")) << out.words;
}

TEST(DddEditClips, ALinkStaysWhateverHappensToTheTriangles) {
    const Bundle bundle = bundle_of("ddd_linked");
    const EditOutcome out = edit_ddd(bundle, [](Scene& scene) {
        auto& indices = scene.meshes[0].primitives[0].indices;
        indices.resize(indices.size() - 3);
    });
    EXPECT_TRUE(out.file().is_linked());
    EXPECT_EQ(out.file().link_name(), "ANIM");
    EXPECT_EQ(out.file().bases[0].joint_sizes, (std::vector<u8>{40, 20}));
    EXPECT_TRUE(out.companions.empty());
}

// --- bones

TEST(DddEditClips, ANewObjectStandsStillOnABoneOfItsOwn) {
    const EditOutcome out = edit_ddd(bundle_of("ddd_animated"), [](Scene& scene) { add_object(scene); });
    const ddd::File file = out.file();
    ASSERT_EQ(file.bases[0].bones.size(), 2u);
    EXPECT_EQ(file.bases[0].bones[1].joints, (std::array<u16, 2>{2, 3}));
    EXPECT_EQ(file.bases[0].joint_sizes, (std::vector<u8>{40, 20, 10, 10}));
    for (const ddd::Frame& frame : file.frames) {
        ASSERT_EQ(frame.joints.size(), 4u);
        EXPECT_EQ(frame.joints[3].z, 10000);  // a foot above the origin
    }
    EXPECT_EQ(file.bases[0].vertices.back().bones, (std::array<u8, 2>{1, 1}));
    EXPECT_EQ(out.reported("BUILD_NOT_KEPT"), "");
}

// Nothing moves: any bone will do, and the model fits where it did.
TEST(DddEditClips, WhereNothingMovesThereAreNoNewBones) {
    const EditOutcome out = edit_ddd(bundle_of("ddd_static"), [](Scene& scene) { add_object(scene); });
    EXPECT_EQ(out.file().bases[0].bones.size(), 1u);
    EXPECT_EQ(out.file().bases[0].vertices.size(), 8u);
    EXPECT_EQ(out.reported("BUILD_NOT_KEPT"), "");
}

// The frames are in another file, which has just these bones.
TEST(DddEditClips, WhereFramesAreElsewhereThereAreNoNewBones) {
    const EditOutcome out = edit_ddd(bundle_of("ddd_linked"), [](Scene& scene) { add_object(scene); });
    EXPECT_EQ(out.file().bases[0].bones.size(), 1u);
    EXPECT_EQ(out.reported("BUILD_NOT_KEPT"),
              "1 new bone left out: all files of a character need the same bones; vertices there now hang on bone 0");
}

TEST(DddEditClips, ANewObjectIsShownWithOneBaseModel) {
    EXPECT_EQ(edit_ddd(bundle_of("ddd_two_bases"), [](Scene& s) { add_object(s); }).reported("BUILD_NOT_KEPT"), "");
    EXPECT_EQ(edit_ddd(bundle_of("ddd_switching_bases"), [](Scene& s) { add_object(s); }).reported("BUILD_NOT_KEPT"),
              "object thing is shown only in poses of base model 0");
}

}  // namespace
}  // namespace thaw::test
