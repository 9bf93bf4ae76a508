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
    std::vector<Part> scripts{};  // Document::scripts
    std::optional<std::size_t> mesh_index{};

    const Mesh* mesh() const { return mesh_index ? &script->meshes[*mesh_index] : nullptr; }
};
// A script that the document has already is not parsed again.
Chosen choose_parts(const Bundle& bundle, const Document& known);

// What of the bundle has a say in that choice; images have none.
struct PairingFiles {
    std::size_t count = 0;
    std::string model{};
    bool operator==(const PairingFiles&) const = default;
};
PairingFiles pairing_files(const Bundle& bundle);

std::vector<Want> needs(const Document& document, const Bundle& bundle);

// Every mesh that the scripts make of the file, and the pair by names if no script has it.
std::vector<NamedModel> models_in(const Document& document, const Bundle& bundle);

// The images that the mesh may wear on these polygons, whichever class shows it, and the scripts that import them.
void want_images(const DataFile& data, const Script& script, const Mesh& mesh, const Bundle& bundle,
                 std::vector<Want>& wants);
// The image of a slot: the one somebody chose for it, else the one found for the skin. Null if there is none.
const Part* find_image(const Bundle& bundle, u8 slot, const SkinSlot* skin);

// Another script than that of the mesh.
Want want_script(std::string_view kind, std::string_view name);

}  // namespace thaw::unreal
