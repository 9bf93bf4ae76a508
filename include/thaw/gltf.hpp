// Scenes as glTF 2.0, both ways.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/issue.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>
#include <thaw/sink.hpp>

namespace thaw {

// The files the scene was made from, kept inside so that it can be converted back.
struct GltfSource {
    std::string format{};  // id
    std::string variant{};
    std::string options{};  // how the scene was made, as JSON
    std::string model{};    // Bundle::model
    std::vector<Part> parts{};
    std::vector<std::string> images{};  // Image::pixel_hash of each, as the source gave them
};

// A view that is packed by EXT_meshopt_compression.
struct MeshoptView {
    enum class Mode : u8 { attributes, triangles, indices };
    enum class Filter : u8 { none, octahedral, quaternion, exponential };
    Mode mode = Mode::attributes;
    Filter filter = Filter::none;
    u64 count = 0;
    u64 stride = 0;
};

// Packs a view without a filter; of indices, the very same have to come back.
using MeshoptEncoder = Result<std::vector<u8>> (*)(const MeshoptView& view, Bytes plain);

// Written in one pass without seeking, so a pipe will do; the same scene gives the same bytes.
struct GltfOptions {
    SceneOptions::Normals normals = SceneOptions::Normals::base;
    // Ordinary materials in the place of unlit ones, for viewers that show those white. Reading takes no notice of it.
    bool lit = false;
    // Positions of vertex frames in the steps of their file, as 8 or 16 bits, which the node scales; normals of 8 bits
    // (KHR_mesh_quantization). Positions and shapes come back exactly.
    bool compact = false;
    // Packs all numbers by EXT_meshopt_compression: src/media has one.
    MeshoptEncoder meshopt = nullptr;
    const GltfSource* source = nullptr;
    u64 largest_bytes = 0xFFFFFFFF;  // more is an error; a GLB cannot be longer
};

// Each image of the scene has to be a PNG or JPEG file, as to_exportable_scene() in <thaw/convert.hpp> makes them, or
// have no file at all; another one is an error.
Status write_glb(const Scene& scene, const GltfOptions& options, Sink& out, const Context& context = {});
// What is not as small as GltfOptions::compact asks for.
void report_gltf_losses(const Scene& scene, const GltfOptions& options, Issues& issues);
// The same as JSON and one binary file next to it, called `bin_name` there.
Status write_gltf(const Scene& scene, const GltfOptions& options, const std::string& bin_name, Sink& json, Sink& bin,
                  const Context& context = {});

// What Thaw left in a file for converting it back, as the file has it.
struct GltfKept {
    GltfSource source{};
    std::vector<std::string> part_hashes{};  // SHA-256 of each part when it was put there
    // XXH3 of the JSON and of the binary before it, whose end it is; empty if there is none.
    Blob stamp{};
    // Of files that earlier versions wrote: SHA-256 of JSON and binary, with zeros in the place of the hash.
    std::string content_hash{};
    u64 content_hash_offset = 0;  // in the JSON
    Blob json{};
    Blob binary{};
};

struct GltfFile {
    Scene scene{};  // keeps every promise of <thaw/scene.hpp>
    Issues issues{};
    // For each mesh the native vertex of every point (_SOURCE_VERTEX); empty where the file does not say.
    std::vector<std::vector<u32>> source_points{};
    bool colors_mixed_up = false;  // vertex colours are not at the corners they were painted at (GLTF_COLOR_ORDER)
    std::optional<GltfKept> kept{};
    std::vector<std::string> files{};  // that it refers to, as gltf_needs() has them
};

// A GLB, or JSON that speaks of itself as glTF. Only a look: read_gltf() decides.
bool is_gltf(Bytes file);

// The files that a glTF refers to: relative names, percent-decoded, '/' between folders, each once. Names that lead out
// of the folder are not among them; read_gltf() reports those.
Result<std::vector<std::string>> gltf_needs(const Blob& file, const Context& context = {});

// `companions` has the files that gltf_needs() asked for, each as a part of that name, which may have folders before
// it. A missing image is an issue, a missing buffer an error. Errors and issues carry a JSON pointer as path and an
// offset in the file.
Result<GltfFile> read_gltf(const Blob& file, const Bundle& companions = {}, const Context& context = {});

// The model's own files as they were put into the glTF, or an error if it has none or one of them was changed.
Result<GltfSource> source_of(const GltfFile& file);
// Is the glTF byte for byte as Thaw wrote it? Then its source is all of it.
bool is_unchanged(const GltfFile& file);
// A quick look, which leaves out the binary: every editor writes the JSON anew.
bool is_json_unchanged(const GltfFile& file);

// Every finding that read_gltf() can make; src/gltf/README.md lists them.
std::span<const IssueKind* const> gltf_issue_kinds();

}  // namespace thaw
