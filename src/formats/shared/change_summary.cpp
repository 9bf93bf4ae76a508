#include "formats/shared/change_summary.hpp"

#include <algorithm>

#include "formats/shared/build_issues.hpp"

namespace thaw::build {

std::string change_summary(const Edit& edit, const std::vector<ChangeKind>& kept, Issues& issues,
                           std::map<ChangeKind, u64> lost) {
    Edit stored;
    for (const Change& change : edit.changes) {
        const bool has_place = std::find(kept.begin(), kept.end(), change.kind) != kept.end();
        if (!has_place && change.kind >= first_structural_change) continue;
        u64& left = lost[change.kind];
        const u64 gone = has_place ? std::min(left, change.count) : change.count;
        left -= has_place ? gone : 0;
        if (gone == change.count) {
            issues.add(issue::change_not_kept, {}, {}, {}, change.text);
            continue;
        }
        stored.changes.push_back(change);
        if (gone == 0) continue;
        stored.changes.back().text += " (" + std::to_string(gone) + " not kept)";
        issues.add(issue::change_not_kept, {}, {}, {}, std::to_string(gone) + " of " + change.text);
    }
    return in_words(stored);
}

}  // namespace thaw::build
