// What is said of levels of detail, whatever the format.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::issue {

inline constexpr IssueKind levels_together{
    "LEVELS_TOGETHER", Severity::info,
    "All levels of detail were asked for. They lie in one place, and a viewer shows all of them at once.",
    "levels of detail in one place: {found}"};

}  // namespace thaw::issue
