// Which triangle of one model is which of the other: first those that are alike in everything, then the near ones.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "edits/compare.hpp"
#include "edits/facts_maths.hpp"

namespace edits {

namespace {

// By triangle: whose it is, for triangles of several meshes or materials may lie upon each other.
std::vector<std::size_t> owners_of(const Facts& facts) {
    std::vector<std::size_t> parts, out;
    for (const PartFacts& part : facts.parts) {
        const std::string name = part.material < 0 ? "" : facts.materials[static_cast<std::size_t>(part.material)].name;
        parts.push_back(std::hash<std::string>()(facts.nodes[part.node].name + "\n" + name));
    }
    for (const Triangle& triangle : facts.triangles) out.push_back(parts[facts.vertices[triangle.corners[0]].part]);
    return out;
}

// The looks of all corners at rest and at a few moments that both models have.
struct Looks {
    std::vector<std::vector<Point>> moments{};  // the first is rest
};

std::pair<Looks, Looks> looks_of(const Facts& a, const Facts& b) {
    Looks x, y;
    const auto rest = [](const Facts& facts) {
        std::vector<Point> out;
        for (const VertexFacts& v : facts.vertices) out.push_back(v.rest);
        return out;
    };
    x.moments.push_back(rest(a));
    y.moments.push_back(rest(b));
    std::vector<std::pair<const ClipFacts*, const ClipFacts*>> common;
    for (const ClipFacts& clip : a.clips) {
        const ClipFacts* other = b.clip(clip.name);
        if (other != nullptr && std::abs(other->seconds - clip.seconds) < 0.001) common.emplace_back(&clip, other);
    }
    if (common.size() > 2) common = {common[common.size() / 2], common.back()};
    for (const auto& [one, other] : common) {
        const double seconds = one->seconds * 0.37;  // seldom a key
        x.moments.push_back(posed(a, *one, seconds).vertices);
        y.moments.push_back(posed(b, *other, seconds).vertices);
    }
    return {std::move(x), std::move(y)};
}

class Keys {
public:
    Keys(const Facts& facts, const std::vector<std::size_t>& owners, const Looks& looks, double size, bool all)
        : facts_(facts), owners_(owners), looks_(looks), unit_(std::max(size * 1e-5, 1e-7)), all_(all) {}

    // The triangle as a number that does not depend on which corner comes first; and which that is.
    std::pair<std::uint64_t, std::size_t> key(std::size_t triangle) const {
        std::array<std::uint64_t, 3> corners{};
        for (std::size_t i = 0; i < 3; ++i) corners[i] = corner(facts_.triangles[triangle].corners[i]);
        std::size_t first = 0;
        for (std::size_t i = 1; i < 3; ++i) {
            if (turned(corners, i) < turned(corners, first)) first = i;
        }
        std::uint64_t out = 14695981039346656037u;
        for (const std::uint64_t c : turned(corners, first)) out = mix(out, c);
        if (all_) out = mix(out, owners_[triangle]);
        return {out, first};
    }

private:
    static std::array<std::uint64_t, 3> turned(const std::array<std::uint64_t, 3>& c, std::size_t by) {
        return {c[by], c[(by + 1) % 3], c[(by + 2) % 3]};
    }
    static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
        a ^= b + 0x9E3779B97F4A7C15u + (a << 6) + (a >> 2);
        a *= 0xFF51AFD7ED558CCDu;
        return a ^ (a >> 33);
    }
    static std::uint64_t rounded(double value, double unit) {
        return static_cast<std::uint64_t>(std::llround(value / unit));
    }
    std::uint64_t corner(std::size_t v) const {
        const VertexFacts& vertex = facts_.vertices[v];
        std::uint64_t out = 1;
        for (std::size_t m = 0; m < (all_ ? looks_.moments.size() : 1); ++m) {
            for (const double c : looks_.moments[m][v]) out = mix(out, rounded(c, unit_));
        }
        if (!all_) return out;
        for (const double c : vertex.uv) out = mix(out, rounded(c, 1e-4));
        for (const double c : vertex.color) out = mix(out, rounded(c, 1e-2));
        return out;
    }

    const Facts& facts_;
    const std::vector<std::size_t>& owners_;
    const Looks& looks_;
    double unit_;
    bool all_;
};

class Matching {
public:
    Matching(const Facts& a, const Facts& b, const Tolerance& tolerance)
        : a_(a), b_(b), tolerance_(tolerance), taken_(a.triangles.size()), used_(b.triangles.size()) {
        std::tie(looks_a_, looks_b_) = looks_of(a, b);
    }

    TriangleMatch run() {
        match_alike(true);
        match_near();
        match_alike(false);
        match_nearest();
        for (std::size_t i = 0; i < taken_.size(); ++i) {
            if (!taken_[i]) out_.missing.push_back(i);
        }
        for (std::size_t i = 0; i < used_.size(); ++i) {
            if (!used_[i]) out_.extra.push_back(i);
        }
        return std::move(out_);
    }

private:
    void pair(std::size_t a, std::size_t b, std::size_t turn) {
        out_.pairs.push_back({a, b, turn});
        taken_[a] = used_[b] = true;
    }

    void match_alike(bool all) {
        const Keys keys_a(a_, owners_a_, looks_a_, a_.size, all), keys_b(b_, owners_b_, looks_b_, a_.size, all);
        std::unordered_map<std::uint64_t, std::vector<std::pair<std::size_t, std::size_t>>> there;
        for (std::size_t i = b_.triangles.size(); i-- > 0;) {
            if (used_[i]) continue;
            const auto [key, first] = keys_b.key(i);
            there[key].emplace_back(i, first);
        }
        for (std::size_t i = 0; i < a_.triangles.size(); ++i) {
            if (taken_[i]) continue;
            const auto [key, first] = keys_a.key(i);
            const auto found = there.find(key);
            if (found == there.end() || found->second.empty()) continue;
            const auto [other, other_first] = found->second.back();
            found->second.pop_back();
            pair(i, other, (other_first + 3 - first) % 3);
        }
    }

    Point middle(const Facts& facts, std::size_t triangle) const {
        Point out{};
        for (const std::size_t v : facts.triangles[triangle].corners) {
            for (std::size_t k = 0; k < 3; ++k) out[k] += facts.vertices[v].rest[k] / 3;
        }
        return out;
    }

    struct Cost {
        double farthest = 0, all = 0;
        std::size_t turn = 0;
    };

    // The farthest corner at rest, and everything together.
    Cost cost(std::size_t a, std::size_t b) const {
        Cost best{1e30, 1e30, 0};
        for (std::size_t turn = 0; turn < 3; ++turn) {
            Cost cost{0, 0, turn};
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t va = a_.triangles[a].corners[i], vb = b_.triangles[b].corners[(i + turn) % 3];
                const VertexFacts &x = a_.vertices[va], &y = b_.vertices[vb];
                cost.farthest = std::max(cost.farthest, distance(x.rest, y.rest));
                for (std::size_t m = 0; m < looks_a_.moments.size(); ++m) {
                    cost.all += distance(looks_a_.moments[m][va], looks_b_.moments[m][vb]);
                }
                const double uv = std::hypot(x.uv[0] - y.uv[0], x.uv[1] - y.uv[1]);
                double color = 0;
                for (std::size_t k = 0; k < 3; ++k) color += std::abs(x.color[k] - y.color[k]);
                cost.all += a_.size * (0.02 * uv + 0.01 * color);
            }
            if (cost.all < best.all) best = cost;
        }
        if (owners_a_[a] != owners_b_[b]) best.all += a_.size;
        return best;
    }

    static std::uint64_t cell(const Point& p, double size, int dx, int dy, int dz) {
        const auto at = [&](double v, int d) {
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(v / size)) + d);
        };
        return at(p[0], dx) * 73856093u ^ at(p[1], dy) * 19349663u ^ at(p[2], dz) * 83492791u;
    }

    struct Candidate {
        double all;
        std::size_t a, b, turn;
    };

    // The most alike first: whoever comes first may not take what is another's.
    void pair_best(std::vector<Candidate>& candidates) {
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
            return std::tie(x.all, x.a, x.b) < std::tie(y.all, y.a, y.b);
        });
        for (const Candidate& c : candidates) {
            if (!taken_[c.a] && !used_[c.b]) pair(c.a, c.b, c.turn);
        }
    }

    void match_near() {
        const double reach = std::max(tolerance_.step * 3, a_.size * 2e-4);
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> grid;
        for (std::size_t i = 0; i < b_.triangles.size(); ++i) {
            if (!used_[i]) grid[cell(middle(b_, i), reach, 0, 0, 0)].push_back(i);
        }
        std::vector<Candidate> candidates;
        for (std::size_t i = 0; i < a_.triangles.size() && !grid.empty(); ++i) {
            if (taken_[i]) continue;
            const Point at = middle(a_, i);
            for (int n = 0; n < 27; ++n) {
                const auto found = grid.find(cell(at, reach, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1));
                if (found == grid.end()) continue;
                for (const std::size_t other : found->second) {
                    const Cost c = cost(i, other);
                    if (c.farthest <= reach) candidates.push_back({c.all, i, other, c.turn});
                }
            }
        }
        pair_best(candidates);
    }

    // What is left over: moved farther than expected, or really gone.
    void match_nearest() {
        std::vector<std::size_t> left, right;
        for (std::size_t i = 0; i < taken_.size(); ++i) {
            if (!taken_[i]) left.push_back(i);
        }
        for (std::size_t i = 0; i < used_.size(); ++i) {
            if (!used_[i]) right.push_back(i);
        }
        if (left.size() * right.size() > 1'500'000) return;
        std::vector<Candidate> candidates;
        for (const std::size_t a : left) {
            for (const std::size_t b : right) {
                const Cost c = cost(a, b);
                if (c.farthest < 0.25 * a_.size) candidates.push_back({c.all, a, b, c.turn});
            }
        }
        pair_best(candidates);
    }

    const Facts& a_;
    const Facts& b_;
    const Tolerance& tolerance_;
    std::vector<std::size_t> owners_a_ = owners_of(a_), owners_b_ = owners_of(b_);
    Looks looks_a_{}, looks_b_{};
    std::vector<bool> taken_, used_;
    TriangleMatch out_{};
};

}  // namespace

TriangleMatch match_triangles(const Facts& expected, const Facts& actual, const Tolerance& tolerance) {
    return Matching(expected, actual, tolerance).run();
}

}  // namespace edits
