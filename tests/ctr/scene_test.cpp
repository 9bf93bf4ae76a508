// CTR scenes: frames, levels of detail, colours, and textures cut out of video memory.
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "ctr/scene_support.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/model/frames.hpp"

namespace thaw::test {
namespace {

constexpr u32 starts = 1u << 31, culls = 1u << 28;

Model fixture_model(const std::string& name) {
    for (const Fixture& each : ctr_fixtures()) {
        if (each.name == "ctr_" + name) return std::move(read(*each.format, each.bundle).value());
    }
    throw std::runtime_error("no fixture " + name);
}

TEST(CtrScene, EveryFixtureGivesASoundScene) {
    std::size_t scenes = 0;
    for (const Fixture& each : ctr_fixtures()) {
        if (each.error || each.format != &ctr::format) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        ASSERT_TRUE(model.ok());
        if (!ctr_of(*model).file) continue;
        for (const SceneOptions& options :
             {SceneOptions{}, SceneOptions{.raw = true, .all_lods = true}, SceneOptions{.lod = 9.0}}) {
            const Scene scene = scene_of(*model, options);
            ++scenes;
        }
        SceneOptions still{.frame = 0};
        Issues issues;
        const auto scene = to_scene(*model, still, issues);
        if (!scene) continue;  // no mesh can be shown, so that there is no frame
        EXPECT_EQ(check(*scene), "");
        EXPECT_TRUE(scene->clips.empty());
    }
    EXPECT_GT(scenes, 100u);
}

TEST(CtrScene, HalfAModelHasNone) {
    Issues issues;
    const auto scene = to_scene(fixture_model("map_alone"), {}, issues);
    ASSERT_FALSE(scene.ok());
    EXPECT_EQ(scene.error().code, Code::missing_part);
}

TEST(CtrScene, IsInMetresAndFacesForward) {
    const Scene scene = scene_of(fixture_model("triangle"));
    ASSERT_EQ(scene.nodes.size(), 2u);
    EXPECT_EQ(scene.nodes[0].name, "tri");
    EXPECT_EQ(scene.nodes[1].name, "tri_hi");
    const thaw::Mesh& mesh = scene.meshes[0];
    EXPECT_EQ(mesh.points[1], (Vec3{0, 100 / 64.0f, 0}));
    const Primitive& p = mesh.primitives[0];
    const auto point = [&](std::size_t k) { return mesh.points[p.points[p.indices[k]]]; };
    EXPECT_GT(cross(point(1) - point(0), point(2) - point(0)).z, 0);
    EXPECT_FALSE(scene.materials[p.material].double_sided);
    const Scene raw = scene_of(fixture_model("triangle"), {.raw = true});
    EXPECT_EQ(raw.meshes[0].points[1], (Vec3{0, 100, 0}));
    EXPECT_EQ(raw.nodes[0].local.scale.x, 1 / 64.0f);
}

TEST(CtrScene, ColoursAreLinear) {
    Model model = fixture_model("triangle");
    auto& colours = static_cast<ctr::Document&>(*model.document).file->colour_tables[0].value;
    colours[0] = {128, 255, 0, 0};
    const Scene scene = scene_of(model);
    const Primitive& p = scene.meshes[0].primitives[0];
    const auto at = static_cast<std::size_t>(std::find(p.points.begin(), p.points.end(), 0u) - p.points.begin());
    EXPECT_NEAR(p.colors[at].x, std::pow((128 / 255.0 + 0.055) / 1.055, 2.4), 1e-5);
    EXPECT_EQ(p.colors[at].y, 1);
    EXPECT_EQ(p.colors[at].z, 0);
    colours[0].weight = 2;
    const Material material = scene_of(model).materials[0];
    EXPECT_EQ(material.alpha, AlphaMode::blend);
    EXPECT_EQ(material.base_color.w, 0.5f);
}

// What the game shows at playback frame f: stored frame `first`, or half way between it and the next one.
struct PlaybackFrame {
    u32 first = 0;
    bool between = false;
};

PlaybackFrame playback_frame(const ctr::Animation& animation, u32 f) {
    const u32 last = ctr::stored_frames(animation) - 1;
    if (!animation.is_half_rate()) return {std::min(f, last), false};
    return f / 2 >= last ? PlaybackFrame{last, false} : PlaybackFrame{f / 2, f % 2 == 1};
}

// Every stored frame of every animation, against the decoder; and what is shown half way.
TEST(CtrScene, FramesAreWhatTheFileHas) {
    for (const char* name : {"raw", "packed", "half_rate"}) {
        SCOPED_TRACE(name);
        const Model model = fixture_model(name);
        const ctr::File& file = file_of(model);
        const ctr::Mesh& source = file.mesh_lists[0].value[0];
        const auto& table = *ctr::animations_of(file, source);
        const Scene scene = scene_of(model);
        const thaw::Mesh& mesh = scene.meshes[0];
        ASSERT_TRUE(mesh.frames.has_value());
        ASSERT_EQ(scene.clips.size(), table.size());
        u32 first = 0;
        for (std::size_t a = 0; a < table.size(); ++a) {
            const auto& animation = *ctr::animation_at(file, table[a].target);
            const Clip& clip = scene.clips[a];
            EXPECT_EQ(clip.name, text::until_nul(animation.name));
            const auto& times = clip.timelines[0];
            const u32 stored = ctr::stored_frames(animation);
            const double step = animation.is_half_rate() ? 2 / 30.0 : 1 / 30.0;
            for (u32 k = 0; k < stored; ++k) EXPECT_FLOAT_EQ(times[k], static_cast<f32>(k * step));
            EXPECT_NEAR(double{times.back()}, ctr::playback_frames(animation) / 30.0, 1e-6);
            for (u32 f = 0; f < ctr::playback_frames(animation); ++f) {
                Pose pose;
                evaluate(scene, &clip, f / 30.0, pose);
                std::vector<Vec3> points;
                posed_points(scene, pose, 1, points);
                const PlaybackFrame played = playback_frame(animation, f);
                const auto positions = [&](u32 k) {
                    const auto& frame = *ctr::frame_of(file, table[a].target, k);
                    std::vector<Vec3d> out;
                    for (const auto& grid :
                         ctr::decode_frame(frame, ctr::deltas_at(file, animation.deltas), points.size()).points) {
                        out.push_back(ctr::position_of(grid, frame, source));
                    }
                    return out;
                };
                const auto here = positions(played.first);
                const auto next = positions(played.between ? played.first + 1 : played.first);
                ASSERT_EQ(here.size(), points.size());
                for (std::size_t v = 0; v < points.size(); ++v) {
                    EXPECT_NEAR(double{points[v].x} * 64, (here[v].x + next[v].x) / 2, 1e-3);
                    EXPECT_NEAR(double{points[v].y} * 64, (here[v].y + next[v].y) / 2, 1e-3);
                    EXPECT_NEAR(double{points[v].z} * 64, (here[v].z + next[v].z) / 2, 1e-3);
                }
            }
            EXPECT_EQ(clip.channels[0].frames[0], first);
            first += stored;
        }
        EXPECT_EQ(mesh.frames->count, first);
        EXPECT_EQ(mesh.frames->names[1],
                  std::string(text::until_nul(ctr::animation_at(file, table[0].target)->name)) + " 1");
    }
}

TEST(CtrScene, AStillIsThatFrame) {
    const Model model = fixture_model("raw");
    const Scene moving = scene_of(model);
    std::vector<Vec3> third(moving.meshes[0].points.size());
    decode_frame(*moving.meshes[0].frames, 2, third);
    const Scene still = scene_of(model, {.frame = 2});
    EXPECT_EQ(still.meshes[0].points, third);
    EXPECT_FALSE(still.meshes[0].frames.has_value());
    Issues issues;
    EXPECT_FALSE(to_scene(model, {.frame = 4}, issues).ok());
}

TEST(CtrScene, LevelsOfDetailAreChosenOrAllShown) {
    const Model model = fixture_model("lods");
    const auto shown = [&](const SceneOptions& options) {
        std::vector<std::string> names;
        const Scene scene = scene_of(model, options);
        for (const u32 n : shown_nodes(scene)) names.push_back(scene.nodes[n].name);
        return names;
    };
    EXPECT_EQ(shown({}), std::vector<std::string>{"tri_hi"});
    EXPECT_EQ(shown({.lod = 1.0}), std::vector<std::string>{"tri_low"});
    EXPECT_EQ(shown({.lod = 7.0}), std::vector<std::string>{"tri_low"});
    EXPECT_EQ(shown({.all_lods = true}), (std::vector<std::string>{"tri_hi", "tri_low"}));
}

TEST(CtrScene, ModelsOfAPackStandBesideEachOther) {
    const Scene scene = scene_of(fixture_model("pack"));
    const auto nodes = shown_nodes(scene);
    ASSERT_EQ(nodes.size(), 2u);
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    std::vector<Vec3> one, two;
    posed_points(scene, pose, nodes[0], one);
    posed_points(scene, pose, nodes[1], two);
    const auto by_x = [](Vec3 a, Vec3 b) { return a.x < b.x; };
    EXPECT_GT(std::min_element(two.begin(), two.end(), by_x)->x, std::max_element(one.begin(), one.end(), by_x)->x);
    EXPECT_EQ(scene.nodes[scene.nodes[nodes[0]].parent].parent, 0u);
}

TEST(CtrScene, SharedTablesDoNotMultiply) {
    Model model = fixture_model("raw");
    ctr::File& file = *static_cast<ctr::Document&>(*model.document).file;
    file.mesh_lists[0].value.assign(20'000, file.mesh_lists[0].value[0]);
    file.models[0].value.num_meshes = 20'000;
    Issues issues;
    const auto scene = to_scene(model, {.all_lods = true}, issues);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    EXPECT_LT(scene->meshes.size(), 2000u);
    const auto codes = codes_of(issues);
    EXPECT_NE(std::find(codes.begin(), codes.end(), "CTR_TOO_MUCH"), codes.end());
}

TEST(CtrScene, VerticesThatAreNotInTheFileAreLeftOut) {
    Model model = fixture_model("raw");
    ctr::File& file = *static_cast<ctr::Document&>(*model.document).file;
    for (std::size_t f = 0; f < file.frames.size(); ++f) {
        ctr::Frame& frame = file.frames[f].value;
        frame.data = frame.data.slice(0, f == 0 ? 15 : 9);
    }
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    EXPECT_EQ(codes_of(issues), std::vector<std::string>{"CTR_FRAME_DATA"});
    const Primitive& p = scene->meshes[0].primitives[0];
    EXPECT_TRUE(std::all_of(p.points.begin(), p.points.end(), [](u32 v) { return v < 5; }));
}

TEST(CtrScene, KeepsWhatNoViewerShows) {
    Model model = fixture_model("anim_textured");
    static_cast<ctr::Document&>(*model.document).file->mesh_lists[0].value[0].flags = 1;
    const Scene scene = scene_of(model);
    const Extras& extras = scene.meshes[0].extras;
    EXPECT_EQ(*extras.find("thaw_flags")->get_if<i64>(), 1);
    EXPECT_TRUE(*extras.find("thaw_faces_camera")->get_if<bool>());
    EXPECT_TRUE(extras.find("thaw_anim_textures")
                    ->get_if<std::string>()
                    ->starts_with(R"([{"texture":1,"offset":0,"shift":1,"layouts":[[0,0,31,0,0,31,31,31,16352,104],)"));
    EXPECT_EQ(*scene.nodes[0].extras.find("thaw_id")->get_if<i64>(), -1);
}

// --- textures --------------------------------------------------------------------------------------------------------

// An image file for video memory: words at a place.
Blob video_file(u16 x, u16 y, u16 width, const std::vector<u16>& words) {
    const auto height = static_cast<u16>(words.size() / width);
    std::vector<u8> bytes(20 + 2 * words.size());
    store(bytes.data(), u32{0x10}, Order::little);
    store(bytes.data() + 4, u32{2}, Order::little);
    store(bytes.data() + 8, static_cast<u32>(12 + 2 * words.size()), Order::little);
    const std::array<u16, 4> rectangle{x, y, width, height};
    for (std::size_t i = 0; i < 4; ++i) store(bytes.data() + 12 + 2 * i, rectangle[i], Order::little);
    for (std::size_t i = 0; i < words.size(); ++i) store(bytes.data() + 20 + 2 * i, words[i], Order::little);
    return Blob::take(std::move(bytes));
}

// A triangle seen from the front: corner 0 at the upper left, 1 at the upper right, 2 at the lower left.
Model textured_triangle(u16 page, u16 clut, const std::vector<Blob>& memory) {
    ctr::MeshPlan mesh;
    mesh.name = "letter";
    const auto command = [](u32 flags) { return ctr::Command{flags | 87u << 16 | 1}; };
    mesh.commands = {command(starts | culls), command(culls), command(culls), {ctr::terminator}};
    mesh.colours = {{128, 128, 128, 0}};
    mesh.frame = ctr::FramePlan{{0, 0, 0}, ctr::raw_data({{0, 100, 0}, {100, 100, 0}, {0, 0, 0}})};
    mesh.textures = {ctr::TextureLayout{8, 16, clut, 12, 16, page, 8, 20, 12, 20}};
    ctr::FilePlan plan;
    plan.models = {{"letter", -1, {mesh}}};
    Bundle bundle = ctr::lay_out(plan);
    for (const Blob& each : memory) bundle.parts.push_back({"vrm", "letter.vrm", each});
    return std::move(read(ctr::format, std::move(bundle)).value());
}

// F, five by five, its holes dark.
constexpr std::array<std::string_view, 5> letter{"#####", "#....", "####.", "#....", "#...."};
constexpr u16 red = 0x001F, blue = 0x7C00, green = 0x03E0;

std::array<u8, 4> pixel(const Image& image, u32 x, u32 y) {
    const u8* p = image.pixels.data() + 4 * (y * image.width + x);
    return {p[0], p[1], p[2], p[3]};
}

void expect_letter(const Scene& scene) {
    ASSERT_EQ(scene.images.size(), 1u);
    const Image& image = scene.images[0];
    ASSERT_EQ(image.width, 5u);
    ASSERT_EQ(image.height, 5u);
    for (u32 y = 0; y < 5; ++y) {
        for (u32 x = 0; x < 5; ++x) {
            const std::array<u8, 4> lit{255, 0, 0, 255}, dark{0, 0, 255, 255};
            EXPECT_EQ(pixel(image, x, y), letter[y][x] == '#' ? lit : dark) << x << ", " << y;
        }
    }
    // Upright and not mirrored: on the image as on the model, the first corner is upper left.
    const Primitive& p = scene.meshes[0].primitives[0];
    ASSERT_EQ(p.uvs.size(), 3u);
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec3 at = scene.meshes[0].points[p.points[c]];
        EXPECT_FLOAT_EQ(p.uvs[c].x, at.x > 0 ? 0.9f : 0.1f);
        EXPECT_FLOAT_EQ(p.uvs[c].y, at.y > 0 ? 0.1f : 0.9f);
        EXPECT_EQ(p.colors[c], (Vec4{1, 1, 1, 1}));  // 128 is neutral
    }
    const auto point = [&](std::size_t k) { return scene.meshes[0].points[p.points[p.indices[k]]]; };
    EXPECT_GT(cross(point(1) - point(0), point(2) - point(0)).z, 0);
    const Material& material = scene.materials[p.material];
    EXPECT_EQ(material.image, 0u);
    EXPECT_TRUE(material.nearest && material.clamp && material.unlit);
    EXPECT_EQ(material.alpha, AlphaMode::opaque);
}

// The letter's texels are at 8, 16 of the page at 512, 256.
TEST(CtrScene, FifteenBitTexturesAreUpright) {
    std::vector<u16> words;
    for (const auto row : letter) {
        for (const char c : row) words.push_back(c == '#' ? red : blue);
    }
    expect_letter(scene_of(textured_triangle(0x178, 0, {video_file(512 + 8, 256 + 16, 5, words)})));
}

TEST(CtrScene, EightBitTexturesAreUpright) {
    std::vector<u16> words;
    for (const auto row : letter) {
        const auto index = [&](std::size_t i) { return i < 5 && row[i] == '#' ? 200u : 7u; };
        for (std::size_t i = 0; i < 6; i += 2) words.push_back(static_cast<u16>(index(i) | index(i + 1) << 8));
    }
    std::vector<u16> colours(256, green);
    colours[200] = red;
    colours[7] = blue;
    // The colour table is at 3 x 16, 500.
    expect_letter(scene_of(textured_triangle(
        0xF8, 3 | 500 << 6, {video_file(512 + 4, 256 + 16, 3, words), video_file(48, 500, 256, colours)})));
}

TEST(CtrScene, FourBitTexturesAreUpright) {
    std::vector<u16> words;
    for (const auto row : letter) {
        u32 bits = 0;
        for (std::size_t i = 0; i < 5; ++i) bits |= (row[i] == '#' ? 9u : 14u) << 4 * i;
        words.push_back(static_cast<u16>(bits));
        words.push_back(static_cast<u16>(bits >> 16));
    }
    std::vector<u16> colours(16, green);
    colours[9] = red;
    colours[14] = blue;
    expect_letter(scene_of(textured_triangle(
        0x78, 3 | 500 << 6, {video_file(512 + 2, 256 + 16, 2, words), video_file(48, 500, 16, colours)})));
}

// The level's own images cover the shared ones, whatever the order in which they were found.
TEST(CtrScene, OwnVideoMemoryLiesOverTheShared) {
    const Blob shared = video_file(512 + 8, 256 + 16, 5, std::vector<u16>(25, red));
    Model model = textured_triangle(0x178, 0, {});
    model.bundle.parts.push_back({"shared-vrm", "shared.vrm", shared});
    Scene scene = scene_of(model);
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(pixel(scene.images[0], 4, 4), (std::array<u8, 4>{255, 0, 0, 255}));

    model = textured_triangle(0x178, 0, {video_file(512 + 8, 256 + 16, 5, std::vector<u16>(5, blue))});
    model.bundle.parts.push_back({"shared-vrm", "shared.vrm", shared});
    scene = scene_of(model);
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(pixel(scene.images[0], 4, 0), (std::array<u8, 4>{0, 0, 255, 255}));
    EXPECT_EQ(pixel(scene.images[0], 4, 1), (std::array<u8, 4>{255, 0, 0, 255}));
}

TEST(CtrScene, BrokenSharedVideoMemoryIsSaid) {
    Model model = textured_triangle(0x178, 0, {video_file(512 + 8, 256 + 16, 5, std::vector<u16>(25, red))});
    model.bundle.parts.push_back({"shared-vrm", "shared.vrm", Blob::take({1, 2})});
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(scene->images.size(), 1u);
    EXPECT_EQ(codes_of(issues), std::vector<std::string>{"TEXTURE_MISSING"});
    EXPECT_EQ(issues.list()[0].expected, "shared.vrm");
}

TEST(CtrScene, TexelsMayBeHolesOrHalfTransparent) {
    std::vector<u16> words(25, red);
    words[0] = 0;
    words[1] = 0x8000;  // black, but no hole
    const auto scene_with = [&](u16 blend) {
        return scene_of(
            textured_triangle(static_cast<u16>(0x118 | blend << 5), 0, {video_file(512 + 8, 256 + 16, 5, words)}));
    };
    const Scene opaque = scene_with(3);
    EXPECT_EQ(opaque.materials[0].alpha, AlphaMode::mask);
    EXPECT_EQ(pixel(opaque.images[0], 0, 0)[3], 0);
    EXPECT_EQ(pixel(opaque.images[0], 1, 0), (std::array<u8, 4>{0, 0, 0, 255}));
    const Scene half = scene_with(0);
    EXPECT_EQ(half.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(pixel(half.images[0], 1, 0)[3], 128);
    EXPECT_EQ(pixel(half.images[0], 2, 0)[3], 255);
    EXPECT_EQ(scene_with(1).materials[0].blend, BlendMode::normal);  // some texels are solid
    words.assign(25, red | 0x8000);
    EXPECT_EQ(scene_with(1).materials[0].blend, BlendMode::additive);
}

TEST(CtrScene, WithoutVideoMemoryAColourStandsIn) {
    const auto look = [](const Model& model, const std::string& found) {
        Issues issues;
        const auto scene = to_scene(model, {}, issues);
        ASSERT_TRUE(scene.ok());
        EXPECT_EQ(check(*scene), "");
        EXPECT_TRUE(scene->images.empty());
        EXPECT_EQ(codes_of(issues), std::vector<std::string>{"TEXTURE_MISSING"});
        EXPECT_EQ(issues.list()[0].path, "layouts[0]");
        EXPECT_EQ(issues.list()[0].found, found);
        EXPECT_NE(scene->materials[0].base_color, (Vec4{1, 1, 1, 1}));
    };
    look(textured_triangle(0x178, 0, {}), "no video memory (.vrm)");
    look(textured_triangle(0x178, 0, {video_file(0, 0, 1, {red})}), "nothing there");
    Model chosen = textured_triangle(0x178, 0, {});
    chosen.bundle.parts.push_back({"texture:0", "mine.png", Blob::take({1, 2, 3})});
    EXPECT_EQ(scene_of(chosen).images[0].file.size(), 3u);
}

}  // namespace
}  // namespace thaw::test
