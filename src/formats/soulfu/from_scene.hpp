// A DDD from any scene.
#pragma once

#include <thaw/format.hpp>

#include "formats/soulfu/ddd.hpp"

namespace thaw::ddd {

// What from_scene() makes, and which vertex of the base each of its vertices was.
struct BuiltFile {
    File file{};
    std::vector<std::vector<u32>> sources{};  // by base model and vertex; no_index where nothing says
    std::vector<BuiltTexture> textures{};
    std::string texture_names{};  // the text of NAME.textures.json; empty if there is no picture
};

// `scaling` is used if the model fits, else what it needs.
Result<BuiltFile> build_file(const SceneInput& input, const BuildOptions& options, u16 scaling, Issues& issues);

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::ddd
