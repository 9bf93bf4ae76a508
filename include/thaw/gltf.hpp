// Scenes as glTF 2.0. Written in one pass without seeking, so a pipe will do; the same scene gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>
#include <thaw/sink.hpp>

namespace thaw {

// The files the scene was made from, kept inside for the way back.
struct GltfSource {
    std::string format{};  // id
    std::string variant{};
    std::string options{};  // how the scene was made, as JSON
    std::vector<Part> parts{};
};

struct GltfOptions {
    SceneOptions::Normals normals = SceneOptions::Normals::morph;
    const GltfSource* source = nullptr;
    u64 largest_bytes = 0xFFFFFFFF;  // more is an error; a GLB cannot be longer
};

// Each picture of the scene has to be a PNG or JPEG file by now (to_png in src/images).
Status write_glb(const Scene& scene, const GltfOptions& options, Sink& out, const Context& context = {});
// The same as JSON and one binary file beside it, called `bin_name` there.
Status write_gltf(const Scene& scene, const GltfOptions& options, const std::string& bin_name, Sink& json, Sink& bin,
                  const Context& context = {});

}  // namespace thaw
