// An edited scene over the model it was made of: what was not edited stays as it is, byte for byte.
#include "scene/targets.hpp"
#include "support/corpus.hpp"
#include "unreal/edit_support.hpp"
#include "unreal/sample_fish.hpp"

namespace thaw::test {
namespace {

// Another order of points, as editors like it.
void shuffle_points(Mesh& mesh) {
    const auto count = static_cast<u32>(mesh.points.size());
    const auto moved = [&](u32 p) { return count - 1 - p; };
    std::reverse(mesh.points.begin(), mesh.points.end());
    std::reverse(mesh.normals.begin(), mesh.normals.end());
    list_offsets(mesh);
    for (MorphTarget& target : mesh.targets) {
        std::reverse(target.points.begin(), target.points.end());
        std::reverse(target.offsets.begin(), target.offsets.end());
        for (u32& p : target.points) p = moved(p);
    }
    for (Primitive& part : mesh.primitives) {
        for (u32& p : part.points) p = moved(p);
        for (std::size_t t = 0; t + 2 < part.indices.size(); t += 3) {
            std::rotate(part.indices.begin() + static_cast<std::ptrdiff_t>(t),
                        part.indices.begin() + static_cast<std::ptrdiff_t>(t) + 1,
                        part.indices.begin() + static_cast<std::ptrdiff_t>(t) + 3);
        }
    }
}

void reverse_triangles(Mesh& mesh) {
    for (Primitive& part : mesh.primitives) {
        std::vector<u32> indices;
        for (std::size_t t = part.indices.size(); t >= 3; t -= 3) {
            for (std::size_t k = 0; k < 3; ++k) indices.push_back(part.indices[t - 3 + k]);
        }
        part.indices = std::move(indices);
    }
}

std::vector<Model> models() {
    std::vector<Model> out;
    for (const Fixture& f : unreal_fixtures()) {
        auto model = read(unreal_format(), f.bundle);
        Issues issues;
        if (!model) continue;
        const auto scene = to_scene(*model, {}, issues);
        if (scene && !scene->meshes.empty()) out.push_back(std::move(*model));
    }
    out.push_back(fish());
    return out;
}

TEST(UnrealEdit, NothingChangesWhatNobodyEdited) {
    int n = 0;
    for (Model& model : models()) {
        SCOPED_TRACE(model.bundle.parts[0].name + " " + std::to_string(n++));
        EditedModel(std::move(model)).expect_untouched();
    }
    EXPECT_GT(n, 25);
}

TEST(UnrealEdit, NorWhenTheEditorForgetsWhatItWasTold) {
    int n = 0;
    for (Model& model : models()) {
        SCOPED_TRACE(n++);
        EditedModel edit(std::move(model));
        edit.forget_extras();
        edit.expect_untouched();
    }
}

TEST(UnrealEdit, NorWhenPointsComeInAnotherOrder) {
    int n = 0;
    for (Model& model : models()) {
        SCOPED_TRACE(n++);
        EditedModel edit(std::move(model));
        edit.file.source_points.clear();
        shuffle_points(edit.mesh());
        edit.expect_untouched();
    }
}

TEST(UnrealEdit, NorWhenTrianglesComeInAnotherOrder) {
    for (const bool told : {true, false}) {
        EditedModel edit(fish());
        if (!told) edit.file.source_points.clear();
        reverse_triangles(edit.mesh());
        edit.expect_untouched();
    }
}

TEST(UnrealEdit, NorWhenTheBaseWasShownRawOrStill) {
    EditedModel(fish(), {.raw = true}).expect_untouched();
    EditedModel(fish(), {.frame = 3}).expect_untouched();
}

TEST(UnrealEdit, NorWhenTheBaseWasShownClipByClip) {
    EditedModel(fish(), {.split_clips = true}).expect_untouched();
    // A mesh of one clip moves: so do the frames of that clip, and no others.
    EditedModel edit(fish(), {.split_clips = true});
    ASSERT_GT(edit.file.scene.meshes.size(), 1u);
    const Clip& second = edit.before.clips[1];
    const auto frames = static_cast<u64>(*second.extras.find("frames")->get_if<i64>());
    edit.file.scene.meshes[1].points[3].x += 0.03f;
    edit.run();
    EXPECT_EQ(edit.built->change_summary,
              "1 vertex changed in " + text::plural(frames, "frame") + "; all else byte-identical");
}

TEST(UnrealEdit, NorWhenAnEditorForgetsWhatItWasToldOfClipsThatAreMeshes) {
    EditedModel edit(fish(), {.split_clips = true});
    edit.forget_extras();
    edit.expect_untouched();
}

TEST(UnrealEdit, OneVertexMovedInAllFrames) {
    for (const bool told : {true, false}) {
        SCOPED_TRACE(told);
        EditedModel edit(fish());
        const u32 frames = edit.before.meshes[0].frames->count;
        const u32 vertex = edit.file.source_points[0][7];
        edit.mesh().points[7].y += 0.02f;
        if (!told) edit.forget_extras();
        const Bundle now = edit.run();
        EXPECT_EQ(edit.built->change_summary,
                  "1 vertex changed in " + std::to_string(frames) + " frames; all else byte-identical");
        EXPECT_EQ(now.find("data")->bytes, edit.files.find("data")->bytes);
        const auto& document = unreal_document(edit.model);
        const auto changed = difference_of(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
        EXPECT_GE(changed.count, frames);
        const u64 stride = document.stride(), bytes = document.vertex_bytes();
        EXPECT_EQ((changed.first - 4) / stride, 0u);
        EXPECT_EQ((changed.first - 4) % stride / bytes, vertex);
        EXPECT_EQ((changed.last - 4) % stride / bytes, vertex);
        EXPECT_EQ((changed.last - 4) / stride, frames - 1);
        // And it is where it was put.
        Issues ignored;
        const auto again = to_scene(edit.model, {}, ignored);
        ASSERT_TRUE(again);
        EXPECT_NEAR(again->meshes[0].points[vertex].y - edit.before.meshes[0].points[vertex].y, 0.02, 0.002);
    }
}

TEST(UnrealEdit, HalfAStepIsNoMove) {
    const f32 step = static_cast<f32>(0.2 * unreal::metres_per_unit);  // up
    for (const bool far : {false, true}) {
        EditedModel edit(scripted("unreal_standard", "", "#exec MESHMAP SCALE MESHMAP=M X=0.1 Y=0.1 Z=0.2\n"));
        edit.mesh().points[0].y += step * (far ? 0.51f : 0.49f);
        edit.run();
        EXPECT_EQ(edit.built->change_summary,
                  far ? "1 vertex changed in 2 frames; all else byte-identical" : "nothing changed; byte-identical");
        EXPECT_EQ(finding(edit.issues, "BUILD_NOT_KEPT") == nullptr, far);
    }
}

TEST(UnrealEdit, AFrameMovedAlone) {
    EditedModel edit(fish());
    list_offsets(edit.mesh());
    MorphTarget& target = edit.mesh().targets[4];
    ASSERT_FALSE(target.points.empty());
    target.offsets[0].x += 0.05f;
    edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 vertex changed in 1 frame; all else byte-identical");
}

TEST(UnrealEdit, TextureCoordinatesAndMaterials) {
    EditedModel edit(model_of(fixture("unreal_many_types").bundle));
    Primitive& part = edit.mesh().primitives[0];
    ASSERT_FALSE(part.uvs.empty());
    const u32 corner = part.indices[0];
    part.uvs[corner].x = 0.25f;
    u64 touched = 0;
    for (std::size_t t = 0; t + 2 < part.indices.size(); t += 3) {
        touched += part.indices[t] == corner || part.indices[t + 1] == corner || part.indices[t + 2] == corner;
    }
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 texture coordinate changed; all else byte-identical");
    EXPECT_EQ(difference_of(now.find("data")->bytes, edit.files.find("data")->bytes).count, touched);
    EXPECT_EQ(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
}

TEST(UnrealEdit, AnotherTypeOfPolygon) {
    EditedModel edit(model_of(fixture("unreal_standard").bundle));
    edit.file.scene.materials[0].extras = {};
    edit.file.scene.materials[0].extras.set("thaw_slot", 0).set("thaw_type", 0x11);
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 field changed; all else byte-identical");
    for (const unreal::Poly& poly : unreal_document(edit.model).data->polys) EXPECT_EQ(poly.type, 0x11);
    EXPECT_EQ(difference_of(now.find("data")->bytes, edit.files.find("data")->bytes).count, 4u);
}

TEST(UnrealEdit, AMaterialThatLooksOtherwiseAndSaysNothing) {
    EditedModel edit(model_of(fixture("unreal_standard").bundle));
    edit.forget_extras();
    edit.file.scene.materials[0].double_sided = true;
    edit.run();
    EXPECT_EQ(unreal_document(edit.model).data->polys[0].type, 0x01);
}

TEST(UnrealEdit, AnImageSomebodyPaintedOn) {
    for (const bool painted : {false, true}) {
        EditedModel edit(fish());
        ASSERT_FALSE(edit.before.images.empty());
        for (Scene* scene : {&edit.before, &edit.file.scene}) {
            for (Image& image : scene->images) {
                image.file = {};
                image.width = image.height = 1;
                const u8 red = painted && scene == &edit.file.scene && &image == &scene->images[0] ? 255 : 0;
                image.pixels = Blob::take({red, 0, 0, 255});
            }
        }
        edit.run();
        EXPECT_EQ(edit.built->textures.size(), painted ? 1u : 0u);
        EXPECT_EQ(edit.built->change_summary,
                  painted ? "image ThawFish painted; all else byte-identical" : "nothing changed; byte-identical");
        for (const BuiltTexture& texture : edit.built->textures) EXPECT_EQ(texture.name, "ThawFish.pcx");
        EXPECT_TRUE(edit.built->companions.empty());
    }
}

TEST(UnrealEdit, TheSpeedOfAClipIsInTheScript) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    Clip& clip = edit.file.scene.clips[0];
    clip.extras = {};
    clip.extras.set("fps", 24).set("frames", 2);
    for (auto& times : clip.timelines) {
        for (f32& t : times) t /= 2;
    }
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 field changed, keys of clip Rise changed; all else byte-identical");
    for (const Part& part : now.parts) EXPECT_EQ(part.bytes, edit.files.find(part.role)->bytes) << part.role;
    ASSERT_EQ(edit.built->companions.size(), 1u);
    const std::string script = text::view_as_text(edit.built->companions[0].bytes.bytes());
    EXPECT_NE(script.find("SEQ=Rise STARTFRAME=0 NUMFRAMES=2 RATE=24"), std::string::npos) << script;
    EXPECT_EQ(script.find("RATE=12"), std::string::npos);
    EXPECT_NE(script.find("NOTIFY MESH=TetraM SEQ=Rise TIME=0.5 FUNCTION=Ping"), std::string::npos) << script;
    // What else stands there stays.
    EXPECT_NE(script.find("class Tetra expands Decoration;"), std::string::npos);
    EXPECT_NE(script.find("NAME=JTetra"), std::string::npos);
}

TEST(UnrealEdit, TheWeaponMoves) {
    EditedModel edit(model_of(fixture("unreal_weapon_triangle").bundle));
    Scene& scene = edit.file.scene;
    u32 node = 0;
    while (scene.nodes[node].name != "WeaponAttach") ++node;
    scene.nodes[node].local.translation.x += 0.1f;
    for (Clip& clip : scene.clips) {
        for (Channel& channel : clip.channels) {
            if (channel.node != node || channel.path != Path::translation) continue;
            for (std::size_t i = 0; i < channel.values.size(); i += 3) channel.values[i] += 0.1f;
        }
    }
    const Scene moved = scene;
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 node moved, 3 keys changed; all else byte-identical");
    EXPECT_EQ(now.find("data")->bytes, edit.files.find("data")->bytes);
    EXPECT_EQ(codes_of(edit.issues), std::set<std::string>{});
    expect_same_weapon(moved, scene_of(edit.model), 0.002, 0.05);
}

// Clips tell where the weapon is; in a frame that none shows it is where the file has it.
TEST(UnrealEdit, TheWeaponStaysInFramesThatNoClipShows) {
    for (const f32 moved_at_rest : {0.0f, 0.1f}) {
        Bundle bundle = fixture("unreal_weapon_triangle").bundle;
        bundle.parts.push_back(
            {"uc", "Tetra.uc",
             blob_of("#exec MESH IMPORT MESH=TetraM ANIVFILE=MODELS\\tetra_a.3d DATAFILE=MODELS\\tetra_d.3d\n"
                     "#exec MESH SEQUENCE MESH=TetraM SEQ=Rise STARTFRAME=0 NUMFRAMES=1 RATE=10\n")});
        EditedModel edit(model_of(bundle));
        ASSERT_EQ(unreal_document(edit.model).aniv->num_frames, 2u);
        edit.mesh().primitives[0].uvs[0].x += 0.25f;
        Scene& scene = edit.file.scene;
        u32 node = 0;
        while (scene.nodes[node].name != "WeaponAttach") ++node;
        scene.nodes[node].local.translation.x += moved_at_rest;
        const Bundle now = edit.run();
        const Blob &then_bytes = edit.files.find("aniv")->bytes, &now_bytes = now.find("aniv")->bytes;
        ASSERT_EQ(then_bytes.size(), now_bytes.size());
        const std::size_t second = then_bytes.size() - (then_bytes.size() - 4) / 2;
        EXPECT_TRUE(then_bytes.slice(0, second) == now_bytes.slice(0, second));
        EXPECT_EQ(then_bytes == now_bytes, moved_at_rest == 0) << edit.built->change_summary;
    }
}

TEST(UnrealEdit, AModeldefBesideTheBase) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    Bundle now = edit.run({.own = OptionValues{{"modeldef"}}});
    EXPECT_EQ(edit.built->change_summary, "nothing changed; byte-identical");
    ASSERT_EQ(edit.built->companions.size(), 1u);
    EXPECT_EQ(edit.built->companions[0].role, "modeldef");
    now.parts[0].name = "tetra_d.3d", now.parts[1].name = "tetra_a.3d";
    now.parts.push_back({"modeldef", "MODELDEF", edit.built->companions[0].bytes});
    EXPECT_LT(farthest_corner(edit.before, scene_of(model_of(now))), 1e-5);
}

TEST(UnrealEdit, WhatOutgrowsTheNumbersGetsAnotherScale) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    edit.mesh().points[0].y += 10;
    const Scene wanted = edit.file.scene;
    const Bundle now = edit.run();
    ASSERT_NE(finding(edit.issues, "BUILD_REBUILT"), nullptr);
    EXPECT_EQ(edit.built->change_summary, "written anew: the shape has outgrown the numbers of the file");
    ASSERT_NE(finding(edit.issues, "BUILD_POSITIONS"), nullptr);
    EXPECT_LT(farthest_corner(wanted, edit.seen(now)), 0.011);
    // The script says where the numbers lie now, and stays otherwise.
    const std::string script = edit.text_of("uc");
    EXPECT_NE(script.find("class Tetra expands Decoration;"), std::string::npos);
    EXPECT_NE(script.find("SEQ=Rise STARTFRAME=0 NUMFRAMES=2 RATE=12\r\n"), std::string::npos);
    EXPECT_NE(script.find("#exec MESHMAP SCALE MESHMAP=TetraM X=0."), std::string::npos);
    EXPECT_EQ(script.find("X=0.1 Y=0.1 Z=0.2"), std::string::npos);
    EXPECT_EQ(script.find("SCALE"), script.rfind("SCALE"));
}

TEST(UnrealEdit, WhatIsWrittenAnewKeepsTheHeader) {
    EditedModel edit(model_of(fixture("unreal_reserved").bundle));
    edit.mesh().points[0].y += 10;
    edit.run();
    ASSERT_NE(finding(edit.issues, "BUILD_REBUILT"), nullptr);
    const auto& data = *unreal_document(edit.model).data;
    EXPECT_EQ(data.polys.size(), 4u);
    EXPECT_EQ(data.fix_scale, 0x1000000u);
    EXPECT_EQ(data.padding[0], 0xFF);
}

TEST(UnrealEdit, FramesThatLieOverEachOtherCannotChangeOneByOne) {
    for (const bool shared : {false, true}) {
        Bundle bundle = fixture("unreal_frame_size_smaller").bundle;
        for (Part& part : bundle.parts) {
            if (part.role != "aniv" || !shared) continue;
            // Then the last frame has its fifth vertex, and those before share theirs with the next one.
            std::vector<u8> bytes(part.bytes.bytes().begin(), part.bytes.bytes().end());
            bytes.insert(bytes.end(), 4, 7);
            part.bytes = Blob::take(std::move(bytes));
        }
        EditedModel edit(model_of(bundle));
        edit.mesh().points[0].y += 0.05f;
        edit.run();
        EXPECT_EQ(edit.built->change_summary, shared ? "written anew: frames of the base lie over each other"
                                                     : "1 vertex changed in 2 frames; all else byte-identical");
    }
}

TEST(UnrealEdit, ABaseOfAnotherFormatIsNone) {
    EditedModel edit(fish());
    Issues issues;
    const SceneInput input{.scene = edit.file.scene, .base = &edit.model, .base_scene = &edit.before};
    EXPECT_TRUE(from_scene(*find_format("twm"), input, {}, issues));
    EXPECT_NE(edit.model.document, nullptr);
}

TEST(UnrealEdit, TheOtherVariantIsWrittenAnew) {
    EditedModel edit(fish());
    Bundle now = edit.run({.variant = "deusex"});
    EXPECT_TRUE(unreal_document(edit.model).is_deus_ex());
    EXPECT_EQ(codes_of(edit.issues), std::set<std::string>{"BUILD_REBUILT"});
    now.parts[0].name = "tetra_d.3d", now.parts[1].name = "tetra_a.3d";
    now.parts.push_back({"uc", "tetra.uc", edit.built->companions[0].bytes});
    EXPECT_LT(farthest_corner(edit.before, scene_of(model_of(now))), 1e-5);
    // Its script speaks of the files as they are called now.
    EXPECT_NE(edit.text_of("uc").find("tetra_a.3d"), std::string::npos);
    EXPECT_EQ(edit.text_of("uc").find("ThawFish_a.3d"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
