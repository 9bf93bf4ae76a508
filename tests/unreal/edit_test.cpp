// An edited scene over the model it was made of: what was not edited stays as it is, byte for byte.
#include "base/text.hpp"
#include "export/export.hpp"
#include "gltf/read_support.hpp"
#include "scene/targets.hpp"
#include "unreal/build_support.hpp"
#include "unreal/sample_fish.hpp"

namespace thaw::test {
namespace {

// A model, its scene, and what a glTF of it gives: ready to be edited.
struct Edit {
    Model model;
    Scene before{};
    GltfFile file{};
    Bundle files{};  // as they were
    Issues issues{};
    Result<Built> built = Error{};

    explicit Edit(Model from, const SceneOptions& options = {}) : model(std::move(from)) {
        Issues ignored;
        auto scene = scene_for_export(model, options, ignored);
        EXPECT_TRUE(scene);
        before = std::move(*scene);
        if (!before.meshes.empty()) file = read_again(before);
        auto written = write(model);
        EXPECT_TRUE(written);
        files = std::move(*written);
    }

    Mesh& mesh() { return file.scene.meshes[0]; }

    // What became of the files.
    Bundle run(BuildOptions options = {}) {
        options.name = "tetra";
        const SceneInput input{
            .scene = file.scene, .source_points = file.source_points, .base = &model, .base_scene = &before};
        built = from_scene(unreal_format(), input, options, issues);
        EXPECT_TRUE(built) << to_string(built.error());
        if (!built) return {};
        Model made{&unreal_format(), model.bundle, std::move(built->document)};
        auto written = write(made);
        EXPECT_TRUE(written);
        model.document = std::move(made.document);
        return std::move(*written);
    }

    void expect_untouched() {
        const Bundle now = run();
        EXPECT_EQ(built->words, "nothing changed; byte-identical");
        EXPECT_TRUE(built->beside.empty());
        EXPECT_EQ(codes_of(issues), std::set<std::string>{});
        for (const Part& part : now.parts) EXPECT_EQ(part.bytes, files.find(part.role)->bytes) << part.role;
    }

    // As Blender writes it if nobody asks for more.
    void forget_extras() {
        file.source_points.clear();
        Scene& scene = file.scene;
        for (Mesh& m : scene.meshes) m.extras = {};
        for (Material& m : scene.materials) m.extras = {};
        for (Clip& clip : scene.clips) clip.extras = {};
        for (Node& node : scene.nodes) node.extras = {};
    }
};

// Another order of points, as editors like it.
void shuffle_points(Mesh& mesh) {
    const auto count = static_cast<u32>(mesh.points.size());
    const auto moved = [&](u32 p) { return count - 1 - p; };
    std::reverse(mesh.points.begin(), mesh.points.end());
    std::reverse(mesh.normals.begin(), mesh.normals.end());
    list_offsets(mesh);
    for (MorphTarget& target : mesh.targets) {
        std::reverse(target.points.begin(), target.points.end());
        std::reverse(target.offsets.begin(), target.offsets.end());
        for (u32& p : target.points) p = moved(p);
    }
    for (Primitive& part : mesh.primitives) {
        for (u32& p : part.points) p = moved(p);
        for (std::size_t t = 0; t + 2 < part.indices.size(); t += 3) {
            std::rotate(part.indices.begin() + static_cast<std::ptrdiff_t>(t),
                        part.indices.begin() + static_cast<std::ptrdiff_t>(t) + 1,
                        part.indices.begin() + static_cast<std::ptrdiff_t>(t) + 3);
        }
    }
}

void reverse_triangles(Mesh& mesh) {
    for (Primitive& part : mesh.primitives) {
        std::vector<u32> indices;
        for (std::size_t t = part.indices.size(); t >= 3; t -= 3) {
            for (std::size_t k = 0; k < 3; ++k) indices.push_back(part.indices[t - 3 + k]);
        }
        part.indices = std::move(indices);
    }
}

std::vector<Model> models() {
    std::vector<Model> out;
    for (const Fixture& f : unreal_fixtures()) {
        auto model = read(unreal_format(), f.bundle);
        Issues issues;
        if (!model) continue;
        const auto scene = to_scene(*model, {}, issues);
        if (scene && !scene->meshes.empty()) out.push_back(std::move(*model));
    }
    out.push_back(fish());
    return out;
}

// How many bytes differ, and the first and last place.
struct Difference {
    std::size_t count = 0, first = 0, last = 0;
};
Difference difference_of(const Blob& a, const Blob& b) {
    Difference out;
    EXPECT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] == b[i]) continue;
        if (out.count++ == 0) out.first = i;
        out.last = i;
    }
    return out;
}

TEST(UnrealEdit, NothingChangesWhatNobodyEdited) {
    int n = 0;
    for (Model& model : models()) {
        SCOPED_TRACE(model.bundle.parts[0].name + " " + std::to_string(n++));
        Edit(std::move(model)).expect_untouched();
    }
    EXPECT_GT(n, 25);
}

TEST(UnrealEdit, NorWhenTheEditorForgetsWhatItWasTold) {
    int n = 0;
    for (Model& model : models()) {
        SCOPED_TRACE(n++);
        Edit edit(std::move(model));
        edit.forget_extras();
        edit.expect_untouched();
    }
}

TEST(UnrealEdit, NorWhenPointsComeInAnotherOrder) {
    int n = 0;
    for (Model& model : models()) {
        SCOPED_TRACE(n++);
        Edit edit(std::move(model));
        edit.file.source_points.clear();
        shuffle_points(edit.mesh());
        edit.expect_untouched();
    }
}

TEST(UnrealEdit, NorWhenTrianglesComeInAnotherOrder) {
    for (const bool told : {true, false}) {
        Edit edit(fish());
        if (!told) edit.file.source_points.clear();
        reverse_triangles(edit.mesh());
        edit.expect_untouched();
    }
}

TEST(UnrealEdit, NorWhenTheBaseWasShownRawOrStill) {
    Edit(fish(), {.raw = true}).expect_untouched();
    Edit(fish(), {.frame = 3}).expect_untouched();
}

TEST(UnrealEdit, NorWhenTheBaseWasShownClipByClip) {
    Edit(fish(), {.split_clips = true}).expect_untouched();
    // A mesh of one clip moves: so do the frames of that clip, and no others.
    Edit edit(fish(), {.split_clips = true});
    ASSERT_GT(edit.file.scene.meshes.size(), 1u);
    const Clip& second = edit.before.clips[1];
    const auto frames = static_cast<u64>(*second.extras.find("frames")->get_if<i64>());
    edit.file.scene.meshes[1].points[3].x += 0.03f;
    edit.run();
    EXPECT_EQ(edit.built->words, "1 vertex changed in " + text::plural(frames, "frame") + "; all else byte-identical");
}

TEST(UnrealEdit, OneVertexMovedInAllFrames) {
    for (const bool told : {true, false}) {
        SCOPED_TRACE(told);
        Edit edit(fish());
        const u32 frames = edit.before.meshes[0].frames->count;
        const u32 vertex = edit.file.source_points[0][7];
        edit.mesh().points[7].y += 0.02f;
        if (!told) edit.forget_extras();
        const Bundle now = edit.run();
        EXPECT_EQ(edit.built->words,
                  "1 vertex changed in " + std::to_string(frames) + " frames; all else byte-identical");
        EXPECT_EQ(now.find("data")->bytes, edit.files.find("data")->bytes);
        const auto& document = unreal_document(edit.model);
        const auto changed = difference_of(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
        EXPECT_GE(changed.count, frames);
        const u64 stride = document.stride(), bytes = document.vertex_bytes();
        EXPECT_EQ((changed.first - 4) / stride, 0u);
        EXPECT_EQ((changed.first - 4) % stride / bytes, vertex);
        EXPECT_EQ((changed.last - 4) % stride / bytes, vertex);
        EXPECT_EQ((changed.last - 4) / stride, frames - 1);
        // And it is where it was put.
        Issues ignored;
        const auto again = to_scene(edit.model, {}, ignored);
        ASSERT_TRUE(again);
        EXPECT_NEAR(again->meshes[0].points[vertex].y - edit.before.meshes[0].points[vertex].y, 0.02, 0.002);
    }
}

TEST(UnrealEdit, HalfAStepIsNoMove) {
    const f32 step = static_cast<f32>(0.2 * unreal::metres_per_unit);  // up
    for (const bool far : {false, true}) {
        Edit edit(scripted("unreal_standard", "", "#exec MESHMAP SCALE MESHMAP=M X=0.1 Y=0.1 Z=0.2\n"));
        edit.mesh().points[0].y += step * (far ? 0.51f : 0.49f);
        edit.run();
        EXPECT_EQ(edit.built->words,
                  far ? "1 vertex changed in 2 frames; all else byte-identical" : "nothing changed; byte-identical");
    }
}

TEST(UnrealEdit, AFrameMovedAlone) {
    Edit edit(fish());
    list_offsets(edit.mesh());
    MorphTarget& target = edit.mesh().targets[4];
    ASSERT_FALSE(target.points.empty());
    target.offsets[0].x += 0.05f;
    edit.run();
    EXPECT_EQ(edit.built->words, "1 vertex changed in 1 frame; all else byte-identical");
}

TEST(UnrealEdit, TextureCoordinatesAndMaterials) {
    Edit edit(model_of(fixture("unreal_many_types").bundle));
    Primitive& part = edit.mesh().primitives[0];
    ASSERT_FALSE(part.uvs.empty());
    const u32 corner = part.indices[0];
    part.uvs[corner].x = 0.25f;
    u64 touched = 0;
    for (std::size_t t = 0; t + 2 < part.indices.size(); t += 3) {
        touched += part.indices[t] == corner || part.indices[t + 1] == corner || part.indices[t + 2] == corner;
    }
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->words,
              "texture coordinates of " + text::plural(touched, "polygon") + "; all else byte-identical");
    EXPECT_EQ(difference_of(now.find("data")->bytes, edit.files.find("data")->bytes).count, touched);
    EXPECT_EQ(now.find("aniv")->bytes, edit.files.find("aniv")->bytes);
}

TEST(UnrealEdit, AnotherTypeOfPolygon) {
    Edit edit(model_of(fixture("unreal_standard").bundle));
    edit.file.scene.materials[0].extras = {};
    edit.file.scene.materials[0].extras.set("thaw_slot", 0).set("thaw_type", 0x11);
    const Bundle now = edit.run();
    const auto polys = unreal_document(edit.model).data->polys.size();
    EXPECT_EQ(edit.built->words, "material of " + text::plural(polys, "polygon") + "; all else byte-identical");
    EXPECT_EQ(unreal_document(edit.model).data->polys[0].type, 0x11);
}

TEST(UnrealEdit, AMaterialThatLooksOtherwiseAndSaysNothing) {
    Edit edit(model_of(fixture("unreal_standard").bundle));
    edit.forget_extras();
    edit.file.scene.materials[0].double_sided = true;
    edit.run();
    EXPECT_EQ(unreal_document(edit.model).data->polys[0].type, 0x01);
}

TEST(UnrealEdit, APictureSomebodyPaintedOn) {
    for (const bool painted : {false, true}) {
        Edit edit(fish());
        ASSERT_FALSE(edit.before.images.empty());
        for (Scene* scene : {&edit.before, &edit.file.scene}) {
            for (Image& image : scene->images) {
                image.file = {};
                image.width = image.height = 1;
                const u8 red = painted && scene == &edit.file.scene && &image == &scene->images[0] ? 255 : 0;
                image.pixels = Blob::take({red, 0, 0, 255});
            }
        }
        edit.run();
        EXPECT_EQ(edit.built->textures.size(), painted ? 1u : 0u);
        EXPECT_EQ(edit.built->words, painted ? "nothing changed; byte-identical; 1 picture painted on"
                                             : "nothing changed; byte-identical");
    }
}

TEST(UnrealEdit, TheSpeedOfAClipIsInTheScript) {
    Edit edit(model_of(fixture("unreal_with_script").bundle));
    Clip& clip = edit.file.scene.clips[0];
    clip.extras = {};
    clip.extras.set("fps", 24).set("frames", 2);
    for (auto& times : clip.timelines) {
        for (f32& t : times) t /= 2;
    }
    const Bundle now = edit.run();
    EXPECT_EQ(edit.built->words, "nothing changed; byte-identical; other sequences in the class script");
    for (const Part& part : now.parts) EXPECT_EQ(part.bytes, edit.files.find(part.role)->bytes) << part.role;
    ASSERT_EQ(edit.built->beside.size(), 1u);
    const std::string script = text::view_as_text(edit.built->beside[0].bytes.bytes());
    EXPECT_NE(script.find("SEQ=Rise STARTFRAME=0 NUMFRAMES=2 RATE=24"), std::string::npos) << script;
    EXPECT_EQ(script.find("RATE=12"), std::string::npos);
    EXPECT_EQ(script.find("NOTIFY"), std::string::npos);
    // What else stands there stays.
    EXPECT_NE(script.find("class Tetra expands Decoration;"), std::string::npos);
    EXPECT_NE(script.find("NAME=JTetra"), std::string::npos);
}

TEST(UnrealEdit, TheWeaponMoves) {
    Edit edit(model_of(fixture("unreal_weapon_triangle").bundle));
    Scene& scene = edit.file.scene;
    u32 node = 0;
    while (scene.nodes[node].name != "WeaponAttach") ++node;
    scene.nodes[node].local.translation.x += 0.1f;
    for (Clip& clip : scene.clips) {
        for (Channel& channel : clip.channels) {
            if (channel.node != node || channel.path != Path::translation) continue;
            for (std::size_t i = 0; i < channel.values.size(); i += 3) channel.values[i] += 0.1f;
        }
    }
    const Scene moved = scene;
    edit.run();
    EXPECT_EQ(edit.built->words, "3 vertices changed in 2 frames; all else byte-identical");
    expect_same_weapon(moved, scene_of(edit.model), 0.002, 0.05);
}

TEST(UnrealEdit, AModeldefBesideTheBase) {
    Edit edit(model_of(fixture("unreal_with_script").bundle));
    Bundle now = edit.run({.modeldef = true});
    EXPECT_EQ(edit.built->words, "nothing changed; byte-identical");
    ASSERT_EQ(edit.built->beside.size(), 1u);
    EXPECT_EQ(edit.built->beside[0].role, "modeldef");
    now.parts[0].name = "tetra_d.3d", now.parts[1].name = "tetra_a.3d";
    now.parts.push_back({"modeldef", "MODELDEF", edit.built->beside[0].bytes});
    EXPECT_LT(farthest_corner(edit.before, scene_of(model_of(now))), 1e-5);
}

TEST(UnrealEdit, AnotherTopologyIsWrittenAnew) {
    Edit edit(model_of(fixture("unreal_reserved").bundle));
    auto& indices = edit.mesh().primitives[0].indices;
    indices.erase(indices.end() - 3, indices.end());
    edit.run();
    const Issue* rebuilt = finding(edit.issues, "BUILD_REBUILT");
    ASSERT_NE(rebuilt, nullptr);
    EXPECT_EQ(rebuilt->found, "3 triangles instead of 4");
    EXPECT_EQ(edit.built->words, "written anew: 3 triangles instead of 4");
    const auto& data = *unreal_document(edit.model).data;
    EXPECT_EQ(data.polys.size(), 3u);
    EXPECT_EQ(data.fix_scale, 0x1000000u);
    EXPECT_EQ(data.padding[0], 0xFF);
}

TEST(UnrealEdit, WhatOutgrowsTheNumbersGetsAnotherScale) {
    Edit edit(model_of(fixture("unreal_with_script").bundle));
    edit.mesh().points[0].y += 10;
    const Scene wanted = edit.file.scene;
    Bundle now = edit.run();
    ASSERT_NE(finding(edit.issues, "BUILD_REBUILT"), nullptr);
    ASSERT_NE(finding(edit.issues, "BUILD_POSITIONS"), nullptr);
    ASSERT_EQ(edit.built->beside.size(), 1u);
    now.parts[0].name = "tetra_d.3d", now.parts[1].name = "tetra_a.3d";
    now.parts.push_back({"uc", "tetra.uc", edit.built->beside[0].bytes});
    EXPECT_LT(farthest_corner(wanted, scene_of(model_of(now))), 0.011);
}

TEST(UnrealEdit, TheOtherVariantIsWrittenAnew) {
    Edit edit(fish());
    Bundle now = edit.run({.variant = "deusex"});
    EXPECT_TRUE(unreal_document(edit.model).is_deus_ex());
    EXPECT_EQ(codes_of(edit.issues), std::set<std::string>{"BUILD_REBUILT"});
    now.parts[0].name = "tetra_d.3d", now.parts[1].name = "tetra_a.3d";
    now.parts.push_back({"uc", "tetra.uc", edit.built->beside[0].bytes});
    EXPECT_LT(farthest_corner(edit.before, scene_of(model_of(now))), 1e-5);
}

}  // namespace
}  // namespace thaw::test
