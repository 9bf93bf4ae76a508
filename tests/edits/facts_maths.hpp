// Matrices and places.
#pragma once

#include <cmath>

#include "edits/facts.hpp"

namespace edits {

inline double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

inline constexpr Matrix identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

inline Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t k = 0; k < 4; ++k) out[c * 4 + r] += a[k * 4 + r] * b[c * 4 + k];
        }
    }
    return out;
}

inline Point transformed(const Matrix& m, const Point& p) {
    Point out{};
    for (std::size_t r = 0; r < 3; ++r) out[r] = m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r];
    return out;
}

inline Matrix composed(const Point& t, const std::array<double, 4>& q, const Point& s) {
    const auto [x, y, z, w] = q;
    const std::array<double, 9> r{1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                                  2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                                  2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    Matrix out = identity;
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t k = 0; k < 3; ++k) out[c * 4 + k] = r[c * 3 + k] * s[c];
    }
    for (std::size_t k = 0; k < 3; ++k) out[12 + k] = t[k];
    return out;
}

inline Matrix local_of(const NodeFacts& node) {
    return node.has_matrix ? node.matrix : composed(node.translation, node.rotation, node.scale);
}

// Parents may come after their children.
inline std::vector<Matrix> worlds_of(const std::vector<NodeFacts>& nodes, const std::vector<Matrix>& locals) {
    std::vector<Matrix> out(nodes.size());
    std::vector<bool> done(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        std::vector<std::size_t> way;
        for (std::size_t i = n; i != NodeFacts::no_node && !done[i]; i = nodes[i].parent) way.push_back(i);
        for (auto i = way.rbegin(); i != way.rend(); ++i) {
            const std::size_t parent = nodes[*i].parent;
            out[*i] = parent == NodeFacts::no_node ? locals[*i] : product(out[parent], locals[*i]);
            done[*i] = true;
        }
    }
    return out;
}

}  // namespace edits
