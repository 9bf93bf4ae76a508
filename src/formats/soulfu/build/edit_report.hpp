// What became of an edit.
#pragma once

#include "formats/soulfu/build/edit_frames.hpp"
#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

double unit_of(const Scene& scene);  // in metres: scenes may have the numbers of the file
Matrix scaling_matrix(double scale);

bool is_other_field(const Extras& was, const Extras& is, std::string_view key);

// The kinds of changes of which something is in the file now. What of these is not is a finding. `has_flat`: a colour
// became an image.
std::vector<ChangeKind> kept_kinds(const Edit& edit, const Scene& was, const Scene& is, const EditedFrames& frames,
                                   bool has_flat, Issues& issues);

// How far the frames that were edited are from what they should be: bones share joints, and only stretch along
// themselves.
void report_poses(const Document& document, const SceneInput& input, const Scene& scene, const EditedFrames& frames,
                  Issues& issues);

}  // namespace thaw::ddd
