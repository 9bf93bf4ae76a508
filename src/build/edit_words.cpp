#include "build/edit_words.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::build {

void EditWords::count(std::string_view one, u64 n) {
    if (n == 0) return;
    const auto found =
        std::find_if(counts_.begin(), counts_.end(), [&](const Count& count) { return count.one == one; });
    if (found == counts_.end()) {
        counts_.push_back({one, n});
    } else {
        found->n += n;
    }
}

std::string EditWords::text() const {
    if (counts_.empty()) return "nothing changed; byte-identical";
    std::string out;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (i > 0) out += i + 1 == counts_.size() ? " and " : ", ";
        out += text::plural(counts_[i].n, counts_[i].one);
    }
    return out + " changed; all else byte-identical";
}

}  // namespace thaw::build
