// Edits of a DDD by way of its scene: what was not edited stays byte for byte.
#include "soulfu/edit_support.hpp"

#include "formats/soulfu/shared/bits.hpp"

namespace thaw::test {
namespace {

const auto nothing = [](Scene&) {};

std::size_t bytes_that_differ(const Blob& a, const Blob& b) {
    if (a.size() != b.size()) return std::max(a.size(), b.size());
    std::size_t out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) out += a[i] != b[i] ? 1u : 0u;
    return out;
}

Blob written(const ddd::File& file) {
    auto document = std::make_unique<ddd::Document>();
    document->file = file;
    return write({&ddd::format, {}, std::move(document)})->parts[0].bytes;
}

TEST(DddEdit, AnUneditedModelStaysAsItIs) {
    for (const bool bare : {true, false}) {
        const EditOutcome out = edit_ddd(frog_bundle(), nothing, {.without_extras = bare});
        EXPECT_EQ(out.words, "nothing changed; byte-identical");
        EXPECT_EQ(out.own.parts[0].bytes, frog_bundle().parts[0].bytes);
        EXPECT_TRUE(out.issues.empty());
    }
}

// Editors compute in floats, and give back numbers that are a little off.
TEST(DddEdit, WhatAnEditorRoundsIsNoEdit) {
    u32 dice = 1;
    const EditOutcome out = edit_ddd(frog_bundle(), [&](Scene& scene) {
        for (Clip& clip : scene.clips) {
            for (Channel& channel : clip.channels) {
                if (channel.path != Path::rotation) continue;
                for (f32& value : channel.values) {
                    dice = dice * 1664525u + 1013904223u;
                    value += 2e-6f * (static_cast<f32>(dice >> 16) / 65535.0f - 0.5f);
                }
            }
        }
    });
    EXPECT_EQ(out.words, "nothing changed; byte-identical");
    EXPECT_EQ(out.own.parts[0].bytes, frog_bundle().parts[0].bytes);
}

TEST(DddEdit, AMovedVertexIsAllThatChanges) {
    for (const bool bare : {true, false}) {
        const EditOutcome out = edit_ddd(frog_bundle(), [](Scene& scene) { scene.meshes[0].points[7].x += 0.01f; },
                                         {.without_extras = bare});
        EXPECT_EQ(out.words, "1 vertex changed; all else byte-identical");
        const std::size_t changed = bytes_that_differ(out.own.parts[0].bytes, frog_bundle().parts[0].bytes);
        EXPECT_GE(changed, 1u);
        EXPECT_LE(changed, 2u);
    }
}

// All scenes of a model know its vertices by number, in whatever units.
TEST(DddEdit, ScenesOfAnyKindWillDo) {
    SceneOptions raw, exact, lines;
    raw.raw = true;
    exact.own.set("rig", "exact");
    lines.own.set("lines", "true");
    for (const SceneOptions& options : {raw, exact, lines}) {
        const f32 step = options.raw ? 100.0f : 0.01f;
        const EditOutcome out =
            edit_ddd(frog_bundle(), [&](Scene& scene) { scene.meshes[0].points[7].y += step; }, {.scene = options});
        EXPECT_EQ(out.words, "1 vertex changed; all else byte-identical");
        EXPECT_LE(bytes_that_differ(out.own.parts[0].bytes, frog_bundle().parts[0].bytes), 2u);
        if (!options.raw) continue;
        const ddd::File before = document_of(*read(ddd::format, frog_bundle())).file;
        EXPECT_EQ(out.file().bases[0].vertices[7].position[2], before.bases[0].vertices[7].position[2] + 100);
    }
}

// Editors sort clips by their names.
TEST(DddEdit, AKeyIsOneFrameOfItsAction) {
    const auto swap = [](Scene& scene) { std::swap(scene.clips[0], scene.clips[1]); };
    EXPECT_EQ(edit_ddd(frog_bundle(), swap).words, "nothing changed; byte-identical");
    const EditOutcome out = edit_ddd(frog_bundle(), [&](Scene& scene) {
        swap(scene);
        Clip& walk = scene.clips[0];
        const auto channel = std::find_if(walk.channels.begin(), walk.channels.end(), [&](const Channel& c) {
            return c.path == Path::translation && walk.timelines[c.timeline].size() > 2;
        });
        ASSERT_NE(channel, walk.channels.end());
        channel->values[0] += 0.01f;
    });
    EXPECT_EQ(out.words, "1 key changed; all else byte-identical");
    const ddd::File before = document_of(*read(ddd::format, frog_bundle())).file;
    const auto &was = before.frames, is = out.file().frames;
    for (std::size_t f = 0; f < was.size(); ++f) {
        const bool first_of_walk = was[f].action == 2 && was[f - 1].action != 2;
        bool same = true;
        for (std::size_t j = 0; j < was[f].joints.size(); ++j) same &= was[f].joints[j].x == is[f].joints[j].x;
        EXPECT_EQ(same, !first_of_walk) << f;
    }
}

// One bone: its two joints are nobody else's, and so is where they go. Thicker it cannot become.
TEST(DddEdit, PosesThatTheGameCannotHoldAreNamed) {
    const auto put = [](f32 along, f32 across) {
        return [=](Scene& scene) {
            Clip& walk = scene.clips[1];
            walk.timelines.push_back({0, 0.016f, 0.032f});
            std::erase_if(walk.channels, [](const Channel& c) { return c.path == Path::scale; });
            std::vector<f32> values{across, along, across, 1, 1, 1, 1, 1, 1};
            walk.channels.push_back(
                {1, Path::scale, Interpolation::step, static_cast<u32>(walk.timelines.size() - 1), values, {}});
        };
    };
    EXPECT_EQ(edit_ddd(bundle_of("ddd_animated"), put(1.5f, 1)).reported("BUILD_NOT_KEPT"), "");
    const EditOutcome out = edit_ddd(bundle_of("ddd_animated"), put(1.5f, 1.5f));
    EXPECT_TRUE(out.reported("BUILD_NOT_KEPT").starts_with("poses of 2 frames are at most ")) << out.words;
}

TEST(DddEdit, TheBindPoseIsNotForClipsToChange) {
    const EditOutcome out = edit_ddd(bundle_of("ddd_boning_missing"), [](Scene& scene) {
        scene.clips[0].channels.push_back({1, Path::translation, Interpolation::step, 0, {0.5f, 0, 0}, {}});
        scene.clips[0].timelines[0] = {0};
    });
    EXPECT_TRUE(out.reported("BUILD_NOT_KEPT").starts_with("poses of 1 frame are at most ")) << out.words;
    EXPECT_EQ(out.own.parts[0].bytes, bundle_of("ddd_boning_missing").parts[0].bytes);
}

TEST(DddEdit, TrianglesAreWrittenAnewAndNothingElse) {
    for (const bool bare : {true, false}) {
        const EditOutcome out = edit_ddd(frog_bundle(),
                                         [](Scene& scene) {
                                             auto& indices = scene.meshes[0].primitives[0].indices;
                                             indices.erase(indices.begin(), indices.begin() + 3);
                                         },
                                         {.without_extras = bare});
        EXPECT_EQ(out.words, "1 triangle removed; triangles of base model 0 written anew; all else byte-identical");
        EXPECT_TRUE(out.issues.empty());
        const ddd::File before = document_of(*read(ddd::format, frog_bundle())).file;
        ddd::File after = out.file();
        const auto count = [](const ddd::File& file) {
            std::size_t n = 0;
            for (const ddd::Slot& slot : file.bases[0].slots) n += slot.triangles.size();
            return n;
        };
        EXPECT_EQ(count(after), count(before) - 1);
        ASSERT_EQ(after.bases[0].vertices.size(), before.bases[0].vertices.size());
        for (std::size_t v = 0; v < after.bases[0].vertices.size(); ++v) {
            EXPECT_EQ(after.bases[0].vertices[v].position, before.bases[0].vertices[v].position) << v;
            EXPECT_EQ(after.bases[0].vertices[v].weight, before.bases[0].vertices[v].weight) << v;
        }
        after.bases[0].vertices = before.bases[0].vertices;
        after.bases[0].tex_vertices = before.bases[0].tex_vertices;
        after.bases[0].slots = before.bases[0].slots;
        EXPECT_EQ(written(after), written(before));
    }
}

// Vertex 0 is a corner of three triangles, with one texture vertex that other triangles' corners have, too.
TEST(DddEdit, ATextureVertexIsChangedOnlyIfAllItsCornersAre) {
    const auto move = [](bool all) {
        return [=](Scene& scene) {
            Primitive& part = scene.meshes[0].primitives[0];
            for (std::size_t c = 0; c < part.uvs.size(); ++c) {
                if (part.uvs[c] != Vec2{0.5f, 0} || (!all && part.points[c] != 0)) continue;
                part.uvs[c] = {0.25f, 0};
            }
        };
    };
    const EditOutcome every = edit_ddd(bundle_of("ddd_static"), move(true));
    EXPECT_EQ(every.own.parts[0].bytes.size(), bundle_of("ddd_static").parts[0].bytes.size());
    EXPECT_EQ(every.file().bases[0].tex_vertices[0].u, 64);
    const EditOutcome some = edit_ddd(bundle_of("ddd_static"), move(false));
    ASSERT_EQ(some.file().bases[0].tex_vertices.size(), 4u);
    EXPECT_EQ(some.file().bases[0].tex_vertices[0].u, 128);
    EXPECT_EQ(some.file().bases[0].tex_vertices[3].u, 64);
    EXPECT_EQ(some.file().bases[0].slots[0].triangles[0].corners[0].tex_vertex, 3);
    EXPECT_EQ(some.file().bases[0].slots[0].triangles[3].corners[0].tex_vertex, 0);
}

TEST(DddEdit, WhatTurnsWithTheCameraStillDoes) {
    const auto rebind = [](Scene& scene) {
        scene.meshes[0].influences = {
            .per_point = 2, .joints = {0, 0, 0, 1, 0, 1, 0, 0}, .weights = {1, 0, 0.75f, 0.25f, 0.75f, 0.25f, 1, 0}};
    };
    const Blob file = changed_file("ddd_named_bones", [](ddd::File& f) { f.bases[0].vertices[2].weight = 0x80 | 127; });
    const EditOutcome out = edit_ddd(one_file(file), rebind);
    EXPECT_EQ(out.words, "2 vertices reweighted; all else byte-identical");
    const auto vertices = out.file().bases[0].vertices;
    EXPECT_EQ(vertices[1].weight, 96);  // 0.75 of 127.5
    EXPECT_EQ(vertices[2].weight, 0x80 | 96);
    EXPECT_EQ(vertices[2].bones, (std::array<u8, 2>{0, 1}));
}

TEST(DddEdit, SlotsFollowTheMaterialOrItsExtras) {
    const auto slot_after = [](const std::function<void(Material&)>& change) {
        const EditOutcome out = edit_ddd(bundle_of("ddd_static"), [&](Scene& scene) { change(scene.materials[0]); });
        return out.file().bases[0].slots[0];
    };
    EXPECT_EQ(slot_after([](Material&) {}).flags, 0x18);
    EXPECT_EQ(slot_after([](Material& m) { m.double_sided = true; }).flags, 0x18 | ddd::no_cull_flag);
    EXPECT_EQ(slot_after([](Material& m) { m.alpha = AlphaMode::mask; }).flags, 0x18 | ddd::paper_flag);
    EXPECT_EQ(slot_after([](Material& m) { build::put(m.extras, "thaw_flags", 0x41); }).flags, 0x41);
    const ddd::Slot faint = slot_after([](Material& m) {
        m.alpha = AlphaMode::blend;
        m.base_color.w = 0.5f;
    });
    EXPECT_EQ(faint.alpha, 128);
    EXPECT_EQ(faint.flags, 0x18);
    EXPECT_EQ(slot_after([](Material& m) { build::put(m.extras, "thaw_alpha", 77); }).alpha, 77);
}

TEST(DddEdit, FieldsOfTheFileAreKeptAndOthersNamed) {
    const EditOutcome out = edit_ddd(bundle_of("ddd_animated"), [](Scene& scene) {
        build::put(scene.extras, "thaw_shadow_textures", "[1,2,3,4]");
        build::put(scene.meshes[0].extras, "thaw_joint_sizes", "[0.15,0.3]");
        json::Array events;  // compilers disagree on what a list of one list in braces is
        events.push_back(json::Array{1, 8});
        build::put(scene.clips[1].extras, "events", std::move(events));
    });
    EXPECT_EQ(out.file().shadow_textures, (std::array<u8, 4>{1, 2, 3, 4}));
    EXPECT_EQ(out.file().bases[0].joint_sizes, (std::vector<u8>{10, 20}));
    EXPECT_EQ(out.file().frames[3].events, 0);
    EXPECT_EQ(out.file().frames[4].events, 8);
    EXPECT_EQ(out.reported("BUILD_NOT_KEPT"), "");
    const EditOutcome other = edit_ddd(bundle_of("ddd_animated"), [](Scene& scene) {
        build::put(scene.extras, "thaw_shadow_textures", "[1,2,3,4]");
        build::put(scene.extras, "thaw_feet_per_unit", 7.0);
    });
    EXPECT_EQ(other.reported("BUILD_NOT_KEPT"), "field thaw_feet_per_unit left out");
}

// The game has room for so many feet at this scaling: with more, all numbers get longer steps.
TEST(DddEdit, NothingIsAddedThatTheGameHasNoRoomFor) {
    const auto add_points = [](u32 count) {
        return [count](Scene& scene) {
            add_object(scene, false);
            Mesh& mesh = scene.meshes.back();
            for (u32 i = 4; i < count; ++i) {
                mesh.points.push_back({0, static_cast<f32>(i) / 65536, 0.5f});
                mesh.primitives[0].points.push_back(i);
                if (i >= 6 && i % 3 == 0) {
                    for (const u32 k : {i - 2, i - 1, i}) mesh.primitives[0].indices.push_back(k);
                }
            }
        };
    };
    EXPECT_EQ(edit_ddd(bundle_of("ddd_static"), add_points(16000)).error, "");
    EXPECT_NE(edit_ddd(bundle_of("ddd_static"), add_points(18000)).error, "");
}

TEST(DddEdit, AModelThatGrowsGetsLongerSteps) {
    const auto move = [](double feet) {
        return [=](Scene& scene) { scene.meshes[0].points[0].y = static_cast<f32>(feet * 0.3048); };
    };
    const EditOutcome fits = edit_ddd(bundle_of("ddd_animated"), move(3.2));
    EXPECT_EQ(fits.file().scaling, 2);
    EXPECT_EQ(fits.reported("BUILD_REBUILT"), "");
    const EditOutcome larger = edit_ddd(bundle_of("ddd_animated"), move(3.4));
    EXPECT_EQ(larger.file().scaling, 4);
    EXPECT_EQ(larger.file().bases[0].vertices[0].position[2], 17000);
    EXPECT_EQ(larger.file().bases[0].vertices[3].position[1], 5000);
    EXPECT_EQ(larger.file().frames[1].joints[1].z, 10000);
    EXPECT_NE(larger.reported("BUILD_REBUILT"), "");
    EXPECT_NE(edit_ddd(bundle_of("ddd_animated"), move(1e6)).error, "");
}

}  // namespace
}  // namespace thaw::test
