// Scenes into DDD files: what Thaw made of one, edited ones, and scenes that never were one.
#include "soulfu/from_scene_support.hpp"

#include "fixtures/fixtures.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

Model stored_frog() {
    auto model = read_ddd(load_file(source_folder() / "samples/soulfu/FROG.DDD"), "FROG.DDD");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

Scene scene_of(const Model& model, const SceneOptions& options = {}) {
    Issues issues;
    auto scene = to_scene(model, options, issues);
    EXPECT_TRUE(scene.ok());
    return std::move(*scene);
}

Severity worst_in_game(const Built& built) {
    auto copy = std::make_unique<ddd::Document>();
    copy->file = document_of(built).file;
    const Model model{&ddd::format, {}, std::move(copy)};
    return validate(model, Profile::game)->worst();
}

TEST(DddFromScene, ASampleComesBackThroughAnEditor) {
    const Model model = stored_frog();
    for (const std::string rig : {"exact", "compact"}) {
        const GltfFile file = through_editor(scene_of(model, {.own = OptionValues{{"rig", rig}}}));
        Issues losses;
        const auto built =
            from_scene(ddd::format, {.scene = file.scene, .source_points = file.source_points}, {}, losses);
        ASSERT_TRUE(built.ok()) << to_string(built.error());
        const double step = document_of(model).file.feet_per_unit();
        const double error = farthest(document_of(model), document_of(*built), 1);
        EXPECT_GE(error, 0);
        EXPECT_LE(error, rig == "exact" ? 2 * step : 0.02);
        EXPECT_EQ(document_of(*built).file.scaling, document_of(model).file.scaling);
        EXPECT_LT(worst_in_game(*built), Severity::warning);
        for (std::size_t f = 0; f < document_of(model).file.frames.size(); ++f) {
            const auto& a = document_of(model).file.frames[f];
            const auto& b = document_of(*built).file.frames[f];
            ASSERT_EQ(a.action, b.action);
            if (a.action != 0) {
                ASSERT_EQ(a.events, b.events) << f;
            }
        }
    }
}

TEST(DddFromScene, VerticesStayOnTheirGridWhereNothingTellsOfIt) {
    const Model model = stored_frog();
    Scene scene = scene_of(model);
    scene.extras = {};
    scene.clips.clear();  // they reach farther than the frog at rest
    f32 away = 1e-6f;     // metres, as an editor rounds
    for (Vec3& point : scene.meshes[0].points) {
        point.x += away;
        away = -away;
    }
    Issues losses;
    const auto built = from_scene(ddd::format, {.scene = scene}, {}, losses);
    ASSERT_TRUE(built.ok()) << to_string(built.error());
    EXPECT_EQ(document_of(*built).file.scaling, document_of(model).file.scaling);
    const auto places = [](const ddd::File& file) {
        std::vector<std::array<i16, 3>> out;
        for (const auto& vertex : file.bases[0].vertices) out.push_back(vertex.position);
        std::sort(out.begin(), out.end());
        return out;
    };
    EXPECT_EQ(places(document_of(*built).file), places(document_of(model).file));

    // Some are edited; then so many that nothing is left of the grid.
    auto& points = scene.meshes[0].points;
    for (const std::size_t share : {10u, 2u}) {
        for (std::size_t p = 0; p < points.size(); p += share) points[p].x += 2e-5f;  // half a step
        const auto edited = from_scene(ddd::format, {.scene = scene}, {}, losses);
        ASSERT_TRUE(edited.ok());
        EXPECT_EQ(document_of(*edited).file.scaling, document_of(model).file.scaling - (share == 2 ? 1 : 0));
    }
}

// A row of triangles, each with points of its own.
Scene row_of_triangles(std::size_t count, std::size_t materials = 1) {
    Scene scene;
    for (std::size_t m = 0; m < materials; ++m) scene.materials.push_back({.name = "material " + std::to_string(m)});
    Mesh mesh{.name = "row"};
    mesh.primitives.resize(materials);
    for (u32 m = 0; m < materials; ++m) mesh.primitives[m].material = m;
    for (std::size_t t = 0; t < count; ++t) {
        Primitive& part = mesh.primitives[t % materials];
        const auto x = static_cast<f32>(t) * 0.01f;
        for (const Vec3 at : {Vec3{x, 0, 0}, Vec3{x, 1, 0}, Vec3{x, 0, 1}}) {
            part.indices.push_back(static_cast<u32>(part.points.size()));
            part.points.push_back(static_cast<u32>(mesh.points.size()));
            part.uvs.push_back({at.y, at.z});
            mesh.points.push_back(at);
        }
    }
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "row", .mesh = 0});
    return scene;
}

Result<Built> build(const Scene& scene, Issues& losses, bool fit = false) {
    return from_scene(ddd::format, {.scene = scene}, {.name = "row", .fit = fit}, losses);
}

TEST(DddFromScene, AStillMeshBecomesAProp) {
    const Scene scene = row_of_triangles(2);
    Issues losses;
    const auto built = build(scene, losses);
    ASSERT_TRUE(built.ok());
    const ddd::File& file = document_of(*built).file;
    ASSERT_EQ(file.frames.size(), 1u);
    EXPECT_EQ(file.frames[0].action, 0);
    ASSERT_EQ(file.bases.size(), 1u);
    EXPECT_EQ(file.bases[0].bones.size(), 1u);
    EXPECT_EQ(file.bases[0].joint_sizes.size(), 2u);
    EXPECT_EQ(file.bases[0].vertices[1].weight, 63);
    EXPECT_EQ(file.scaling, 4);  // 1 m is 3.28 feet
    EXPECT_EQ(file.bases[0].vertices[1].position[2], 16404);
    EXPECT_EQ(worst_in_game(*built), Severity::info);
    // Swapped axes turn a triangle round: seen from the front it stays counter-clockwise.
    EXPECT_EQ(file.bases[0].slots[0].triangles[0].corners[1].vertex, 2);
}

TEST(DddFromScene, AnEmptySceneIsRefused) {
    Issues losses;
    const auto built = build({}, losses);
    ASSERT_FALSE(built.ok());
    EXPECT_EQ(built.error().code, Code::unrepresentable);
}

TEST(DddFromScene, RoomForVerticesAndTriangles) {
    Issues losses;
    EXPECT_TRUE(build(row_of_triangles(5461), losses).ok());  // 16,383 vertices
    const auto more = build(row_of_triangles(5462), losses);  // 16,386
    ASSERT_FALSE(more.ok());
    EXPECT_EQ(more.error().message, "16386 vertices, of which the game has room for 16384");

    Scene many = row_of_triangles(1);
    auto& indices = many.meshes[0].primitives[0].indices;
    while (indices.size() < std::size_t{3} * 16384) indices.insert(indices.end(), {0, 1, 2});
    EXPECT_TRUE(build(many, losses).ok());
    indices.insert(indices.end(), {0, 1, 2});
    EXPECT_EQ(build(many, losses).error().message, "16385 triangles, of which the game has room for 16384");
}

TEST(DddFromScene, RoomForFourMaterials) {
    Issues losses;
    EXPECT_TRUE(build(row_of_triangles(8, 4), losses).ok());
    const Scene five = row_of_triangles(10, 5);
    EXPECT_EQ(build(five, losses).error().message, "5 materials, of which the game has room for 4");
    Issues fitted;
    const auto built = build(five, fitted, true);
    ASSERT_TRUE(built.ok());
    EXPECT_EQ(codes_of(fitted), (std::vector<std::string>{"BUILD_FITTED", "BUILD_POSITIONS"}));
    EXPECT_EQ(document_of(*built).file.bases[0].slots[3].triangles.size(), 4u);
}

// A skinned strip with that many joints, all of which move.
Scene chain(std::size_t joints) {
    Scene scene = row_of_triangles(1);
    scene.skins.emplace_back();
    for (std::size_t j = 0; j < joints; ++j) {
        Node node{.name = "joint " + std::to_string(j)};
        node.local.translation = {static_cast<f32>(j) * 0.1f, 0, 0};
        Mat4 inverse;
        inverse.m[12] = -node.local.translation.x;
        scene.skins[0].joints.push_back(static_cast<u32>(scene.nodes.size()));
        scene.skins[0].inverse_binds.push_back(inverse);
        scene.nodes.push_back(std::move(node));
    }
    scene.nodes[0].skin = 0;
    scene.meshes[0].influences = {
        .per_point = 3, .joints = {0, 1, 2, 0, 0, 0, 1, 0, 0}, .weights = {0.5f, 0.3f, 0.2f, 1, 0, 0, 1, 0, 0}};
    return scene;
}

TEST(DddFromScene, RoomForBones) {
    Issues losses;
    EXPECT_TRUE(build(chain(128), losses).ok());
    EXPECT_EQ(build(chain(129), losses).error().message, "258 joints, of which the game has room for 256");
    EXPECT_EQ(build(chain(256), losses).error().message, "256 bones, of which the game has room for 255");
}

TEST(DddFromScene, TwoBonesAPointAreKept) {
    Issues losses;
    const auto built = build(chain(3), losses);
    ASSERT_TRUE(built.ok());
    const auto& vertices = document_of(*built).file.bases[0].vertices;
    EXPECT_EQ(vertices[0].bones, (std::array<u8, 2>{0, 1}));
    EXPECT_EQ(vertices[0].weight, 80);  // 0.625 of 127.5
    bool told = false;
    for (const Issue& issue : losses.list()) {
        if (issue.kind->code != "BUILD_INFLUENCES") continue;
        told = true;
        EXPECT_EQ(issue.found, "1 of 3 points (at most 20 % of a weight)");
    }
    EXPECT_TRUE(told);
}

TEST(DddFromScene, ClipsBecomeActions) {
    Scene scene = chain(3);
    for (const char* name : {"walk", "Dance", "Sing"}) {
        Clip clip{.name = name};
        clip.timelines.push_back({0, 0.5f, 1});
        clip.channels.push_back({.node = scene.skins[0].joints[1],
                                 .path = Path::translation,
                                 .timeline = 0,
                                 .values = {0.1f, 0, 0, 0.1f, 0.3f, 0, 0.1f, 0, 0}});
        scene.clips.push_back(std::move(clip));
    }
    Issues losses;
    const auto built = build(scene, losses);
    ASSERT_TRUE(built.ok());
    const auto& frames = document_of(*built).file.frames;
    ASSERT_EQ(frames.size(), 1u + 3 * 63);
    EXPECT_EQ(frames[1].action, 2);    // WALK
    EXPECT_EQ(frames[64].action, 32);  // SPECIAL_0
    EXPECT_EQ(frames[127].action, 33);
    EXPECT_EQ(worst_in_game(*built), Severity::info);
}

// Editors turn the axes of bones, and drop what says how long a bone is. In the game it stretches along itself only.
TEST(DddFromScene, ABoneIsWhereItStretches) {
    for (const std::size_t axis : {0u, 1u, 2u}) {
        Scene scene = chain(3);
        Clip clip{.name = "walk"};
        clip.timelines.push_back({0, 1});
        std::vector<f32> values(6, 1.0f);
        values[axis] = values[3 + axis] = 1.5f;
        clip.channels.push_back(
            {.node = scene.skins[0].joints[1], .path = Path::scale, .timeline = 0, .values = std::move(values)});
        scene.clips.push_back(std::move(clip));
        Issues losses;
        const auto built = build(scene, losses);
        ASSERT_TRUE(built.ok());
        const auto& file = document_of(*built).file;
        const auto length = [&](const ddd::Frame& frame) {
            const auto& joints = file.bases[0].bones[1].joints;
            const auto& a = frame.joints[joints[0]];
            const auto& b = frame.joints[joints[1]];
            return std::hypot(b.x - a.x, b.y - a.y, b.z - a.z);
        };
        EXPECT_NEAR(length(file.frames[1]) / length(file.frames[0]), 1.5, 0.001) << axis;
    }
}

TEST(RdyFromScene, ASampleComesBack) {
    const GltfFile file = through_editor(scene_of(stored_frog(), {.own = OptionValues{{"rig", "exact"}}}));
    Issues losses;
    auto built = from_scene(rdy::format, {.scene = file.scene, .source_points = file.source_points}, {}, losses);
    ASSERT_TRUE(built.ok()) << to_string(built.error());
    const Model model{&rdy::format, {}, std::move(built->document)};
    EXPECT_LT(validate(model, Profile::game)->worst(), Severity::warning);
    Issues repairs;
    const auto scene = to_scene(model, {}, repairs);
    ASSERT_TRUE(scene.ok());
    ASSERT_EQ(scene->clips.size(), file.scene.clips.size());
    for (std::size_t i = 0; i < scene->clips.size(); ++i) EXPECT_EQ(scene->clips[i].name, file.scene.clips[i].name);
}

// Its scene says that a step is a foot, for it has no steps.
TEST(RdyFromScene, ARdyKeepsItsShape) {
    const Blob bytes = load_file(source_folder() / "samples/soulfu/FROG.RDY");
    const auto model = read(rdy::format, {{{"rdy", "FROG.RDY", bytes}}});
    ASSERT_TRUE(model.ok());
    const Scene before = scene_of(*model);
    Issues losses;
    auto built = from_scene(rdy::format, {.scene = before}, {}, losses);
    ASSERT_TRUE(built.ok()) << to_string(built.error());
    const Scene after = scene_of({&rdy::format, {}, std::move(built->document)});
    ASSERT_EQ(after.meshes.size(), before.meshes.size());
    ASSERT_EQ(after.meshes[0].points.size(), before.meshes[0].points.size());
    for (std::size_t p = 0; p < before.meshes[0].points.size(); ++p) {
        const Vec3 a = before.meshes[0].points[p];
        const Vec3 b = after.meshes[0].points[p];
        EXPECT_LT(std::max({std::abs(b.x - a.x), std::abs(b.y - a.y), std::abs(b.z - a.z)}), 1e-4f) << p;
    }
}

}  // namespace
}  // namespace thaw::test
