// The frames of a model, edited.
#pragma once

#include <thaw/issue.hpp>

#include "formats/soulfu/build/frames.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ddd {

// By base model and bone of the edited scene.
struct BoneMap {
    u32 own = no_index;     // of the file; none if it does not have it
    u32 before = no_index;  // of the base's scene
};
using BoneMaps = std::vector<std::vector<BoneMap>>;

struct FrameEdit {
    const Scene& base_scene;
    const Scene& scene;
    const Edit& edit;
    const std::vector<BuildBase>& was;
    const std::vector<BuildBase>& is;
    const BoneMaps& bones;
};

struct EditedFrames {
    bool changed = false;
    bool renamed = false;  // a clip is another action now
    // By clip of the scene: the frames that are not as they were, or could not be changed.
    std::vector<std::vector<std::size_t>> touched{};
};

// `file` has the bones, `poses` the frames of the clips, `binds` those of the bind poses: all may be one.
EditedFrames edit_frames(const FrameEdit& edit, const File& file, File& poses, File& binds, Rounding& pose_lengths,
                         Rounding& bind_lengths, Issues& issues);

}  // namespace thaw::ddd
