// What a CTR has no room for: just inside and just outside of every limit.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "ctr/from_scene_support.hpp"
#include "ctr/made_scenes.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"
#include "scene/maths.hpp"

namespace thaw::test {
namespace {

void expect_limit(const Scene& inside, const Scene& outside, std::string_view limit, const BuildOptions& options = {}) {
    SCOPED_TRACE(limit);
    const BuiltModel good = built(inside, options);
    EXPECT_TRUE(good.ok()) << to_string(good.error);
    EXPECT_EQ(good.find("BUILD_LIMIT"), nullptr);
    const BuiltModel bad = built(outside, options);
    EXPECT_FALSE(bad.ok());
    EXPECT_EQ(bad.error.code, Code::unrepresentable);
    ASSERT_NE(bad.find("BUILD_LIMIT"), nullptr);
    EXPECT_NE(bad.find("BUILD_LIMIT")->expected.find(limit), std::string::npos) << bad.find("BUILD_LIMIT")->expected;
}

BuiltModel expect_fitted(const Scene& scene, BuildOptions options = {}) {
    options.fit = true;
    BuiltModel back = built(scene, options);
    EXPECT_TRUE(back.ok()) << to_string(back.error);
    EXPECT_NE(back.find("BUILD_FITTED"), nullptr);
    return back;
}

TEST(CtrFromSceneLimits, Names) {
    const auto named = [](std::string name) {
        Scene scene = torus_scene();
        scene.nodes[0].name = std::move(name);
        return scene;
    };
    expect_limit(named("abcdefghijklmnop"), named("abcdefghijklmnopq"), "16 characters");
    const BuiltModel back = expect_fitted(named("abcdefghijklmnopq"));
    EXPECT_EQ(text::until_nul(file_of(back.model).models[0].value.name), "abcdefghijklmnop");
    EXPECT_EQ(text::until_nul(mesh_of(back.model).name), "abcdefghijklm_hi");
    const BuiltModel odd = built(named("caf\xC3\xA9"));
    ASSERT_TRUE(odd.ok());
    EXPECT_EQ(text::until_nul(file_of(odd.model).models[0].value.name), "caf_");
    EXPECT_NE(odd.find("BUILD_NOT_KEPT"), nullptr);
}

TEST(CtrFromSceneLimits, ModelNumbers) {
    const auto numbered = [](i64 id) {
        Scene scene = torus_scene();
        scene.nodes[0].extras.set("thaw_id", id);
        return scene;
    };
    expect_limit(numbered(0xE1), numbered(0xE2), "225");
    EXPECT_EQ(file_of(expect_fitted(numbered(0xE2)).model).models[0].value.id, -1);
}

TEST(CtrFromSceneLimits, Levels) {
    const auto levels = [](u32 count) {
        Scene scene = square_scene();
        scene.nodes[0].extras.set("thaw_lod", 0);
        for (u32 i = 1; i < count; ++i) {
            scene.nodes.push_back({.name = "more", .mesh = 0});
            scene.nodes.back().extras.set("thaw_lod", i);
        }
        return scene;
    };
    expect_limit(levels(32), levels(33), "32 levels");
}

Scene coloured(u32 colours) {
    Scene scene = torus_scene({20, 10});
    auto& part = scene.meshes[0].primitives[0];
    for (u32 c = 0; c < part.points.size(); ++c) {
        const f32 k = static_cast<f32>(c % colours) / 255;
        part.colors.push_back({srgb_to_linear(k), srgb_to_linear(1 - k), 0.5f, 1});
    }
    return scene;
}

TEST(CtrFromSceneLimits, ColoursAreMergedBeyond128) {
    const auto colours_in = [](const BuiltModel& back) { return file_of(back.model).colour_tables[0].value.size(); };
    const BuiltModel most = built(coloured(128));
    ASSERT_TRUE(most.ok());
    EXPECT_EQ(colours_in(most), 128u);
    EXPECT_EQ(most.found("BUILD_COLORS").find("became"), std::string::npos);
    const BuiltModel more = built(coloured(129));
    ASSERT_TRUE(more.ok());
    EXPECT_EQ(colours_in(more), 128u);
    EXPECT_NE(more.found("BUILD_COLORS").find("129 colours became 128"), std::string::npos);
    const BuiltModel many = built(coloured(200));
    ASSERT_TRUE(many.ok());
    EXPECT_EQ(colours_in(many), 128u);
    // One of several neighbours stands for all: nobody moves far.
    EXPECT_LT(std::stod(many.found("BUILD_COLORS")), 8);
}

Scene many_layouts(u32 triangles) {
    Scene scene;
    Mesh mesh;
    Primitive part;
    for (u32 t = 0; t < triangles; ++t) {
        for (u32 c = 0; c < 3; ++c) {
            const f32 x = static_cast<f32>(t % 32), y = static_cast<f32>(t / 32);
            mesh.points.push_back({x + (c == 1 ? 0.6f : 0), y + (c == 2 ? 0.6f : 0), 0});
            part.points.push_back(static_cast<u32>(part.points.size()));
            const auto texel = [](f32 at) { return (at + 0.5f) / 64; };
            part.uvs.push_back({texel(x + (c == 1 ? 1.0f : 0)), texel(y + (c == 2 ? 1.0f : 0))});
            part.indices.push_back(3 * t + c);
        }
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "tiles", .mesh = 0});
    put_image(scene, painted(64, 64, [](u32 x, u32 y) { return std::array<u32, 4>{x, y, 9, 255}; }));
    return scene;
}

TEST(CtrFromSceneLimits, Layouts) {
    expect_limit(many_layouts(511), many_layouts(512), "511 texture layouts");
    const BuiltModel back = expect_fitted(many_layouts(512));
    EXPECT_LE(file_of(back.model).texture_tables[0].value.size(), 511u);
}

TEST(CtrFromSceneLimits, SlotsAreReusedWithin88) {
    const BuiltModel back = built(torus_scene({40, 40}));
    ASSERT_TRUE(back.ok());
    std::set<u32> slots;
    for (const ctr::Command& command : commands_of(back.model).commands) {
        if (command.word != ctr::terminator) slots.insert(command.slot());
    }
    EXPECT_GE(*slots.begin(), 1u);
    EXPECT_LE(*slots.rbegin(), 87u);
    EXPECT_GT(slots.size(), 80u) << "a mesh of 1,600 points has use for all of them";
}

TEST(CtrFromSceneLimits, Frames) {
    const auto lasting = [](u32 frames) {
        Scene scene = square_scene();
        Clip clip{.name = "long"};
        clip.extras.set("frames", frames);
        clip.timelines = {{0, static_cast<f32>(frames / 30.0)}};
        clip.channels.push_back({.node = 0, .values = {0, 0, 0, 1, 0, 0}});
        scene.clips.push_back(clip);
        return scene;
    };
    expect_limit(lasting(32767), lasting(32768), "32767 frames");
    const BuiltModel back = expect_fitted(lasting(32768));
    EXPECT_EQ(ctr::playback_frames(file_of(back.model).animations[0].value), 32767u);
}

// Triangles that share nothing, three vertices each, where nobody can guess.
Scene loose_triangles(u32 count) {
    Scene scene;
    Mesh mesh;
    Primitive part;
    u32 random = 1;
    const auto any_below = [&](u32 end) { return (random = random * 1664525 + 1013904223) / 65536 % end; };
    std::set<std::array<u32, 3>> places;
    for (u32 n = 0; n < 3 * count; ++n) {
        std::array<u32, 3> at{};
        do {
            at = {any_below(254), any_below(126), any_below(254)};
        } while (!places.insert(at).second);
        mesh.points.push_back(
            {static_cast<f32>(at[0]) * 0.05f, static_cast<f32>(at[1]) * 0.1f, static_cast<f32>(at[2]) * 0.05f});
        part.points.push_back(n);
        part.indices.push_back(n);
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "dust", .mesh = 0});
    Clip clip{.name = "whirl"};
    clip.timelines = {{}};
    Channel channel{.node = 0, .path = Path::weights};
    constexpr u32 frames = 8;
    for (u32 f = 0; f < frames; ++f) {
        MorphTarget target{"shape"};
        for (u32 p = 0; p < scene.meshes[0].points.size(); ++p) {
            target.points.push_back(p);
            const auto anywhere = [&](u32 steps) { return static_cast<f32>(any_below(steps)) * 0.05f; };
            target.offsets.push_back(Vec3{anywhere(254), anywhere(252), anywhere(254)} - scene.meshes[0].points[p]);
        }
        scene.meshes[0].targets.push_back(std::move(target));
        clip.timelines[0].push_back(static_cast<f32>(f) / 30);
        for (u32 t = 0; t < frames; ++t) channel.values.push_back(t == f ? 1 : 0);
    }
    clip.channels.push_back(std::move(channel));
    scene.clips.push_back(std::move(clip));
    return scene;
}

TEST(CtrFromSceneLimits, BytesOfAFrame) {
    // Compression wins next to nothing here: 21,834 vertices are the most that fit for certain.
    expect_limit(loose_triangles(7278), loose_triangles(7500), "65532 bytes a frame");
    Scene still = loose_triangles(7500);
    still.clips.clear();
    EXPECT_TRUE(built(still).ok()) << "a mesh that does not move says no size";
}

TEST(CtrFromSceneLimits, Grid) {
    const auto wide = [](f32 metres) {
        Scene scene = square_scene();
        for (Vec3& p : scene.meshes[0].points) p.x *= metres;
        return scene;
    };
    // 32767 / 4096 units a step, 254 steps, 64 units a metre.
    expect_limit(wide(31.748f), wide(31.751f), "a grid of steps");
    const BuiltModel back = expect_fitted(wide(63.5f));
    EXPECT_NE(back.found("BUILD_FITTED").find("shrunk to 50 %"), std::string::npos) << back.found("BUILD_FITTED");
    const auto far = [](f32 metres) {
        Scene scene = square_scene();
        scene.nodes[0].local.translation.z = metres;
        return scene;
    };
    EXPECT_TRUE(built(far(-900)).ok()) << "far away the grid is coarser";
    EXPECT_FALSE(built(far(-1100)).ok());
    EXPECT_TRUE(built(far(950)).ok());
    EXPECT_FALSE(built(far(1100)).ok());
}

TEST(CtrFromSceneLimits, ImageSize) {
    const auto sized = [](u32 width) {
        Scene scene = square_scene();
        put_image(scene, painted(width, 2, [](u32 x, u32) { return std::array<u32, 4>{x % 250, 0, 0, 255}; }));
        return scene;
    };
    expect_limit(sized(256), sized(257), "256 x 256 texels");
    EXPECT_LE(back_of(expect_fitted(sized(257))).images[0].width, 256u);
}

Scene many_images(u32 count) {
    Scene scene;
    for (u32 i = 0; i < count; ++i) {
        Scene one = square_scene();
        one.meshes[0].primitives[0].material = i;
        scene.meshes.push_back(one.meshes[0]);
        scene.nodes.push_back(
            {.name = "square", .local = {.translation = {2.0f * static_cast<f32>(i), 0, 0}}, .mesh = i});
        scene.materials.push_back({.name = "paint", .image = i});
        scene.images.push_back(
            painted(256, 256, [&](u32 x, u32 y) { return std::array<u32, 4>{x, y, 100 + 10 * i, 255}; }));
    }
    return scene;
}

TEST(CtrFromSceneLimits, VideoMemory) {
    expect_limit(many_images(3), many_images(4), "words of video memory", {.name = "squares"});
    const BuiltModel back = expect_fitted(many_images(4), {.name = "squares"});
    EXPECT_EQ(back_of(back).images.size(), 4u);
}

TEST(CtrFromSceneLimits, AllThatAreExceededAreSaid) {
    Scene scene = many_layouts(512);
    scene.nodes[0].name = "a name that is much too long";
    const BuiltModel back = built(scene);
    ASSERT_FALSE(back.ok());
    EXPECT_EQ(std::count_if(back.issues.list().begin(), back.issues.list().end(),
                            [](const Issue& issue) { return issue.kind->code == "BUILD_LIMIT"; }),
              2);
}

}  // namespace
}  // namespace thaw::test
