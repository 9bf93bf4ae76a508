// A model on its way to glTF, through somebody's hands, and back over itself.
#pragma once

#include "base/text.hpp"
#include "convert/export.hpp"
#include "gltf/read_support.hpp"
#include "unreal/build_support.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {

// A model, its scene, and what a glTF of it gives: ready to be edited.
struct EditedModel {
    Model model;
    Scene before{};
    GltfFile file{};
    Bundle files{};  // as they were
    Issues issues{};
    Result<Built> built = Error{};

    explicit EditedModel(Model from, const SceneOptions& options = {}) : model(std::move(from)) {
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
        if (options.name.empty()) options.name = "tetra";
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

    std::string text_of(std::string_view role) const {
        for (const Part& part : built->companions) {
            if (part.role == role) return std::string(text::view_as_text(part.bytes.bytes()));
        }
        return {};
    }

    // What became of it, as whoever finds the files sees it: those that were not written are as they were.
    Scene seen(const Bundle& now) const {
        Bundle all = model.bundle;
        for (Part& part : all.parts) {
            if (const Part* own = now.find(part.role)) part.bytes = own->bytes;
        }
        for (const Part& made : built->companions) {
            std::erase_if(all.parts, [&](const Part& part) { return part.role == made.role; });
            all.parts.push_back({made.role, "tetra" + made.name, made.bytes});
        }
        return scene_of(model_of(all));
    }

    void expect_untouched() {
        const Bundle now = run();
        EXPECT_EQ(built->change_summary, "nothing changed; byte-identical");
        EXPECT_TRUE(built->companions.empty());
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

// How many bytes differ, and the first and last place.
struct Difference {
    std::size_t count = 0, first = 0, last = 0;
};
inline Difference difference_of(const Blob& a, const Blob& b) {
    Difference out;
    EXPECT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] == b[i]) continue;
        if (out.count++ == 0) out.first = i;
        out.last = i;
    }
    return out;
}

}  // namespace thaw::test
