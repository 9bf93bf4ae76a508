// What became of an edit, in words.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <thaw/issue.hpp>

#include "scene/edit/edit.hpp"

namespace thaw::build {

// One line about the changes that the format has a place for; each of the others is an issue. Structural changes that
// are not among them are the format's own affair. `lost`: of a kind that is kept, how many have no place all the same.
std::string change_summary(const Edit& edit, const std::vector<ChangeKind>& kept, Issues& issues,
                           std::map<ChangeKind, u64> lost = {});

}  // namespace thaw::build
