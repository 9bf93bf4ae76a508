// What became of an edit, in words.
#pragma once

#include <string>
#include <vector>

#include <thaw/issue.hpp>

#include "scene/edit/edit.hpp"

namespace thaw::build {

// One line about the changes that the format has a place for; each of the others is an issue. Structural changes that are
// not kept are the format's own affair.
std::string change_summary(const Edit& edit, const std::vector<ChangeKind>& kept, Issues& issues);

}  // namespace thaw::build
