// A model edited by way of its scene.
#pragma once

#include <functional>

#include "fixtures/fixtures.hpp"
#include "formats/shared/extras.hpp"
#include "formats/soulfu/rdy/document.hpp"
#include "soulfu/from_scene_support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {

struct EditOutcome {
    std::string words{};
    Issues issues{};
    Bundle own{};                    // the model's file
    std::vector<Part> companions{};  // the others
    std::vector<BuiltTexture> textures{};
    std::string error{};

    ddd::File file() const { return document_of(*read_ddd(own.parts.at(0).bytes)).file; }
    const Part* found(std::string_view name) const {
        const auto is_it = [&](const Part& part) { return part.name == name; };
        const auto at = std::find_if(companions.begin(), companions.end(), is_it);
        return at == companions.end() ? nullptr : &*at;
    }
    std::string reported(std::string_view code) const {
        std::string out;
        for (const Issue& issue : issues.list()) {
            if (issue.kind->code == code) out += (out.empty() ? "" : "; ") + message_of(issue);
        }
        return out;
    }
};

struct EditWay {
    SceneOptions scene{};
    BuildOptions build{.name = "NAME"};
    bool without_extras = false;           // nor what tells which vertex is which
    std::vector<Paint> paint{};            // of the edited scene's images
    std::optional<Bundle> base{};          // another than the one the scene is of
    std::function<void(Scene&)> images{};  // decodes them, of the base's scene too
    bool through_file = true;              // as a GLB, which takes real images only
};

inline void drop_extras(Scene& scene) {
    scene.extras = {};
    for (Node& node : scene.nodes) node.extras = {};
    for (Mesh& mesh : scene.meshes) mesh.extras = {};
    for (Material& material : scene.materials) material.extras = {};
    for (Clip& clip : scene.clips) clip.extras = {};
}

template <class Change>
EditOutcome edit(const Format& format, const Bundle& bundle, Change change, const EditWay& way = {}) {
    EditOutcome out;
    Issues ignored;
    const auto made = to_scene(*read(format, bundle), way.scene, ignored);
    EXPECT_TRUE(made.ok());
    if (!made) return out;
    Scene shown = *made;
    if (way.images) way.images(shown);
    GltfFile edited = way.through_file ? through_editor(shown) : GltfFile{.scene = shown};
    change(edited.scene);
    if (way.without_extras) drop_extras(edited.scene);
    auto base = read(format, way.base.value_or(bundle));
    auto base_scene = to_scene(*base, way.scene, ignored);
    if (way.images) way.images(*base_scene);
    SceneInput input{.scene = edited.scene, .base = &*base, .base_scene = &*base_scene, .paint = way.paint};
    if (!way.without_extras && way.through_file) input.source_points = edited.source_points;
    auto built = from_scene(format, input, way.build, out.issues);
    if (!built) {
        out.error = to_string(built.error());
        return out;
    }
    out.words = built->change_summary;
    out.companions = std::move(built->companions);
    out.textures = std::move(built->textures);
    const auto written = write({&format, {}, std::move(built->document)});
    EXPECT_TRUE(written.ok());
    if (written) out.own = *written;
    return out;
}

template <class Change>
EditOutcome edit_ddd(const Bundle& bundle, Change change, const EditWay& way = {}) {
    return edit(ddd::format, bundle, change, way);
}

inline Bundle bundle_of(const std::string& fixture) {
    for (const Fixture& each : ddd_fixtures()) {
        if (each.name == fixture) return each.bundle;
    }
    ADD_FAILURE() << "no fixture " << fixture;
    return {};
}

// The fixture, changed, under another name.
template <class Change>
Blob changed_file(const std::string& fixture, Change change) {
    auto model = read(ddd::format, bundle_of(fixture));
    change(static_cast<ddd::Document&>(*model->document).file);
    return write(*model)->parts[0].bytes;
}

inline Bundle frog_bundle() { return one_file(load_file(source_folder() / "samples/soulfu/FROG.DDD"), "FROG.DDD"); }

inline const Clip& clip_called(const Scene& scene, std::string_view name) {
    return *std::find_if(scene.clips.begin(), scene.clips.end(), [&](const Clip& c) { return c.name == name; });
}

// An object of its own: a small tetrahedron, red if it has a material.
inline void add_object(Scene& scene, bool with_material = true) {
    Mesh mesh{.name = "thing"};
    mesh.points = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}, {0, 0, 0.1f}};
    Primitive part{.points = {0, 1, 2, 3}, .indices = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}};
    if (with_material) {
        part.material = static_cast<u32>(scene.materials.size());
        scene.materials.push_back({.name = "red", .base_color = {1, 0, 0, 1}});
    }
    mesh.primitives.push_back(std::move(part));
    scene.nodes.push_back({.name = "thing", .mesh = static_cast<u32>(scene.meshes.size())});
    scene.meshes.push_back(std::move(mesh));
}

}  // namespace thaw::test
