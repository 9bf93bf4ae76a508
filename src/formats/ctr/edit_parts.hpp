// The parts of editing a model in place: what of the scene belongs to what of the document, and which values differ.
#pragma once

#include "build/flatten.hpp"
#include "formats/ctr/document.hpp"
#include "formats/ctr/encode.hpp"
#include "formats/ctr/strips.hpp"

namespace thaw::ctr {

// Extras that an editor has dropped, from what the scene was before: of nodes, meshes, materials and clips by name.
void restore_extras(Scene& scene, const Scene& before);

// A mesh of the document, as the scene shows it before and after the edit.
struct EditedMesh {
    std::size_t list = 0;
    std::size_t index = 0;
    u32 before = 0;  // node of the base's scene
    u32 after = 0;   // node of the edited scene
};
// Which nodes are which; nothing if the edit added or removed some.
std::optional<std::vector<EditedMesh>> edited_meshes(const File& file, const Scene& before, const Scene& after);

// A stored frame of the mesh, and when it is shown.
struct EditedFrame {
    std::size_t region = 0;  // of File::frames
    const std::vector<Delta>* deltas = nullptr;
    u32 animation = 0;  // its pointer; 0: the mesh's own frame
    const Clip* before = nullptr;
    const Clip* after = nullptr;
    double seconds = 0;
};
// All of them; none where the scene does not show them all, or the file does not say where every vertex is.
std::vector<EditedFrame> edited_frames(const File& file, const EditedMesh& mesh, const Scene& before,
                                       const Scene& after);

using Step = std::array<i32, 3>;  // on the grid, from its zero and not from the frame's origin

// A face of the document and the triangle that it is now.
struct EditedFace {
    u32 face = 0;
    u32 triangle = 0;                   // of the flattened edited mesh
    u32 shown = 0;                      // triangle of the flattened mesh before
    std::array<u8, 3> corners{};        // by corner of the face: of the triangle now
    std::array<u8, 3> shown_corners{};  // the same for the triangle before
};

struct MatchedMesh {
    std::vector<Face> faces{};
    std::vector<EditedFace> pairs{};
    build::Flat before{}, after{};
    std::vector<std::vector<Step>> steps_before{}, steps_after{};  // by frame and vertex
    std::vector<bool> known{};                                     // by vertex: is it in any triangle?
};
// Nothing if the triangles are not the same any more; `why` says what is different.
std::optional<MatchedMesh> match_mesh(const File& file, const EditedMesh& mesh, const std::vector<EditedFrame>& frames,
                                      const SceneInput& input, const Scene& after, std::string& why);

// What was changed, for people.
struct EditCount {
    std::size_t vertices = 0;
    std::size_t frames = 0;
    std::size_t colours = 0;
    std::size_t coordinates = 0;
    std::size_t fields = 0;
    bool textures = false;

    bool any() const { return vertices + colours + coordinates + fields > 0 || textures; }
};

// Each changes the document, or says why it cannot be done in place.
bool edit_positions(File& file, const EditedMesh& mesh, const std::vector<EditedFrame>& frames,
                    const MatchedMesh& matched, EditCount& count, std::string& why);
bool edit_colours(File& file, const EditedMesh& mesh, const MatchedMesh& matched, const Scene& before,
                  const Scene& after, EditCount& count, std::string& why);
bool edit_coordinates(File& file, const EditedMesh& mesh, const MatchedMesh& matched, const Scene& before,
                      const Scene& after, EditCount& count, std::string& why);
bool edit_fields(File& file, const EditedMesh& mesh, const Scene& before, const Scene& after, EditCount& count,
                 std::string& why);

}  // namespace thaw::ctr
