// Characters of several files, edited by way of one scene: each part goes back into its own file.
#include "soulfu/edit_support.hpp"

namespace thaw::test {
namespace {

void add_bone(ddd::File& file, u8 id) {
    file.bases[0].bones.push_back(file.bases[0].bones[0]);
    file.bases[0].bones.back().id = id;
    for (ddd::Frame& frame : file.frames) frame.forwards.push_back(frame.forwards[0]);
}

// A part with many more vertices than its body.
Blob large_part() {
    return changed_file("ddd_static", [](ddd::File& file) {
        ddd::BaseModel& base = file.bases[0];
        for (int i = 0; i < 60; ++i) {
            const auto first = static_cast<u16>(base.vertices.size());
            for (i16 k = 0; k < 3; ++k) {
                const auto x = static_cast<i16>(100 * i);
                base.vertices.push_back(
                    {{x, static_cast<i16>(900 * k), static_cast<i16>(k == 1 ? 900 : 0)}, {0, 0}, 63});
            }
            ddd::Triangle triangle;
            for (u16 k = 0; k < 3; ++k) triangle.corners[k] = {static_cast<u16>(first + k), k};
            base.slots[0].triangles.push_back(triangle);
        }
    });
}

Bundle character(const Blob& head) {
    return {{{"ddd", "BODY.DDD", bundle_of("ddd_animated").parts[0].bytes}, {"part:HEAD", "a/HEAD0.DDD", head}}};
}

Mesh& mesh_called(Scene& scene, std::string_view name) {
    for (const Node& node : scene.nodes) {
        if (node.mesh != no_index && node.name == name) return scene.meshes[node.mesh];
    }
    ADD_FAILURE() << "no mesh " << name;
    return scene.meshes[0];
}

TEST(SoulfuCharacterEdit, NothingEditedChangesNothing) {
    for (const bool bare : {true, false}) {
        const EditOutcome out = edit_ddd(character(large_part()), [](Scene&) {}, {.without_extras = bare});
        EXPECT_EQ(out.words, "nothing changed; byte-identical");
        EXPECT_TRUE(out.companions.empty());
    }
}

// Vertex 150 of the part is none of the body's four.
TEST(SoulfuCharacterEdit, APartGoesBackIntoItsOwnFile) {
    const Bundle bundle = character(large_part());
    for (const bool bare : {true, false}) {
        const EditOutcome out = edit_ddd(
            bundle, [](Scene& scene) { mesh_called(scene, "HEAD0").points[150].x += 0.01f; }, {.without_extras = bare});
        EXPECT_EQ(out.own.parts[0].bytes, bundle.parts[0].bytes);
        const Part* part = out.found("HEAD0.DDD");
        ASSERT_NE(part, nullptr) << out.words;
        EXPECT_EQ(part->role, "part:HEAD");
        const ddd::File before = document_of(*read_ddd(large_part())).file,
                        after = document_of(*read_ddd(part->bytes)).file;
        std::size_t moved = 0;
        for (std::size_t v = 0; v < before.bases[0].vertices.size(); ++v) {
            moved += before.bases[0].vertices[v].position != after.bases[0].vertices[v].position ? 1u : 0u;
        }
        EXPECT_EQ(moved, 1u);
        EXPECT_EQ(part->bytes.size(), large_part().size());
        EXPECT_EQ(out.words, "1 vertex changed; all else byte-identical; changed: HEAD0.DDD; unchanged: BODY.DDD");
    }
}

// A weapon has a shape for each way it is held, one base model each.
TEST(SoulfuCharacterEdit, EachShapeOfAWeaponGoesBackIntoItsOwnBaseModel) {
    const Blob weapon = changed_file("ddd_static", [](ddd::File& file) {
        for (u8 i = 1; i < 3; ++i) {
            file.bases.push_back(file.bases[0]);
            file.frames.push_back(file.frames[0]);
            file.frames.back().base_model = i;
        }
    });
    const Blob body = changed_file("ddd_animated", [](ddd::File& file) { add_bone(file, 2); });
    const Bundle bundle{{{"ddd", "BODY.DDD", body}, {"part:RIGHT", "ITEM.DDD", weapon}}};
    EXPECT_EQ(edit_ddd(bundle, [](Scene&) {}).words, "nothing changed; byte-identical");
    const EditOutcome out =
        edit_ddd(bundle, [](Scene& scene) { mesh_called(scene, "ITEM_base_1").points[1].x += 0.01f; });
    const Part* part = out.found("ITEM.DDD");
    ASSERT_NE(part, nullptr) << out.words;
    const ddd::File before = document_of(*read_ddd(weapon)).file, after = document_of(*read_ddd(part->bytes)).file;
    ASSERT_EQ(after.bases.size(), 3u);
    for (std::size_t base = 0; base < 3; ++base) {
        std::size_t moved = 0;
        for (std::size_t v = 0; v < before.bases[base].vertices.size(); ++v) {
            moved += before.bases[base].vertices[v].position != after.bases[base].vertices[v].position ? 1u : 0u;
        }
        EXPECT_EQ(moved, base == 1 ? 1u : 0u) << base;
    }
}

TEST(SoulfuCharacterEdit, TheBodyGoesBackIntoItsOwn) {
    const EditOutcome out =
        edit_ddd(character(large_part()), [](Scene& scene) { mesh_called(scene, "BODY").points[1].x += 0.01f; });
    EXPECT_TRUE(out.companions.empty());
    EXPECT_EQ(out.words, "1 vertex changed; all else byte-identical; changed: BODY.DDD; unchanged: HEAD0.DDD");
    EXPECT_EQ(out.own.parts[0].bytes.size(), bundle_of("ddd_animated").parts[0].bytes.size());
}

TEST(SoulfuCharacterEdit, TrianglesOfAPartAreWrittenAnewInItsFile) {
    const EditOutcome out = edit_ddd(character(large_part()), [](Scene& scene) {
        auto& indices = mesh_called(scene, "HEAD0").primitives[0].indices;
        indices.resize(indices.size() - 3);
    });
    const Part* part = out.found("HEAD0.DDD");
    ASSERT_NE(part, nullptr);
    const ddd::File after = document_of(*read_ddd(part->bytes)).file;
    EXPECT_EQ(after.bases[0].slots[0].triangles.size(), 63u);
    EXPECT_EQ(after.bases[0].joint_sizes, (std::vector<u8>{40, 20}));
    EXPECT_EQ(after.frames.size(), 1u);
    EXPECT_EQ(out.own.parts[0].bytes, bundle_of("ddd_animated").parts[0].bytes);
}

// What is held has bones of its own, below the hand.
TEST(SoulfuCharacterEdit, APartThatGrowsGetsLongerSteps) {
    const auto moved_by = [](f32 metres) {
        return edit_ddd(character(large_part()),
                        [&](Scene& scene) { mesh_called(scene, "HEAD0").points[150].x += metres; });
    };
    const EditOutcome out = moved_by(10);
    ASSERT_NE(out.found("HEAD0.DDD"), nullptr);
    const ddd::File before = document_of(*read_ddd(large_part())).file;
    const ddd::File after = document_of(*read_ddd(out.found("HEAD0.DDD")->bytes)).file;
    EXPECT_GT(after.scaling, before.scaling);
    EXPECT_NEAR(after.bases[0].vertices[150].position[0] * after.feet_per_unit(),
                before.bases[0].vertices[150].position[0] * before.feet_per_unit() + 10 / 0.3048, 0.01);
    EXPECT_NE(out.reported("BUILD_REBUILT"), "");
    const EditOutcome too_large = moved_by(1e6f);
    EXPECT_EQ(too_large.found("HEAD0.DDD"), nullptr);
    EXPECT_NE(too_large.reported("BUILD_NOT_KEPT"), "");
}

TEST(SoulfuCharacterEdit, WhatIsHeldIsAFileToo) {
    const Blob body = changed_file("ddd_animated", [](ddd::File& file) { add_bone(file, 2); });
    const Bundle bundle{{{"ddd", "BODY.DDD", body}, {"part:RIGHT", "SWORD.DDD", large_part()}}};
    const EditOutcome out = edit_ddd(bundle, [](Scene& scene) { mesh_called(scene, "SWORD").points[150].y += 0.01f; });
    EXPECT_EQ(out.words, "1 vertex changed; all else byte-identical; changed: SWORD.DDD; unchanged: BODY.DDD");
    const EditOutcome bone = edit_ddd(bundle, [](Scene& scene) { add_object(scene); });
    EXPECT_EQ(bone.file().bases[0].bones.size(), 3u) << "the sword does not mind";
}

TEST(SoulfuCharacterEdit, AFileInTwoPlacesIsEditedOnce) {
    Bundle bundle = character(large_part());
    bundle.parts.push_back({"part:HAIR", "HEAD0.DDD", large_part()});
    const auto edit_places = [&](std::vector<std::string> places) {
        return edit_ddd(bundle, [&](Scene& scene) {
            for (Mesh& mesh : scene.meshes) {
                const std::string* place = build::text_in(mesh.extras, "thaw_part");
                const auto at = place == nullptr ? places.end() : std::find(places.begin(), places.end(), *place);
                if (at != places.end()) mesh.points[static_cast<std::size_t>(at - places.begin())].x += 0.01f;
            }
        });
    };
    for (const char* place : {"HEAD", "HAIR"}) {
        const EditOutcome one = edit_places({place});
        EXPECT_EQ(one.companions.size(), 1u);
        EXPECT_EQ(one.reported("BUILD_NOT_KEPT"), "");
        EXPECT_TRUE(one.words.ends_with("; changed: HEAD0.DDD; unchanged: BODY.DDD")) << one.words;
    }
    const EditOutcome both = edit_places({"HEAD", "HAIR"});
    EXPECT_EQ(both.companions.size(), 1u);
    EXPECT_TRUE(
        both.reported("BUILD_NOT_KEPT").ends_with(" in place HAIR left out: it was edited otherwise in another place"))
        << both.reported("BUILD_NOT_KEPT");
}

TEST(SoulfuCharacterEdit, APartThatIsGoneIsOnlyNotShown) {
    const EditOutcome out = edit_ddd(character(large_part()), [](Scene& scene) {
        std::erase_if(scene.nodes, [](const Node& node) { return node.name == "HEAD0"; });
    });
    EXPECT_TRUE(out.companions.empty());
    EXPECT_NE(out.reported("BUILD_NOT_KEPT").find("its file stays as it is"), std::string::npos);
}

// A bone more, and no part would fit the body any longer.
TEST(SoulfuCharacterEdit, TheBodyGetsNoBonesThatItsPartsDoNotHave) {
    const EditOutcome out = edit_ddd(character(large_part()), [](Scene& scene) { add_object(scene); });
    EXPECT_EQ(out.file().bases[0].bones.size(), 1u);
    EXPECT_EQ(out.file().bases[0].vertices.size(), 8u);
    EXPECT_NE(out.reported("BUILD_NOT_KEPT"), "");
}

// Without the files it was made of, it becomes one model.
TEST(SoulfuCharacterEdit, WithoutABaseAllIsOneModel) {
    Issues issues, losses;
    const auto scene = to_scene(*read(ddd::format, character(large_part())), {}, issues);
    const auto built = from_scene(ddd::format, {.scene = *scene}, {}, losses);
    ASSERT_TRUE(built.ok());
    EXPECT_EQ(document_of(*built).file.bases[0].slots[0].triangles.size() +
                  document_of(*built).file.bases[0].slots[1].triangles.size(),
              68u);
    EXPECT_NE(codes_of(losses), std::vector<std::string>{});
}

TEST(SoulfuCharacterEdit, ARealOne) {
    const auto folder = corpus_folder() / "soulfu/models";
    if (!std::filesystem::exists(folder / "BATANIM.DDD")) GTEST_SKIP() << "no corpus";
    const Blob body = load_file(folder / "BATANIM.DDD"), chest = load_file(folder / "BAT.DDD");
    const Bundle bundle{{{"ddd", "BATANIM.DDD", body}, {"part:CHEST", "BAT.DDD", chest}}};
    for (const bool bare : {true, false}) {
        const EditOutcome out = edit_ddd(
            bundle, [](Scene& scene) { mesh_called(scene, "BAT").points.back().x += 0.01f; }, {.without_extras = bare});
        EXPECT_EQ(out.words, "1 vertex changed; all else byte-identical; changed: BAT.DDD; unchanged: BATANIM.DDD");
        EXPECT_EQ(out.own.parts[0].bytes, body);
        ASSERT_NE(out.found("BAT.DDD"), nullptr);
        EXPECT_EQ(out.found("BAT.DDD")->bytes.size(), chest.size());
    }
}

// Five vertices, and all that editors drop is gone: the file keeps its size.
TEST(DddEditCorpus, ARealModelWithoutExtras) {
    const auto folder = corpus_folder() / "soulfu/models";
    for (const char* name : {"RAT.DDD", "LUMPKIN.DDD"}) {
        if (!std::filesystem::exists(folder / name)) GTEST_SKIP() << "no corpus";
        const Bundle bundle = one_file(load_file(folder / name), name);
        EXPECT_EQ(edit_ddd(bundle, [](Scene&) {}, {.without_extras = true}).own.parts[0].bytes, bundle.parts[0].bytes);
        const EditOutcome out = edit_ddd(bundle,
                                         [](Scene& scene) {
                                             for (std::size_t v = 10; v < 15; ++v) scene.meshes[0].points[v].y += 0.02f;
                                         },
                                         {.without_extras = true});
        EXPECT_EQ(out.own.parts[0].bytes.size(), bundle.parts[0].bytes.size()) << name << ": " << out.words;
        EXPECT_TRUE(out.words.ends_with("vertices changed; all else byte-identical")) << out.words;
    }
}

}  // namespace
}  // namespace thaw::test
