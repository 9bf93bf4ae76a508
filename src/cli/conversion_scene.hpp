// What is made of one model on the way to glTF or OBJ.
#pragma once

#include "cli/conversion.hpp"

namespace thaw::cli {

// Stays where it is: what writes the files looks into it.
struct Conversion::SceneMade {
    std::optional<Error> error{};
    Issues issues{};
    std::optional<ExchangeScene> prepared{};

    const Scene& scene() const { return prepared->scene; }
    GltfOptions gltf{};  // refers to the source in it
    std::optional<io::StagedFiles> staged{};
    std::vector<io::ContentHash> contents{};  // of the staged files
};

}  // namespace thaw::cli
