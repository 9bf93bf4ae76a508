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
};
Chosen choose_parts(const Bundle& bundle);

std::vector<Want> needs(const Document& document, const Bundle& bundle);

}  // namespace thaw::unreal
