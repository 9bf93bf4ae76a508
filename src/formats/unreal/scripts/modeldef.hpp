// A GZDoom MODELDEF: which model an actor of a mod shows, where and how large, which image is on it, and which of its
// frames stands for which frame of a sprite. Only a text: nothing in it is executed or opened here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <thaw/blob.hpp>

#include "formats/unreal/scripts/uc.hpp"

namespace thaw::unreal {

// A file as one actor shows it. Several indices may show it at once, each dressing some of its slots and at a frame of
// its own; a line sets what all later copies of the block's record hold.
struct ModeldefModel {
    struct Shown {
        std::string sprite;
        char letter = 'A';  // upper case
        i64 frame = 0;      // as written; below 0 nothing is shown
        u64 offset = 0;     // of its line
    };
    struct Surface {
        i64 slot = 0;
        std::string name;
    };

    ModeldefUse use{};  // as at the first line that shows it
    std::string path{};
    std::string file{};
    std::string skin{};               // on every slot
    std::string bare_skin{};          // on those without a surface
    std::vector<Surface> surfaces{};  // of all indices
    std::vector<Shown> shown{};       // one a sprite and letter
    u64 offset = 0;                   // of the line with its file
};

struct Modeldef {
    std::vector<ModeldefModel> models{};
};

// Total: any bytes give a list, often an empty one. Files one after the other, as the game reads them.
Modeldef parse_modeldef(Bytes bytes);
Modeldef parse_modeldefs(std::span<const Blob> files);

// For a MODELDEF given as the input: every file of this kind that it shows.
std::vector<NamedModel> models_of_modeldef(const Part& modeldef);

// The model as a mesh of a class script. Many classes may show it; the one whose name is most like the model's does it
// best, then the first. Either name may be empty.
std::optional<Mesh> mesh_in_modeldefs(std::span<const Blob> files, std::string_view data_name,
                                      std::string_view aniv_name);

// What GZDoom does with the numbers of a vertex, in units of Unreal.
Placement placement_of(const ModeldefUse& use, bool deus_ex);

}  // namespace thaw::unreal
