// Which triangle of an edited scene is which of the scene before the edit. Editors keep the order of triangles but not
// that of vertices, split vertices at seams, and often drop what they were told about them.
#include <algorithm>
#include <map>
#include <numeric>

#include "formats/unreal/build_edit.hpp"
#include "scene/unique.hpp"

namespace thaw::unreal {

namespace {

using Corners = std::array<u32, 3>;

// The smallest corner first, and which one that was.
struct Cycle {
    Corners corners{};
    u32 turn = 0;
};

Cycle cycle_of(const Corners& c) {
    const auto first = static_cast<u32>(std::min_element(c.begin(), c.end()) - c.begin());
    return {{c[first], c[(first + 1) % 3], c[(first + 2) % 3]}, first};
}

class Matching {
public:
    Matching(const build::Flat& base, const build::Flat& edited, const IntoFile& into)
        : base_(base), edited_(edited), into_(into) {}

    std::optional<EditMatch> run() {
        if (auto found = by_source()) return found;
        base_paths_ = paths_of(base_);
        edited_paths_ = paths_of(edited_);
        auto ordered = by_order();
        const u64 corners = 3 * base_.triangles.size();
        if (ordered && unmoved(*ordered) == corners) return ordered;
        // Loose triangles go together in any order; better in one that leaves most of them where they were.
        auto placed = by_place();
        if (!ordered || !placed) return ordered ? ordered : placed;
        return unmoved(*placed) > unmoved(*ordered) ? placed : ordered;
    }

private:
    // Where each point is in all frames, in numbers of the file, as one number.
    std::vector<u64> paths_of(const build::Flat& flat) const {
        const Reach far{{-65000, -65000, -65000}, {65000, 65000, 65000}};
        std::vector<u64> out(flat.points);
        std::vector<Vec3> places;
        Pose scratch;
        for (u32 f = 0; f < flat.frames.size(); ++f) {
            flat.pose(f, places, scratch);
            for (std::size_t p = 0; p < places.size(); ++p) {
                const Point at = rounded_into(into_(places[p]), far);
                const std::array<u32, 5> all{static_cast<u32>(at.x), static_cast<u32>(at.y), static_cast<u32>(at.z),
                                             static_cast<u32>(out[p]), static_cast<u32>(out[p] >> 32)};
                out[p] = detail::hash_of(all);
            }
        }
        return out;
    }

    u64 unmoved(const EditMatch& match) const {
        u64 count = 0;
        for (const TrianglePair& pair : match.pairs) count += same_corners(pair);
        return count;
    }

    u32 same_corners(const TrianglePair& pair) const {
        u32 same = 0;
        for (u32 k = 0; k < 3; ++k) {
            same += edited_paths_[edited_.triangles[pair.edited].points[(k + pair.turn) % 3]] ==
                    base_paths_[base_.triangles[pair.base].points[k]];
        }
        return same;
    }

    std::optional<EditMatch> by_source() {
        for (const build::FlatTriangle& t : edited_.triangles) {
            for (const u32 p : t.points) {
                if (edited_.sources[p] >= base_.points) return std::nullopt;
            }
        }
        const auto vertex = [&](u32 p) { return edited_.sources[p]; };
        return by_cycles(
            vertex, [](u32 p) { return p; }, false);
    }

    // The same list of triangles. Corners may start elsewhere.
    std::optional<EditMatch> by_order() {
        std::vector<TrianglePair> pairs;
        for (u32 t = 0; t < base_.triangles.size(); ++t) pairs.push_back({t, t, best_turn(t, t)});
        return settled(std::move(pairs), true);
    }

    u32 best_turn(u32 edited, u32 base) const {
        u32 best = 0, most = 0;
        for (u32 turn = 0; turn < 3; ++turn) {
            const u32 same = same_corners({edited, base, turn});
            if (same > most) best = turn, most = same;
        }
        return best;
    }

    // Triangles whose corners are where they were; what is left over by its order.
    std::optional<EditMatch> by_place() {
        std::map<u64, u32> first;  // of the base's points on a path
        for (u32 p = 0; p < base_.points; ++p) first.try_emplace(base_paths_[p], p);
        const auto found = [&](u64 path) {
            const auto it = first.find(path);
            return it == first.end() ? no_index : it->second;
        };
        return by_cycles([&](u32 p) { return found(edited_paths_[p]); }, [&](u32 p) { return found(base_paths_[p]); },
                         true);
    }

    template <class EditedVertex, class BaseVertex>
    std::optional<EditMatch> by_cycles(const EditedVertex& edited_vertex, const BaseVertex& base_vertex, bool rest) {
        struct Entry {
            Cycle cycle;
            u32 triangle;
        };
        const auto entries_of = [](const build::Flat& flat, const auto& vertex) {
            std::vector<Entry> out;
            for (u32 t = 0; t < flat.triangles.size(); ++t) {
                const auto& p = flat.triangles[t].points;
                out.push_back({cycle_of({vertex(p[0]), vertex(p[1]), vertex(p[2])}), t});
            }
            std::stable_sort(out.begin(), out.end(),
                             [](const Entry& a, const Entry& b) { return a.cycle.corners < b.cycle.corners; });
            return out;
        };
        const auto edited = entries_of(edited_, edited_vertex);
        const auto base = entries_of(base_, base_vertex);
        std::vector<TrianglePair> pairs;
        std::vector<u32> edited_left, base_left;
        std::size_t e = 0, b = 0;
        while (e < edited.size() || b < base.size()) {
            const bool both = e < edited.size() && b < base.size();
            if (both && edited[e].cycle.corners == base[b].cycle.corners) {
                const u32 turn = (edited[e].cycle.turn + 3 - base[b].cycle.turn) % 3;
                pairs.push_back({edited[e++].triangle, base[b++].triangle, turn});
            } else if (b == base.size() || (both && edited[e].cycle.corners < base[b].cycle.corners)) {
                edited_left.push_back(edited[e++].triangle);
            } else {
                base_left.push_back(base[b++].triangle);
            }
        }
        if (!rest && !edited_left.empty()) return std::nullopt;
        std::sort(edited_left.begin(), edited_left.end());
        std::sort(base_left.begin(), base_left.end());
        for (std::size_t i = 0; i < edited_left.size(); ++i) {
            pairs.push_back({edited_left[i], base_left[i], best_turn(edited_left[i], base_left[i])});
        }
        return settled(std::move(pairs), rest);
    }

    // Every point of the base has to be in one place. With `strict` no two of them may have become one either: such
    // pairs are no pairs at all.
    std::optional<EditMatch> settled(std::vector<TrianglePair> pairs, bool strict) {
        EditMatch out;
        out.point_of.assign(base_.points, no_index);
        std::vector<u32> was(edited_.points, no_index);
        for (const TrianglePair& pair : pairs) {
            for (u32 k = 0; k < 3; ++k) {
                const u32 v = base_.triangles[pair.base].points[k];
                const u32 p = edited_.triangles[pair.edited].points[(k + pair.turn) % 3];
                if (out.point_of[v] == no_index) out.point_of[v] = p;
                if (out.point_of[v] != p && !on_one_path(out.point_of[v], p)) return std::nullopt;
                if (was[p] == no_index) was[p] = v;
                if (strict && was[p] != v && base_paths_[was[p]] != base_paths_[v]) return std::nullopt;
            }
        }
        std::sort(pairs.begin(), pairs.end(),
                  [](const TrianglePair& a, const TrianglePair& b) { return a.base < b.base; });
        out.pairs = std::move(pairs);
        return out;
    }

    bool on_one_path(u32 a, u32 b) {
        if (edited_paths_.empty()) edited_paths_ = paths_of(edited_);
        return edited_paths_[a] == edited_paths_[b];
    }

    const build::Flat& base_;
    const build::Flat& edited_;
    const IntoFile& into_;
    std::vector<u64> base_paths_;
    std::vector<u64> edited_paths_;
};

}  // namespace

std::optional<EditMatch> match_edit(const build::Flat& base, const build::Flat& edited, const IntoFile& into) {
    if (base.triangles.size() != edited.triangles.size() || base.frames.size() != edited.frames.size()) {
        return std::nullopt;
    }
    return Matching(base, edited, into).run();
}

}  // namespace thaw::unreal
