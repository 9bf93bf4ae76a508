// What somebody changed in a scene: a question about two scenes, which no format and no file has a part in.
//
// Editors reorder, split and join what they are given, drop what they do not know, sample curves anew and round
// numbers. compare() takes all of that off again: it finds each thing of the base in the edited scene, and gives the
// edited scene *in the base's terms*: the same nodes, meshes, points, corners, materials, clips and keys under the same
// numbers, with the base's own value, bit for bit, wherever nobody edited. What follows is one comparison by number.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/limits.hpp>
#include <thaw/scene.hpp>

namespace thaw {

enum class ChangeKind : u8 {
    points,      // moved at rest or in a shape
    normals,     // turned
    uvs,         // texture coordinates of corners
    colors,      // of corners
    weights,     // points that hang on other joints, or otherwise
    binds,       // joints with another inverse bind matrix
    places,      // nodes that rest elsewhere
    keys,        // of clips
    materials,   // that look otherwise, images apart
    images,      // painted or exchanged
    fields,      // of extras
    names,       // of nodes, meshes and materials
    clip_names,  //
    triangles,  // added, removed, with another material or cut apart: from here on the scene has another structure than
                // the base
    nodes,      // added or removed
    skins,      // bones that the base does not have
    shapes,     // frames or morph targets added or removed
    clips,      // added, removed, or with keys at other times
};
inline constexpr ChangeKind first_structural_change = ChangeKind::triangles;

// One line of the report: "3 vertices moved", "clip Run added".
struct Change {
    ChangeKind kind{};
    u64 count = 0;
    std::string text{};
};

struct Edit {
    Scene scene{};  // the edited scene in the base's terms; what is new comes after what there was
    std::vector<std::vector<u32>> source_points{};  // by mesh and point of `scene`: the base's, no_index for a new one
    std::vector<std::vector<u32>> source_triangles{};  // likewise, all parts of a mesh as one list
    std::vector<u32> source_clips{};                   // by clip of `scene`: the base's, no_index for a new one
    std::vector<Change> changes{};                     // one of a kind and thing, in the order of the kinds
    std::vector<bool> painted{};                       // by image of `scene`: not the base's pixels
    std::vector<std::string> notes{};                  // what was taken for no edit, though it might be one
    bool stopped = false;                              // on request, somewhere on the way: nothing above is of use

    bool empty() const { return changes.empty(); }
    bool has(ChangeKind kind) const;
    u64 count(ChangeKind kind) const;
    // Why the base's numbers do not fit any more: "clip Run added". Empty if `scene` has just the nodes, points,
    // corners, materials, shapes, clips and keys of the base. `but`: a kind that does not count.
    std::string structural_change(std::optional<ChangeKind> but = std::nullopt) const;
};

struct CompareInput {
    const Scene& base;
    const Scene& edited;
    // By mesh of the edited scene: the base's point that each of its points came from, where that is known.
    std::span<const std::vector<u32>> source_points{};
    std::span<const Paint> paint{};  // by image of the edited scene: counts where the base's pixels are not at hand
    // Triangles that share a corner may get one each where their looks differ now: after the primitive's other corners,
    // and with other indices. Without it such a corner is edited for all of them.
    bool cuts_corners = false;
    Context context{};  // its monitor may stop the work
};

// Both scenes have to keep their promises (check()). Images are compared by their pixels; one without any counts as
// unchanged.
Edit compare(const CompareInput& input);

// "1 vertex changed in 3 frames, 2 colours; all else byte-identical"
std::string in_words(const Edit& edit);

}  // namespace thaw
