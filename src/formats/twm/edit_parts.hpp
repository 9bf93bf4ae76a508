// The parts of edit_base().
#pragma once

#include "build/edit_words.hpp"
#include "formats/twm/document.hpp"
#include "scene/evaluate.hpp"

namespace thaw::twm {

struct EditWork {
    const SceneInput& input;
    Issues& issues;
    const Scene& edited;
    const Scene& base;  // as the document gave it
    Document document;  // a copy, until all is known to fit
    build::EditWords words{};
    std::string why{};
    Pose edited_rest{};
    std::vector<u32> base_joints{};    // by joint: its node
    std::vector<u32> edited_joints{};  // the same in the edited scene
    double size = 0;                   // of the model

    bool differs(std::string reason) {
        why = std::move(reason);
        return false;
    }
};

// Each is false if the edit goes beyond what can be changed in place.
bool edit_joints(EditWork& work);
bool edit_meshes(EditWork& work);
bool edit_animations(EditWork& work);

}  // namespace thaw::twm
