#include "formats/ctc/skeleton.hpp"

namespace thaw::ctc {

std::optional<std::size_t> parent_of(const Document& document, std::size_t bone) {
    const i32 number = document.bones[bone].parent_plus_one;
    if (number <= 0 || static_cast<std::size_t>(number) > document.bones.size()) return std::nullopt;
    return static_cast<std::size_t>(number - 1);
}

Skeleton skeleton_of(const Document& document) {
    const std::size_t n = document.bones.size();
    Skeleton out;
    out.depths.assign(n, 0);
    out.child_counts.assign(n, 0);
    // Children of all bones in one array, those of bone b from starts[b] on.
    std::vector<u32> starts(n + 1, 0), children(n, 0);
    for (std::size_t b = 0; b < n; ++b) {
        const auto parent = parent_of(document, b);
        if (parent) {
            ++out.child_counts[*parent];
        } else {
            out.order.push_back(static_cast<u32>(b));
            out.depths[b] = 1;
        }
    }
    for (std::size_t b = 0; b < n; ++b) starts[b + 1] = starts[b] + out.child_counts[b];
    std::vector<u32> next(starts.begin(), starts.end());
    for (std::size_t b = 0; b < n; ++b) {
        if (const auto parent = parent_of(document, b)) children[next[*parent]++] = static_cast<u32>(b);
    }
    for (std::size_t i = 0; i < out.order.size(); ++i) {  // grows as it goes: breadth first, without recursion
        const u32 bone = out.order[i];
        for (u32 c = starts[bone]; c < starts[bone + 1]; ++c) {
            out.depths[children[c]] = out.depths[bone] + 1;
            out.order.push_back(children[c]);
        }
    }
    return out;
}

}  // namespace thaw::ctc
