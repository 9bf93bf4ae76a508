// Which files of a bundle make the model, and which more are wanted.
#pragma once

#include <vector>

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

// The parts that make the document, and what the scripts say. The script decides between several parts of one role.
struct Chosen {
    const Part* data = nullptr;
    const Part* aniv = nullptr;
    std::optional<Script> script{};
    std::optional<std::size_t> mesh_index{};

    const Mesh* mesh() const { return mesh_index ? &script->meshes[*mesh_index] : nullptr; }
};
Chosen choose_parts(const Bundle& bundle);

// How many files of the bundle have a say in that choice; images have none.
std::size_t pairing_files(const Bundle& bundle);

std::vector<Want> needs(const Document& document, const Bundle& bundle);

}  // namespace thaw::unreal
