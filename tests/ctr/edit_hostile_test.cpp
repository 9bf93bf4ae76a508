// Bases that were made to do harm, or are just broken: an edit of one changes what it says, or says that it does not.
#include "base/endian.hpp"
#include "base/text.hpp"
#include "ctr/edit_support.hpp"
#include "fixtures/change.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/ctr/model/strips.hpp"
#include "scene/shapes.hpp"

namespace thaw::test {
namespace {

const std::string first_mesh = "mesh_lists[0].meshes[0].", second_mesh = "mesh_lists[0].meshes[1].";

void rename_level(Editing& editing) { editing.file.scene.nodes[shown_nodes(editing.file.scene)[0]].name = "renamed"; }

// What overlaps with the head of a mesh would be written over its new name.
TEST(CtrEditHostile, AHeadThatIsAnotherTablesTooIsNotWrittenInPlace) {
    for (const bool overlaps : {true, false}) {
        Editing editing(bundle_of(overlaps ? "many_animations" : "raw"));
        rename_level(editing);
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), overlaps ? "its tables overlap" : "");
        EXPECT_EQ(text::until_nul(mesh_of(after.model).name), "renamed");
    }
}

TEST(CtrEditHostile, AClipThatIsAnotherTableTooIsNotRenamedInPlace) {
    for (const bool overlaps : {true, false}) {
        Editing editing(bundle_of(overlaps ? "many_animations" : "raw"));
        editing.file.scene.clips[0].name = "wobble";
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT").empty(), !overlaps);
        EXPECT_EQ(back_of(after).clips[0].name, "wobble");
    }
}

// Frames without a size are all one: the first frame that is another makes all of them frames of their own.
TEST(CtrEditHostile, AFrameThatIsShownTwiceIsCut) {
    Editing editing(
        with(ctr::format, bundle_of("raw"), {{"animations[0].frame_bytes", 0}, {"animations[0].num_frames", 3}}));
    auto& mesh = editing.mesh();
    ASSERT_EQ(shape_count(mesh), 3u);
    const f32 step = mesh_of(read(ctr::format, editing.bundle).value()).scale[0] / 4096.0f / 64;
    MorphTarget target{.name = mesh.targets.back().name};
    for (u32 p = 0; p < mesh.points.size(); ++p) {
        target.points.push_back(p);
        target.offsets.push_back({p == 0 ? 10 * step : 0, 0, 0});
    }
    mesh.targets.back() = target;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    EXPECT_EQ(after.words.find("1 vertex changed in 1 frame; "), 0u) << after.words;
    EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
}

ctr::MeshPlan triangle_mesh(const char* name, std::vector<ctr::Colour> colours) {
    ctr::MeshPlan mesh;
    mesh.name = name;
    const auto vertex = [](u32 flags, u32 colour) { return ctr::Command{flags | 87u << 16 | colour << 9}; };
    mesh.commands = {vertex(ctr::strip_bit, 0), vertex(0, 0), vertex(0, 0), {ctr::terminator}};
    mesh.colours = std::move(colours);
    mesh.frame = ctr::FramePlan{{}, ctr::raw_data({{0, 0, 0}, {0, 40, 0}, {40, 0, 0}})};
    return mesh;
}

Bundle two_levels() {
    ctr::FilePlan plan;
    plan.models = {{"two", -1, {triangle_mesh("hi", {{200, 0, 0, 0}}), triangle_mesh("low", {{200, 0, 0, 0}})}}};
    plan.models[0].meshes[0].lod_distance = 600;
    plan.models[0].meshes[0].frame->data.resize(64);  // more than its vertices need
    return ctr::lay_out(plan);
}

// Pointers to deltas have flags in their low bits; others lead where they lead.
TEST(CtrEditHostile, ATableAtNoWholeWordMayBeSharedToo) {
    for (const bool shared : {true, false}) {
        Bundle bundle = two_levels();
        const u64 unused = mesh_of(read(ctr::format, bundle).value()).frame + ctr::frame_header_bytes + 21;
        bundle = with(ctr::format, bundle, {{first_mesh + "colours", unused}});
        if (shared) bundle = with(ctr::format, bundle, {{second_mesh + "colours", unused}});
        Editing editing(bundle);
        for (Vec4& color : editing.mesh(0).primitives[0].colors) color = {0, 1, 0, 1};
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        EXPECT_EQ(mesh_of(after.model).colours == unused, !shared);
        EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
    }
}

// What is added must not become the table of somebody who had none.
TEST(CtrEditHostile, NothingIsAddedWhereAPointerLeads) {
    for (const u64 beyond : {u64{4}, u64{0x10000}}) {
        Bundle bundle = two_levels();
        const Model model = std::move(read(ctr::format, bundle).value());
        const u64 body = file_of(model).body_bytes();
        bundle = with(ctr::format, bundle,
                      {{second_mesh + "colours", body + beyond}, {second_mesh + "frame", mesh_of(model).frame}});
        Editing editing(bundle, {});
        editing.mesh().points[1].x += 10 / 64.0f;
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), beyond == 4 ? "a pointer leads behind the end of the file" : "");
        EXPECT_EQ(difference(editing.file.scene, scene_of(after.model, {})), "");
    }
}

TEST(CtrEditHostile, ATableThatWasBehindTheEndIsAddedThere) {
    for (const char* name : {"colours_end", "colours_past_end"}) {
        Editing editing(bundle_of(name));
        for (Vec4& color : editing.mesh().primitives[0].colors) color = {0, 1, 0, 1};
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
    }
}

TEST(CtrEditHostile, ALevelWithoutCommandsStaysOneWithout) {
    Editing editing(with(ctr::format, two_levels(), {{second_mesh + "commands", 0}}), {});
    auto& part = editing.mesh().primitives[0];
    part.indices.insert(part.indices.end(), {0, 2, 1});
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_NE(after.found("BUILD_REBUILT"), "");
    EXPECT_EQ(mesh_of(after.model, 1).commands, 0u);
}

// --- one animation in every row of a table

// A file without pointer map: rows of a level that all name one animation, which says that one frame is so many.
Bundle with_rows(ctr::FilePlan plan, std::size_t level, u32 rows, u16 frames = 0x7FFF) {
    ctr::MeshPlan& mesh = plan.models[0].meshes[level];
    mesh.animations = {{"over", false, frames, {*mesh.frame}, {}}};
    plan.wrapped = false;
    Bundle bundle = ctr::lay_out(plan);
    const Model model = std::move(read(ctr::format, bundle).value());
    const u32 animation = (*ctr::animations_of(file_of(model), mesh_of(model, level)))[0].target;
    std::vector<u8> bytes = bytes_of(bundle);
    const std::size_t table = bytes.size();
    bytes.resize(table + 4 * rows);
    for (std::size_t row = 0; row < rows; ++row) store(bytes.data() + table + 4 * row, animation, Order::little);
    bundle.parts[0].bytes = Blob::take(std::move(bytes));
    const std::string path = level == 0 ? first_mesh : second_mesh;
    return with(ctr::format, bundle,
                {{path + "num_animations", rows}, {path + "animations", table}, {"animations[0].frame_bytes", 0}});
}

constexpr u32 many_rows = 30000;

TEST(CtrEditHostile, RowsOfOneAnimationAreNotAllWalked) {
    ctr::FilePlan plan;
    plan.models = {{"one", -1, {triangle_mesh("hi", {{200, 0, 0, 0}})}}};
    const Bundle bundle = with_rows(plan, 0, many_rows);
    const Model model = std::move(read(ctr::format, bundle).value());
    EXPECT_EQ(ctr::frames_shown(file_of(model), mesh_of(model), 100000).size(), 100000u);
    Scene before = scene_of(model, {.frame = 0});
    Scene after = before;
    after.meshes[0].primitives[0].colors.assign(after.meshes[0].primitives[0].points.size(), {0, 1, 0, 1});
    Model base = std::move(read(ctr::format, bundle).value());
    const BuiltModel built_model = built(SceneInput{.scene = after, .base = &base, .base_scene = &before}, {}, true);
    ASSERT_TRUE(built_model.ok()) << to_string(built_model.error);
    EXPECT_EQ(built_model.words.find("written anew"), std::string::npos) << built_model.words;
}

// What is in the file once is not written a thousand million times.
TEST(CtrEditHostile, ALevelThatWouldGrowWithoutEndIsRefused) {
    for (const bool hostile : {true, false}) {
        ctr::FilePlan plan;
        plan.models = {{"two", -1, {triangle_mesh("hi", {{200, 0, 0, 0}}), triangle_mesh("low", {{200, 0, 0, 0}})}}};
        plan.models[0].meshes[0].lod_distance = 600;
        Editing editing(hostile ? with_rows(plan, 1, many_rows) : with_rows(plan, 1, 3, 100), {});
        auto& part = editing.mesh().primitives[0];
        part.indices.insert(part.indices.end(), {0, 2, 1});
        const BuiltModel after = editing.done();
        EXPECT_EQ(after.ok(), !hostile) << to_string(after.error);
        EXPECT_EQ(after.error.code == Code::unrepresentable, hostile);
    }
}

// --- rows that only an animated texture names

TEST(CtrEditHostile, AnAnimatedRowIsNobodyElses) {
    for (const bool animated : {true, false}) {
        ctr::FilePlan plan;
        ctr::MeshPlan mesh = triangle_mesh("two", {{128, 128, 128, 0}});
        const u32 flags = 87u << 16 | 2;
        mesh.commands = {{flags | ctr::strip_bit}, {flags}, {flags}, {flags | ctr::strip_bit}, {flags}, {flags},
                         {ctr::terminator}};
        mesh.frame->data = ctr::raw_data({{0, 0, 0}, {0, 40, 0}, {40, 0, 0}, {80, 0, 0}, {80, 40, 0}, {120, 0, 0}});
        const ctr::TextureLayout layout{0, 0, 0x3FE0, 31, 0, 0x68, 0, 31, 31, 31};
        mesh.textures = {layout, layout};
        if (animated) mesh.anim_textures = {{1, 0, 1, {layout}}};
        plan.models = {{"two", -1, {mesh}}};
        Editing editing(ctr::lay_out(plan));
        auto& part = editing.mesh().primitives[0];
        part.uvs[part.indices[0]].x += 4 / 32.0f;
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
        std::set<u16> textures;
        for (const ctr::Face& face : ctr::faces_of(commands_of(after.model))) textures.insert(face.texture);
        EXPECT_EQ(textures, animated ? (std::set<u16>{2, 3}) : (std::set<u16>{1, 2}));
    }
}

}  // namespace
}  // namespace thaw::test
