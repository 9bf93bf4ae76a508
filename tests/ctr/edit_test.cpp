// A CTR model edited through a GLB: what was not touched stays byte for byte.
#include <algorithm>

#include "base/text.hpp"
#include "ctr/edit_support.hpp"
#include "ctr/made_scenes.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/scene_parts.hpp"

namespace thaw::test {
namespace {

constexpr const char* editable[] = {"triangle", "fan",          "recoloured",   "cached",   "textured", "anim_textured",
                                    "raw",      "packed",       "half_rate",    "lods",     "pack",     "level",
                                    "bare",     "still_packed", "external_map", "trailing", "reserved", "null_layout"};

TEST(CtrEdit, UntouchedIsByteIdentical) {
    for (const char* name : editable) {
        for (const bool sources : {true, false}) {
            for (const SceneOptions& options :
                 {SceneOptions{.all_lods = true}, SceneOptions{}, SceneOptions{.raw = true}}) {
                SCOPED_TRACE(std::string(name) + (sources ? "" : ", without source points"));
                Editing editing(bundle_of(name), options);
                const BuiltModel after = editing.done(sources);
                ASSERT_TRUE(after.ok()) << to_string(after.error);
                EXPECT_EQ(after.words, "nothing changed; byte-identical") << after.found("BUILD_REBUILT");
                EXPECT_EQ(editing.changed_bytes(after), 0u);
                EXPECT_FALSE(after.has_video_memory());
            }
        }
    }
    Editing editing(toadstool_bundle());
    const BuiltModel after = editing.done();
    EXPECT_EQ(after.words, "nothing changed; byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(editing.changed_bytes(after), 0u);
    EXPECT_FALSE(after.has_video_memory());
}

TEST(CtrEdit, EveryUntouchedFixtureIsByteIdentical) {
    std::size_t compared = 0;
    for (const Fixture& each : ctr_fixtures()) {
        if (each.error || each.format != &ctr::format) continue;
        SCOPED_TRACE(each.name);
        auto model = read(*each.format, each.bundle);
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || shown_nodes(*scene).empty()) continue;
        const GltfFile file = through_glb(*scene);
        const SceneInput input{.scene = file.scene, .base = &*model, .base_scene = &*scene};
        const BuiltModel back = built(input, {}, true);
        ASSERT_TRUE(back.ok()) << to_string(back.error);
        EXPECT_EQ(back.words, "nothing changed; byte-identical") << back.found("BUILD_REBUILT");
        EXPECT_EQ(back.model.bundle.parts[0].bytes, each.bundle.parts[0].bytes);
        ++compared;
    }
    EXPECT_GT(compared, 50u);
}

// The extras go too, as with an editor that knows nothing of them.
TEST(CtrEdit, UntouchedWithoutExtrasIsByteIdentical) {
    Editing editing(toadstool_bundle());
    for (Node& node : editing.file.scene.nodes) node.extras = {};
    for (Mesh& mesh : editing.file.scene.meshes) mesh.extras = {};
    for (Material& material : editing.file.scene.materials) material.extras = {};
    for (Clip& clip : editing.file.scene.clips) clip.extras = {};
    const BuiltModel after = editing.done(false);
    EXPECT_EQ(after.words, "nothing changed; byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(editing.changed_bytes(after), 0u);
}

TEST(CtrEdit, LessThanHalfAStepIsNoChange) {
    Editing editing(bundle_of("raw"));
    for (Vec3& p : editing.file.scene.meshes[0].points) p.x += 0.3f * 500 / 4096 / 64;
    EXPECT_EQ(editing.done().words, "nothing changed; byte-identical");
}

TEST(CtrEdit, AMovedVertexChangesItsBytesAlone) {
    for (const bool sources : {true, false}) {
        Editing editing(bundle_of("triangle"));
        Vec3& point = editing.file.scene.meshes[0].points[1];
        point.x += 10 / 64.0f;
        const BuiltModel after = editing.done(sources);
        ASSERT_TRUE(after.ok());
        EXPECT_EQ(after.words, "1 vertex changed; all else byte-identical") << after.found("BUILD_REBUILT");
        EXPECT_EQ(editing.changed_bytes(after), 1u);
        EXPECT_EQ(difference(editing.file.scene, scene_of(after.model, {.all_lods = true})), "");
    }
}

TEST(CtrEdit, AMovedVertexOfAnAnimationMovesInAllFrames) {
    for (const char* name : {"raw", "packed"}) {
        for (const bool sources : {true, false}) {
            SCOPED_TRACE(name);
            Editing editing(bundle_of(name));
            Mesh& mesh = editing.file.scene.meshes[0];
            // One step to the side, of the point farthest to the right.
            const auto farthest =
                std::max_element(mesh.points.begin(), mesh.points.end(), [](Vec3 a, Vec3 b) { return a.x < b.x; });
            const auto& scale = editing.before.meshes[0].extras.find("thaw_scale_x");
            farthest->x -= 3 * static_cast<f32>(*scale->get_if<i64>()) / 4096 / 64;
            const BuiltModel after = editing.done(sources);
            ASSERT_TRUE(after.ok());
            EXPECT_TRUE(after.words.starts_with("1 vertex changed in 4 frames;"))
                << after.words << after.found("BUILD_REBUILT");
            EXPECT_LE(editing.changed_bytes(after), name[0] == 'r' ? 4u : 60u);
            EXPECT_EQ(difference(editing.file.scene, scene_of(after.model, {.all_lods = true})), "");
        }
    }
}

TEST(CtrEdit, APointBeyondTheOldBoundsMovesTheOrigin) {
    Editing editing(bundle_of("triangle"));
    editing.file.scene.meshes[0].points[0].x -= 20 / 64.0f;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.words, "1 vertex changed; all else byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(difference(editing.file.scene, scene_of(after.model, {.all_lods = true})), "");
}

TEST(CtrEdit, ColoursChangeInPlace) {
    Editing editing(bundle_of("triangle"));
    auto& part = editing.file.scene.meshes[0].primitives[0];
    for (std::size_t c = 0; c < part.points.size(); ++c) {
        if (part.colors[c].x > 0.5f) part.colors[c] = {1, 1, 0, 1};
    }
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.words, "1 colour changed; all else byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(editing.changed_bytes(after), 1u);
    EXPECT_EQ(difference(editing.file.scene, scene_of(after.model, {.all_lods = true})), "");
}

TEST(CtrEdit, TextureCoordinatesChangeInPlace) {
    Editing editing(bundle_of("textured"));
    auto& part = editing.file.scene.meshes[0].primitives[0];
    part.uvs[0].x += 1 / 32.0f;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.words, "1 texture coordinate changed; all else byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(editing.changed_bytes(after), 1u);
}

TEST(CtrEdit, FieldsChangeInPlace) {
    Editing editing(bundle_of("lods"));
    Scene& scene = editing.file.scene;
    scene.meshes[0].extras = {};
    scene.meshes[0].extras.set("thaw_lod_distance", 650);
    scene.nodes[0].name = "renamed";
    scene.nodes[1].name = "near";
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.words, "1 field changed, 2 names changed; all else byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(file_of(after.model).mesh_lists[0].value[0].lod_distance, 650);
    EXPECT_EQ(text::until_nul(file_of(after.model).models[0].value.name), "renamed");
    EXPECT_EQ(text::until_nul(file_of(after.model).mesh_lists[0].value[0].name), "near");
}

TEST(CtrEdit, ANewImageGoesWhereTheOldOneWas) {
    Editing editing(toadstool_bundle());
    Image& image = editing.file.scene.images[0];
    image = painted(image.width, image.height, [](u32 x, u32 y) { return std::array<u32, 4>{x * 8, 0, y * 8, 255}; });
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.words, "image texture_0 painted; all else byte-identical") << after.found("BUILD_REBUILT");
    EXPECT_EQ(editing.changed_bytes(after), 0u);
    ASSERT_TRUE(after.has_video_memory());
    const Scene shown = scene_of(after.model);
    EXPECT_EQ(shown.images[0].pixels[4 * 5] >> 3, (5 * 8 * 31 + 127) / 255);
}

TEST(CtrEdit, ColourUnderAHoleIsNoChangeAndAnotherAlphaIs) {
    const auto words_after = [](std::array<u8, 4> then, std::array<u8, 4> now) {
        Editing editing(toadstool_bundle());
        const auto put = [](Image& image, const std::array<u8, 4>& pixel) {
            std::vector<u8> pixels(image.pixels.bytes().begin(), image.pixels.bytes().end());
            std::copy(pixel.begin(), pixel.end(), pixels.begin());
            image.pixels = Blob::take(std::move(pixels));
        };
        put(editing.before.images[0], then);
        put(editing.file.scene.images[0], now);
        return editing.done().words;
    };
    const std::string same = "nothing changed; byte-identical";
    EXPECT_EQ(words_after({255, 0, 255, 0}, {10, 20, 30, 0}), same);
    EXPECT_NE(words_after({255, 0, 255, 255}, {10, 20, 30, 255}), same);
    EXPECT_NE(words_after({10, 20, 30, 0}, {10, 20, 30, 255}), same);
}

TEST(CtrEdit, AnotherTopologyIsBuiltAnew) {
    Editing editing(toadstool_bundle(), {});  // the second level is not shown
    auto& part = editing.file.scene.meshes[0].primitives[0];
    part.indices.erase(part.indices.begin(), part.indices.begin() + 3);
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "1 triangle removed");
    const Scene shown = scene_of(after.model, {.all_lods = true});
    ASSERT_EQ(shown_nodes(shown).size(), 2u) << "the level that was not shown is still there";
    const Scene whole = scene_of(read(ctr::format, editing.bundle).value(), {.all_lods = true});
    EXPECT_EQ(shown.meshes[1].points, whole.meshes[1].points);
    EXPECT_EQ(shown.nodes[2].name, whole.nodes[2].name);
    EXPECT_EQ(shown.clips.size(), whole.clips.size());
    EXPECT_EQ(file_of(after.model).models[0].value.id, file_of(after.model).models[0].value.id);
}

TEST(CtrEdit, APackIsNotBuiltAnew) {
    Editing editing(bundle_of("pack"));
    editing.file.scene.nodes.pop_back();
    const BuiltModel after = editing.done();
    ASSERT_FALSE(after.ok());
    EXPECT_EQ(after.error.code, Code::unrepresentable);
    EXPECT_NE(after.error.message.find("in place: "), std::string::npos) << after.error.message;
}

// An image where there was none needs a table of its own, and that the list of pointers.
TEST(CtrEdit, APackWithoutItsMapSaysThatItIsMissing) {
    for (const bool with_map : {true, false}) {
        Editing editing(bundle_of(with_map ? "pack" : "pack_without_map"));
        Scene& scene = editing.file.scene;
        Primitive& part = editing.mesh().primitives[0];
        part.uvs.assign(part.points.size(), {0.5f, 0.5f});
        scene.images.push_back(
            {.name = "new", .width = 2, .height = 2, .pixels = Blob::take(std::vector<u8>(16, 255))});
        scene.materials[part.material].image = static_cast<u32>(scene.images.size() - 1);
        const BuiltModel after = editing.done();
        EXPECT_EQ(after.ok(), with_map) << after.words;
        EXPECT_EQ(after.error.message.find("(.ptr) is not at hand") != std::string::npos, !with_map)
            << after.error.message;
    }
}

}  // namespace
}  // namespace thaw::test
