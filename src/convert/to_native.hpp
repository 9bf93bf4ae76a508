// From a model of one format, glTF among them, through its scene into another.
#pragma once

#include <string>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

namespace thaw {

struct ToNativeOptions {
    SceneOptions scene{};   // how the scene is made, of the model and of a base that was given
    BuildOptions build{};   // its variant also counts where nothing has to be built
    Model* base = nullptr;  // the model before the edit; its document may be taken. Null: the one kept in the glTF
};

struct NativeResult {
    Model model;
    // Files that were made or changed with it and go next to its own. A name that starts with a dot or an underscore is
    // how it ends.
    std::vector<Part> companions{};
    // Companions as the glTF has kept them, which nobody edited: for those who do not have them. Their names are as
    // above.
    std::vector<Part> kept{};
    std::string change_summary{};  // what became of the base
    // Built::of_set: the model has the base's file names, and if it is as it was there is no need to write it.
    bool is_unchanged = false;
};

// A glTF that is as Thaw wrote it gives back the very files it was made of. Else the target's from_scene() is asked.
Result<NativeResult> to_native(const Model& from, const Format& target, const ToNativeOptions& options, Issues& issues,
                               const Context& context = {});

// The files that a glTF has kept, with what it says of them; null if the model is no glTF or has none.
const GltfKept* kept_in(const Model& model);

}  // namespace thaw
