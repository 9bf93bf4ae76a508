#include "formats/ctc/model/skeleton.hpp"

#include <cmath>

namespace thaw::ctc {

namespace {

constexpr double rigid_tolerance = 0.001;

}  // namespace

std::optional<std::size_t> parent_of(const Document& document, std::size_t bone) {
    const i32 number = document.bones[bone].parent_plus_one;
    if (number <= 0 || static_cast<std::size_t>(number) > document.bones.size()) return std::nullopt;
    return static_cast<std::size_t>(number - 1);
}

bool is_rigid(const Matrix& m) {
    const auto column = [&](std::size_t a, std::size_t row) { return double{m[4 * a + row]}; };
    const auto dot = [&](std::size_t a, std::size_t b) {
        return column(a, 0) * column(b, 0) + column(a, 1) * column(b, 1) + column(a, 2) * column(b, 2);
    };
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = a; b < 3; ++b) {
            if (!(std::abs(dot(a, b) - (a == b ? 1 : 0)) <= rigid_tolerance)) return false;
        }
    }
    const double determinant = column(0, 0) * (column(1, 1) * column(2, 2) - column(1, 2) * column(2, 1)) -
                               column(1, 0) * (column(0, 1) * column(2, 2) - column(0, 2) * column(2, 1)) +
                               column(2, 0) * (column(0, 1) * column(1, 2) - column(0, 2) * column(1, 1));
    return determinant > 0 && m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;
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
