// Shared by the tests of CTR models that somebody edits.
#pragma once

#include <algorithm>

#include "ctr/from_scene_support.hpp"
#include "fixtures/fixtures.hpp"
#include "samples.hpp"

namespace thaw::test {

inline Bundle bundle_of(const std::string& name) {
    for (const Fixture& each : ctr_fixtures()) {
        if (each.name == "ctr_" + name) return each.bundle;
    }
    throw std::runtime_error("no fixture " + name);
}

inline Bundle toadstool_bundle() {
    Bundle bundle;
    for (const auto& file : samples::ctr_sample()) {
        const bool is_memory = file.path.ends_with(".vrm");
        bundle.parts.push_back({is_memory ? "vrm" : "ctr", file.path, Blob::copy_of(file.bytes)});
    }
    return bundle;
}

// A model, its scene as GLB, and what an edit makes of it.
struct Editing {
    explicit Editing(Bundle files, const SceneOptions& options = {.all_lods = true})
        : bundle(std::move(files)),
          before(scene_of(read(ctr::format, bundle).value(), options)),
          file(through_glb(before)) {}

    BuiltModel done(bool with_sources = true, const BuildOptions& build_options = {}) {
        Model base = std::move(read(ctr::format, bundle).value());
        SceneInput input{.scene = file.scene, .base = &base, .base_scene = &before, .paint = paint};
        if (with_sources) input.source_points = file.source_points;
        return built(input, build_options, true);
    }
    thaw::Mesh& mesh(std::size_t number = 0) { return file.scene.meshes[number]; }
    // How many bytes of the first file differ; all if its size does.
    std::size_t changed_bytes(const BuiltModel& after) const {
        const Blob &a = bundle.parts[0].bytes, &b = after.model.bundle.parts[0].bytes;
        if (a.size() != b.size()) return std::max(a.size(), b.size());
        std::size_t out = 0;
        for (std::size_t i = 0; i < a.size(); ++i) out += a[i] != b[i] ? 1u : 0u;
        return out;
    }

    Bundle bundle;
    Scene before;
    GltfFile file;
    std::vector<Paint> paint{};
};

}  // namespace thaw::test
