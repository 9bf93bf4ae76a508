// Three ways to find points again, from the surest to the weakest: what the file says of them, their order, their
// place. The way that leaves most corners where they were is taken.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "scene/edit/surface_points.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw::edit {

namespace {

using Found = SurfaceMatch::Found;

// Of triangles over the same points that are looked at: made-up files have thousands.
constexpr std::size_t most_candidates = 16;

// The least of the three readings, so that equal triangles start alike.
u32 first_corner(const Triple& t) {
    const auto from = [&](u32 k) { return Triple{t[k], t[(k + 1) % 3], t[(k + 2) % 3]}; };
    u32 best = 0;
    for (u32 k = 1; k < 3; ++k) {
        if (from(k) < from(best)) best = k;
    }
    return best;
}

Triple turned(const Triple& t, u32 by) { return {t[by % 3], t[(by + 1) % 3], t[(by + 2) % 3]}; }

class Matching {
public:
    Matching(const Surface& base, const Surface& edited, f32 nearly, const Context& context)
        : base_(base), edited_(edited), nearly_(nearly), context_(context), search_(base, edited, nearly) {
        const u32 clearest = base.clearest_shape();
        shape_ = clearest < edited.shapes() ? clearest : 0;
        search_.look_at_shape(shape_);
        base.shape(shape_, base_judged_);
        edited.shape(shape_, edited_judged_);
    }

    SurfaceMatch run() {
        if (search_.by_source() && consider(pairs_by_class())) return settled();
        if (auto ordered = pairs_by_order(); ordered && consider(std::move(*ordered))) return settled();
        search_.by_place();
        if (consider(pairs_by_class())) return settled();
        if (by_boxes()) return settled();
        if (shape_ != 0) {  // what was edited at rest is elsewhere in all other shapes
            search_.look_at_shape(0);
            if (by_boxes()) return settled();
        }
        by_uv();
        consider(pairs_by_class());
        return settled();
    }

private:
    struct Answer {
        std::vector<Found> triangles{};
        u64 unmoved = 0;  // corners that are where they were
        u64 pairs = 0;
        u64 alike = 0;     // corners with the same texture coordinate and colour, on the same bone
        double moved = 0;  // how far all of them went
    };

    // Keeps the better answer. True if no other could be better, or none is wanted any more.
    bool consider(std::vector<Found> triangles) {
        Answer answer{.triangles = std::move(triangles)};
        for (u32 t = 0; t < answer.triangles.size(); ++t) {
            const Found& found = answer.triangles[t];
            if (found.triangle == no_index) continue;
            ++answer.pairs;
            const auto &then = base_.triangles[t], &now = edited_.triangles[found.triangle];
            for (u32 k = 0; k < 3; ++k) {
                const u32 corner = (k + found.turn) % 3;
                answer.unmoved += is_near(then.points[k], now.points[corner]) ? 1u : 0u;
                answer.alike += is_alike(then, k, now, corner) ? 1u : 0u;
                answer.moved += way(then.points[k], now.points[corner]);
            }
        }
        const auto rank = [](const Answer& a) { return std::tuple(a.unmoved, a.pairs, a.alike, -a.moved); };
        if (best_.triangles.empty() || rank(answer) > rank(best_)) best_ = std::move(answer);
        return best_.unmoved == 3 * base_.triangles.size() || context_.cancelled();
    }

    // --- by order: the same list of triangles, whose corners may start elsewhere

    std::optional<std::vector<Found>> pairs_by_order() const {
        const std::size_t n = base_.triangles.size();
        if (edited_.triangles.size() != n) return std::nullopt;
        std::vector<Found> out;
        std::vector<u32> became(base_.points.size(), no_index);
        for (u32 t = 0; t < n; ++t) {
            const auto &then = base_.triangles[t], &now = edited_.triangles[t];
            if (then.node != now.node || then.material != now.material) return std::nullopt;
            u32 best = 0;
            std::pair most(0u, 0.0);
            for (u32 turn = 0; turn < 3; ++turn) {
                std::pair same(0u, 0.0);
                for (u32 k = 0; k < 3; ++k) {
                    const u32 corner = (k + turn) % 3;
                    same.first += is_near(then.points[k], now.points[corner]) ? 4u : 0u;
                    same.first += is_alike(then, k, now, corner) ? 1u : 0u;
                    same.second -= way(then.points[k], now.points[corner]);
                }
                if (turn == 0 || same > most) best = turn, most = same;
            }
            out.push_back({t, best});
            for (u32 k = 0; k < 3; ++k) {
                u32& point = became[then.points[k]];
                const u32 here = now.points[(k + best) % 3];
                if (point == no_index) point = here;
                if (edited_judged_[point] != edited_judged_[here]) return std::nullopt;
            }
        }
        return out;
    }

    bool is_alike(const Surface::Triangle& then, u32 k, const Surface::Triangle& now, u32 corner) const {
        constexpr double nothing = 5e-5;
        return unlikeness(then, k, now, corner) < nothing &&
               base_.pulls[then.points[k]] == edited_.pulls[now.points[corner]];
    }

    double way(u32 base, u32 edited) const { return double{length(base_.points[base] - edited_.points[edited])}; }

    bool is_near(u32 base, u32 edited) const {
        const Vec3 d = base_judged_[base] - edited_judged_[edited];
        return std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <= nearly_;
    }

    // --- by place

    // Some of a mesh moved or grew.
    void by_uv() {
        search_.forget();
        learn(pairs_by_uv(base_, edited_), false);
        search_.by_neighbours();
    }

    void learn(const std::vector<Found>& pairs, bool only_unmoved) {
        for (u32 t = 0; t < pairs.size(); ++t) {
            if (pairs[t].triangle == no_index) continue;
            for (u32 k = 0; k < 3; ++k) {
                const u32 then = base_.triangles[t].points[k];
                const u32 now = edited_.triangles[pairs[t].triangle].points[(k + pairs[t].turn) % 3];
                if (only_unmoved && !is_near(then, now)) continue;
                if (search_.known()[now] == no_index) search_.take(now, search_.class_of()[then]);
            }
        }
    }

    // `keep_best`: what the best answer so far has in place stays there.
    bool by_boxes() {
        search_.by_what_moved();
        if (consider(pairs_by_class())) return true;
        for (const bool keep_best : {false, true}) {
            for (const MaterialGroup group : {MaterialGroup::first, MaterialGroup::last, MaterialGroup::all}) {
                search_.forget();
                if (keep_best) learn(best_.triangles, true);
                search_.by_box(group);
                if (consider(pairs_by_class())) return true;
            }
        }
        return false;
    }

    // --- triangles

    Triple classes_of(const Surface::Triangle& t, const std::vector<u32>& of) const {
        return {of[t.points[0]], of[t.points[1]], of[t.points[2]]};
    }

    // Of several triangles over the same points the one that looks most alike.
    std::vector<Found> pairs_by_class() const {
        std::map<Triple, std::vector<u32>> waiting;  // the next one last
        for (u32 t = static_cast<u32>(base_.triangles.size()); t-- > 0;) {
            const Triple classes = classes_of(base_.triangles[t], search_.class_of());
            waiting[turned(classes, first_corner(classes))].push_back(t);
        }
        std::vector<Found> out(base_.triangles.size());
        for (u32 t = 0; t < edited_.triangles.size(); ++t) {
            const Triple classes = classes_of(edited_.triangles[t], search_.known());
            if (std::find(classes.begin(), classes.end(), no_index) != classes.end()) continue;
            const auto row = waiting.find(turned(classes, first_corner(classes)));
            if (row == waiting.end() || row->second.empty()) continue;
            auto& candidates = row->second;
            std::size_t best = candidates.size() - 1;
            double least = unlikeness(candidates[best], t);
            for (std::size_t i = best; i-- > 0 && least > 0 && i + most_candidates >= candidates.size();) {
                const double other = unlikeness(candidates[i], t);
                if (other < least) best = i, least = other;
            }
            out[candidates[best]] = {t, turn_of(candidates[best], t)};
            candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
        }
        return out;
    }

    // Where nothing tells the three corners apart, the turn in which they look most alike.
    u32 turn_of(u32 base, u32 edited) const {
        const Triple then = classes_of(base_.triangles[base], search_.class_of());
        if (then[0] == then[1] && then[1] == then[2]) {
            u32 best = 0;
            for (u32 turn = 1; turn < 3; ++turn) {
                if (unlikeness(base, edited, turn) < unlikeness(base, edited, best)) best = turn;
            }
            return best;
        }
        return (first_corner(classes_of(edited_.triangles[edited], search_.known())) + 3 - first_corner(then)) % 3;
    }

    double unlikeness(u32 base, u32 edited) const { return unlikeness(base, edited, turn_of(base, edited)); }

    double unlikeness(u32 base, u32 edited, u32 turn) const {
        const auto &then = base_.triangles[base], &now = edited_.triangles[edited];
        double out = then.material == now.material ? 0 : 1e6;
        for (u32 k = 0; k < 3; ++k) out += unlikeness(then, k, now, (k + turn) % 3);
        return out;
    }

    // How far apart texture coordinates are; colours, which editors round more, count a thousandth.
    double unlikeness(const Surface::Triangle& then, u32 k, const Surface::Triangle& now, u32 corner) const {
        const Vec2 a = base_.uv(then, k), b = edited_.uv(now, corner);
        const Vec4 c = base_.color(then, k), d = edited_.color(now, corner);
        const auto apart = [](f32 x, f32 y) { return std::abs(double{x} - double{y}); };
        return apart(a.x, b.x) + apart(a.y, b.y) + 1e-3 * (apart(c.x, d.x) + apart(c.y, d.y) + apart(c.z, d.z));
    }

    // Every point of the base has to be in one place: where its corners went different ways, most of them decide (those
    // that stayed before those that went), and triangles that went another way are new ones.
    SurfaceMatch settled() {
        std::vector<Found> pairs = std::move(best_.triangles);
        SurfaceMatch out;
        out.points.assign(base_.points.size(), no_index);
        std::map<std::pair<u32, u32>, u64> votes;  // only of points in doubt
        const auto each_corner = [&](auto&& visit) {
            for (u32 t = 0; t < pairs.size(); ++t) {
                if (pairs[t].triangle == no_index) continue;
                for (u32 k = 0; k < 3; ++k) {
                    visit(t, base_.triangles[t].points[k],
                          edited_.triangles[pairs[t].triangle].points[(k + pairs[t].turn) % 3]);
                }
            }
        };
        const auto differ = [&](u32 a, u32 b) { return edited_judged_[a] != edited_judged_[b]; };
        std::vector<bool> doubtful(base_.points.size());
        each_corner([&](u32, u32 then, u32 now) {
            u32& point = out.points[then];
            if (point == no_index) point = now;
            if (differ(point, now)) doubtful[then] = true;
        });
        each_corner([&](u32, u32 then, u32 now) {
            if (doubtful[then]) votes[{then, now}] += is_near(then, now) ? u64{1} << 32 : u64{1};
        });
        std::map<u32, u64> best;
        for (const auto& [place, count] : votes) {
            if (count <= best[place.first]) continue;
            best[place.first] = count;
            out.points[place.first] = place.second;
        }
        std::vector<bool> apart(pairs.size());
        each_corner([&](u32 t, u32 then, u32 now) { apart[t] = apart[t] || differ(out.points[then], now); });
        out.is_known.assign(edited_.triangles.size(), false);
        for (u32 t = 0; t < pairs.size(); ++t) {
            if (apart[t]) pairs[t] = {};
            if (pairs[t].triangle != no_index) out.is_known[pairs[t].triangle] = true;
        }
        out.triangles = std::move(pairs);
        return out;
    }

    const Surface& base_;
    const Surface& edited_;
    f32 nearly_;
    const Context& context_;
    u32 shape_ = 0;                                      // the one that tells points apart
    std::vector<Vec3> base_judged_{}, edited_judged_{};  // by point: where it is in that
    PointSearch search_;
    Answer best_{};
};

}  // namespace

SurfaceMatch match_surfaces(const Surface& base, const Surface& edited, f32 nearly, const Context& context) {
    return Matching(base, edited, nearly, context).run();
}

}  // namespace thaw::edit
