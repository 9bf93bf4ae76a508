// What counts as an edit and what does not: each rule from both sides.
#include "scene/edit/edit.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "scene/check.hpp"
#include "scene/evaluate.hpp"
#include "scene/frames.hpp"
#include "scene/shapes.hpp"

namespace thaw {
namespace {

constexpr u32 points_of_box = 8;

Image image(u8 red) {
    Image out{.name = "skin.pcx", .width = 2, .height = 1};
    out.pixels = Blob::take({red, 0, 0, 255, 9, 9, 9, 0});
    return out;
}

Mesh box(const std::string& name, f32 left) {
    Mesh out{.name = name};
    for (u32 i = 0; i < points_of_box; ++i) {
        out.points.push_back({left + static_cast<f32>(i & 1), static_cast<f32>(i >> 1 & 1), static_cast<f32>(i >> 2)});
    }
    Primitive part{.material = 0};
    for (u32 i = 0; i < points_of_box; ++i) {
        part.points.push_back(i);
        part.uvs.push_back({static_cast<f32>(i) / 8, static_cast<f32>(i % 3) / 4});
    }
    part.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7};
    out.primitives.push_back(std::move(part));
    return out;
}

// Two boxes on a joint each, a clip that moves the joints, an image.
Scene robot() {
    Scene out;
    out.name = "robot";
    out.images.push_back(image(200));
    out.materials.push_back({.name = "skin", .image = 0});
    out.materials.back().extras.set("thaw_slot", 0);
    out.nodes.push_back({.name = "root"});
    out.nodes.back().extras.set("thaw_id", 7).set("thaw_list", "[1,2.5]");
    out.nodes.push_back({.name = "arm", .parent = 0, .local = {.translation = {0, 1, 0}}});
    out.nodes.push_back({.name = "hand", .parent = 1, .local = {.translation = {0, 1, 0}}});
    out.skins.push_back({"rig", {1, 2}, {{}, {}}});
    out.skins[0].inverse_binds[0].m[13] = -1;
    out.skins[0].inverse_binds[1].m[13] = -2;
    for (const u16 i : {u16{0}, u16{1}}) {
        out.meshes.push_back(box(i == 0 ? "lower" : "upper", i == 0 ? 0 : 3));
        out.meshes.back().influences = {.per_point = 1,
                                        .joints = std::vector<u16>(points_of_box, i),
                                        .weights = std::vector<f32>(points_of_box, 1)};
        out.nodes.push_back({.name = i == 0 ? "lower" : "upper", .mesh = i, .skin = 0});
    }
    Clip clip{.name = "wave"};
    clip.extras.set("fps", 10);
    clip.timelines.push_back({});
    Channel channel{.node = 1, .path = Path::translation};
    for (int k = 0; k <= 10; ++k) {
        clip.timelines[0].push_back(static_cast<f32>(k) / 10);
        channel.values.insert(channel.values.end(), {static_cast<f32>(k % 4), 1, 0});
    }
    clip.channels.push_back(channel);
    out.clips.push_back(clip);
    clip.name = "still";
    clip.channels[0].values.assign(clip.channels[0].values.size(), 0.25f);
    out.clips.push_back(clip);
    return out;
}

Edit compared(const Scene& edited, const Scene& base = robot()) {
    EXPECT_EQ(check(base), "");
    EXPECT_EQ(check(edited), "");
    Edit out = compare({.base = base, .edited = edited});
    EXPECT_EQ(check(out.scene), "");
    return out;
}

std::string words(const Edit& edit) {
    std::string out;
    for (const Change& change : edit.changes) out += (out.empty() ? "" : ", ") + change.text;
    return out;
}

TEST(SceneEdit, NothingChanged) {
    EXPECT_EQ(words(compared(robot())), "");
    EXPECT_EQ(in_words(compared(robot())), "nothing changed; byte-identical");
}

TEST(SceneEdit, DroppedExtrasAreFilledInAndEditedOnesCount) {
    Scene edited = robot();
    edited.nodes[0].extras = {};
    edited.materials[0].extras = {};
    edited.clips[0].extras = {};
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "");
    EXPECT_NE(edit.scene.nodes[0].extras.find("thaw_id"), nullptr);
    EXPECT_NE(edit.scene.clips[0].extras.find("fps"), nullptr);
    // As another program writes them: a list unfolded, a whole number as a real.
    edited.nodes[0].extras.set("thaw_id", 7.0).set("thaw_list", json::Array{1, 2.5});
    EXPECT_EQ(words(compared(edited)), "");
    edited.nodes[0].extras = {};
    edited.nodes[0].extras.set("thaw_id", 8);
    edit = compared(edited);
    EXPECT_EQ(words(edit), "1 field changed");
    EXPECT_EQ(json::to_text(*edit.scene.nodes[0].extras.find("thaw_id")), "8");
}

TEST(SceneEdit, ARoundedPlaceIsNoEditAndALargerStepIs) {
    const f32 size = 4;  // the farthest coordinate
    for (const auto& [share, moved] : {std::pair(1.5e-6f, false), std::pair(4e-6f, true)}) {
        Scene edited = robot();
        edited.meshes[1].points[7].y += share * size;
        const Edit edit = compared(edited);
        EXPECT_EQ(edit.count(ChangeKind::points), moved ? 1u : 0u) << share;
        EXPECT_EQ(edit.scene.meshes[1].points[7] == robot().meshes[1].points[7], !moved);
        EXPECT_EQ(edit.structural_change(), "");
    }
}

// Points and triangles in another order, triangles starting at another corner.
Mesh shuffled(const Mesh& mesh) {
    Mesh out = mesh;
    const auto turned = [](u32 p) { return (p * 3 + 5) % points_of_box; };
    for (u32 p = 0; p < points_of_box; ++p) {
        out.points[turned(p)] = mesh.points[p];
        out.primitives[0].uvs[turned(p)] = mesh.primitives[0].uvs[p];
    }
    const auto& from = mesh.primitives[0].indices;
    auto& to = out.primitives[0].indices;
    for (std::size_t t = 0; t < from.size() / 3; ++t) {
        const std::size_t place = from.size() / 3 - 1 - t;
        for (std::size_t k = 0; k < 3; ++k) to[3 * place + k] = turned(from[3 * t + (k + t) % 3]);
    }
    return out;
}

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

TEST(SceneEdit, NodesOfOneNameAreToldApartByWhatClipsMove) {
    Scene base = robot();
    for (const f32 x : {1.0f, 2.0f, 3.0f}) {
        base.nodes.push_back({.name = "tag", .local = {.translation = {x, 0, 0}}});
    }
    base.clips[0].channels.push_back(
        {.node = 6, .path = Path::translation, .values = base.clips[0].channels[0].values});
    Scene edited = base;
    std::swap(edited.nodes[5], edited.nodes[6]);
    edited.clips[0].channels[1].node = 5;
    EXPECT_EQ(words(compared(edited, base)), "");
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

TEST(SceneEdit, NamesThatAnEditorNumbersAreTheSame) {
    Scene edited = robot();
    for (Node& node : edited.nodes) node.name += ".001";
    edited.clips[0].name += ".002";
    edited.materials[0].name += ".001";
    const Edit edit = compared(edited);
    EXPECT_EQ(edit.structural_change(), "");
    EXPECT_FALSE(edit.has(ChangeKind::clip_names));
    edited = robot();
    edited.nodes[3].name = "trunk";
    edited.materials[0].name = "fur";
    EXPECT_EQ(words(compared(edited)), "1 name changed, 1 name changed");
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

TEST(SceneEdit, ObjectsThatWereJoinedAreTheSame) {
    Scene edited = robot();
    Mesh& all = edited.meshes[0];
    const Mesh& other = edited.meshes[1];
    all.points.insert(all.points.end(), other.points.begin(), other.points.end());
    all.influences.joints.insert(all.influences.joints.end(), other.influences.joints.begin(),
                                 other.influences.joints.end());
    all.influences.weights.resize(all.points.size(), 1);
    Primitive& part = all.primitives[0];
    for (u32 p = 0; p < points_of_box; ++p) {
        part.points.push_back(points_of_box + p);
        part.uvs.push_back(other.primitives[0].uvs[p]);
    }
    for (const u32 i : other.primitives[0].indices) part.indices.push_back(points_of_box + i);
    edited.meshes.pop_back();
    edited.nodes.pop_back();
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.meshes.size(), 2u);
}

TEST(SceneEdit, ObjectsThatAreNewOrGone) {
    Scene edited = robot();
    edited.meshes.push_back(box("hat", 9));
    edited.materials.push_back({.name = "red", .base_color = {1, 0, 0, 1}});
    edited.meshes.back().primitives[0].material = 1;
    edited.nodes.push_back({.name = "hat", .mesh = 2});
    edited.nodes.push_back({.name = "Camera"});
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "object hat added");
    ASSERT_EQ(edit.scene.nodes.size(), 6u);
    EXPECT_EQ(edit.scene.materials[edit.scene.meshes[2].primitives[0].material].name, "red");
    edited = robot();
    edited.nodes.pop_back();
    edited.meshes.pop_back();
    edit = compared(edited);
    EXPECT_TRUE(edit.has(ChangeKind::nodes)) << words(edit);
    EXPECT_EQ(edit.scene.nodes[4].mesh, no_index);
}

TEST(SceneEdit, PaintIsToldFromColoursNobodySees) {
    Scene edited = robot();
    edited.images[0].pixels = Blob::take({200, 0, 0, 255, 200, 0, 0, 0});  // filled under alpha 0
    EXPECT_EQ(words(compared(edited)), "");
    edited.images[0].pixels = Blob::take({0, 200, 0, 255, 9, 9, 9, 0});
    const Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "image skin.pcx painted");
    EXPECT_TRUE(edit.painted[0]);
    Scene elsewhere = robot();
    elsewhere.images[0].name = "art/skin.pcx";
    EXPECT_EQ(words(compare({.base = elsewhere, .edited = edited})), "image skin.pcx painted");
    // An image that is as it was given away is not painted, though the base has another by now.
    const Scene other = robot();
    for (const Paint paint : {Paint::unknown, Paint::untouched, Paint::painted}) {
        const Paint known[]{paint};
        EXPECT_EQ(compare({.base = other, .edited = edited, .paint = known}).painted[0], paint != Paint::untouched);
    }
    // Without the base's pixels what is known otherwise decides.
    Scene base = robot();
    base.images[0].pixels = {};
    for (const Paint paint : {Paint::unknown, Paint::untouched, Paint::painted}) {
        const Paint known[]{paint};
        EXPECT_EQ(compare({.base = base, .edited = edited, .paint = known}).painted[0], paint == Paint::painted);
    }
}

TEST(SceneEdit, AColourThatStandsForAnImageIsNobodys) {
    Scene base = robot();
    base.images.clear();
    base.materials[0].image = no_index;
    base.materials[0].base_color = {0.2f, 0.4f, 0.6f, 1};
    const Paint untouched[]{Paint::untouched};
    Edit edit = compare({.base = base, .edited = robot(), .paint = untouched});
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.materials[0].base_color, (Vec4{1, 1, 1, 1}));
    const Paint painted[]{Paint::painted};
    EXPECT_EQ(words(compare({.base = base, .edited = robot(), .paint = painted})), "image skin.pcx painted");
    EXPECT_EQ(words(compare({.base = base, .edited = robot()})), "image skin.pcx added");
    Scene edited = robot();
    edited.materials[0].base_color = {1, 0, 0, 1};
    edit = compare({.base = base, .edited = edited, .paint = untouched});
    EXPECT_EQ(words(edit), "1 material changed");
    // Without an image it is somebody's, unless it is what every material has.
    edited = base;
    edited.materials[0].base_color = {1, 1, 0.5f, 1};
    EXPECT_EQ(words(compared(edited, base)), "1 material changed");
    edited.materials[0].base_color = {1, 1, 1, 1};
    edit = compared(edited, base);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.notes.size(), 1u);
    EXPECT_EQ(edit.scene.materials[0].base_color, base.materials[0].base_color);
}

TEST(SceneEdit, ShapesWithoutNamesHaveTheBases) {
    Scene base = robot();
    base.meshes[0].targets = {{.name = "grin", .points = {1}, .offsets = {{0, 1, 0}}},
                              {.name = "frown", .points = {2}, .offsets = {{0, -1, 0}}}};
    Scene edited = base;
    for (MorphTarget& target : edited.meshes[0].targets) target.name = {};
    EXPECT_EQ(words(compared(edited, base)), "");
    edited.meshes[0].primitives[0].indices.resize(21);
    EXPECT_EQ(compared(edited, base).scene.meshes[0].targets[1].name, "frown");
    edited = base;
    std::swap(edited.meshes[0].targets[0].name, edited.meshes[0].targets[1].name);
    EXPECT_EQ(words(compared(edited, base)), "shapes of lower changed");
}

TEST(SceneEdit, ClipsSayWhichTheyWere) {
    Scene edited = robot();
    std::swap(edited.clips[0], edited.clips[1]);
    edited.clips.push_back(edited.clips[1]);
    edited.clips.back().name = "new";
    edited.clips.back().channels[0].values[0] += 5;
    EXPECT_EQ(compared(edited).source_clips, (std::vector<u32>{0, 1, no_index}));
    edited.clips.erase(edited.clips.begin() + 1);  // wave
    EXPECT_EQ(compared(edited).source_clips, (std::vector<u32>{1, no_index}));
    edited.clips.clear();
    EXPECT_EQ(compared(edited).source_clips, (std::vector<u32>{0, 1}));
}

// As a program writes it that samples all clips at its own rate.
Clip sampled(const Scene& scene, const Clip& clip, double fps) {
    Clip out{.name = clip.name, .extras = clip.extras};
    out.timelines.push_back({});
    Channel channel{.node = 1, .path = Path::translation};
    Pose pose;
    const auto frames = static_cast<int>(fps + 0.5);
    for (int f = 0; f <= frames; ++f) {
        const double t = f / fps;
        out.timelines[0].push_back(static_cast<f32>(t));
        evaluate(scene, &clip, t, pose);
        const Vec3 at = pose.locals[1].translation;
        channel.values.insert(channel.values.end(), {at.x, at.y, at.z});
    }
    out.channels.push_back(std::move(channel));
    return out;
}

// A box with four frames, of which each moves one point up, and clips over them.
Scene jumper(const std::vector<std::vector<u32>>& clips) {
    Scene out;
    out.materials.push_back({.name = "skin"});
    out.meshes.push_back(box("body", 0));
    Mesh& mesh = out.meshes[0];
    mesh.frames = plain_frames(points_of_box, 4, {"000", "001", "002", "003"}, [&](u32 frame, std::vector<Vec3>& row) {
        row = mesh.points;
        if (frame > 0) row[frame].y += 1;
    });
    out.nodes.push_back({.name = "body", .mesh = 0});
    for (const auto& frames : clips) {
        Clip clip{.name = "clip" + std::to_string(out.clips.size())};
        clip.timelines.push_back({});
        for (u32 k = 0; k < frames.size(); ++k) clip.timelines[0].push_back(static_cast<f32>(k) / 8);
        clip.channels.push_back({.node = 0, .path = Path::frame, .frames = frames});
        clip.extras.set("fps", 8).set("frames", frames.size());
        out.clips.push_back(std::move(clip));
    }
    return out;
}

// The same as glTF has it: frames are morph targets, and keys their weights.
Scene as_targets(const Scene& scene) {
    Scene out = scene;
    Mesh& mesh = out.meshes[0];
    for (u32 frame = 1; frame < 4; ++frame) {
        mesh.targets.push_back({.name = mesh.frames->names[frame], .points = {frame}, .offsets = {{0, 1, 0}}});
    }
    mesh.frames.reset();
    for (Clip& clip : out.clips) {
        Channel& channel = clip.channels[0];
        channel.path = Path::weights;
        channel.values.assign(3 * channel.frames.size(), 0);
        for (std::size_t k = 0; k < channel.frames.size(); ++k) {
            if (channel.frames[k] > 0) channel.values[3 * k + channel.frames[k] - 1] = 1;
        }
        channel.frames.clear();
    }
    return out;
}

TEST(SceneEdit, WhatRoundingExplainsIsAShareOfTheLargestShape) {
    Scene base = jumper({});
    Mesh& mesh = base.meshes[0];
    for (Vec3& p : mesh.points) p = p * 1e-3f;
    mesh.frames = plain_frames(points_of_box, 4, {}, [&](u32 frame, std::vector<Vec3>& row) {
        row = mesh.points;
        for (Vec3& p : row) p = p * (frame == 2 ? 1000.0f : 1.0f);
    });
    for (const auto& [off, moved] : {std::pair(1.5e-6f, 0u), std::pair(4e-6f, 1u)}) {
        Scene edited = base;
        edited.meshes[0].frames = plain_frames(points_of_box, 4, {}, [&](u32 frame, std::vector<Vec3>& row) {
            shape_points(base.meshes[0], frame, row);
            if (frame == 2) row[7].x += off;
        });
        EXPECT_EQ(compared(edited, base).count(ChangeKind::points), moved);
    }
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

TEST(SceneEdit, AKeyBetweenFramesMovesTheFrameThatNothingElseShows) {
    const Scene base = jumper({{0, 1, 2}, {0, 3}});
    Scene edited = as_targets(base);
    EXPECT_EQ(words(compared(edited, base)), "");
    edited.clips[0].channels[0].values[3 * 2 + 1] = 0.5f;  // half of frame 2
    Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "1 vertex changed in 1 frame");
    EXPECT_EQ(edit.scene.clips[0].channels[0].frames, base.clips[0].channels[0].frames);
    std::vector<Vec3> row;
    shape_points(edit.scene.meshes[0], 2, row);
    EXPECT_EQ(row[2].y, base.meshes[0].points[2].y + 0.5f);
    shape_points(edit.scene.meshes[0], 1, row);
    EXPECT_EQ(row[1].y, base.meshes[0].points[1].y + 1);
}

TEST(SceneEdit, AKeyBetweenFramesThatAreShownElsewhereIsANewFrame) {
    // Frame 2 is in both clips; frame 0 is also the mesh at rest.
    for (const auto& [key, weight] : {std::pair(2u, 1u), std::pair(0u, 0u)}) {
        const Scene base = jumper({{0, 1, 2}, {3, 2}});
        Scene edited = as_targets(base);
        edited.clips[0].channels[0].values[3 * key + weight] = 0.5f;
        const Edit edit = compared(edited, base);
        EXPECT_EQ(words(edit), "1 frame added to body");
        std::vector<u32> frames{0, 1, 2};
        frames[key] = 4;
        EXPECT_EQ(edit.scene.clips[0].channels[0].frames, frames);
        EXPECT_EQ(edit.scene.clips[1].channels[0].frames, base.clips[1].channels[0].frames);
        ASSERT_EQ(edit.scene.meshes[0].frames->count, 5u);
        EXPECT_EQ(edit.scene.meshes[0].frames->names.back(), "004");
        std::vector<Vec3> row;
        shape_points(edit.scene.meshes[0], 4, row);
        EXPECT_EQ(row[weight + 1].y, base.meshes[0].points[weight + 1].y + 0.5f);
    }
}

TEST(SceneEdit, AClipThatIsNewBringsTheFramesItMixes) {
    const Scene base = jumper({{0, 1, 2, 3}});
    Scene edited = as_targets(base);
    edited.clips.push_back(edited.clips[0]);
    edited.clips[1].name = "hop";
    auto& values = edited.clips[1].channels[0].values;
    values[3] = values[4] = 0.25f;
    values[6] = values[7] = 0.25f;  // the same once more
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "1 frame added to body, clip hop added");
    EXPECT_EQ(edit.scene.clips[1].channels[0].frames, (std::vector<u32>{0, 4, 4, 3}));
}

TEST(SceneEdit, OtherKeysOfFramesSayTheirOwnRate) {
    const Scene base = jumper({{0, 1, 2, 3}});
    for (const bool dropped : {false, true}) {
        Scene edited = as_targets(base);
        for (f32& t : edited.clips[0].timelines[0]) t /= 2;
        if (dropped) edited.clips[0].extras = {};
        Edit edit = compared(edited, base);
        EXPECT_EQ(words(edit), "keys of clip clip0 changed");
        EXPECT_EQ(edit.scene.clips[0].extras.find("fps"), nullptr);
        // Somebody said it.
        edited.clips[0].extras = {};
        edited.clips[0].extras.set("fps", 20);
        edit = compared(edited, base);
        ASSERT_NE(edit.scene.clips[0].extras.find("fps"), nullptr);
        EXPECT_EQ(json::to_text(*edit.scene.clips[0].extras.find("fps")), "20");
    }
    // Of a skeleton's keys it tells how the game samples them.
    const Scene boned = robot();
    Scene edited = boned;
    edited.clips[0].timelines[0].back() = 2;
    EXPECT_NE(compared(edited).scene.clips[0].extras.find("fps"), nullptr);
}

TEST(SceneEdit, WhatHangsOnANodeThatMovedIsWhereThatTakesIt) {
    Scene base = jumper({});
    base.nodes.insert(base.nodes.begin(), {Node{.name = "root"}, Node{.name = "hip", .parent = 0}});
    base.nodes[2].parent = 1;
    Scene edited = base;
    edited.nodes[1].local.translation = {1, 2, 3};
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "1 node moved");
    EXPECT_EQ(edit.scene.nodes[1].local.translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(edit.scene.meshes[0].points, base.meshes[0].points);
    // The mesh's own node: that is in its points.
    edited = base;
    edited.nodes[2].local.translation = {1, 2, 3};
    EXPECT_EQ(words(compared(edited, base)), "8 vertices changed in 4 frames");
}

TEST(SceneEdit, SamplingIsNoEdit) {
    const Scene base = robot();
    Scene edited = base;
    edited.clips[0] = sampled(base, base.clips[0], 24);
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.clips[0].channels[0].values, base.clips[0].channels[0].values);
    // A key that was moved before it was sampled: the keys around stay.
    Scene moved = base;
    moved.clips[0].channels[0].values[3 * 5] += 2;
    edited.clips[0] = sampled(moved, moved.clips[0], 240);
    edit = compared(edited);
    EXPECT_EQ(words(edit), "1 key changed");
    EXPECT_NEAR(edit.scene.clips[0].channels[0].values[3 * 5], base.clips[0].channels[0].values[3 * 5] + 2, 1e-3);
}

TEST(SceneEdit, Keys) {
    const Scene base = robot();
    Scene edited = base;
    edited.clips[0].channels[0].values[4] += 0.5f;
    EXPECT_EQ(words(compared(edited)), "1 key changed");
    edited = base;  // keys that were taken away
    Clip& clip = edited.clips[0];
    clip.timelines[0] = {0, 1};
    clip.channels[0].values = {0, 1, 0, 2, 1, 0};
    EXPECT_TRUE(compared(edited).has(ChangeKind::keys));
    edited = base;  // another length
    edited.clips[0].timelines[0].back() = 2;
    EXPECT_EQ(compared(edited).structural_change(), "keys of clip wave changed");
}

TEST(SceneEdit, Clips) {
    const Scene base = robot();
    Scene edited = base;
    edited.clips[0].name = "hello";
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "clip wave renamed to hello");
    EXPECT_EQ(edit.scene.clips[0].name, "hello");
    EXPECT_NE(edit.scene.clips[0].extras.find("fps"), nullptr);
    edited = base;
    edited.clips.pop_back();
    EXPECT_EQ(compared(edited).structural_change(), "clip still removed");
    edited = base;
    edited.clips.push_back(base.clips[0]);
    edited.clips.back().name = "bye";
    edit = compared(edited);
    EXPECT_EQ(edit.structural_change(), "clip bye added");
    EXPECT_EQ(edit.scene.clips.size(), 3u);
    edited.clips.clear();  // exported without animation
    edit = compared(edited);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.clips.size(), 2u);
    ASSERT_EQ(edit.notes.size(), 1u);
}

}  // namespace
}  // namespace thaw
