#include "build/match.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "scene/maths.hpp"
#include "scene/unique.hpp"

namespace thaw::build {

namespace {

using Triple = std::array<u32, 3>;

// Which corner a triangle starts with so that equal triangles start alike: the least of the three readings.
u32 first_corner(const Triple& t) {
    const auto from = [&](u32 k) { return Triple{t[k], t[(k + 1) % 3], t[(k + 2) % 3]}; };
    u32 best = 0;
    for (u32 k = 1; k < 3; ++k) {
        if (from(k) < from(best)) best = k;
    }
    return best;
}

std::array<u32, 4> place_key(Vec3 p, u32 mark) {
    const auto bits = [](f32 value) { return std::bit_cast<u32>(value + 0.0f); };
    return {bits(p.x), bits(p.y), bits(p.z), mark};
}

class Matching {
public:
    Matching(const Surface& base, const Surface& edited, std::span<const u32> sources)
        : base_(base), edited_(edited), sources_(sources), known_(edited.points.size(), no_index) {}

    std::optional<SurfaceMatch> run() {
        if (base_.triangles.size() != edited_.triangles.size()) return std::nullopt;
        if (is_in_order()) return in_order();
        has_sources_ = sources_.size() == edited_.points.size() &&
                       std::all_of(sources_.begin(), sources_.end(), [&](u32 v) { return v < base_.points.size(); });
        find_classes();
        if (has_sources_) {
            for (std::size_t p = 0; p < known_.size(); ++p) known_[p] = class_of_[sources_[p]];
        } else {
            find_by_place();
            find_by_neighbours();
            find_by_order();
        }
        return match();
    }

private:
    // Nobody reordered anything, and most points are where they were.
    bool is_in_order() const {
        if (base_.points.size() != edited_.points.size() || base_.triangles != edited_.triangles ||
            base_.groups != edited_.groups) {
            return false;
        }
        std::size_t moved = 0;
        for (u32 p = 0; p < base_.points.size(); ++p) {
            if (sources_.size() == base_.points.size() && sources_[p] != p && sources_[p] != no_index) return false;
            if (base_.points[p] != edited_.points[p]) ++moved;
        }
        return 2 * moved <= base_.points.size();
    }

    SurfaceMatch in_order() const {
        SurfaceMatch out;
        out.points.assign(base_.points.size(), no_index);
        for (u32 t = 0; t < base_.triangles.size(); ++t) {
            out.triangles.push_back({t, 0});
            for (const u32 p : base_.triangles[t]) out.points[p] = p;
        }
        return out;
    }

    // Points of the base that nothing tells apart are of one class. Where sources tell, every point is its own.
    void find_classes() {
        std::vector<std::array<u32, 4>> keys;
        for (u32 p = 0; p < base_.points.size(); ++p) {
            keys.push_back(has_sources_ ? std::array<u32, 4>{p, 0, 0, 0} : place_key(base_.points[p], base_.marks[p]));
        }
        Unique unique = unique_of(keys);
        class_of_ = std::move(unique.index);
        classes_ = unique.firsts.size();
        firsts_ = std::move(unique.firsts);
        taken_.assign(classes_, false);
        used_.assign(classes_, false);
        for (const Triple& t : base_.triangles) {
            for (const u32 p : t) used_[class_of_[p]] = true;
        }
    }

    void find_by_place() {
        std::vector<std::array<u32, 4>> keys;
        for (const u32 p : firsts_) keys.push_back(place_key(base_.points[p], base_.marks[p]));
        for (u32 p = 0; p < known_.size(); ++p) keys.push_back(place_key(edited_.points[p], edited_.marks[p]));
        const Unique unique = unique_of(keys);  // classes differ, so that they are the first ones
        std::vector<u32> lost;
        for (u32 p = 0; p < known_.size(); ++p) {
            const u32 place = unique.index[classes_ + p];
            if (place < classes_) {
                take(p, place);
            } else {
                lost.push_back(p);
            }
        }
        if (!lost.empty()) find_near(lost);
    }

    // Another program's rounding.
    void find_near(const std::vector<u32>& lost) {
        f32 size = 0;
        for (const Vec3 p : base_.points) size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        const f32 nearly = 2e-6f * size;
        if (!(nearly > 0)) return;
        using Cell = std::array<i32, 4>;
        const auto cell_of = [&](Vec3 p, u32 mark) {
            const auto place = [&](f32 x) {
                const double at = std::floor(double{x} / (4 * double{nearly}));
                return static_cast<i32>(std::min(1e9, std::max(-1e9, at)));
            };
            return Cell{place(p.x), place(p.y), place(p.z), static_cast<i32>(mark)};
        };
        std::multimap<Cell, u32> cells;
        for (u32 c = 0; c < classes_; ++c) {
            if (!taken_[c] && used_[c]) cells.emplace(cell_of(base_.points[firsts_[c]], base_.marks[firsts_[c]]), c);
        }
        for (const u32 p : lost) {
            const Cell middle = cell_of(edited_.points[p], edited_.marks[p]);
            u32 nearest = no_index;
            f32 least = nearly;
            for (i32 i = 0; i < 27; ++i) {
                const Cell cell{middle[0] + i % 3 - 1, middle[1] + i / 3 % 3 - 1, middle[2] + i / 9 - 1, middle[3]};
                const auto [from, to] = cells.equal_range(cell);
                for (auto each = from; each != to; ++each) {
                    const f32 away = length(base_.points[firsts_[each->second]] - edited_.points[p]);
                    if (away > least) continue;
                    least = away;
                    nearest = each->second;
                }
            }
            if (nearest != no_index) take(p, nearest);
        }
    }

    void take(u32 point, u32 point_class) {
        known_[point] = point_class;
        taken_[point_class] = true;
    }

    // A triangle of which two corners are known tells the third, if the base has but one that fits.
    void find_by_neighbours() {
        std::vector<u32> open;
        for (u32 t = 0; t < edited_.triangles.size(); ++t) {
            const Triple& corners = edited_.triangles[t];
            if (std::any_of(corners.begin(), corners.end(), [&](u32 p) { return known_[p] == no_index; })) {
                open.push_back(t);
            }
        }
        if (open.empty()) return;
        std::multimap<std::array<u32, 3>, u32> thirds;  // by edge and group
        for (u32 t = 0; t < base_.triangles.size(); ++t) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto at = [&](std::size_t i) { return class_of_[base_.triangles[t][(k + i) % 3]]; };
                if (!taken_[at(2)]) thirds.emplace(std::array<u32, 3>{at(0), at(1), base_.groups[t]}, at(2));
            }
        }
        for (bool found = true; found;) {
            found = false;
            for (const u32 t : open) found = find_third(t, thirds) || found;
        }
    }

    bool find_third(u32 t, const std::multimap<std::array<u32, 3>, u32>& thirds) {
        const Triple& corners = edited_.triangles[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 a = corners[k], b = corners[(k + 1) % 3], c = corners[(k + 2) % 3];
            if (known_[a] == no_index || known_[b] == no_index || known_[c] != no_index) continue;
            const auto [from, to] = thirds.equal_range({known_[a], known_[b], edited_.groups[t]});
            u32 only = no_index;
            for (auto each = from; each != to; ++each) {
                if (taken_[each->second] || each->second == only) continue;
                if (only != no_index) return false;
                only = each->second;
            }
            if (only == no_index) return false;
            take(c, only);
            return true;
        }
        return false;
    }

    void find_by_order() {
        std::vector<bool> needed(known_.size());
        for (const Triple& t : edited_.triangles) {
            for (const u32 p : t) needed[p] = true;
        }
        u32 next = 0;
        for (u32 p = 0; p < known_.size(); ++p) {
            if (known_[p] != no_index || !needed[p]) continue;
            while (next < classes_ && (taken_[next] || !used_[next])) ++next;
            if (next == classes_) return;
            take(p, next);
        }
    }

    std::optional<SurfaceMatch> match() const {
        for (const Triple& corners : edited_.triangles) {
            for (const u32 p : corners) {
                if (known_[p] == no_index) return std::nullopt;
            }
        }
        const std::size_t n = base_.triangles.size();
        std::vector<std::array<u32, 4>> keys;
        for (std::size_t t = 0; t < n; ++t) {
            keys.push_back(key_of(classes_of(base_.triangles[t], class_of_), base_.groups[t]));
        }
        for (std::size_t t = 0; t < n; ++t) {
            keys.push_back(key_of(classes_of(edited_.triangles[t], known_), edited_.groups[t]));
        }
        const Unique unique = unique_of(keys);
        // Triangles of the base that are alike wait in a row, each for one of the edited ones.
        std::vector<u32> first(unique.firsts.size(), no_index), next(n, no_index);
        for (std::size_t t = n; t-- > 0;) {
            next[t] = first[unique.index[t]];
            first[unique.index[t]] = static_cast<u32>(t);
        }
        SurfaceMatch out;
        out.points.assign(base_.points.size(), no_index);
        for (std::size_t t = 0; t < edited_.triangles.size(); ++t) {
            const Triple& corners = edited_.triangles[t];
            const u32 other = first[unique.index[n + t]];
            if (other == no_index) return std::nullopt;
            first[unique.index[n + t]] = next[other];
            const Triple classes = classes_of(corners, known_);
            const u32 start = first_corner(classes_of(base_.triangles[other], class_of_));
            const u32 turn = (start + 3 - first_corner(classes)) % 3;
            out.triangles.push_back({other, turn});
            for (u32 k = 0; k < 3; ++k) {
                u32& place = out.points[base_.triangles[other][(k + turn) % 3]];
                // A point that came apart, and whose halves went different ways, is no longer one.
                if (place != no_index && edited_.points[place] != edited_.points[corners[k]]) return std::nullopt;
                if (place == no_index) place = corners[k];
            }
        }
        return out;
    }

    static Triple classes_of(const Triple& points, const std::vector<u32>& of) {
        return {of[points[0]], of[points[1]], of[points[2]]};
    }
    static std::array<u32, 4> key_of(const Triple& classes, u32 group) {
        const u32 k = first_corner(classes);
        return {classes[k], classes[(k + 1) % 3], classes[(k + 2) % 3], group};
    }

    const Surface& base_;
    const Surface& edited_;
    std::span<const u32> sources_;
    bool has_sources_ = false;
    std::vector<u32> class_of_{};  // by base point
    std::vector<u32> firsts_{};    // by class: a base point
    std::size_t classes_ = 0;
    std::vector<bool> taken_{};  // by class
    std::vector<bool> used_{};   // by class: by a triangle
    std::vector<u32> known_;     // by edited point: its class
};

}  // namespace

std::optional<SurfaceMatch> match_surfaces(const Surface& base, const Surface& edited, std::span<const u32> sources) {
    return Matching(base, edited, sources).run();
}

}  // namespace thaw::build
