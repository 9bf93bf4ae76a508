#pragma once

#include <map>

#include "formats/ctc/build/parts.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ctc {

// The base's one mesh, before and after.
struct MeshEdit {
    const thaw::Mesh& base;
    const thaw::Mesh& edited;
    const std::vector<u32> bones;  // by joint of the skin; no_index for what no bone moves
    const Scene& scene;            // the edited one
    const Edit& edit;
    Document& document;
    std::map<ChangeKind, u64>& lost;  // what of the changes has no place
    Issues& issues;
    double metres;  // in one unit of the scene
};

// Why it cannot be done; empty if it was.
std::string edit_mesh(const MeshEdit& work);

// A point of a scene whose unit is that many metres.
inline std::array<f32, 3> in_file(Vec3 p, double metres) { return file_point(as_double(p) * metres); }

}  // namespace thaw::ctc
