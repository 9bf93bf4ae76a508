// The parts of a character, edited: each goes back into its own file.
#pragma once

#include <thaw/format.hpp>

#include "formats/soulfu/build/images.hpp"

namespace thaw::ddd {

// The files of a model, by what an edit did to them.
struct EditedFiles {
    std::vector<std::string> changed{};
    std::vector<std::string> unchanged{};
    std::vector<Part> companions{};  // the changed ones, but for the model's own

    void add(std::string_view role, std::string_view name, const Blob& before, const Blob& now);
};

// `scene`: the edited one.
Status edit_pieces(const SceneInput& input, const Scene& scene, const BuildOptions& options, EditedFiles& files,
                   Images& images, Issues& issues);

}  // namespace thaw::ddd
