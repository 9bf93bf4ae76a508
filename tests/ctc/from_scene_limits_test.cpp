// What a CTC has no room for: just inside and just outside of every limit.
#include "ctc/scene_support.hpp"
#include "formats/ctc/model/limits.hpp"
#include "support/built.hpp"
#include "support/made_scenes.hpp"

namespace thaw::test {
namespace {

using ctc::format;

void expect_limit(const Scene& inside, const Scene& outside, const char* path, const char* found) {
    SCOPED_TRACE(path);
    EXPECT_FALSE(make(format, {inside}).says("BUILD_LIMIT"));
    Issues issues;
    const Error error = refused(format, {outside}, issues);
    EXPECT_EQ(error.code, Code::unrepresentable);
    ASSERT_FALSE(issues.list().empty());
    const Issue* limit = nullptr;
    for (const Issue& issue : issues.list()) {
        if (issue.kind->code == "BUILD_LIMIT") limit = &issue;
    }
    ASSERT_NE(limit, nullptr);
    EXPECT_EQ(limit->path, path);
    EXPECT_EQ(limit->found, found);
    const Made fitted = make(format, {outside}, {.fit = true});
    EXPECT_TRUE(fitted.says("BUILD_FITTED")) << reported(fitted.issues);
}

TEST(CtcFromSceneLimits, Vertices) { expect_limit(many_points(2048), many_points(2049), "points", "2049"); }

TEST(CtcFromSceneLimits, VerticesThatAreAlikeAreOne) {
    Scene scene = many_points(1500);
    scene.nodes.push_back(scene.nodes[0]);  // the same mesh once more, at the same place
    const Made made = make(format, {scene});
    EXPECT_EQ(document_of(made.model).vertices.size(), 1500u);
}

TEST(CtcFromSceneLimits, Depth) {
    expect_limit(chain_of_joints(28), chain_of_joints(29), "joints", "29");
    Scene deep = chain_of_joints(40);
    deep.clips.push_back(swing(30, 4, 10));
    const Made made = make(format, {deep}, {.fit = true});
    EXPECT_EQ(difference(deep, scene_of(made.model), {.metres = 1e-5}), "");
}

Scene many_materials(u32 count) {
    Scene scene = quad();
    for (u32 m = 0; m < count; ++m) {
        scene.materials.push_back({.name = "m" + std::to_string(m)});
        scene.meshes[0].primitives.push_back(scene.meshes[0].primitives[0]);
        scene.meshes[0].primitives.back().material = m;
    }
    scene.meshes[0].primitives.erase(scene.meshes[0].primitives.begin());
    return scene;
}

TEST(CtcFromSceneLimits, Lists) { expect_limit(many_materials(32), many_materials(33), "materials", "33"); }

TEST(CtcFromSceneLimits, Skins) {
    const auto with_looks = [](u32 looks) {
        Scene scene = many_materials(1);
        scene.meshes[0].primitives[0].variants = {0};
        scene.variants = {"first"};
        for (u32 m = 1; m <= looks; ++m) {
            scene.materials.push_back({.name = "look" + std::to_string(m)});
            scene.variants.push_back("look" + std::to_string(m));
            scene.meshes[0].primitives[0].variants.push_back(m);
        }
        return scene;
    };
    expect_limit(with_looks(31), with_looks(32), "variants", "33");
}

Scene many_morphs(u32 count, u32 points) {
    Scene scene = many_points(300);
    for (u32 m = 0; m < count; ++m) {
        MorphTarget target{"m" + std::to_string(m), {}, {}};
        for (u32 p = 0; p < points; ++p) {
            target.points.push_back(p);
            target.offsets.push_back({0, 0.01f * static_cast<f32>(p + 1), 0});
        }
        scene.meshes[0].targets.push_back(target);
    }
    return scene;
}

TEST(CtcFromSceneLimits, Morphs) { expect_limit(many_morphs(25, 3), many_morphs(26, 3), "morphs", "26"); }
TEST(CtcFromSceneLimits, MorphVertices) {
    expect_limit(many_morphs(2, 96), many_morphs(2, 97), "morphs", "97");
    const Made made = make(format, {many_morphs(2, 97)}, {.fit = true});
    EXPECT_EQ(document_of(made.model).morphs[0].count, 96u);
}

TEST(CtcFromSceneLimits, AttachmentPoints) {
    const auto with_points = [](u32 count) {
        Scene scene = chain_of_joints(2);
        for (u32 p = 0; p < count; ++p) {
            scene.nodes.push_back({"p" + std::to_string(p), 1, {}, no_index, no_index, {}});
        }
        return scene;
    };
    expect_limit(with_points(32), with_points(33), "attachment points", "33");
}

TEST(CtcFromSceneLimits, Memory) {
    const auto with_frames = [](std::size_t frames) {
        Scene scene = chain_of_joints(2);
        scene.clips.push_back(swing(2, frames, 10));
        return scene;
    };
    // What the rest of the model leaves for frames.
    Scene small = with_frames(2);
    const u64 rest = ctc::bytes_in_memory(document_of(make(format, {small}).model)) - 2 * 3 * 24;
    const std::size_t most = static_cast<std::size_t>((ctc::hunk_bytes - rest) / (3 * 24));
    Issues issues;
    const Made inside = make(format, {with_frames(most - 1)});
    EXPECT_EQ(document_of(inside.model).num_frames(), most - 1);
    EXPECT_EQ(refused(format, {with_frames(most + 1)}, issues).code, Code::unrepresentable);
    EXPECT_EQ(issues.list().back().path, "model");
    Scene two = with_frames(most - 10);
    two.clips.push_back(swing(2, 40, 10));
    two.clips[1].name = "second";
    const Made fitted = make(format, {two}, {.fit = true});
    EXPECT_EQ(document_of(fitted.model).animations.size(), 1u);
    EXPECT_TRUE(fitted.says("BUILD_FITTED"));
    const Made cut = make(format, {with_frames(most + 100)}, {.fit = true});
    EXPECT_LE(document_of(cut.model).num_frames(), most);
    EXPECT_GE(document_of(cut.model).num_frames(), most - 2);
}

}  // namespace
}  // namespace thaw::test
