// Each part of a CTC that an edit may go into, and what has no place there.
#include "base/text.hpp"
#include "ctc/edit_support.hpp"
#include "formats/ctc/build/parts.hpp"
#include "scene/targets.hpp"

namespace thaw::test {
namespace {

Channel& channel_of(Scene& scene, std::size_t clip, std::string_view node, Path path) {
    for (Channel& channel : scene.clips[clip].channels) {
        if (channel.path == path && scene.nodes[channel.node].name == node) return channel;
    }
    ADD_FAILURE() << "no channel of " << node;
    return scene.clips[clip].channels[0];
}

TEST(CtcEditParts, TheHeaviestBoneIsTheFirst) {
    const Edited other = edited(model_of("swaying"), [](Scene& s) { s.meshes[0].influences.joints[0] = 1; });
    EXPECT_EQ(other.words, "1 vertex reweighted; all else byte-identical");
    EXPECT_EQ(document_of(other.model).influences[0].bone, 1);
    EXPECT_EQ(other.changed(), 1u);
    const auto shared = [](f32 first) {
        return edited(model_of("swaying"), [&](Scene& s) {
            Influences& list = s.meshes[0].influences;
            list = {.per_point = 2, .joints = {0, 0, 1, 0, 0, 0, 1, 0}, .weights = {1, 0, 1, 0, 1, 0, 1, 0}};
            list.joints[1] = 1;
            list.weights = {first, 1 - first, 1, 0, 1, 0, 1, 0};
        });
    };
    EXPECT_EQ(shared(0.75f).found("BUILD_INFLUENCES"), "1 of 4 points (at most 25 % of a weight)");
    EXPECT_EQ(shared(0.75f).changed(), 0u);
    EXPECT_EQ(shared(0.9995f).found("BUILD_INFLUENCES"), "");
}

TEST(CtcEditParts, AVertexThatNoBoneMovesHasNoRoomForOne) {
    const Edited result = edited(model_of("no_influence"), [](Scene& s) {
        ASSERT_EQ(s.nodes[s.skins[0].joints[1]].name, "ctc_still");
        for (u16& joint : s.meshes[0].influences.joints) joint = 0;
    });
    EXPECT_EQ(result.found("BUILD_NOT_KEPT"), "1 vertex reweighted");
    EXPECT_EQ(result.changed(), 0u);
}

TEST(CtcEditParts, AFirstCornerKeepsATraceOfRed) {
    const auto with = [](f32 red, std::size_t corner) {
        return edited(model_of("swaying"),
                      [&](Scene& s) { s.meshes[0].primitives[0].colors[corner] = {red, 0.5f, 0.5f, 1}; });
    };
    EXPECT_EQ(document_of(with(0, 0).model).colours[0].rgba[0], 1);  // C17
    EXPECT_EQ(with(0, 0).found("BUILD_COLORS"), "1 triangle");
    EXPECT_EQ(document_of(with(0.5f, 0).model).colours[0].rgba[0], 188);
    EXPECT_EQ(with(0.5f, 0).found("BUILD_COLORS"), "");
    EXPECT_EQ(document_of(with(0, 1).model).colours[2].rgba[0], 0);  // turned round
    EXPECT_EQ(with(0, 1).found("BUILD_COLORS"), "");
}

TEST(CtcEditParts, AFileWithoutColoursGetsNone) {
    const Edited none = edited(model_of("plain"), [](Scene& s) {
        s.meshes[0].primitives[0].colors = {{1, 0, 0, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}};
    });
    EXPECT_EQ(none.found("BUILD_NOT_KEPT"), "1 colour changed");
    EXPECT_EQ(none.words, "nothing changed; byte-identical");
    // A table that is too short has room for some.
    const Edited some =
        edited(model_of("colour_count"), [](Scene& s) { s.meshes[0].primitives[1].colors.assign(3, {1, 0, 0, 1}); });
    EXPECT_EQ(some.words, "3 colours changed (1 not kept); all else byte-identical");
    EXPECT_EQ(some.found("BUILD_NOT_KEPT"), "1 of 3 colours changed");
}

TEST(CtcEditParts, OneOfTheTrianglesAtACornerIsEditedAlone) {
    const Edited result = edited(lantern_again(), [](Scene& s) {
        Primitive& part = s.meshes[0].primitives[0];
        const auto corner = static_cast<u32>(part.points.size());
        const u32 old = part.indices[0];
        ASSERT_NE(std::find(part.indices.begin() + 1, part.indices.end(), old), part.indices.end());
        part.points.push_back(part.points[old]);
        part.colors.push_back(part.colors[old]);
        part.uvs.push_back({part.uvs[old].x + 0.25f, part.uvs[old].y});
        part.indices[0] = corner;
    });
    EXPECT_EQ(result.words, "1 texture coordinate changed; all else byte-identical");
    const Model before = lantern_again();
    u64 changed = 0;
    for (std::size_t t = 0; t < document_of(before).uvs.size(); ++t) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto &a = document_of(before).uvs[t].corners[c], &b = document_of(result.model).uvs[t].corners[c];
            changed += a.u != b.u || a.v != b.v ? 1u : 0u;
        }
    }
    EXPECT_EQ(changed, 1u);
}

TEST(CtcEditParts, AMorphGoesWithItsVertexAndBendsOnItsOwn) {
    const Edited moved = edited(model_of("swaying"), [](Scene& s) { s.meshes[0].points[3].x += 0.0254f; });
    const auto& d = document_of(moved.model);
    EXPECT_NEAR(d.vertices[3].position[0], 9, 1e-5);
    EXPECT_NEAR(d.morph_targets[1].position[0], 9, 1e-5);   // 8 before
    EXPECT_NEAR(d.morph_targets[2].position[0], 10, 1e-5);  // 9 before
    EXPECT_EQ(d.morph_targets[0].position, (std::array<f32, 3>{0, 12, 0}));
    const Edited bent = edited(model_of("swaying"), [](Scene& s) { s.meshes[0].targets[1].offsets[0].x += 0.0254f; });
    EXPECT_NEAR(document_of(bent.model).morph_targets[2].position[0], 10, 1e-5);
    EXPECT_EQ(document_of(bent.model).vertices[3].position[0], 8);
}

TEST(CtcEditParts, AVertexThatAMorphNamesTwiceTakesBoth) {
    const auto twice = [] {
        Model model = model_of("swaying");
        document_of(model).morph_indices = {3, 3, 3};
        return model;
    };
    const Model base = twice();
    const Vec3 before = scene_of(base).meshes[0].targets[0].offsets[0];
    const Edited bent = edited(twice(), [](Scene& s) { s.meshes[0].targets[0].offsets[0].y += 0.0254f; });
    EXPECT_NEAR(bent.scene().meshes[0].targets[0].offsets[0].y, before.y + 0.0254f, 1e-6);
    const Edited moved = edited(twice(), [](Scene& s) { s.meshes[0].points[3].y += 0.0254f; });
    EXPECT_LT(length(moved.scene().meshes[0].targets[0].offsets[0] - before), 1e-6f);
}

TEST(CtcEditParts, AMorphThatMovesMoreVerticesIsWrittenAnew) {
    const Edited result = edited(model_of("swaying"), [](Scene& s) {
        s.meshes[0].targets[1].points = {0, 3};
        s.meshes[0].targets[1].offsets.insert(s.meshes[0].targets[1].offsets.begin(), {0, 0, 0.1f});
    });
    EXPECT_EQ(result.found("BUILD_REBUILT"), "the morph bend moves a vertex that it did not move before");
    EXPECT_EQ(document_of(result.model).morphs[1].count, 2u);
}

TEST(CtcEditParts, KeysOfTheModelAsAWhole) {
    const Edited moved = edited(model_of("swaying"),
                                [](Scene& s) { channel_of(s, 0, "ctc_main", Path::translation).values[3] += 0.0254f; });
    EXPECT_EQ(moved.words, "1 key changed; all else byte-identical");
    EXPECT_NEAR(document_of(moved.model).main_keys[1].translation[0], 1, 1e-6);
    EXPECT_LE(moved.changed(), 4u);  // the angles are as they were
    const Edited turned = edited(model_of("swaying"), [](Scene& s) {
        f32* q = channel_of(s, 1, "bone_001", Path::rotation).values.data();
        for (f32* each : {q, q + 4}) each[0] = 0, each[1] = 0, each[2] = 0, each[3] = 1;
    });
    EXPECT_EQ(turned.words, "2 keys changed; all else byte-identical");  // the second one repeats the first
    EXPECT_EQ(document_of(turned.model).bone_keys[5].angles, (std::array<f32, 3>{0, 0, 0}));
    EXPECT_EQ(document_of(turned.model).bone_keys[5].translation, (std::array<f32, 3>{0, 4, 0}));
}

TEST(CtcEditParts, TheKeyPastTheLastFrameIsNoFrame) {
    const Edited result = edited(
        model_of("swaying"), [](Scene& s) { channel_of(s, 0, "bone_001", Path::translation).values[6] += 0.0254f; });
    EXPECT_EQ(result.found("BUILD_NOT_KEPT"), "1 key changed");
    EXPECT_EQ(result.changed(), 0u);
}

TEST(CtcEditParts, AKeyThatWasNoneIsWrittenWhole) {
    Model model = model_of("swaying");
    document_of(model).bone_keys[3].angles[1] = std::numeric_limits<f32>::quiet_NaN();
    const Edited result = edited(
        std::move(model), [](Scene& s) { channel_of(s, 0, "bone_001", Path::translation).values[3] += 0.0254f; });
    const auto& key = document_of(result.model).bone_keys[3];
    EXPECT_NEAR(key.translation[0], 1, 1e-5);
    EXPECT_NEAR(key.translation[1], 4, 1e-5);  // as at rest, which the scene has shown
    EXPECT_EQ(key.angles, (std::array<f32, 3>{0, 0, 0}));
}

TEST(CtcEditParts, NamesThatTheFileHas) {
    const Edited cut = edited(model_of("swaying"), [](Scene& s) { s.clips[0].name = "a_name_of_eighteen"; });
    EXPECT_EQ(text::until_nul(document_of(cut.model).animations[0].name), "a_name_of_eight");
    EXPECT_EQ(cut.found("BUILD_NOT_KEPT"), "a_name_of_eighteen changed to a_name_of_eight");
    for (const char* unexplained : {"no_animations", "clips"}) {
        const Edited none = edited(model_of(unexplained), [](Scene& s) { s.clips[0].name = "other"; });
        EXPECT_EQ(none.found("BUILD_NOT_KEPT"), "clip all renamed to other");
        EXPECT_EQ(none.changed(), 0u);
    }
    const Edited mixed = edited(model_of("swaying"), [](Scene& s) {
        for (Node& node : s.nodes) {
            if (node.name == "tip" || node.name == "bone_001") node.name += "x";
        }
    });
    EXPECT_EQ(mixed.words, "2 names changed (1 not kept); all else byte-identical");
    EXPECT_EQ(mixed.found("BUILD_NOT_KEPT"), "1 of 2 names changed");
    EXPECT_EQ(text::until_nul(document_of(mixed.model).attachments[0].name), "tipx");
}

TEST(CtcEditParts, PlacesAtRest) {
    const Edited bone =
        edited(lantern_again(), [](Scene& s) { s.nodes[s.skins[0].joints[2]].local.translation.x += 1; });
    EXPECT_EQ(bone.found("BUILD_NOT_KEPT"), "1 node moved");
    EXPECT_EQ(bone.changed(), 0u);
    const auto point = [](Scene& s) -> Node& {
        return *std::find_if(s.nodes.begin(), s.nodes.end(),
                             [](const Node& n) { return n.extras.find("thaw_attachment") != nullptr; });
    };
    const Edited grown = edited(lantern_again(), [&](Scene& s) { point(s).local.scale = {2, 2, 2}; });
    EXPECT_EQ(grown.found("BUILD_NOT_KEPT"), "1 node moved");
    EXPECT_EQ(grown.changed(), 0u);
    const Edited turned = edited(lantern_again(), [&](Scene& s) {
        point(s).local.rotation = normalised(axis_rotation({1, 0, 0}, 0.5) * point(s).local.rotation);
    });
    EXPECT_EQ(turned.words, "1 node moved; all else byte-identical");
    Scene before = scene_of(lantern_again()), now = turned.scene();
    EXPECT_LT(std::abs(dot(point(before).local.rotation, point(now).local.rotation)), 0.99f);
    EXPECT_LT(length(point(before).local.translation - point(now).local.translation), 1e-6f);
}

TEST(CtcEditParts, APointOnTheMeshItselfGetsATriangleOfItsOwn) {
    const Edited result = edited(model_of("hidden_attachment"), [](Scene& s) {
        for (Node& node : s.nodes) {
            if (node.name == "two") node.local.translation.x += 0.5f;
        }
    });
    EXPECT_EQ(result.found("BUILD_REBUILT"),
              "attachment point two is placed elsewhere, and has no triangle of its own");
    const Scene base = scene_of(model_of("hidden_attachment")), now = result.scene();
    EXPECT_NEAR(node_named(now, "two")->local.translation.x, node_named(base, "two")->local.translation.x + 0.5f, 1e-6);
    EXPECT_NEAR(node_named(now, "one")->local.translation.x, node_named(base, "one")->local.translation.x, 1e-6);
}

TEST(CtcEditParts, Fields) {
    const Edited result = edited(model_of("swaying"), [](Scene& s) {
        s.extras = {};
        s.extras.set("thaw_skin_width", 128).set("thaw_version", 12).set("thaw_fps", 30);
        s.materials[0].extras = {};
        s.materials[0].extras.set("thaw_skin_name", "other.tga");
    });
    EXPECT_EQ(result.words, "3 fields changed; all else byte-identical");
    EXPECT_EQ(result.found("BUILD_NOT_KEPT"), "1 field changed");  // a file has no rate
    EXPECT_EQ(document_of(result.model).skin_width, 128);
    EXPECT_EQ(document_of(result.model).version, 12);
    EXPECT_EQ(text::until_nul(document_of(result.model).skins[0].name), "other.tga");
    const Edited unreadable = edited(model_of("swaying"), [](Scene& s) {
        s.extras = {};
        s.extras.set("thaw_version", 15);
    });
    EXPECT_EQ(unreadable.found("BUILD_NOT_KEPT"), "1 field changed");
    EXPECT_EQ(unreadable.changed(), 0u);
}

TEST(CtcEditParts, AnotherBindPoseIsWrittenAnew) {
    const Edited result = edited(lantern_again(), [](Scene& s) { s.skins[0].inverse_binds[1].m[13] += 0.5f; });
    EXPECT_EQ(result.found("BUILD_REBUILT"), "the bind pose is another");
}

TEST(CtcEditParts, HowTheSceneWasMadeDoesNotMatter) {
    const auto move = [](Scene& s, f32 step) {
        s.meshes[0].points[7].y += step;
        channel_of(s, 0, "bone_001", Path::translation).values[3] += step;
        for (Node& node : s.nodes) {
            if (node.extras.find("thaw_attachment") != nullptr) node.local.translation.z += step;
        }
    };
    const Edited plain = edited(lantern_again(), [&](Scene& s) { move(s, 0.0254f); });
    const Edited raw = edited(lantern_again(), [&](Scene& s) { move(s, 1); }, {.raw = true});
    EXPECT_EQ(raw.words, plain.words);
    const auto &a = document_of(plain.model), &b = document_of(raw.model);
    for (std::size_t v = 0; v < a.vertices.size(); ++v) {
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a.vertices[v].position[k], b.vertices[v].position[k], 1e-5);
    }
    const Edited weights =
        edited(lantern_again(), [&](Scene& s) { move(s, 0.0254f); }, {.own = OptionValues{{"all-weights"}}});
    EXPECT_EQ(weights.after, plain.after);
    // A still has no clips; those of the file stay.
    const Edited still = edited(lantern_again(), [](Scene& s) { s.meshes[0].points[7].y += 0.0254f; }, {.frame = 3});
    EXPECT_EQ(still.words, "1 vertex changed in 2 frames; all else byte-identical");  // a morph has it, too
    EXPECT_EQ(document_of(still.model).num_frames(), document_of(lantern_again()).num_frames());
}

TEST(CtcEditParts, BytesOfTwoTablesAreNotEdited) {
    const Edited renamed = edited(model_of("table_in_header"), [](Scene& s) { s.clips[0].name = "other"; });
    EXPECT_EQ(renamed.found("BUILD_REBUILT"), "animations and the header share bytes");
    EXPECT_EQ(text::until_nul(document_of(renamed.model).animations[0].name), "other");
    const Edited moved = edited(model_of("table_in_header"), [](Scene& s) { s.meshes[0].points[1].y += 0.1f; });
    EXPECT_EQ(moved.found("BUILD_REBUILT"), "");
    // What the game overwrites is nobody's.
    const Edited scratch = edited(model_of("overlap"), [](Scene& s) { s.meshes[0].points[1].y += 0.1f; });
    EXPECT_EQ(scratch.found("BUILD_REBUILT"), "");
    EXPECT_NEAR(scratch.scene().meshes[0].points[1].y, 0.2032f + 0.1f, 1e-6);
}

}  // namespace
}  // namespace thaw::test
