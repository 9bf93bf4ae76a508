// What people do to a model in an editor, done to the bytes of a GLB.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "edits/glb.hpp"

namespace edits {

enum class Edit {
    none,
    vertex,  // one place of the model is moved
    part,    // a whole part is made a little smaller
    uv,      // the texture coordinates of one vertex
    color,   // the colour of one vertex
    key,     // one key of one channel
    clip_renamed,
    clip_added,  // a copy under another name with one key changed
    clip_removed,
    face_removed,
    object_added,     // a small red cube
    image_painted,    // a block of pixels
    image_exchanged,  // another image of another size
    material_color,
    node_renamed,
};

inline constexpr std::array all_edits{Edit::none,
                                      Edit::vertex,
                                      Edit::part,
                                      Edit::uv,
                                      Edit::color,
                                      Edit::key,
                                      Edit::clip_renamed,
                                      Edit::clip_added,
                                      Edit::clip_removed,
                                      Edit::face_removed,
                                      Edit::object_added,
                                      Edit::image_painted,
                                      Edit::image_exchanged,
                                      Edit::material_color,
                                      Edit::node_renamed};

std::string_view name_of(Edit edit);

// A vertex of a primitive of a mesh, by their indices in the edited GLB.
using VertexId = std::tuple<std::size_t, std::size_t, std::size_t>;

// What was changed, for the judge and for people.
struct Change {
    Edit edit = Edit::none;
    std::string words{};
    std::set<VertexId> vertices{};  // moved, recoloured, or of the new object
    double amount = 0;              // how far the farthest of them moved, metres
    std::string clip{};             // the name it has now; the name it had, if it was removed
    std::string old_clip{};
    double from = -1, until = -1;  // the time within the clip that the changed key has a say in
    bool between_frames = false;   // where other channels have no key
    std::string node{}, old_node{};
    std::optional<std::size_t> material{};
    std::set<std::size_t> images{};
    bool new_column = false;  // vertex colours where there were none

    json to_json() const;
};

struct EditOptions {
    std::vector<std::string> clip_names{"Renamed", "Again", "OnceMore"};  // the first that is free is taken
    std::string node_name = "renamed";
    std::array<double, 3> low{-1, -1, -1}, high{1, 1, 1};  // of the whole model
};

struct Edited {
    Glb glb{};
    Change change{};
};

// Nothing if the GLB has nothing that could be edited like this: no clips, no images.
std::optional<Edited> edited(const Glb& glb, Edit edit, const EditOptions& options = {});

}  // namespace edits
