// Shared by the tests of the way back: models out of scenes, and whether two scenes show the same.
#pragma once

#include <thaw/gltf.hpp>

#include "convert/export.hpp"
#include "ctr/scene_support.hpp"
#include "fixtures/fixtures.hpp"

namespace thaw::test {

struct BuiltModel {
    Model model{};
    Issues issues{};
    std::string words{};
    Error error{};  // if there is no model
    bool ok() const { return model.document != nullptr; }
    bool has_video_memory() const { return model.bundle.find("vrm") != nullptr; }
    const Issue* find(std::string_view code) const {
        for (const Issue& issue : issues.list()) {
            if (issue.kind->code == code) return &issue;
        }
        return nullptr;
    }
    std::string found(std::string_view code) const { return find(code) == nullptr ? "" : find(code)->found; }
    std::string message(std::string_view code) const { return find(code) == nullptr ? "" : message_of(*find(code)); }
};

// From the scene to a file and back to a document. Without `may_be_odd` the game has nothing to complain about.
BuiltModel built(const SceneInput& input, const BuildOptions& options = {}, bool may_be_odd = false);
inline BuiltModel built(const Scene& scene, const BuildOptions& options = {}) {
    return built(SceneInput{.scene = scene}, options);
}

// Written as GLB and read again, images as pixels.
GltfFile through_glb(Scene scene);

struct Tolerance {
    double metres = 1e-5;
    double uv = 1e-4;
    double color = 1e-3;
};
// Empty, or the first difference: nodes that show something by name, every triangle of them with its coordinates,
// colours and the kind of its material, in every frame of every clip.
std::string difference(const Scene& want, const Scene& got, const Tolerance& tolerance = {});

inline const ctr::Mesh& mesh_of(const Model& model, std::size_t level = 0) {
    return file_of(model).mesh_lists[0].value[level];
}
inline const ctr::CommandList& commands_of(const Model& model) {
    return *ctr::commands_of(file_of(model), mesh_of(model));
}
inline Scene back_of(const BuiltModel& model) { return scene_of(model.model, {.all_lods = true}); }

inline Model fixture_named(const std::string& name) {
    for (const Fixture& each : ctr_fixtures()) {
        if (each.name == "ctr_" + name) return std::move(read(*each.format, each.bundle).value());
    }
    throw std::runtime_error("no fixture " + name);
}

}  // namespace thaw::test
