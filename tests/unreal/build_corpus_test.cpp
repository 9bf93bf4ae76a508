// Every real pair at hand, to glTF and back into files.
#include "convert/export.hpp"
#include "gltf/read_support.hpp"
#include "scene/maths.hpp"
#include "support/corpus.hpp"
#include "unreal/build_support.hpp"

namespace thaw::test {
namespace {

std::vector<Model> real_pairs(bool with_modeldefs) {
    const auto folder = corpus_folder() / "ue1";
    std::vector<Part> modeldefs;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (with_modeldefs && name.starts_with("modeldef")) {
            modeldefs.push_back({"modeldef", name, load_file(entry.path())});
        }
    }
    std::vector<Model> out;
    for (const Row& row : load_csv(folder / "facts.csv")) {
        Bundle bundle;
        bundle.parts.push_back({"data", row.at("d"), load_file(folder / row.at("d"))});
        bundle.parts.push_back({"aniv", row.at("a"), load_file(folder / row.at("a"))});
        bundle.parts.insert(bundle.parts.end(), modeldefs.begin(), modeldefs.end());
        auto model = read(unreal_format(), std::move(bundle));
        EXPECT_TRUE(model);
        if (model) out.push_back(std::move(*model));
    }
    return out;
}

GltfFile through_gltf(const Scene& scene) {
    Scene plain = scene;
    Issues ignored;
    make_exportable(plain, ignored);
    return read_again(plain);
}

TEST(UnrealBuildCorpus, EveryPairComesBackFromGltf) {
    u32 count = 0, byte_identical = 0;
    for (const Model& model : real_pairs(false)) {
        SCOPED_TRACE(model.bundle.parts[0].name);
        const Scene scene = scene_of(model);
        const GltfFile file = through_gltf(scene);
        const BuildResult back = built_from({.scene = file.scene, .source_points = file.source_points});
        ASSERT_TRUE(back.built) << to_string(back.built.error());
        EXPECT_EQ(codes_of(back.issues), std::set<std::string>{});
        const Scene again = scene_of(back.model);
        EXPECT_LT(farthest_corner(scene, again), 1e-5);
        expect_same_surfaces(scene, again);
        expect_same_clips(scene, again);
        // Nothing but order may differ: as many vertices, frames and polygons, and the vertices in their old order.
        const auto& then = unreal_document(model);
        const auto& now = back.document();
        EXPECT_EQ(now.data->polys.size(), then.data->polys.size());
        EXPECT_EQ(now.aniv->num_frames, then.aniv->num_frames);
        // Vertices that no polygon uses do not come back.
        const bool all_used = now.data->num_vertices == then.data->num_vertices;
        EXPECT_TRUE(!all_used || now.aniv->frames == then.aniv->frames);
        byte_identical += all_used;
        ++count;
    }
    EXPECT_EQ(count, 100u);
    EXPECT_EQ(byte_identical, 98u);
}

TEST(UnrealBuildCorpus, AnUneditedOneIsByteIdentical) {
    u32 n = 0;
    for (Model& model : real_pairs(true)) {
        SCOPED_TRACE(model.bundle.parts[0].name);
        const Scene before = scene_of(model);
        GltfFile file = through_gltf(before);
        // Every other one as Blender writes it.
        if (n++ % 2 == 1) {
            file.source_points.clear();
            for (Material& m : file.scene.materials) m.extras = {};
            for (Mesh& m : file.scene.meshes) m.extras = {};
            for (Clip& clip : file.scene.clips) clip.extras = {};
        }
        const auto files = write(model);
        ASSERT_TRUE(files);
        Issues issues;
        auto built = from_scene(
            unreal_format(),
            {.scene = file.scene, .source_points = file.source_points, .base = &model, .base_scene = &before}, {},
            issues);
        ASSERT_TRUE(built) << to_string(built.error());
        EXPECT_EQ(built->change_summary, "nothing changed; byte-identical");
        model.document = std::move(built->document);
        const auto now = write(model);
        ASSERT_TRUE(now);
        for (const Part& part : now->parts) EXPECT_EQ(part.bytes, files->find(part.role)->bytes) << part.role;
    }
}

TEST(UnrealBuildCorpus, AModeldefPlacesThemAsBefore) {
    u32 shown = 0;
    for (const Model& model : real_pairs(true)) {
        if (unreal_document(model).mesh() == nullptr) continue;
        SCOPED_TRACE(model.bundle.parts[0].name);
        const Scene scene = scene_of(model);
        for (const char* without : {"uc", "modeldef"}) {
            const BuildResult back = built_from({.scene = scene}, {.own = OptionValues{{"modeldef"}}}, without);
            ASSERT_TRUE(back.built) << to_string(back.built.error());
            const Scene again = scene_of(back.model);
            const Issue* rounded = finding(back.issues, "BUILD_POSITIONS");
            const double allowed = rounded == nullptr ? 1e-4 : std::stod(rounded->found) / 1000 * 1.06;
            EXPECT_LT(farthest_corner(scene, again), allowed) << without;
        }
        ++shown;
    }
    EXPECT_GT(shown, 50u);
}

struct Box {
    Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
};

// Of what triangles show in the first frame.
Box box_of(const Scene& scene) {
    const build::Flat flat = flat_of(scene);
    std::vector<Vec3> places;
    Pose scratch;
    flat.pose(0, places, scratch);
    Box out;
    for (const build::FlatTriangle& t : flat.triangles) {
        const bool area = t.points[0] != t.points[1] && t.points[1] != t.points[2] && t.points[2] != t.points[0];
        for (const u32 p : t.points) {
            if (!area) continue;
            out.low = {std::min(out.low.x, places[p].x), std::min(out.low.y, places[p].y),
                       std::min(out.low.z, places[p].z)};
            out.high = {std::max(out.high.x, places[p].x), std::max(out.high.y, places[p].y),
                        std::max(out.high.z, places[p].z)};
        }
    }
    return out;
}

TEST(UnrealBuildCorpus, RealModelsOfOtherFormats) {
    u32 models = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder())) {
        if (!entry.is_regular_file() || entry.file_size() > (1u << 20)) continue;
        const Blob bytes = load_file(entry.path());
        const std::string name = entry.path().filename().string();
        const auto found = detect(name, bytes);
        if (!found || found->format->to_scene == nullptr || found->format->id == "unreal") continue;
        const auto model = read(*found->format, {{{found->sniffed.role, name, bytes}}});
        if (!model) continue;
        Issues ignored;
        const auto scene = to_scene(*model, {}, ignored);
        if (!scene) continue;
        SCOPED_TRACE(entry.path().string());
        const BuildResult back = built_from({.scene = *scene}, {.fit = true});
        if (!back.built) {
            EXPECT_EQ(back.built.error().code, Code::unrepresentable);
            continue;
        }
        const Box then = box_of(*scene), now = box_of(scene_of(back.model));
        const Issue* rounded = finding(back.issues, "BUILD_POSITIONS");
        const f32 allowed = rounded == nullptr ? 1e-4f : std::stof(rounded->found) / 1000 * 1.06f + 1e-6f;
        EXPECT_LE(length(then.low - now.low), 2 * allowed);
        EXPECT_LE(length(then.high - now.high), 2 * allowed);
        ++models;
    }
    EXPECT_GT(models, 100u);
}

}  // namespace
}  // namespace thaw::test
