// Triangles and points of an edited mesh: which of the base they were, and what was edited on them.
#include "scene/edit_support.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw {
namespace {

TEST(SceneEdit, OrderIsNoEdit) {
    Scene edited = robot();
    for (Mesh& mesh : edited.meshes) mesh = shuffled(mesh);
    std::swap(edited.clips[0], edited.clips[1]);
    EXPECT_EQ(words(compared(edited)), "");
    // An edit among all that is still one edit, and at its point.
    const Vec3 before = robot().meshes[0].points[6];
    for (Vec3& p : edited.meshes[0].points) {
        if (p == before) p.x -= 0.5f;
    }
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "1 vertex changed");
    EXPECT_EQ(edit.scene.meshes[0].points[6].x, before.x - 0.5f);
}

// Files of games have triangles whose corners are all at one place.
TEST(SceneEdit, CornersAtOnePlaceAreToldApartByTheirLooks) {
    for (const bool is_edited : {false, true}) {
        Scene base;
        base.nodes = {{.name = "speck", .mesh = 0}};
        base.meshes = {{.name = "speck", .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 2, 0}, {2, 2, 0}, {2, 2, 0}}}};
        base.meshes[0].primitives = {{.points = {0, 1, 2, 3, 4, 5}, .indices = {0, 1, 2, 3, 4, 5}}};
        base.meshes[0].primitives[0].uvs = {{0, 0}, {1, 0}, {0, 1}, {0.1f, 0.2f}, {0.3f, 0.4f}, {0.5f, 0.6f}};
        Scene edited = base;
        Primitive& part = edited.meshes[0].primitives[0];
        part.indices = {4, 5, 3, 0, 1, 2};
        if (is_edited) part.uvs[4].x = 0.7f;
        EXPECT_EQ(words(compare({.base = base, .edited = edited})), is_edited ? "1 texture coordinate changed" : "");
    }
}

TEST(SceneEdit, AWholePartThatMovedAndWasReorderedIsFoundByItsShape) {
    Scene edited = robot();
    edited.meshes[0] = shuffled(edited.meshes[0]);
    for (Vec3& p : edited.meshes[0].points) p = {p.x * 2 + 0.3f, p.y, p.z - 5};
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "8 vertices changed");
    EXPECT_EQ(edit.scene.meshes[0].points[7], (Vec3{2.3f, 1, -4}));
}

// Neither the box of the mesh nor that of its material tells where they went, nor does any image.
TEST(SceneEdit, APieceOfAPartThatGrewAndWasReorderedIsFoundByWhatStayed) {
    Scene base = robot();
    Mesh& mesh = base.meshes[0];
    for (Primitive& part : mesh.primitives) part.uvs.assign(points_of_box, {});
    const Mesh piece = mesh;
    const auto add_piece = [](Mesh& to, const Mesh& from, f32 size, f32 right) {
        for (const Vec3& p : from.points) to.points.push_back({p.x * size + right, p.y * size, p.z * size + 0.5f});
        Primitive& part = to.primitives[0];
        for (u32 p = 0; p < points_of_box; ++p) part.points.push_back(points_of_box + p);
        part.uvs.assign(2 * points_of_box, {});
        for (const u32 i : from.primitives[0].indices) part.indices.push_back(points_of_box + i);
        to.influences.joints.assign(2 * points_of_box, 0);
        to.influences.weights.assign(2 * points_of_box, 1);
    };
    Scene edited = base;
    add_piece(mesh, piece, 1, 7);
    add_piece(edited.meshes[0], shuffled(piece), 0.5f, 6);
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "8 vertices changed");
    EXPECT_EQ(edit.scene.meshes[0].points[points_of_box + 7], (Vec3{6.5f, 0.5f, 1}));
}

TEST(SceneEdit, APartThatWasBentAndReorderedIsFoundByItsImage) {
    Scene edited = robot(), base = robot();
    edited.meshes[0] = shuffled(edited.meshes[0]);
    for (Vec3& p : edited.meshes[0].points) p = {p.x * 2 + p.y * p.z, p.y + 3 * p.x * p.z, p.z - 5 - p.x * p.y};
    Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "8 vertices changed");
    EXPECT_EQ(edit.scene.meshes[0].points[7], (Vec3{3, 4, -5}));
    // Where all triangles show the same piece of it nothing tells them apart.
    for (Scene* scene : {&edited, &base}) {
        for (Mesh& mesh : scene->meshes) mesh.primitives[0].uvs.assign(points_of_box, {});
    }
    EXPECT_NE(compared(edited, base).structural_change(), "");
}

// Triangles of two materials that touch in one point, and nothing on an image to tell them apart. Of the second one,
// or of the first, all points are pulled together; then the points and triangles get another order.
Scene two_materials(u32 shrunk, bool reordered) {
    Scene out;
    out.materials = {{.name = "cloth"}, {.name = "metal"}};
    Mesh mesh{.name = "helmet"};
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {4, 1, 0}, {5, 3, 1}, {6, 1, 2}, {7, 7, 0},
                   {8, 7, 2}, {7, 9, 1}, {1, 2, 2}, {2, 3, 2}, {1, 3, 3}};
    std::vector<std::vector<u32>> lists{{0, 1, 2, 8, 9, 10}, {2, 3, 4, 5, 6, 7}};
    if (shrunk < 2) {
        const Vec3 middle = shrunk == 0 ? Vec3{2, 1.5f, 1.5f} : Vec3{6, 5, 1};
        for (const u32 p : lists[shrunk]) mesh.points[p] = middle + (mesh.points[p] - middle) * 0.9f;
    }
    if (reordered) {
        std::reverse(mesh.points.begin(), mesh.points.end());
        for (auto& list : lists) {
            std::reverse(list.begin(), list.end());
            for (std::size_t t = 0; t < list.size(); t += 3) std::swap(list[t], list[t + 2]);  // as they were wound
            for (u32& p : list) p = 10 - p;
        }
    }
    for (u32 m = 0; m < 2; ++m) {
        const auto count = static_cast<u32>(lists[m].size());
        Primitive part{.material = m, .points = lists[m], .uvs = std::vector<Vec2>(count, Vec2{0.5f, 0.5f})};
        for (u32 i = 0; i < count; ++i) part.indices.push_back(i);
        mesh.primitives.push_back(std::move(part));
    }
    out.meshes.push_back(std::move(mesh));
    out.nodes.push_back({.name = "helmet", .mesh = 0});
    return out;
}

TEST(SceneEdit, APartThatShrankIsFoundBesideWhatItTouches) {
    const Scene base = two_materials(2, false);
    EXPECT_EQ(words(compared(two_materials(2, true), base)), "");
    for (const u32 shrunk : {0u, 1u}) {
        const Edit edit = compared(two_materials(shrunk, true), base);
        EXPECT_EQ(words(edit), "6 vertices changed");
        EXPECT_EQ(edit.scene.meshes[0].points, two_materials(shrunk, false).meshes[0].points);
    }
}

TEST(SceneEdit, TrianglesInOrderMayStartWithAnotherCorner) {
    Scene edited = robot();
    auto& indices = edited.meshes[0].primitives[0].indices;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        std::rotate(indices.begin() + static_cast<std::ptrdiff_t>(i),
                    indices.begin() + static_cast<std::ptrdiff_t>(i + i / 3 % 3),
                    indices.begin() + static_cast<std::ptrdiff_t>(i + 3));
    }
    for (Vec3& p : edited.meshes[0].points) p = p * 0.9f + Vec3{0.01f, 0.02f, 0.03f};
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "8 vertices changed");
    for (u32 p = 0; p < points_of_box; ++p) EXPECT_EQ(edit.scene.meshes[0].points[p], edited.meshes[0].points[p]);
}

TEST(SceneEdit, SourcesTellPointsApartThatNothingElseDoes) {
    Scene edited = robot();
    std::vector<std::vector<u32>> sources(2);
    for (u32 p = 0; p < points_of_box; ++p) {
        sources[0].push_back(7 - p);
        sources[1].push_back(p);
    }
    std::reverse(edited.meshes[0].points.begin(), edited.meshes[0].points.end());
    std::reverse(edited.meshes[0].primitives[0].uvs.begin(), edited.meshes[0].primitives[0].uvs.end());
    for (u32& corner : edited.meshes[0].primitives[0].indices) corner = 7 - corner;
    for (Vec3& p : edited.meshes[0].points) p = {p.z * 0.1f, p.x + p.y, p.y * p.z};
    const Scene base = robot();
    const Edit edit = compare({.base = base, .edited = edited, .source_points = sources});
    EXPECT_EQ(edit.structural_change(), "");
    EXPECT_EQ(edit.scene.meshes[0].points[7], edited.meshes[0].points[0]);
}

TEST(SceneEdit, CornersColoursAndWeights) {
    Scene edited = robot();
    edited.meshes[0].primitives[0].uvs[3].x += 0.25f;
    edited.meshes[1].influences.joints[2] = 0;
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "1 texture coordinate changed, 1 vertex reweighted");
    EXPECT_EQ(edit.scene.meshes[1].influences.joints[2], 0);
    edited = robot();
    edited.meshes[0].primitives[0].colors.assign(points_of_box, {1, 1, 1, 1});
    EXPECT_EQ(words(compared(edited)), "");  // white is what there was
    edited.meshes[0].primitives[0].colors[5] = {1, 0, 0, 1};
    EXPECT_EQ(words(compared(edited)), "1 colour changed");
}

TEST(SceneEdit, Triangles) {
    Scene edited = robot();
    edited.meshes[0].primitives[0].indices.resize(21);
    Edit edit = compared(edited);
    EXPECT_EQ(edit.structural_change(), "1 triangle removed");
    EXPECT_EQ(edit.scene.meshes[0].primitives[0].indices.size(), 21u);
    EXPECT_EQ(edit.scene.meshes[1].primitives[0].indices.size(), 24u);
    // One without area that an editor cannot hold is not missed, and stays.
    Scene base = robot();
    auto& indices = base.meshes[0].primitives[0].indices;
    indices.insert(indices.end(), {3, 3, 7});
    edit = compared(robot(), base);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.meshes[0].primitives[0].indices.size(), 27u);
}

// What is left of a mesh keeps the base's points and triangles, and says which they were.
TEST(SceneEdit, TrianglesThatAreGoneTakeTheirPointsWithThem) {
    const Scene base = robot();
    Scene edited = base;
    auto& indices = edited.meshes[0].primitives[0].indices;
    for (const u32 gone : {7u, 3u}) {  // the two at point 7
        const auto at = indices.begin() + 3 * gone;
        indices.erase(at, at + 3);
    }
    edited.meshes[0].points[2].z += 0.25f;
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "1 vertex changed, 2 triangles removed");
    const Mesh& mesh = edit.scene.meshes[0];
    EXPECT_EQ(edit.source_triangles[0], (std::vector<u32>{0, 1, 2, 4, 5, 6}));
    EXPECT_EQ(edit.source_points[0], (std::vector<u32>{0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(mesh.points.size(), 7u);
    EXPECT_EQ(mesh.points[2].z, 0.25f);
    EXPECT_EQ(mesh.influences.joints.size(), 7u);
    EXPECT_EQ(edit.source_triangles[1].size(), 8u);
    EXPECT_EQ(edit.source_triangles[1][7], 7u);
}

TEST(SceneEdit, NewTrianglesAndPointsComeLast) {
    const Scene base = robot();
    Scene edited = base;
    edited.materials.push_back({.name = "red", .base_color = {1, 0, 0, 1}});
    Mesh& mesh = edited.meshes[0];
    mesh.points.push_back({0.5f, 0.5f, 3});
    mesh.influences.joints.push_back(1);
    mesh.influences.weights.push_back(1);
    mesh.primitives.push_back(
        {.material = 1, .points = {4, 5, 8}, .uvs = {{0, 0}, {1, 0}, {0, 1}}, .indices = {0, 1, 2}});
    mesh.primitives[0].indices.insert(mesh.primitives[0].indices.begin(), {5, 7, 4});
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "2 triangles added");
    const Mesh& out = edit.scene.meshes[0];
    ASSERT_EQ(out.primitives.size(), 2u);
    EXPECT_EQ(edit.scene.materials[out.primitives[1].material].name, "red");
    EXPECT_EQ(edit.source_points[0], (std::vector<u32>{0, 1, 2, 3, 4, 5, 6, 7, no_index}));
    EXPECT_EQ(edit.source_triangles[0], (std::vector<u32>{0, 1, 2, 3, 4, 5, 6, 7, no_index, no_index}));
    EXPECT_EQ(out.points[8], (Vec3{0.5f, 0.5f, 3}));
    EXPECT_EQ(out.influences.joints[8], 1);
    EXPECT_EQ(out.primitives[1].points, (std::vector<u32>{4, 5, 8}));
}

TEST(SceneEdit, ATriangleWithAnotherMaterialIsStillThatTriangle) {
    Scene base = robot();
    base.materials.push_back({.name = "fur", .base_color = {0, 1, 0, 1}});
    auto& parts = base.meshes[0].primitives;
    parts.push_back(parts[0]);
    parts[1].material = 1;
    parts[1].indices.erase(parts[1].indices.begin(), parts[1].indices.begin() + 18);
    parts[0].indices.resize(18);
    Scene edited = base;
    auto &from = edited.meshes[0].primitives[0].indices, &to = edited.meshes[0].primitives[1].indices;
    to.insert(to.end(), from.begin() + 3, from.begin() + 6);
    from.erase(from.begin() + 3, from.begin() + 6);
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "material of 1 triangle changed");
    EXPECT_EQ(edit.source_triangles[0], (std::vector<u32>{0, 2, 3, 4, 5, 1, 6, 7}));
    EXPECT_EQ(edit.scene.meshes[0].primitives[1].indices.size(), 9u);
    EXPECT_EQ(edit.source_points[0].size(), points_of_box);
}

TEST(SceneEdit, ACornerThatWasCutApartHasBothValues) {
    const Scene base = robot();
    Scene edited = base;
    Primitive& part = edited.meshes[0].primitives[0];
    const u32 corner = part.indices[3];  // of triangle 1, and of others
    part.points.push_back(part.points[corner]);
    part.uvs.push_back({0.75f, 0.5f});
    part.indices[3] = points_of_box;
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "1 corner split");
    const Primitive& out = edit.scene.meshes[0].primitives[0];
    for (std::size_t i = 0; i < part.indices.size(); ++i) EXPECT_EQ(out.uvs[out.indices[i]], part.uvs[part.indices[i]]);
    EXPECT_EQ(edit.source_triangles[0].size(), 8u);
    EXPECT_EQ(edit.scene.meshes[0].points, base.meshes[0].points);
    // All of them together are no cut.
    edited = base;
    edited.meshes[0].primitives[0].uvs[corner] = {0.75f, 0.5f};
    EXPECT_EQ(words(compared(edited)), "1 texture coordinate changed");
}

TEST(SceneEdit, AMeshOfWhichLittleIsLeftIsTakenAsItIs) {
    Scene edited = robot();
    edited.meshes[0].primitives[0].indices.resize(9);
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "5 triangles removed");
    EXPECT_EQ(edit.source_triangles[0], std::vector<u32>(3, no_index));
}

// A flower: at rest all of it is a bud, and each frame opens another part of it.
Scene flower() {
    Scene out = jumper({});
    Mesh& mesh = out.meshes[0];
    const std::vector<Vec3> open = mesh.points;
    for (u32 p = 0; p < points_of_box; ++p) mesh.points[p] = {p == 0 ? 0.2f : 0.0f, 0, p == 7 ? 0.1f : 0.0f};
    mesh.frames = plain_frames(points_of_box, 3, {}, [&](u32 frame, std::vector<Vec3>& row) {
        row = mesh.points;
        for (u32 p = 0; p < points_of_box; ++p) {
            if (frame > 0 && (frame == 1) == (p < 5)) row[p] = open[p];
        }
    });
    return out;
}

TEST(SceneEdit, PointsThatAreAtOnePlaceAtRestAreToldApartByOtherShapes) {
    const Scene base = flower();
    const auto row = [&](u32 frame, std::vector<Vec3>& to) {
        std::vector<Vec3> from;
        shape_points(base.meshes[0], frame, from);
        to.resize(points_of_box);
        for (u32 p = 0; p < points_of_box; ++p) to[(p * 3 + 5) % points_of_box] = from[p];
    };
    Scene edited = base;
    edited.meshes[0] = shuffled(base.meshes[0]);
    edited.meshes[0].frames = plain_frames(points_of_box, 3, {}, row);
    EXPECT_EQ(words(compared(edited, base)), "");
    // All of it made smaller at rest, which moves the other shapes along.
    edited.meshes[0].frames = plain_frames(points_of_box, 3, {}, [&](u32 frame, std::vector<Vec3>& to) {
        std::vector<Vec3> rest;
        row(0, rest);
        row(frame, to);
        for (u32 p = 0; p < points_of_box; ++p) to[p] = to[p] - rest[p] * 0.5f;
    });
    for (Vec3& p : edited.meshes[0].points) p = p * 0.5f;
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "2 vertices changed in 3 frames");
    EXPECT_EQ(edit.scene.meshes[0].points[0].x, 0.1f);
}

}  // namespace
}  // namespace thaw
