// A scene as files: GLB, glTF with its binary, or OBJ with its materials and images.
#pragma once

#include <thaw/gltf.hpp>
#include <thaw/scene.hpp>

#include "io/content.hpp"
#include "io/output.hpp"
#include "library/exchange.hpp"

namespace thaw::cli {

// `stem` is the path without extension. What `make` writes is made from the scene and options, which have to stay.
std::vector<io::OutputFile> scene_files(const Scene& scene, const GltfOptions& options, Exchange exchange,
                                        const std::string& stem, const Context& context = {});

// Does a file that Thaw itself wrote stand there? Those may be replaced: they can be made again.
bool is_ours(const std::string& path);

// Wraps each file's writer so that sizes[i] is what file i took, or contents[i] what it got.
void count_bytes(std::vector<io::OutputFile>& files, std::vector<u64>& sizes);
void hash_bytes(std::vector<io::OutputFile>& files, std::vector<io::ContentHash>& contents);

}  // namespace thaw::cli
