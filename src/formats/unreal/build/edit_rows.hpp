// The vertices of an edited model, frame by frame.
#pragma once

#include "formats/unreal/build/parts.hpp"

namespace thaw::unreal {

struct RowsInput {
    const BuildWork& work;    // with the edited shape, its frames and which vertex each point is
    const build::Flat& base;  // the shape before
    const Document& document;
    const SceneToFile& into;
    u32 first_frame = 0;   // of the file, that the base's scene shows
    u32 new_vertices = 0;  // behind those of the file
};

struct EditedRows {
    std::optional<AnivFile> aniv{};  // none: nothing moved far enough to matter
    u64 moved = 0;                   // vertices, each in each frame
};

// Frames that `work` has beyond those of the file come behind them.
Result<EditedRows> edit_rows(const RowsInput& input);

}  // namespace thaw::unreal
