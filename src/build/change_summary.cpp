#include "build/change_summary.hpp"

#include <algorithm>

#include "build/issues.hpp"

namespace thaw::build {

std::string change_summary(const Edit& edit, const std::vector<ChangeKind>& kept, Issues& issues) {
    Edit stored;
    for (const Change& change : edit.changes) {
        if (std::find(kept.begin(), kept.end(), change.kind) != kept.end()) {
            stored.changes.push_back(change);
        } else if (change.kind < first_structural_change) {
            issues.add(issue::not_kept, {}, {}, {}, change.text);
        }
    }
    return in_words(stored);
}

}  // namespace thaw::build
