// What the parts of a comparison share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "edits/compare.hpp"

namespace edits::comparing {

// Counts what differs, and how much at most.
struct Tally {
    std::size_t count = 0;
    double most = 0;
    std::string where{};

    void add(double size, const std::string& at = {}) {
        if (size > most || count == 0) where = at;
        most = std::max(most, size);
        ++count;
    }
};

// Two models, what was done to the first, and what was found so far.
struct Task {
    const Facts& a;
    const Facts& b;
    const Change& change;
    const Tolerance& tolerance;
    TriangleMatch match{};
    std::vector<Difference> found{};

    void add(Kind kind, std::string words, double size = 0) { found.push_back({kind, std::move(words), size}); }
    void add(Kind kind, const Tally& tally, const std::string& what, const std::string& unit);

    bool is_touched(const VertexFacts& vertex) const { return change.vertices.contains(vertex.id); }
    bool is_added(const VertexFacts& vertex) const { return change.edit == Edit::object_added && is_touched(vertex); }
    int material_of(const Facts& facts, const VertexFacts& vertex) const { return facts.parts[vertex.part].material; }

    // visit(vertex of a, vertex of b)
    template <class Visit>
    void each_corner(Visit&& visit) const {
        for (const TrianglePair& pair : match.pairs) {
            for (std::size_t i = 0; i < 3; ++i) {
                visit(a.triangles[pair.a].corners[i], b.triangles[pair.b].corners[(i + pair.turn) % 3]);
            }
        }
    }
};

std::string number(double value);

// Colours, materials and images.
class Looks {
public:
    explicit Looks(Task& task) : task_(task), a_(task.a), b_(task.b) {}

    void compare_color(const VertexFacts& x, const VertexFacts& y, bool touched, Tally& out);
    // Is another piece of a larger image shown? Then coordinates cannot be compared.
    bool is_cut_anew(int ma, int mb) const;
    void compare_materials();

private:
    bool is_baked(int ma, int mb);
    Tally image_difference(int ma, int mb, bool with_factor) const;
    double paint_difference(const TrianglePair& pair) const;
    void compare_added(const VertexFacts& y);
    void compare_pair(int ma, int mb, std::size_t count);
    bool both_flat(const MaterialFacts& x, const MaterialFacts& y) const;

    Task& task_;
    const Facts& a_;
    const Facts& b_;
    std::map<std::pair<int, int>, bool> baked_{};
    bool said_added_ = false;
};

}  // namespace edits::comparing
