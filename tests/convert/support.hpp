// For the tests of the way back.
#pragma once

#include <gtest/gtest.h>

#include <thaw/gltf.hpp>
#include <thaw/sink.hpp>

#include "convert/export.hpp"
#include "convert/to_native.hpp"
#include "formats/gltf/family.hpp"

namespace thaw::test {

// The model as a GLB that was read again. Nothing if the model has no shape.
inline std::optional<Model> through_glb(const Model& model, const SceneOptions& options = {}, bool source = true,
                                        bool compact = false) {
    Issues issues;
    const auto scene = scene_for_export(model, options, issues);
    if (!scene) return std::nullopt;
    const GltfSource kept = source_of(model, options);
    BytesSink glb;
    const auto status = write_glb(*scene, {.compact = compact, .source = source ? &kept : nullptr}, glb);
    EXPECT_TRUE(status.ok()) << to_string(status.error());
    if (!status) return std::nullopt;
    Context roomy;
    roomy.limits.memory_per_byte = 256;
    auto read_again = read(gltf_file::format, {{{"gltf", "model.glb", Blob::take(std::move(glb.bytes))}}}, roomy);
    EXPECT_TRUE(read_again.ok()) << to_string(read_again.error());
    if (!read_again) return std::nullopt;
    return std::move(*read_again);
}

// Empty if the model's files come back out of this GLB byte for byte.
inline std::string native_difference(const Model& model, const Model& glb, const ToNativeOptions& options = {}) {
    Issues issues;
    const auto back = to_native(glb, *model.format, options, issues);
    if (!back) return to_string(back.error());
    const auto written = write(back->model);
    if (!written) return to_string(written.error());
    for (const PartRole& role : model.format->parts) {
        const Part* before = model.bundle.find(role.role);
        const Part* after = written->find(role.role);
        if ((before == nullptr) != (after == nullptr)) return std::string(role.role) + " is there only once";
        if (before != nullptr && !(before->bytes == after->bytes)) return std::string(role.role) + " differs";
    }
    return issues.empty() ? "" : "findings";
}

// The same of a GLB that is made of the model.
inline std::string round_trip(const Model& model, const SceneOptions& options = {}) {
    const auto glb = through_glb(model, options);
    return glb ? native_difference(model, *glb) : "no shape";
}

}  // namespace thaw::test
