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

// `Model n "file"` of one actor, as it is at the first FrameIndex that shows it. A block may change the file of an
// index and change it back; each file is a model of its own.
struct ModeldefModel {
    struct Shown {
        std::string sprite;
        char letter = 'A';  // upper case
        i64 frame = 0;      // as written
        u64 offset = 0;     // of its line
    };

    ModeldefUse use{};
    std::string path{};
    std::string file{};
    std::string skin{};  // on every slot
    std::vector<Shown> shown{};
    u64 offset = 0;  // of the line with its file
    // The first `num_surface_lines` of Modeldef::surface_lines[surface_list] are about it.
    std::size_t surface_list = 0;
    std::size_t num_surface_lines = 0;
};

struct Modeldef {
    struct SurfaceLine {
        i64 slot = 0;
        std::string name;
    };

    std::vector<ModeldefModel> models{};
    std::vector<std::vector<SurfaceLine>> surface_lines{};  // a list for each index of a block, which its models share
};

// Total: any bytes give a list, often an empty one.
Modeldef parse_modeldef(Bytes bytes);

// The model as a mesh of a class script. Many classes may show it; the one whose name is most like the model's does it
// best, then the first. Either name may be empty.
std::optional<Mesh> mesh_in_modeldefs(std::span<const Blob> files, std::string_view data_name,
                                      std::string_view aniv_name);

// What GZDoom does with the numbers of a vertex, in units of Unreal.
Placement placement_of(const ModeldefUse& use, bool deus_ex);

}  // namespace thaw::unreal
