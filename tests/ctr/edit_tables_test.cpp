// Where changed tables of a CTR go: into their old place, or to the end where they need more room or others use them.
#include "base/text.hpp"
#include "ctr/edit_support.hpp"
#include "fixtures/change.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/edit_parts.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw::test {
namespace {

constexpr SceneOptions all_levels{.all_lods = true};

// What the game would say of it; nothing before, nothing after.
std::vector<std::string> game_codes(const Model& model) { return codes_of(*validate(model, Profile::game)); }

u64 file_bytes(const BuiltModel& built) { return built.model.bundle.parts[0].bytes.size(); }

TEST(CtrEditTables, TrianglesOfASceneAreTheFacesOfItsFile) {
    std::size_t compared = 0;
    for (const Fixture& each : ctr_fixtures()) {
        if (each.error || each.format != &ctr::format) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || shown_nodes(*scene).empty()) continue;
        const ctr::File& file = file_of(*model);
        const ctr::Mesh& mesh = file.mesh_lists[0].value[0];
        const thaw::Mesh& shown = scene->meshes[scene->nodes[shown_nodes(*scene)[0]].mesh];
        const auto faces = ctr::faces_of(*ctr::commands_of(file, mesh));
        for (const ctr::ShownFace& face : ctr::faces_shown(file, mesh, faces)) {
            ASSERT_LT(face.primitive, shown.primitives.size());
            const Primitive& part = shown.primitives[face.primitive];
            const auto order = faces[face.face].counter_clockwise();
            for (std::size_t i = 0; i < 3; ++i) {
                EXPECT_EQ(part.points[part.indices.at(3 * face.triangle + i)],
                          faces[face.face].corners[order[i]].vertex);
            }
            ++compared;
        }
        const bool budget = issues.list().empty() || codes_of(issues) != std::vector<std::string>{"CTR_TOO_MUCH"};
        if (budget) {
            EXPECT_EQ(ctr::frames_shown(file, mesh, 1u << 16).size(), shown.frames ? shown.frames->count : 1u);
        }
    }
    EXPECT_GT(compared, 150u);
}

Vec3& top_of(std::vector<Vec3>& points) {
    return *std::max_element(points.begin(), points.end(), [](Vec3 a, Vec3 b) { return a.y < b.y; });
}

// Compressed frames have few bits for each vertex: a little goes with the deltas that there are, more needs others, and
// more still a longer animation.
TEST(CtrEditTables, AnAnimationGrowsOnlyIfItHasTo) {
    const auto lift = [](std::vector<Vec3>& points, Vec3 step) { top_of(points).y += 2 * step.y; };
    const auto shift = [](std::vector<Vec3>& points, Vec3 step) { top_of(points).x -= 90 * step.x; };
    const auto shrink = [](std::vector<Vec3>& points, Vec3) {
        for (Vec3& point : points) point = {point.x / 2, point.y, point.z / 2};
    };
    struct Move {
        void (*apply)(std::vector<Vec3>&, Vec3 step);
        bool other_deltas = false, grows = false;
    };
    for (const auto& [move, other_deltas, grows] : {Move{lift}, Move{shift, true}, Move{shrink, true, true}}) {
        SCOPED_TRACE(int{other_deltas} + int{grows});
        Editing editing(bundle_of("half_rate"));
        const Model then = std::move(read(ctr::format, editing.bundle).value());
        ASSERT_EQ(game_codes(then), std::vector<std::string>());
        // In the last frame of the compressed clip alone.
        auto& mesh = editing.mesh();
        const auto& scale = mesh_of(then).scale;
        std::vector<Vec3> points;
        shape_points(mesh, static_cast<u32>(mesh.targets.size()), points);
        move(points, Vec3{1.0f * scale[0], 1.0f * scale[1], 1.0f * scale[2]} * (1 / 4096.0f / 64));
        MorphTarget target{.name = mesh.targets.back().name};
        for (u32 p = 0; p < points.size(); ++p) {
            target.points.push_back(p);
            target.offsets.push_back(points[p] - mesh.points[p]);
        }
        mesh.targets.back() = target;
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        const bool longer = file_bytes(after) > editing.bundle.parts[0].bytes.size();
        EXPECT_EQ(longer, grows) << after.words;
        EXPECT_EQ(after.words.find("bytes added at the end") != std::string::npos, grows) << after.words;
        EXPECT_EQ(difference(editing.file.scene, scene_of(after.model, all_levels)), "");
        EXPECT_EQ(game_codes(after.model), std::vector<std::string>());
        const auto &was = file_of(then), &is = file_of(after.model);
        const auto same = [](const ctr::Delta& a, const ctr::Delta& b) { return a.word == b.word; };
        const auto &old = was.delta_arrays[0].value, &now = is.delta_arrays[0].value;
        EXPECT_EQ(!std::equal(old.begin(), old.end(), now.begin(), now.end(), same), other_deltas);
        // The clip that nobody touched.
        EXPECT_EQ(text::until_nul(is.animations[0].value.name), "breathe");
        EXPECT_EQ(is.frames[0].value.data, was.frames[0].value.data);
    }
}

// Two levels that have one table of colours, one list of commands and one frame.
Bundle sharing_levels() {
    const Bundle bundle = bundle_of("lods");
    const ctr::Mesh first = mesh_of(read(ctr::format, bundle).value());
    const std::string second = "mesh_lists[0].meshes[1].";
    return with(
        ctr::format, bundle,
        {{second + "colours", first.colours}, {second + "commands", first.commands}, {second + "frame", first.frame}});
}

TEST(CtrEditTables, WhatAnotherMeshUsesStays) {
    Editing editing(sharing_levels());
    auto& mesh = editing.mesh(0);
    mesh.points[1].x += 10 / 64.0f;
    for (Vec4& color : mesh.primitives[0].colors) color = {1, 1, 0, 1};
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
    EXPECT_NE(mesh_of(after.model, 0).colours, mesh_of(after.model, 1).colours);
    EXPECT_NE(mesh_of(after.model, 0).frame, mesh_of(after.model, 1).frame);
    EXPECT_EQ(mesh_of(after.model, 1).colours, mesh_of(read(ctr::format, editing.bundle).value()).colours);
}

TEST(CtrEditTables, WhatNobodyElseUsesIsChangedWhereItIs) {
    Editing editing(bundle_of("lods"));
    for (Vec4& color : editing.mesh(0).primitives[0].colors) color = {1, 1, 0, 1};
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(file_bytes(after), editing.bundle.parts[0].bytes.size());
    EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
}

// A pointer map of its own gets what a longer body needs; early demos have none.
TEST(CtrEditTables, TheMapGrowsWithTheBody) {
    for (const char* name : {"triangle", "external_map", "bare", "trailing", "level", "pack"}) {
        SCOPED_TRACE(name);
        Editing editing(bundle_of(name));
        const auto codes = game_codes(read(ctr::format, editing.bundle).value());
        // One more texture than the mesh has: a table of pointers, and a layout.
        auto& part = editing.mesh().primitives[0];
        part.uvs.assign(part.points.size(), {0.5f, 0.5f});
        Image image{.name = "new", .width = 2, .height = 2, .pixels = Blob::take(std::vector<u8>(16, 255))};
        editing.file.scene.images.push_back(image);
        editing.file.scene.materials[part.material].image = static_cast<u32>(editing.file.scene.images.size() - 1);
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        EXPECT_GT(file_bytes(after), editing.bundle.parts[0].bytes.size());
        EXPECT_TRUE(after.has_video_memory());
        EXPECT_EQ(game_codes(after.model), codes);
        const Scene shown = back_of(after);
        ASSERT_FALSE(shown.images.empty());
        EXPECT_EQ(shown.images[0].pixels[0], 255);
        // As bright as before, though an image halves the scale.
        EXPECT_NEAR(shown.meshes[0].primitives[0].colors[0].x, part.colors[0].x, 0.01f);
    }
}

TEST(CtrEditTables, WithoutItsMapAFileOnlyChangesInPlace) {
    Editing editing(bundle_of("external_map_missing"));
    editing.mesh().points[1].x += 10 / 64.0f;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.words, "1 vertex changed; all else byte-identical");
}

// --- strips

ctr::CommandList list_of(std::vector<u32> words) {
    ctr::CommandList out;
    for (const u32 word : words) out.commands.push_back({word});
    out.commands.push_back({ctr::terminator});
    return out;
}

std::vector<ctr::FaceLook> looks_of(const ctr::CommandList& list) {
    std::vector<ctr::FaceLook> out;
    for (const ctr::Face& face : ctr::faces_of(list)) out.push_back(ctr::look_of(face));
    return out;
}

std::vector<u32> words_of(const std::vector<ctr::Command>& commands) {
    std::vector<u32> out;
    for (const ctr::Command& command : commands) out.push_back(command.word);
    return out;
}

constexpr u32 vertex(u32 flags, u32 slot, u32 colour) { return flags | slot << 16 | colour << 9; }

TEST(CtrEditTables, AListWithTheSameLooksIsTheSame) {
    for (const Fixture& each : ctr_fixtures()) {
        if (each.error || each.format != &ctr::format) continue;
        const auto model = read(*each.format, each.bundle);
        if (!ctr_of(*model).file) continue;
        for (const auto& region : file_of(*model).command_lists) {
            const auto made = ctr::with_looks(region.value, looks_of(region.value));
            EXPECT_EQ(words_of(made), words_of(region.value.commands)) << each.name;
        }
    }
}

TEST(CtrEditTables, AKeptCornerIsRecolouredOnlyWhereItDiffers) {
    const auto list = list_of(
        {vertex(ctr::strip_bit, 1, 0), vertex(0, 2, 1), vertex(0, 3, 2), vertex(0, 4, 3), vertex(ctr::fan_bit, 5, 4)});
    auto looks = looks_of(list);
    // Everywhere: just the words.
    looks[0].colours[2] = looks[1].colours[1] = 9;
    auto made = ctr::with_looks(list, looks);
    EXPECT_EQ(made.size(), list.commands.size());
    EXPECT_EQ(made[2].colour(), 9);
    // On the second face alone: one word more.
    looks = looks_of(list);
    looks[1].colours[1] = 9;
    made = ctr::with_looks(list, looks);
    EXPECT_EQ(made.size(), list.commands.size() + 1);
    const auto faces = ctr::faces_of({0, made});
    ASSERT_EQ(faces.size(), 3u);
    for (std::size_t f = 0; f < 3; ++f) {
        for (std::size_t c = 0; c < 3; ++c) {
            EXPECT_EQ(faces[f].corners[c].colour, looks[f].colours[c]) << f << c;
            EXPECT_EQ(faces[f].corners[c].vertex, ctr::faces_of(list)[f].corners[c].vertex) << f << c;
        }
    }
}

TEST(CtrEditTables, AWordThatRecoloursIsUsedAgain) {
    const auto list = list_of(
        {vertex(ctr::strip_bit, 1, 0), vertex(0, 2, 1), vertex(0, 3, 2), 5u << 9 | 6u << 2 | 3u, vertex(0, 4, 3)});
    auto looks = looks_of(list);
    ASSERT_EQ(looks[1].colours, (std::array<u8, 3>{5, 6, 3}));
    looks[1].colours = {7, 6, 3};
    const auto made = ctr::with_looks(list, looks);
    ASSERT_EQ(made.size(), list.commands.size());
    EXPECT_EQ(made[3].word, 7u << 9 | 6u << 2);  // and not from a cache that does not have it
}

TEST(CtrEditTables, TheCacheIsLeftOnlyForColoursItDoesNotHave) {
    ctr::CommandList list = list_of(
        {vertex(ctr::strip_bit | ctr::cache_bit, 1, 0), vertex(ctr::cache_bit, 2, 1), vertex(ctr::cache_bit, 3, 2)});
    list.cached_colours = 2;
    auto looks = looks_of(list);
    looks[0].colours = {1, 5, 2};
    const auto made = ctr::with_looks(list, looks);
    EXPECT_TRUE(made[0].uses_cache());
    EXPECT_FALSE(made[1].uses_cache());
    EXPECT_TRUE(made[2].uses_cache());  // wrong as it was
}

TEST(CtrEditTables, SidesAreTheFacesOwn) {
    for (const bool sources : {true, false}) {
        Editing editing(bundle_of("fan"));
        for (Material& material : editing.file.scene.materials) material.double_sided = !material.double_sided;
        const BuiltModel after = editing.done(sources);
        ASSERT_TRUE(after.ok());
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
    }
}

TEST(CtrEditTables, AColourOfOneMaterialCutsAStripsColours) {
    Editing editing(bundle_of("fan"));
    ASSERT_EQ(editing.file.scene.materials.size(), 2u);
    editing.file.scene.materials[0].base_color = {0.5f, 0.5f, 0.25f, 1};
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    // The colours of its corners are darker; those of the other material are not.
    Scene wanted = editing.file.scene;
    wanted.materials[0].base_color = {1, 1, 1, 1};
    for (Primitive& part : wanted.meshes[0].primitives) {
        if (part.material != 0) continue;
        for (Vec4& color : part.colors) color = {color.x * 0.5f, color.y * 0.5f, color.z * 0.25f, color.w};
    }
    EXPECT_EQ(difference(wanted, back_of(after), {.color = 0.01}), "");
}

// --- places on images

TEST(CtrEditTables, ALayoutThatFacesShareIsCut) {
    // Two triangles with one layout.
    ctr::FilePlan plan;
    ctr::MeshPlan mesh;
    mesh.name = "two_hi";
    const u32 flags = ctr::cull_bit | 1;
    mesh.commands = {{vertex(flags | ctr::strip_bit, 1, 0)},
                     {vertex(flags, 2, 0)},
                     {vertex(flags, 3, 0)},
                     {vertex(flags | ctr::strip_bit, 4, 0)},
                     {vertex(flags, 5, 0)},
                     {vertex(flags, 6, 0)},
                     {ctr::terminator}};
    mesh.colours = {{128, 128, 128, 0}};
    mesh.textures = {ctr::TextureLayout{0, 0, 0x3FE0, 31, 0, 0x68, 0, 31, 31, 31}};
    mesh.frame =
        ctr::FramePlan{{}, ctr::raw_data({{0, 0, 0}, {0, 40, 0}, {40, 0, 0}, {80, 0, 0}, {80, 40, 0}, {120, 0, 0}})};
    plan.models = {{"two", -1, {mesh}}};
    Editing editing(ctr::lay_out(plan));
    auto& part = editing.mesh().primitives[0];
    ASSERT_EQ(part.indices.size(), 6u);
    part.uvs[part.indices[0]].x += 4 / 32.0f;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    EXPECT_EQ(file_of(after.model).layouts.size(), 2u);
    EXPECT_EQ(difference(editing.file.scene, back_of(after)), "");
    EXPECT_EQ(game_codes(after.model), game_codes(read(ctr::format, editing.bundle).value()));
}

TEST(CtrEditTables, AnimatedTexturesGoWithTheirRows) {
    Editing editing(bundle_of("anim_textured"));
    auto& part = editing.mesh().primitives[0];
    // The face gets an image of its own, so that the table has another row.
    Image image{.name = "new", .width = 4, .height = 4, .pixels = Blob::take(std::vector<u8>(64, 255))};
    editing.file.scene.images.push_back(image);
    editing.file.scene.materials[part.material].image = static_cast<u32>(editing.file.scene.images.size() - 1);
    editing.file.scene.materials[part.material].extras = {};
    editing.paint = {Paint::painted};
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    const auto before = file_of(read(ctr::format, editing.bundle).value()).anim_textures[0].value;
    const auto& now = file_of(after.model);
    for (std::size_t i = 0; i + 1 < before.entries.size(); ++i) {
        const ctr::Mesh old = mesh_of(read(ctr::format, editing.bundle).value());
        EXPECT_EQ(now.anim_textures[0].value.entries[i].slot - mesh_of(after.model).textures,
                  before.entries[i].slot - old.textures);
    }
    EXPECT_EQ(game_codes(after.model), game_codes(read(ctr::format, editing.bundle).value()));
}

}  // namespace
}  // namespace thaw::test
