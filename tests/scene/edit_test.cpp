// What counts as an edit and what does not: each rule from both sides.
#include "scene/edit_support.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw {
namespace {

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

// Where it hangs is no edit that any format takes over, unless it moved; so it is said.
TEST(SceneEdit, ANodeThatHangsOnAnotherJointWhereItWasIsNoted) {
    Scene base = robot();
    base.nodes.push_back({.name = "tip", .parent = 1, .local = {.translation = {0, 3, 0}}});
    EXPECT_EQ(compared(base, base).notes, std::vector<std::string>{});
    Scene edited = base;
    edited.nodes.back().parent = 2;
    edited.nodes.back().local.translation = {0, 2, 0};
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.notes, std::vector<std::string>{"node tip hangs on hand now but did not move; it stays on arm"});
    edited.nodes.back().local.translation = {0, 5, 0};
    EXPECT_EQ(words(compared(edited, base)), "1 node moved");
    EXPECT_EQ(compared(edited, base).notes, std::vector<std::string>{"node tip hangs on hand now; it stays on arm"});
    // A node that an editor put between changes nothing.
    edited = base;
    edited.nodes.back() = {.name = "between", .parent = 1};
    edited.nodes.push_back(base.nodes.back());
    edited.nodes.back().parent = static_cast<u32>(edited.nodes.size() - 2);
    EXPECT_EQ(compared(edited, base).notes, std::vector<std::string>{});
}

TEST(SceneEdit, NewNodesThatHoldNothingAreNoted) {
    Scene edited = robot();
    edited.nodes.push_back({.name = "marker", .parent = 1});
    EXPECT_EQ(words(compared(edited)), "");
    EXPECT_EQ(compared(edited).notes, std::vector<std::string>{"new node marker left out: it has no mesh"});
    for (const char* name : {"a", "b", "c"}) edited.nodes.push_back({.name = name});
    EXPECT_EQ(compared(edited).notes,
              std::vector<std::string>{"new nodes c, b, a and 1 more left out: they have no mesh"});
    // One that a format asks for is taken over, and a group is no news.
    edited = robot();
    edited.nodes.push_back({.name = "tag", .parent = 1});
    edited.nodes.back().extras.set("thaw_attachment", 0);
    EXPECT_EQ(words(compared(edited)), "node tag added");
    EXPECT_EQ(compared(edited).notes, std::vector<std::string>{});
    edited = robot();
    edited.nodes.push_back({.name = "group"});
    edited.nodes.push_back({.name = "ball", .parent = static_cast<u32>(edited.nodes.size() - 1), .mesh = 2});
    edited.meshes.push_back(box("ball", 9));
    EXPECT_EQ(compared(edited).notes, std::vector<std::string>{});
}

// Says yes from its Nth question on.
class Impatient : public Monitor {
public:
    explicit Impatient(u64 patience) : patience_(patience) {}
    bool cancelled() override { return ++asked >= patience_; }
    u64 asked = 0;

private:
    u64 patience_;
};

TEST(SceneEdit, IsStoppedAnywhereOnTheWay) {
    Scene base = robot(), edited = robot();
    edited.meshes[0].points[3].x += 1;
    edited.clips[0].channels[0].values[5] += 1;
    Impatient patient(~u64{0});
    EXPECT_FALSE(compare({.base = base, .edited = edited, .context = {.monitor = &patient}}).stopped);
    EXPECT_GT(patient.asked, 25u) << "also between keys";
    for (u64 question = 1; question <= patient.asked; ++question) {
        Impatient monitor(question);
        EXPECT_TRUE(compare({.base = base, .edited = edited, .context = {.monitor = &monitor}}).stopped) << question;
        EXPECT_LE(monitor.asked, question + 8) << "it goes on for long";
    }
}

}  // namespace
}  // namespace thaw
