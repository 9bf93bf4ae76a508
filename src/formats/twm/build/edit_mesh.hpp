// One mesh of the file as the edited scene has it.
#pragma once

#include <span>
#include <string>

#include <thaw/scene.hpp>

#include "formats/twm/document.hpp"

namespace thaw::twm {

struct MeshEdit {
    const Document& document;
    const thaw::Mesh& base;
    const thaw::Mesh& edited;
    std::span<const u32> source_points;     // by point of the edited mesh
    std::span<const u32> source_triangles;  // by its triangle
};

// Why it cannot be done; empty if it was.
std::string edit_mesh(const MeshEdit& edit, Mesh& mesh);

}  // namespace thaw::twm
