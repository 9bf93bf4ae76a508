// A model at the scale of its entities, and the way back.
#include <random>

#include "ctc/scene_support.hpp"
#include "formats/ctc/entities/entities.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using ctc::format;
using Texts = std::vector<std::string>;

std::string entity_row(const std::string& scale, const std::string& class_name = "ob_lantern") {
    return class_name + "|models/lantern.ctc|" + scale +
           "|general|-8|-8|0|8|8|16|noshadow|1|0|0|0|1|0|0:0|0|0|none|A lantern\n";
}

Model model_with(Blob bytes, const std::string& entities) {
    auto model = read_ctc(std::move(bytes), "lantern.ctc");
    EXPECT_TRUE(model.ok());
    if (!entities.empty()) model->bundle.parts.push_back({"entity", "models/entity.dat", text_blob(entities)});
    return std::move(*model);
}

Blob sample_bytes() { return load_file(source_folder() / "samples/ctc/lantern.ctc"); }

struct ShownModel {
    Scene scene{};
    Issues issues{};
};

ShownModel shown_with(const Model& model, const SceneOptions& options = {}) {
    ShownModel out;
    auto scene = to_scene(model, options, out.issues);
    EXPECT_TRUE(scene.ok());
    if (scene) out.scene = std::move(*scene);
    EXPECT_EQ(check(out.scene), "");
    return out;
}

// Findings of entity.dat alone.
Texts entity_codes(const Issues& issues) {
    Texts out;
    for (const std::string& code : codes_of(issues)) {
        if (code.starts_with("CTC_ENTITY")) out.push_back(code);
    }
    return out;
}

TEST(CtcEntityScene, EveryCornerIsWhereTheGameHasIt) {
    const Scene plain = shown_with(model_with(sample_bytes(), {})).scene;
    const ShownModel scaled = shown_with(model_with(sample_bytes(), entity_row("2|3|0.5")));
    EXPECT_EQ(entity_codes(scaled.issues), Texts{"CTC_ENTITY_SCALE"});
    ASSERT_EQ(scaled.scene.clips.size(), plain.clips.size());
    std::size_t compared = 0;
    for (std::size_t c = 0; c < plain.clips.size(); ++c) {
        for (const double t : {0.0, 0.35}) {
            const auto before = shown_at(plain, &plain.clips[c], t);
            const auto now = shown_at(scaled.scene, &scaled.scene.clips[c], t);
            ASSERT_EQ(before.size(), now.size());
            for (std::size_t i = 0; i < now.size(); ++i, ++compared) {
                // x, y, z of the game are forward, left and up: z, x and y of the scene.
                EXPECT_NEAR(now[i].at.x, before[i].at.x * 3, 1e-5);
                EXPECT_NEAR(now[i].at.y, before[i].at.y * 0.5f, 1e-5);
                EXPECT_NEAR(now[i].at.z, before[i].at.z * 2, 1e-5);
            }
        }
    }
    EXPECT_GT(compared, 1000u);
    EXPECT_EQ(*scaled.scene.extras.find("thaw_entities")->get_if<std::string>(),
              R"([{"classname":"ob_lantern","scale":[2,3,0.5],"description":"A lantern"}])");
}

TEST(CtcEntityScene, TheFindingNamesTheRow) {
    const ShownModel scaled = shown_with(model_with(sample_bytes(), "// list\n" + entity_row("2|2|2")));
    const auto found = std::find_if(scaled.issues.list().begin(), scaled.issues.list().end(),
                                    [](const Issue& issue) { return issue.kind->code == "CTC_ENTITY_SCALE"; });
    ASSERT_NE(found, scaled.issues.list().end());
    EXPECT_EQ(found->part, "entity");
    EXPECT_EQ(found->path, "line 2");
    EXPECT_EQ(found->offset, 8u);
    EXPECT_EQ(found->found, "ob_lantern at scale 2");
}

TEST(CtcEntityScene, WithoutAScaleOfItsOwnNothingChanges) {
    const Scene plain = shown_with(model_with(sample_bytes(), {})).scene;
    const auto look = [&](const std::string& entities, const Texts& codes, const SceneOptions& options = {}) {
        SCOPED_TRACE(entities);
        const ShownModel other = shown_with(model_with(sample_bytes(), entities), options);
        EXPECT_EQ(entity_codes(other.issues), codes);
        EXPECT_EQ(node_named(other.scene, "ctc_entity"), nullptr);
        EXPECT_EQ(difference(plain, other.scene), "");
        return other;
    };
    look(entity_row("1|1.0|1"), {});
    look("ob_x|models/x.ctc|2|2|2\n", {});
    look(entity_row("2|2|2"), {}, {.raw = true});
    look(entity_row("0|2|2"), {"CTC_ENTITY_ROW"});
    look("a|models/lantern.ctc\n", {"CTC_ENTITY_ROW"});
    const ShownModel torn = look(entity_row("2|2|2", "small") + entity_row("9|9|8", "large"), {"CTC_ENTITY_SCALES"});
    bool told = false;
    for (const Issue& issue : torn.issues.list())
        told = told || issue.found == "small at scale 2, large at scale 9 9 8";
    EXPECT_TRUE(told);
}

TEST(CtcEntityScene, ABrokenRowCountsAsFarAsItGoes) {
    const ShownModel scaled = shown_with(model_with(sample_bytes(), "ob_a|models/lantern.ctc|2f|2|2|general\n"));
    EXPECT_EQ(entity_codes(scaled.issues), (Texts{"CTC_ENTITY_ROW", "CTC_ENTITY_SCALE"}));
    EXPECT_EQ(node_named(scaled.scene, "ctc_entity")->local.scale, (Vec3{2, 2, 2}));
}

// --- back
// -------------------------------------------------------------------------------------------------------------

Blob file_of(const Made& made) {
    const auto files = made.model.document == nullptr ? Result<Bundle>(Error{}) : write(made.model);
    return files ? files->parts[0].bytes : Blob();
}

std::vector<std::string> some_scales() {
    std::mt19937 random(11);
    std::vector<std::string> out{"2|2|2", "0.3|0.3|0.3", "1|1|3", "0.1|7|1.3"};
    for (int i = 0; i < 6; ++i) {
        std::string scale;
        for (int axis = 0; axis < 3; ++axis) {
            scale += (axis == 0 ? "" : "|") + std::to_string(random() % 40) + "." + std::to_string(1 + random() % 999);
        }
        out.push_back(scale);
    }
    return out;
}

TEST(CtcEntityScene, ScenesComeBackAsIfThereWereNoEntities) {
    std::size_t compared = 0;
    for (const Fixture& fixture : ctc_fixtures()) {
        if (!read(*fixture.format, fixture.bundle)) continue;
        SCOPED_TRACE(fixture.name);
        const Blob bytes = fixture.bundle.parts[0].bytes;
        Issues issues;
        const auto plain = to_scene(model_with(bytes, {}), {}, issues);
        if (!plain || plain->meshes.empty()) continue;
        const GltfFile file = through_glb(*plain);
        const BuildOptions fit{.fit = true};
        const Blob expected = file_of(make(format, {file.scene, file.source_points}, fit));
        for (const std::string scale : {"0.3|0.3|0.3", "0.1|7|1.3"}) {
            SCOPED_TRACE(scale);
            const Scene scaled = shown_with(model_with(bytes, entity_row(scale))).scene;
            ASSERT_NE(node_named(scaled, "ctc_entity"), nullptr);
            const GltfFile shown_file = through_glb(scaled);
            const Made made = make(format, {shown_file.scene, shown_file.source_points}, fit);
            EXPECT_EQ(file_of(made), expected);
            ++compared;
        }
    }
    EXPECT_GT(compared, 60u);
}

TEST(CtcEntityScene, TheSampleComesBackFromAnyScale) {
    const Scene plain = shown_with(model_with(sample_bytes(), {})).scene;
    const GltfFile plain_file = through_glb(plain);
    const Blob expected = file_of(make(format, {plain_file.scene, plain_file.source_points}));
    ASSERT_FALSE(expected.empty());
    for (const std::string& scale : some_scales()) {
        SCOPED_TRACE(scale);
        Model base = model_with(sample_bytes(), entity_row(scale));
        const Scene scaled = shown_with(base).scene;
        const GltfFile file = through_glb(scaled);
        EXPECT_EQ(file_of(make(format, {file.scene, file.source_points})), expected);
        // Editors may drop what the node says; its name is enough.
        Scene silent = file.scene;
        for (Node& node : silent.nodes) node.extras = {};
        silent.extras = {};
        const Made named = make(format, {silent, file.source_points});
        EXPECT_EQ(difference(plain, shown_with(model_with(file_of(named), {})).scene), "");
        // With the file before the edit: not a byte differs, whichever of the two knew of the entity.
        for (const Scene* edited : std::initializer_list<const Scene*>{&file.scene, &silent, &plain}) {
            Model again = model_with(sample_bytes(), entity_row(scale));
            EXPECT_EQ(file_of(make(format, {*edited, {}, &again, &scaled})), sample_bytes());
        }
        Model unaware = model_with(sample_bytes(), {});
        EXPECT_EQ(file_of(make(format, {file.scene, file.source_points, &unaware, &plain})), sample_bytes());
    }
}

TEST(CtcEntityScene, AnEditAtTheScaleIsOneOfTheFile) {
    Model base = model_with(sample_bytes(), entity_row("4|4|4"));
    const Scene scaled = shown_with(base).scene;
    Scene moved = scaled;
    moved.meshes[0].points[7].y += 0.0254f;  // below the node that scales
    const Made made = make(format, {moved, {}, &base, &scaled});
    const Model before = model_with(sample_bytes(), {});
    EXPECT_NEAR(document_of(made.model).vertices[7].position[1], document_of(before).vertices[7].position[1] + 1, 1e-4);
}

TEST(CtcEntityScene, AScaleThatAnEditorAppliedIsTakenOffToo) {
    const Scene plain = shown_with(model_with(sample_bytes(), {})).scene;
    Scene applied = shown_with(model_with(sample_bytes(), entity_row("2|2|2"))).scene;
    const auto enlarge = [](Vec3& v) { v = v * 2; };
    for (Node& node : applied.nodes) {
        if (node.name == "ctc_entity") node.local.scale = {1, 1, 1};
        enlarge(node.local.translation);
    }
    for (Mesh& mesh : applied.meshes) {
        for (Vec3& point : mesh.points) enlarge(point);
        for (MorphTarget& target : mesh.targets) {
            for (Vec3& offset : target.offsets) enlarge(offset);
        }
    }
    for (Skin& skin : applied.skins) {
        for (Mat4& bind : skin.inverse_binds) {
            for (const std::size_t i : {12u, 13u, 14u}) bind.m[i] *= 2;
        }
    }
    for (Clip& clip : applied.clips) {
        for (Channel& channel : clip.channels) {
            if (channel.path != Path::translation) continue;
            for (f32& value : channel.values) value *= 2;
        }
    }
    const Made made = make(format, {applied});
    EXPECT_EQ(difference(plain, shown_with(model_with(file_of(made), {})).scene, {.metres = 1e-5}), "");
}

TEST(CtcEntityScene, TheSummaryNamesThem) {
    const auto remarks = [](const std::string& entities) {
        Texts out;
        const auto summary = summarise(model_with(sample_bytes(), entities));
        for (const std::string& remark : summary->remarks) {
            if (remark.find("entit") != std::string::npos) out.push_back(remark);
        }
        return out;
    };
    EXPECT_EQ(remarks({}), Texts{});
    EXPECT_EQ(remarks("a|models/other.ctc|1|1|1\n"), Texts{});
    EXPECT_EQ(remarks(entity_row("1|1|1", "a") + entity_row("1|1|1", "b")),
              Texts{"shown by a, b of the game's entity.dat"});
    EXPECT_EQ(remarks(entity_row("1|1|2", "a")),
              (Texts{"shown by a of the game's entity.dat", "the game shows it at a scale of 1 1 2 (entity.dat)"}));
    EXPECT_EQ(remarks(entity_row("1|1|2", "a") + entity_row("3|3|3", "b")),
              (Texts{"shown by a, b of the game's entity.dat", "the entities show it at different scales"}));
    const double height = *summarise(model_with(sample_bytes(), {}))->height_metres;
    EXPECT_DOUBLE_EQ(*summarise(model_with(sample_bytes(), entity_row("1|5|2")))->height_metres, 2 * height);
    const auto native = summarise(model_with(sample_bytes(), entity_row("1|1|2")))->native;
    EXPECT_EQ(json::to_text(*native.find("entities")),
              R"([{"classname":"ob_lantern","scale":[1,1,2],"description":"A lantern"}])");
}

}  // namespace
}  // namespace thaw::test
