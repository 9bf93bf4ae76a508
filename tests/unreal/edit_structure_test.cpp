// Edits that change how many triangles, points, frames or clips there are: the base's own stay where they are.
#include "scene/shapes.hpp"
#include "unreal/edit_support.hpp"
#include "unreal/sample_fish.hpp"

namespace thaw::test {
namespace {

// Two triangles, one of them new to the game's eyes.
void add_object(Scene& scene, const Material& material) {
    scene.materials.push_back(material);
    Mesh mesh{.name = "hat", .points = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}, {0, 0, 0.1f}}};
    mesh.primitives.push_back({.material = static_cast<u32>(scene.materials.size() - 1),
                               .points = {0, 1, 2, 3},
                               .indices = {0, 1, 2, 0, 2, 3}});
    scene.nodes.push_back({.name = "hat", .mesh = static_cast<u32>(scene.meshes.size())});
    scene.meshes.push_back(std::move(mesh));
}

constexpr std::string_view two_clips =
    "#exec MESH SEQUENCE MESH=M SEQ=Up STARTFRAME=0 NUMFRAMES=2 RATE=10\n"
    "#exec MESH SEQUENCE MESH=M SEQ=Down STARTFRAME=1 NUMFRAMES=1 RATE=10\n";

TEST(UnrealEditStructure, AFaceThatIsGoneLeavesAllElse) {
    EditedModel edit(model_of(fixture("unreal_reserved").bundle));
    auto& indices = edit.mesh().primitives[0].indices;
    indices.erase(indices.begin() + 3, indices.begin() + 6);
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 triangle removed; all else byte-identical");
    EXPECT_EQ(codes_of(edit.issues), std::set<std::string>{});
    EXPECT_TRUE(edit.built->companions.empty());
    EXPECT_EQ(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
    const auto &then = edit.files.find("data")->bytes, &is = now.find("data")->bytes;
    ASSERT_EQ(is.size(), then.size() - unreal::Poly::disk_bytes);
    // Polygon 1, and its number at the start.
    EXPECT_TRUE(std::equal(is.data() + 2, is.data() + 48 + 16, then.data() + 2));
    EXPECT_TRUE(std::equal(is.data() + 48 + 16, is.data() + is.size(), then.data() + 48 + 32));
}

TEST(UnrealEditStructure, AnObjectThatIsNewComesLast) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    add_object(edit.file.scene, {.name = "red", .base_color = {1, 0, 0, 1}});
    const Scene wanted = edit.file.scene;
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "object hat added; all else byte-identical");
    const auto& d = unreal_document(edit.model);
    EXPECT_EQ(d.data->num_vertices, 8u);
    ASSERT_EQ(d.data->polys.size(), 6u);
    EXPECT_EQ(d.data->num_polys, 6u);
    EXPECT_EQ(d.aniv->frame_size, 32u);
    const Model before = model_of(fixture("unreal_with_script").bundle);
    for (u64 frame = 0; frame < 2; ++frame) {
        for (u64 v = 0; v < 4; ++v) {
            const auto a = d.vertex(frame, v), b = unreal_document(before).vertex(frame, v);
            EXPECT_TRUE(a.x == b.x && a.y == b.y && a.z == b.z);
        }
    }
    EXPECT_EQ(d.data->polys[4].texture, 1);
    EXPECT_EQ(d.data->polys[0].texture, 0);
    // A colour is an image of its own, and the script has two lines more.
    ASSERT_EQ(edit.built->textures.size(), 1u);
    EXPECT_EQ(edit.built->textures[0].color, (Vec4{1, 0, 0, 1}));
    const std::string script = edit.text_of("uc");
    EXPECT_NE(script.find("#exec MESHMAP SETTEXTURE MESHMAP=TetraM NUM=1 TEXTURE=TetraM_1\r\n"), std::string::npos);
    EXPECT_NE(script.find("#exec TEXTURE IMPORT NAME=TetraM_1 FILE=MODELS\\TetraM_1.pcx"), std::string::npos);
    EXPECT_NE(script.find("SEQ=Rise STARTFRAME=0 NUMFRAMES=2 RATE=12\r\n"), std::string::npos);
    const Scene seen = edit.seen(now);
    ASSERT_EQ(seen.meshes.size(), 1u);
    EXPECT_EQ(seen.meshes[0].points.size(), 8u);
    EXPECT_NEAR(seen.meshes[0].points[5].x, 0.1, 0.003);
}

TEST(UnrealEditStructure, AnObjectThatWearsWhatTheModelDoesNeedsNoScript) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    add_object(edit.file.scene, {});
    edit.file.scene.materials.pop_back();
    edit.file.scene.meshes.back().primitives[0].material = 0;
    edit.run();
    EXPECT_EQ(edit.built->change_summary, "object hat added; all else byte-identical");
    EXPECT_TRUE(edit.built->companions.empty());
    EXPECT_TRUE(edit.built->textures.empty());
    EXPECT_EQ(unreal_document(edit.model).data->polys[5].texture, 0);
}

TEST(UnrealEditStructure, AnObjectOnAModelWhoseSlotsAreAllTheFirst) {
    EditedModel edit(scripted("unreal_many_types", "ZEROTEX=1",
                              "#exec MESHMAP NEW MESHMAP=Map MESH=M\n"
                              "#exec MESHMAP SETTEXTURE MESHMAP=Map NUM=0 TEXTURE=Skin\n"
                              "#exec MESHMAP SETTEXTURE MESHMAP=Map NUM=1 TEXTURE=Unseen\n"));
    add_object(edit.file.scene, {.name = "red", .base_color = {1, 0, 0, 1}});
    edit.run();
    const std::string script = edit.text_of("uc");
    EXPECT_NE(script.find("ZEROTEX=0"), std::string::npos) << script;
    for (const char* line : {"NUM=1 TEXTURE=Skin\r\n", "NUM=7 TEXTURE=Skin\r\n", "MESHMAP=Map NUM=2 TEXTURE=M_2\r\n"}) {
        EXPECT_NE(script.find(line), std::string::npos) << line << script;
    }
    EXPECT_LT(script.find("NUM=1 TEXTURE=Unseen"), script.find("NUM=1 TEXTURE=Skin"));
    EXPECT_EQ(script.find("NUM=0 TEXTURE=Skin"), script.rfind("NUM=0 TEXTURE=Skin"));
}

TEST(UnrealEditStructure, VerticesThatFramesDoNotStoreAreNoHindrance) {
    EditedModel edit(model_of(fixture("unreal_frame_size_smaller").bundle));
    add_object(edit.file.scene, {.name = "red"});
    edit.run();
    EXPECT_EQ(edit.built->change_summary, "object hat added; all else byte-identical");
    const auto& d = unreal_document(edit.model);
    EXPECT_EQ(d.data->num_vertices, 9u);
    EXPECT_EQ(d.aniv->frame_size, 36u);
    const Model before = model_of(fixture("unreal_frame_size_smaller").bundle);
    EXPECT_EQ(d.vertex(1, 3).y, unreal_document(before).vertex(1, 3).y);
}

TEST(UnrealEditStructure, NewTrianglesOfTheMeshUseItsVertices) {
    EditedModel edit(model_of(fixture("unreal_standard").bundle));
    Primitive& part = edit.mesh().primitives[0];
    part.indices.insert(part.indices.begin(), {part.indices[0], part.indices[2], part.indices[1]});
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 triangle added; all else byte-identical");
    EXPECT_EQ(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
    const auto& polys = unreal_document(edit.model).data->polys;
    ASSERT_EQ(polys.size(), 5u);
    // Inside out, in the file as in the scene.
    const auto then = polys[0].vertices, is = polys[4].vertices;
    const std::array<u16, 3> turned{then[0], then[2], then[1]};
    EXPECT_TRUE(std::is_permutation(is.begin(), is.end(), then.begin()));
    bool found = false;
    for (std::size_t k = 0; k < 3; ++k) found |= is == std::array{turned[k], turned[(k + 1) % 3], turned[(k + 2) % 3]};
    EXPECT_TRUE(found);
}

TEST(UnrealEditStructure, MoreVerticesThanAFrameOfTheFileHasRoomForAreWrittenAnew) {
    // The last frame is cut short: nothing can be put behind it.
    EditedModel edit(model_of(fixture("unreal_short_last_frame").bundle));
    add_object(edit.file.scene, {.name = "red"});
    edit.run();
    EXPECT_EQ(edit.built->change_summary, "written anew: frames of the base are cut short");
}

TEST(UnrealEditStructure, ATriangleWithAnotherMaterialOfTheModel) {
    EditedModel edit(model_of(fixture("unreal_many_types").bundle));
    auto& parts = edit.mesh().primitives;
    ASSERT_EQ(parts.size(), 4u);
    const u32 material = parts[3].material;
    parts[0].material = material;
    parts[0].flat = parts[3].flat;
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "material of 1 triangle changed; all else byte-identical");
    const auto& polys = unreal_document(edit.model).data->polys;
    EXPECT_EQ(polys[0].type, 0x24);
    EXPECT_EQ(polys[0].texture, 7);
    EXPECT_EQ(polys[3].type, 0x24);
    EXPECT_EQ(difference_of(now.find("data")->bytes, edit.files.find("data")->bytes).count, 2u);
    EXPECT_TRUE(edit.built->companions.empty());
}

TEST(UnrealEditStructure, ACornerThatWasCutApartIsTheOneOfItsPolygon) {
    EditedModel edit(fish());
    Primitive& part = edit.mesh().primitives[0];
    // A corner that a triangle before it has, too.
    std::ptrdiff_t at = 3;
    const auto first = part.indices.begin();
    while (std::find(first, first + at - at % 3, first[at]) == first + at - at % 3) ++at;
    part.points.push_back(part.points[first[at]]);
    part.uvs.push_back({part.uvs[first[at]].x, 0.5f});
    first[at] = static_cast<u32>(part.points.size() - 1);
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 corner split; all else byte-identical");
    EXPECT_EQ(difference_of(now.find("data")->bytes, edit.files.find("data")->bytes).count, 1u);
    EXPECT_EQ(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
}

TEST(UnrealEditStructure, AKeyBetweenFramesMovesTheFrame) {
    EditedModel edit(
        scripted("unreal_standard", "", "#exec MESH SEQUENCE MESH=M SEQ=Up STARTFRAME=0 NUMFRAMES=2 RATE=10\n"));
    for (f32& weight : edit.file.scene.clips[0].channels[0].values) weight *= 0.4f;
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "4 vertices changed in 1 frame; all else byte-identical");
    EXPECT_TRUE(edit.built->companions.empty());
    EXPECT_EQ(now.find("aniv")->bytes.size(), edit.files.find("aniv")->bytes.size());
    // Five steps higher were two then.
    EXPECT_EQ(unreal_document(edit.model).vertex(1, 0).z, 102);
    EXPECT_EQ(unreal_document(edit.model).vertex(0, 0).z, 100);
}

TEST(UnrealEditStructure, AKeyBetweenFramesThatAnotherClipShowsGetsFramesOfItsOwn) {
    EditedModel edit(scripted("unreal_standard", "", two_clips));
    for (f32& weight : edit.file.scene.clips[0].channels[0].values) weight *= 0.4f;
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 frame added to M; all else byte-identical");
    const auto &then = edit.files.find("aniv")->bytes, &is = now.find("aniv")->bytes;
    ASSERT_EQ(is.size(), 2 * (then.size() - 4) + 4);
    EXPECT_TRUE(std::equal(then.data() + 2, then.data() + then.size(), is.data() + 2));
    const auto& d = unreal_document(edit.model);
    EXPECT_EQ(d.aniv->num_frames, 4);
    EXPECT_EQ(d.vertex(2, 0).z, 100);
    EXPECT_EQ(d.vertex(3, 0).z, 102);
    EXPECT_NE(edit.text_of("uc").find("SEQ=Up STARTFRAME=2 NUMFRAMES=2 RATE=10"), std::string::npos);
    EXPECT_NE(edit.text_of("uc").find("SEQ=Down STARTFRAME=1 NUMFRAMES=1 RATE=10"), std::string::npos);
}

TEST(UnrealEditStructure, AClipWithAnotherNameChangesOneLineOfTheScript) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    std::string before(text::view_as_text(edit.model.bundle.find("uc")->bytes.bytes()));
    edit.file.scene.clips[0].name = "Climb";
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "clip Rise renamed to Climb; all else byte-identical");
    for (const Part& part : now.parts) EXPECT_EQ(part.bytes, edit.files.find(part.role)->bytes) << part.role;
    std::string after = edit.text_of("uc");
    for (std::size_t at = after.find("Climb"); at != std::string::npos; at = after.find("Climb")) {
        after.replace(at, 5, "Rise");
    }
    // All of the sequence lines are written in one way.
    for (std::string* text : {&before, &after}) {
        const std::size_t all = text->find("#exec MESH SEQUENCE");
        text->erase(all, text->find("#exec MESH SEQUENCE", all + 1) - all);
    }
    EXPECT_EQ(after, before);
}

TEST(UnrealEditStructure, ClipsThatAreNewOrGone) {
    EditedModel gone(scripted("unreal_standard", "", two_clips));
    gone.file.scene.clips.pop_back();
    gone.run();
    EXPECT_EQ(gone.built->change_summary, "clip Down removed; all else byte-identical");
    EXPECT_EQ(gone.text_of("uc").find("Down"), std::string::npos);
    EXPECT_NE(gone.text_of("uc").find("SEQ=Up STARTFRAME=0"), std::string::npos);
    EditedModel added(scripted("unreal_standard", "", two_clips));
    added.file.scene.clips.push_back(added.file.scene.clips[0]);
    added.file.scene.clips.back().name = "Again";
    const Bundle now = added.run();
    EXPECT_EQ(added.built->change_summary, "clip Again added; all else byte-identical");
    EXPECT_EQ(now.find("aniv")->bytes, added.files.find("aniv")->bytes);
    EXPECT_EQ(clip_names(added.seen(now)), (std::vector<std::string>{"Up", "Down", "Again"}));
}

TEST(UnrealEditStructure, AllIsAClipWhereItShowsWhatOthersDoNot) {
    EditedModel edit(model_of(fixture("unreal_standard").bundle));
    edit.file.scene.clips.push_back(edit.file.scene.clips[0]);
    edit.file.scene.clips.back().name = "Half";
    for (f32& weight : edit.file.scene.clips.back().channels[0].values) weight *= 0.5f;
    const Bundle now = edit.run();
    EXPECT_EQ(clip_names(edit.seen(now)), (std::vector<std::string>{"All", "Half"}));
    // With the same frames it only says that these are all.
    EditedModel same(model_of(fixture("unreal_standard").bundle));
    same.file.scene.clips.push_back(same.file.scene.clips[0]);
    same.file.scene.clips.back().name = "Whole";
    EXPECT_EQ(clip_names(same.seen(same.run())), (std::vector<std::string>{"All_", "Whole"}));
    EXPECT_NE(finding(same.issues, "BUILD_ASSUMED", "All"), nullptr);
}

// Both clips show the same frames.
TEST(UnrealEditStructure, AClipThatHoldsTheWeaponOtherwiseGetsFramesOfItsOwn) {
    EditedModel edit(model_of(fixture("unreal_weapon_triangle").bundle));
    Scene& scene = edit.file.scene;
    scene.clips.push_back(scene.clips[0]);
    scene.clips.back().name = "Aim";
    for (Channel& channel : scene.clips.back().channels) {
        if (channel.path != Path::translation) continue;
        for (std::size_t i = 0; i < channel.values.size(); i += 3) channel.values[i] += 0.1f;
    }
    const Scene wanted = scene;
    const Bundle now = edit.run();
    EXPECT_EQ(unreal_document(edit.model).aniv->num_frames, 4);
    expect_same_weapon(wanted, edit.seen(now), 0.002, 0.05);
}

TEST(UnrealEditStructure, ASpeedThatIsAskedForIsInTheScript) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    const Bundle now = edit.run({.fps = 20});
    EXPECT_EQ(edit.built->change_summary, "nothing changed; byte-identical");
    for (const Part& part : now.parts) EXPECT_EQ(part.bytes, edit.files.find(part.role)->bytes) << part.role;
    EXPECT_NE(edit.text_of("uc").find("SEQ=Rise STARTFRAME=0 NUMFRAMES=2 RATE=20"), std::string::npos);
    EditedModel same(model_of(fixture("unreal_with_script").bundle));
    same.run({.fps = 12});
    EXPECT_TRUE(same.built->companions.empty());
}

// GZDoom knows frames by the letters of sprites: they need not follow each other.
TEST(UnrealEditStructure, ClipsOfAModeldefAreChangedThere) {
    EditedModel edit(model_of(fixture("unreal_with_modeldef").bundle));
    ASSERT_EQ(clip_names(edit.before), std::vector<std::string>{"TETR"});
    edit.file.scene.clips[0].name = "HOPP";
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary, "clip TETR renamed to HOPP; all else byte-identical");
    EXPECT_EQ(edit.text_of("uc"), "");
    const std::string text = edit.text_of("modeldef");
    EXPECT_NE(text.find("Model Tetra"), std::string::npos) << text;
    EXPECT_NE(text.find("\"tetra.png\""), std::string::npos) << text;
    EXPECT_NE(text.find("FrameIndex HOPP A 0 1"), std::string::npos) << text;
    EXPECT_NE(text.find("FrameIndex HOPP B 0 0"), std::string::npos) << text;
    const Scene seen = edit.seen(now);
    EXPECT_EQ(clip_names(seen), std::vector<std::string>{"HOPP"});
    EXPECT_EQ(farthest_corner(edit.before, seen), 0);
}

TEST(UnrealEditStructure, AWholeModelThatMovedIsMovedInItsNumbers) {
    EditedModel edit(model_of(fixture("unreal_weapon_triangle").bundle));
    Scene& scene = edit.file.scene;
    ASSERT_EQ(scene.nodes[0].parent, no_index);
    scene.nodes[0].local.translation.y += 0.1f;
    const Scene wanted = scene;
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->change_summary,
              "4 vertices changed in 2 frames, 1 node moved, 3 keys changed; all else byte-identical");
    EXPECT_EQ(now.find("data")->bytes, edit.files.find("data")->bytes);
    EXPECT_LT(farthest_corner(wanted, edit.seen(now)), 0.002);
    expect_same_weapon(wanted, edit.seen(now), 0.002, 0.05);
}

}  // namespace
}  // namespace thaw::test
