// Fixtures as models, with scripts of a test's own.
#pragma once

#include <set>

#include "fixtures/fixtures.hpp"
#include "unreal/scene_support.hpp"

namespace thaw::test {

inline Fixture fixture(std::string_view name) {
    for (Fixture& f : unreal_fixtures()) {
        if (f.name == name) return std::move(f);
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

inline Model model_of(const Bundle& bundle) {
    auto model = read(*find_format("unreal"), bundle);
    EXPECT_TRUE(model) << to_string(model.error());
    return std::move(*model);
}

inline Blob text_blob(std::string_view text) { return Blob::take(std::vector<u8>(text.begin(), text.end())); }

// The pair of a fixture under lines about its mesh M.
inline Model scripted(std::string_view name, std::string_view import_keys, std::string_view lines) {
    Bundle bundle = fixture(name).bundle;
    std::string script = "#exec MESH IMPORT MESH=M ANIVFILE=tetra_a.3d DATAFILE=tetra_d.3d ";
    script.append(import_keys).append("\n").append(lines);
    bundle.parts.push_back({"uc", "M.uc", text_blob(script)});
    return model_of(bundle);
}

inline std::set<std::string> codes(const Model& model, const SceneOptions& options = {}) {
    Issues issues;
    EXPECT_TRUE(to_scene(model, options, issues));
    std::set<std::string> out;
    for (const Issue& issue : issues.list()) out.emplace(issue.kind->code);
    return out;
}

inline std::vector<std::string> clip_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const Clip& clip : scene.clips) names.push_back(clip.name);
    return names;
}

inline const Node* node_named(const Scene& scene, std::string_view name) {
    const auto found =
        std::find_if(scene.nodes.begin(), scene.nodes.end(), [&](const Node& n) { return n.name == name; });
    return found == scene.nodes.end() ? nullptr : &*found;
}

}  // namespace thaw::test
