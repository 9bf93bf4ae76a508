// Scenes of small pairs: exact numbers, placement, winding, clips, materials and the weapon.
#include "base/text.hpp"
#include "unreal/scene_fixtures.hpp"

#include <cmath>

#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "scene/maths.hpp"

namespace thaw::test {
namespace {

constexpr std::string_view turned =
    "#exec MESH ORIGIN MESH=M X=10 Y=-20 Z=30 YAW=64 PITCH=20 ROLL=-64\n"
    "#exec MESHMAP SCALE MESHMAP=M X=0.1 Y=0.2 Z=0.3\n";

TEST(UnrealScene, EveryFixtureGivesASceneOrSaysWhyNot) {
    const SceneOptions variants[] = {{}, {.raw = true}, {.split_clips = true}, {.frame = 0}};
    u32 scenes = 0;
    for (const Fixture& f : unreal_fixtures()) {
        if (f.error) continue;
        const Model model = model_of(f.bundle);
        for (const SceneOptions& options : variants) {
            Issues issues;
            const auto scene = to_scene(model, options, issues);
            if (!scene) {
                EXPECT_FALSE(scene.error().message.empty()) << f.name;
                EXPECT_NE(scene.error().code, Code::internal) << f.name;
                continue;
            }
            EXPECT_EQ(check(*scene), "") << f.name;
            EXPECT_EQ(options.frame.has_value() && !scene->clips.empty(), false) << f.name;
            ++scenes;
        }
    }
    EXPECT_GT(scenes, 100u);
}

TEST(UnrealScene, HalfAPairIsNotEnough) {
    for (const char* name : {"unreal_data_only", "unreal_aniv_only"}) {
        Issues issues;
        const auto scene = to_scene(model_of(fixture(name).bundle), {}, issues);
        ASSERT_FALSE(scene) << name;
        EXPECT_EQ(scene.error().code, Code::missing_part);
    }
}

TEST(UnrealScene, RawPointsAreTheStoredIntegers) {
    for (const Fixture& f : unreal_fixtures()) {
        if (f.error) continue;
        const Model model = model_of(f.bundle);
        Issues issues;
        if (to_scene(model, {}, issues)) expect_integers(model);
    }
}

TEST(UnrealScene, BakedPointsAreObjectSpaceInMetresWithGltfAxes) {
    for (const char* keys : {"", "UNMIRROR=1"}) {
        const Model model = scripted("unreal_standard", keys, turned);
        const unreal::Document& d = unreal_document(model);
        const unreal::ObjectSpace place(d.mesh()->placement);
        const Scene scene = scene_of(model);
        const Mesh& mesh = scene.meshes[0];
        std::vector<Vec3> points(mesh.points.size());
        for (u32 f = 0; f < mesh.frames->count; ++f) {
            decode_frame(*mesh.frames, f, points);
            for (u64 v = 0; v < points.size(); ++v) {
                const auto p = place(d.vertex(f, v));
                EXPECT_NEAR(points[v].x, -p[1] * 0.01905, 1e-6);
                EXPECT_NEAR(points[v].y, p[2] * 0.01905, 1e-6);
                EXPECT_NEAR(points[v].z, p[0] * 0.01905, 1e-6);
            }
        }
    }
}

TEST(UnrealScene, BakedPointsRoundBackToTheIntegers) {
    const Model model = scripted("unreal_standard", "UNMIRROR=1", turned);
    const unreal::Document& d = unreal_document(model);
    const Mesh mesh = scene_of(model).meshes[0];
    const Affine& a = mesh.frames->transform;
    Matrix matrix = identity_matrix;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) matrix[4 * column + row] = a.rows[row][column];
        matrix[12 + row] = a.offset[row];
    }
    const auto back = inverse_of(matrix);
    ASSERT_TRUE(back);
    for (u64 v = 0; v < mesh.points.size(); ++v) {
        const Vec3 p = mesh.points[v];
        const auto raw = transformed(*back, as_double(p));
        EXPECT_EQ(std::lround(raw[0]), d.vertex(0, v).x);
        EXPECT_EQ(std::lround(raw[1]), d.vertex(0, v).y);
        EXPECT_EQ(std::lround(raw[2]), d.vertex(0, v).z);
    }
}

TEST(UnrealScene, RawUnderItsNodeIsWhereBakedIs) {
    for (const char* keys : {"", "UNMIRROR=1"}) {
        const Model model = scripted("unreal_standard", keys, turned);
        const Scene raw = scene_of(model, {.raw = true});
        const Scene baked = scene_of(model);
        EXPECT_EQ(baked.nodes[0].local, Transform{});
        Pose pose;
        evaluate(raw, nullptr, 0, pose);
        std::vector<Vec3> points;
        posed_points(raw, pose, 0, points);
        for (std::size_t v = 0; v < points.size(); ++v) {
            EXPECT_LT(length(points[v] - baked.meshes[0].points[v]), 1e-6f) << keys << v;
        }
    }
}

TEST(UnrealScene, TrianglesTurnOutward) {
    const Model reference = model_of(fixture("unreal_standard").bundle);
    // U3: outward on the raw numbers.
    const unreal::Document& d = unreal_document(reference);
    double raw_volume = 0;
    for (const unreal::Poly& poly : d.data->polys) {
        std::array<Vec3, 3> v{};
        for (std::size_t i = 0; i < 3; ++i) {
            const unreal::Point p = d.vertex(0, poly.vertices[i]);
            v[i] = {static_cast<f32>(p.x), static_cast<f32>(p.y), static_cast<f32>(p.z)};
        }
        raw_volume += double{dot(v[0], cross(v[1], v[2]))};
    }
    ASSERT_NE(raw_volume, 0);
    const double outward = raw_volume > 0 ? 1 : -1;
    for (const bool raw : {false, true}) {
        for (const char* keys : {"", "UNMIRROR=1"}) {
            const Scene scene = scene_of(scripted("unreal_standard", keys, turned), {.raw = raw});
            EXPECT_GT(outward * signed_volume(scene.meshes[0], scene.meshes[0].points), 0) << raw << keys;
        }
    }
    const Scene negative =
        scene_of(scripted("unreal_standard", "", "#exec MESHMAP SCALE MESHMAP=M X=-0.1 Y=0.1 Z=0.1\n"));
    EXPECT_GT(outward * signed_volume(negative.meshes[0], negative.meshes[0].points), 0);
}

TEST(UnrealScene, PlayersStandUprightAndLookForward) {
    // YAW=64 ROLL=-64, as every stock player: raw Y is up, raw Z forward, raw X right.
    const Model model = scripted("unreal_standard", "", "#exec MESH ORIGIN MESH=M YAW=64 ROLL=-64\n");
    const Affine a = scene_of(model).meshes[0].frames->transform;
    EXPECT_NEAR(a.rows[1][1], 0.01905, 1e-12);   // up
    EXPECT_NEAR(a.rows[2][2], 0.01905, 1e-12);   // forward
    EXPECT_NEAR(a.rows[0][0], -0.01905, 1e-12);  // right is -X
}

TEST(UnrealScene, FramesAreTheFileItself) {
    const Model model = model_of(fixture("unreal_standard").bundle);
    const Scene scene = scene_of(model);
    EXPECT_EQ(scene.meshes[0].frames->bytes.data(), unreal_document(model).aniv->frames.data());
    EXPECT_EQ(scene.meshes[0].frames->layout, word_points);
    const Scene deus_ex = scene_of(model_of(fixture("unreal_deus_ex").bundle));
    EXPECT_EQ(deus_ex.meshes[0].frames->layout, short_points);
}

TEST(UnrealScene, ShortFramesAreLeftOutUnlessNothingUsesWhatIsMissing) {
    const Model used = model_of(fixture("unreal_short_last_frame").bundle);
    EXPECT_FALSE(scene_of(used).meshes[0].frames.has_value());
    EXPECT_TRUE(codes(used).contains("FRAMES_LEFT_OUT"));
    // As the skaarj: the last vertex belongs to nothing, so every frame is good without it.
    const Model unused = model_of(fixture("unreal_frame_size_smaller").bundle);
    const Scene scene = scene_of(unused);
    EXPECT_EQ(scene.meshes[0].frames->count, 2u);
    EXPECT_EQ(scene.meshes[0].points.size(), 4u);
    EXPECT_FALSE(codes(unused).contains("FRAMES_LEFT_OUT"));
}

TEST(UnrealScene, WhatCannotBeDrawnIsLeftOutAndSaid) {
    const Model bad = model_of(fixture("unreal_index_out_of_range").bundle);
    EXPECT_EQ(scene_of(bad).meshes[0].primitives[0].indices.size(), 6u);
    EXPECT_TRUE(codes(bad).contains("INDEX_OUT_OF_RANGE"));
    const Model flat = model_of(fixture("unreal_degenerate").bundle);
    EXPECT_EQ(scene_of(flat).meshes[0].primitives[0].indices.size(), 6u);
    EXPECT_TRUE(codes(flat).contains("DEGENERATE_TRIANGLE"));
    Issues issues;
    EXPECT_FALSE(to_scene(model_of(fixture("unreal_pair_mismatch").bundle), {}, issues));
    for (const char* name : {"unreal_empty", "unreal_no_frame_stored"}) {
        const Model empty = model_of(fixture(name).bundle);
        EXPECT_TRUE(scene_of(empty).meshes.empty());
        EXPECT_TRUE(codes(empty).contains("EMPTY_MODEL"));
    }
}

TEST(UnrealScene, CornersAreSharedByVertexAndPlaceOnTheImage) {
    const Scene scene = scene_of(model_of(fixture("unreal_standard").bundle));
    const Primitive& p = scene.meshes[0].primitives[0];
    EXPECT_EQ(p.indices.size(), 12u);
    // The first corner of three triangles is vertex 0 at (0, 0); every triangle has (0,0), (255,0), (128,255).
    std::set<std::array<f32, 3>> different;
    for (std::size_t c = 0; c < p.points.size(); ++c) {
        different.insert({static_cast<f32>(p.points[c]), p.uvs[c].x, p.uvs[c].y});
    }
    EXPECT_EQ(different.size(), p.points.size());
    EXPECT_LT(p.points.size(), 12u);
    EXPECT_EQ(p.uvs[p.indices[0]], (Vec2{0, 0}));
    // (v0, v2, v1): the third corner of the file comes second.
    EXPECT_EQ(p.uvs[p.indices[1]], (Vec2{128 / 256.f, 255 / 256.f}));
    EXPECT_EQ(p.uvs[p.indices[2]], (Vec2{255 / 256.f, 0}));
}

TEST(UnrealScene, OneMaterialForEachSlotAndType) {
    const Scene scene = scene_of(model_of(fixture("unreal_many_types").bundle));
    ASSERT_EQ(scene.materials.size(), 4u);
    const auto material = [&](std::string_view name) -> const Material& {
        const auto found = std::find_if(scene.materials.begin(), scene.materials.end(),
                                        [&](const Material& m) { return m.name == name; });
        EXPECT_NE(found, scene.materials.end()) << name;
        return *found;
    };
    const Material& two_sided = material("skin0_two-sided");
    EXPECT_TRUE(two_sided.double_sided && !two_sided.unlit && two_sided.alpha == AlphaMode::opaque);
    const Material& masked = material("skin0_masked_two-sided_unlit");
    EXPECT_TRUE(masked.double_sided && masked.unlit && masked.alpha == AlphaMode::mask);
    const Material& shiny = material("skin1_translucent_two-sided_environment");
    EXPECT_TRUE(shiny.environment && shiny.alpha == AlphaMode::blend && shiny.blend == BlendMode::additive);
    const Material& dark = material("skin7_modulated_two-sided_flat");
    EXPECT_TRUE(dark.alpha == AlphaMode::blend && dark.blend == BlendMode::modulate);
    EXPECT_EQ(*dark.extras.find("thaw_slot")->get_if<i64>(), 7);
    EXPECT_EQ(*dark.extras.find("thaw_type")->get_if<i64>(), 0x24);
    for (const Primitive& p : scene.meshes[0].primitives) {
        EXPECT_EQ(p.flat, &scene.materials[p.material] == &dark);
        EXPECT_EQ(p.points.size(), 3u);
    }
}

TEST(UnrealScene, ImagesAreFoundAndHolesAreForMaskedOnes) {
    Bundle bundle = fixture("unreal_with_script").bundle;
    EXPECT_TRUE(codes(model_of(bundle)).contains("TEXTURE_MISSING"));
    EXPECT_EQ(scene_of(model_of(bundle)).materials[0].image, no_index);
    bundle.parts.push_back({"texture", "Models/TETRA.PNG", text_blob("an image")});
    const Scene scene = scene_of(model_of(bundle));
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(scene.materials[0].image, 0u);
    EXPECT_EQ(scene.images[0].name, "TETRA");
    EXPECT_TRUE(scene.images[0].first_color_clear);  // imported with FLAGS=2
    EXPECT_EQ(scene.materials[0].alpha, AlphaMode::mask);
    for (Part& part : bundle.parts) {
        std::string text = text::view_as_text(part.bytes.bytes());
        const auto flags = text.find(" FLAGS=2");
        if (part.role != "uc" || flags == std::string::npos) continue;
        part.bytes = text_blob(text.erase(flags, 8));
    }
    EXPECT_FALSE(scene_of(model_of(bundle)).images.at(0).first_color_clear);
    EXPECT_EQ(scene.materials[0].base_color, (Vec4{1, 1, 1, 1}));
    EXPECT_FALSE(codes(model_of(bundle)).contains("TEXTURE_MISSING"));

    Bundle types = fixture("unreal_many_types").bundle;
    types.parts.push_back({"texture:0", "mine.png", text_blob("mine")});
    const Scene chosen = scene_of(model_of(types));
    ASSERT_EQ(chosen.images.size(), 2u);  // the same image with and without holes
    EXPECT_NE(chosen.images[0].first_color_clear, chosen.images[1].first_color_clear);
}

TEST(UnrealScene, SequencesBecomeClips) {
    const Model model = model_of(fixture("unreal_with_script").bundle);
    const Scene scene = scene_of(model);
    EXPECT_EQ(scene.name, "TetraM");
    ASSERT_EQ(clip_names(scene), std::vector<std::string>{"Rise"});  // All is not the only one
    const Clip& rise = scene.clips[0];
    const auto& times = rise.timelines[0];
    ASSERT_EQ(times.size(), 3u);
    EXPECT_EQ(times[0], 0);
    EXPECT_FLOAT_EQ(times[1], 1 / 12.f);
    EXPECT_FLOAT_EQ(times[2], 2 / 12.f);
    EXPECT_EQ(rise.channels[0].interpolation, Interpolation::linear);
    EXPECT_EQ(
        json::to_text(rise.extras),
        "{\"fps\":12,\"first_frame\":0,\"frames\":2,\"events\":[{\"seconds\":0.08333333333333333,\"name\":\"Ping\"}]}");
    EXPECT_EQ(scene.meshes[0].frames->names, (std::vector<std::string>{"000 Rise 0", "001 Rise 1"}));
    EXPECT_FLOAT_EQ(scene_of(model, {.fps = 50}).clips[0].timelines[0][1], 0.02f);
}

TEST(UnrealScene, WithoutAScriptAllFramesAreOneClip) {
    const Model model = model_of(fixture("unreal_standard").bundle);
    const Scene scene = scene_of(model);
    ASSERT_EQ(clip_names(scene), std::vector<std::string>{"All"});
    EXPECT_FLOAT_EQ(scene.clips[0].timelines[0][1], 1 / 30.f);
    EXPECT_TRUE(codes(model).contains("SCRIPT_DEFAULTS"));
    EXPECT_EQ(scene.name, "tetra");
    EXPECT_TRUE(scene_of(model_of(fixture("unreal_single_frame").bundle)).clips.empty());
}

TEST(UnrealScene, SequencesOfDroppedFramesShowTheFilesOwn) {
    // 16 frames; 2 to 5 are dropped, so that the third one left is 6.
    const Model model = scripted("unreal_script_busy", "",
                                 "#exec MESH DROPFRAMES MESH=M STARTFRAME=2 NUMFRAMES=4\n"
                                 "#exec MESH SEQUENCE MESH=M SEQ=Late STARTFRAME=1 NUMFRAMES=3\n");
    Bundle bundle = model.bundle;
    std::erase_if(bundle.parts, [](const Part& p) { return p.name == "Tetra.uc"; });
    const Scene scene = scene_of(model_of(bundle));
    ASSERT_EQ(scene.clips.size(), 1u);
    const auto& frames = scene.clips[0].channels[0].frames;
    EXPECT_EQ(std::vector<u32>(frames.begin(), frames.begin() + 3), (std::vector<u32>{1, 6, 7}));
}

TEST(UnrealScene, OddScriptsAreRepairedAndSaid) {
    const Model model = model_of(fixture("unreal_script_unusable").bundle);
    EXPECT_EQ(codes(model), (std::set<std::string>{"PLACEMENT_UNUSABLE", "RATE_UNUSABLE", "SLOT_WITHOUT_PICTURE",
                                                   "UNMIRRORED_TEXTURE"}));
    EXPECT_FLOAT_EQ(scene_of(model).clips[0].timelines[0][1], 1 / 30.f);
    const Model busy = model_of(fixture("unreal_script_busy").bundle);
    EXPECT_TRUE(codes(busy).contains("CLIPS_LEFT_OUT"));
    EXPECT_EQ(scene_of(busy).clips.size(), 32u);  // 256 + 16 * 16 keys
    const Model beyond = model_of(fixture("unreal_script_beyond_frames").bundle);
    EXPECT_TRUE(codes(beyond).contains("SEQUENCE_BEYOND_FRAMES"));
    EXPECT_EQ(scene_of(beyond).clips[0].channels[0].frames.size(), 3u);
}

TEST(UnrealScene, AStillIsOneFrame) {
    const Model model = model_of(fixture("unreal_standard").bundle);
    const Scene still = scene_of(model, {.frame = 1});
    const Scene whole = scene_of(model);
    std::vector<Vec3> points(4);
    decode_frame(*whole.meshes[0].frames, 1, points);
    EXPECT_EQ(still.meshes[0].points, points);
    EXPECT_FALSE(still.meshes[0].frames);
    EXPECT_TRUE(still.clips.empty());
    Issues issues;
    EXPECT_FALSE(to_scene(model, {.frame = 2}, issues));
    EXPECT_FALSE(to_scene(model, {.fps = 0}, issues));
}

TEST(UnrealScene, ManyFramesAreSaidAndMayBeSplit) {
    EXPECT_TRUE(codes(model_of(fixture("unreal_many_frames").bundle)).contains("MANY_TARGETS"));
    const Model model = scripted("unreal_many_frames", "",
                                 "#exec MESH SEQUENCE MESH=M SEQ=A STARTFRAME=0 NUMFRAMES=100\n"
                                 "#exec MESH SEQUENCE MESH=M SEQ=B STARTFRAME=90 NUMFRAMES=167\n"
                                 "#exec MESH SEQUENCE MESH=M SEQ=C STARTFRAME=9 NUMFRAMES=1\n");
    EXPECT_FALSE(codes(model, {.split_clips = true}).contains("MANY_TARGETS"));
    const Scene split = scene_of(model, {.split_clips = true});
    const Scene whole = scene_of(model);
    ASSERT_EQ(split.meshes.size(), 3u);
    EXPECT_EQ(split.meshes[1].frames->count, 167u);
    EXPECT_EQ(split.meshes[1].frames->names[0], "090 A 90");
    std::vector<Vec3> points(3);
    decode_frame(*whole.meshes[0].frames, 90, points);
    EXPECT_EQ(split.meshes[1].points, points);
    EXPECT_EQ(split.clips[1].channels[0].frames[1], 1u);
    // Only the clip's own mesh is to be seen.
    for (std::size_t c = 0; c < 3; ++c) {
        Pose pose;
        evaluate(split, &split.clips[c], 0, pose);
        for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(pose.locals[n].scale.x != 0, n == c) << c << n;
    }
}

// Three vertices more than the tetrahedron: a triangle as stock players have it, tip along X of the game's space.
Model armed(std::string_view keys, bool mirrored) {
    Bundle bundle = fixture("unreal_weapon_triangle").bundle;
    for (Part& part : bundle.parts) {
        if (part.role != "aniv") continue;
        std::vector<u8> bytes(part.bytes.bytes().begin(), part.bytes.bytes().end());
        for (std::size_t f = 0; f < 2; ++f) {
            const i32 side = static_cast<i32>(40 + 10 * f);
            const unreal::Point top{0, side, 70}, bottom{0, side, -70}, tip{240, side, 70};
            // U4, U5: in mirrored files the tip is in slot 2 and X is negative.
            const unreal::Point corners[2][3] = {{top, tip, bottom}, {top, bottom, {-tip.x, tip.y, tip.z}}};
            for (std::size_t i = 0; i < 3; ++i) {
                const u32 word = unreal::pack(corners[mirrored ? 1 : 0][i]);
                for (std::size_t b = 0; b < 4; ++b) bytes[4 + 28 * f + 16 + 4 * i + b] = static_cast<u8>(word >> 8 * b);
            }
        }
        part.bytes = Blob::take(std::move(bytes));
    }
    std::string script = "#exec MESH IMPORT MESH=M ANIVFILE=tetra_a.3d DATAFILE=tetra_d.3d ";
    script.append(keys).append("\n#exec MESH SEQUENCE MESH=M SEQ=Aim NUMFRAMES=2 RATE=10\n");
    bundle.parts.push_back({"uc", "M.uc", text_blob(script)});
    return model_of(bundle);
}

TEST(UnrealScene, TheWeaponTriangleBecomesANode) {
    for (const bool mirrored : {false, true}) {
        for (const bool raw : {false, true}) {
            const Scene scene = scene_of(armed(mirrored ? "UNMIRROR=1" : "", mirrored), {.raw = raw});
            const Node* weapon = node_named(scene, "WeaponAttach");
            ASSERT_NE(weapon, nullptr);
            // Level, pointing forward, 40 units to the right.
            EXPECT_NEAR(weapon->local.translation.x, -40 * 0.01905, 1e-6);
            EXPECT_NEAR(weapon->local.translation.y, 0, 1e-6);
            EXPECT_NEAR(weapon->local.translation.z, 0, 1e-6);
            EXPECT_NEAR(std::abs(weapon->local.rotation.w), 1, 1e-6) << mirrored;
            EXPECT_EQ(weapon->local.scale, (Vec3{1, 1, 1}));
            // Not drawn.
            std::size_t corners = 0;
            for (const Primitive& p : scene.meshes[0].primitives) corners += p.indices.size();
            EXPECT_EQ(corners, 12u);
            ASSERT_EQ(scene.clips.size(), 1u);
            ASSERT_EQ(scene.clips[0].channels.size(), 3u);
            const Channel& moved = scene.clips[0].channels[1];
            EXPECT_EQ(moved.path, Path::translation);
            EXPECT_NEAR(moved.values[3], -50 * 0.01905, 1e-6);
        }
    }
}

TEST(UnrealScene, AWeaponThatTurnsIsFollowed) {
    // YAW=64 turns forward to the right: the weapon's own forward (+Z) has to become -X.
    Model model = armed("", false);
    const_cast<unreal::Document&>(unreal_document(model)).script->meshes[0].placement.yaw = 64;
    const Node* weapon = nullptr;
    const Scene scene = scene_of(model);
    weapon = node_named(scene, "WeaponAttach");
    ASSERT_NE(weapon, nullptr);
    const Vec3 forward = transformed(matrix_of(Transform{.rotation = weapon->local.rotation}), Vec3{0, 0, 1});
    EXPECT_NEAR(forward.x, -1, 1e-6);
    const Vec3 up = transformed(matrix_of(Transform{.rotation = weapon->local.rotation}), Vec3{0, 1, 0});
    EXPECT_NEAR(up.y, 1, 1e-6);
}

TEST(UnrealScene, AWeaponWithoutSizeIsHidden) {
    Bundle bundle = armed("", false).bundle;
    for (Part& part : bundle.parts) {
        if (part.role != "aniv") continue;
        std::vector<u8> bytes(part.bytes.bytes().begin(), part.bytes.bytes().end());
        std::fill(bytes.begin() + 4 + 28 + 16, bytes.begin() + 4 + 56, u8{0});
        part.bytes = Blob::take(std::move(bytes));
    }
    const Scene scene = scene_of(model_of(bundle));
    const Channel& scale = scene.clips[0].channels.back();
    ASSERT_EQ(scale.path, Path::scale);
    EXPECT_EQ(scale.values[0], 1);
    EXPECT_EQ(scale.values[3], 0);
}

}  // namespace
}  // namespace thaw::test
