#include "inspect/coverage.hpp"

#include <algorithm>

#include "inspect/grid.hpp"

namespace thaw::inspect {

namespace {

struct Tagged {
    Coverage::Run run;
    bool is_slack;
};

}  // namespace

void Coverage::add(std::vector<Run>& runs, u64 offset, u64 size) {
    if (size == 0) return;
    if (!runs.empty() && runs.back().last == offset) {
        runs.back().last += size;
    } else {
        runs.push_back({offset, offset + size});
    }
}

void Coverage::leaf(const Leaf& leaf) {
    if (leaf.grid != nullptr) between_rows_ += GridView(*leaf.grid, leaf.raw.size()).outside_rows();
    add(leaf.meaning.role == Role::slack ? slack_ : fields_, leaf.offset, leaf.raw.size());
}

LeafSink::Range Coverage::open(const char*, u64 n, u64 offset, u64 element_bytes) {
    if (depth_ == Depth::leaves) return {0, n};
    add(fields_, offset, n * element_bytes);
    return {0, 0};
}

Coverage::Report Coverage::report(u64 n) const {
    std::vector<Tagged> all;
    for (const Run& run : fields_) all.push_back({run, false});
    for (const Run& run : slack_) all.push_back({run, true});
    std::sort(all.begin(), all.end(), [](const Tagged& a, const Tagged& b) {
        return a.run.first != b.run.first ? a.run.first < b.run.first : a.run.last < b.run.last;
    });
    Report out;
    out.between_rows = between_rows_;
    out.is_image = is_image_;
    u64 next = 0;
    for (const auto& [run, is_slack] : all) {
        const u64 first = std::max(run.first, next);
        if (run.first > next && !out.gap) out.gap = Run{next, run.first};
        if (run.first < next && !out.overlap) out.overlap = Run{run.first, std::min(run.last, next)};
        if (run.last > n && !out.overlap) out.overlap = Run{std::max(run.first, n), run.last};
        if (run.last <= first) continue;
        if (!is_slack) out.explained += run.last - first;
        next = run.last;
    }
    if (next < n && !out.gap) out.gap = Run{next, n};
    out.slack = n > out.explained ? n - out.explained : 0;
    return out;
}

}  // namespace thaw::inspect
