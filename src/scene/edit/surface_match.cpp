// Three ways to find points again, from the surest to the weakest: what the file says of them, their order, their
// place. The way that leaves most corners where they were is taken.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "scene/edit/surface.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"
#include "scene/unique.hpp"

namespace thaw::edit {

namespace {

using Found = SurfaceMatch::Found;

// Of classes at one place, and of triangles over the same points, that are looked at: made-up files have thousands.
constexpr std::size_t most_candidates = 16;
constexpr int most_rounds = 4;  // of looking at other shapes

u64 mixed(u64 hash, u64 word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

u64 mixed(u64 hash, Vec3 p) {
    for (const f32 x : {p.x, p.y, p.z}) hash = mixed(hash, std::bit_cast<u32>(x + 0.0f));
    return hash;
}

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

// A grid in which points less than `nearly` apart are in one cell or in neighbouring ones.
class Cells {
public:
    explicit Cells(f32 nearly) : width_(4 * double{nearly}) {}

    void add(Vec3 p, u32 node, u32 value) { cells_.emplace(cell_of(p, node), value); }
    // `visit` says whether it has seen enough.
    template <class Visit>
    void each_near(Vec3 p, u32 node, Visit&& visit) const {
        const Cell middle = cell_of(p, node);
        for (i32 i = 0; i < 27; ++i) {
            const Cell cell{middle[0] + i % 3 - 1, middle[1] + i / 3 % 3 - 1, middle[2] + i / 9 - 1, middle[3]};
            const auto [from, to] = cells_.equal_range(cell);
            for (auto each = from; each != to; ++each) {
                if (visit(each->second)) return;
            }
        }
    }

private:
    using Cell = std::array<i32, 4>;
    Cell cell_of(Vec3 p, u32 node) const {
        const auto place = [&](f32 x) {
            return static_cast<i32>(std::clamp(std::floor(double{x} / width_), -1e9, 1e9));
        };
        return {place(p.x), place(p.y), place(p.z), static_cast<i32>(node)};
    }

    double width_;
    std::multimap<Cell, u32> cells_{};
};

// The same place relative to another box.
Vec3 carried(const Box3<f32>& from, const Box3<f32>& to, Vec3 p) {
    const auto axis = [](f32 at, f32 a, f32 b, f32 c, f32 d) { return b > a ? c + (at - a) / (b - a) * (d - c) : c; };
    return {axis(p.x, from.low.x, from.high.x, to.low.x, to.high.x),
            axis(p.y, from.low.y, from.high.y, to.low.y, to.high.y),
            axis(p.z, from.low.z, from.high.z, to.low.z, to.high.z)};
}

class Matching {
public:
    Matching(const Surface& base, const Surface& edited, f32 nearly)
        : base_(base), edited_(edited), nearly_(nearly), known_(edited.points.size(), no_index) {
        const u32 clearest = base.clearest_shape();
        shape_ = clearest < edited.shapes() ? clearest : 0;
        base.shape(shape_, base_at_);
        edited.shape(shape_, edited_at_);
        base_judged_ = base_at_;
        edited_judged_ = edited_at_;
    }

    SurfaceMatch run() {
        number_base();
        if (by_source() && consider(pairs_by_class())) return settled();
        if (auto ordered = pairs_by_order(); ordered && consider(std::move(*ordered))) return settled();
        by_place();
        if (consider(pairs_by_class())) return settled();
        if (by_boxes()) return settled();
        if (shape_ != 0) {  // what was edited at rest is elsewhere in all other shapes
            base_at_ = base_.points;
            edited_at_ = edited_.points;
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

    // Keeps the better answer. True if no other could be better.
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
        return best_.unmoved == 3 * base_.triangles.size();
    }

    // Points of the base that nothing tells apart are of one class.
    void number_base() {
        std::vector<u64> paths(base_.points.size());
        for (u32 p = 0; p < paths.size(); ++p) {
            paths[p] = mixed(mixed(mixed(1, base_.points[p]), base_.nodes[p]), base_.pulls[p]);
        }
        std::vector<Vec3> at;
        for (u32 shape = 1; shape < base_.shapes(); ++shape) {
            base_.shape(shape, at);
            for (std::size_t p = 0; p < paths.size(); ++p) paths[p] = mixed(paths[p], at[p]);
        }
        std::vector<std::array<u32, 2>> keys;
        for (const u64 path : paths) keys.push_back({static_cast<u32>(path), static_cast<u32>(path >> 32)});
        Unique unique = unique_of(keys);
        class_of_ = std::move(unique.index);
        firsts_ = std::move(unique.firsts);
        taken_.assign(firsts_.size(), false);
    }

    // Only where most points say it: what an editor made itself may say anything.
    bool by_source() {
        u64 told = 0;
        for (std::size_t p = 0; p < known_.size(); ++p) {
            const u32 source = edited_.sources[p];
            if (source >= base_.points.size() || base_.nodes[source] != edited_.nodes[p]) continue;
            known_[p] = class_of_[source];
            ++told;
        }
        return told > 0 && 2 * told >= known_.size();
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

    void take(u32 point, u32 point_class) {
        known_[point] = point_class;
        taken_[point_class] = true;
    }

    void forget() {
        std::fill(known_.begin(), known_.end(), no_index);
        std::fill(taken_.begin(), taken_.end(), false);
    }

    void by_place() {
        forget();
        find_near([&](u32 p) { return edited_at_[p]; });
        by_neighbours();
    }

    // Some of a mesh moved or grew.
    void by_uv() {
        forget();
        learn(pairs_by_uv(base_, edited_), false);
        by_neighbours();
    }

    void learn(const std::vector<Found>& pairs, bool only_unmoved) {
        for (u32 t = 0; t < pairs.size(); ++t) {
            if (pairs[t].triangle == no_index) continue;
            for (u32 k = 0; k < 3; ++k) {
                const u32 then = base_.triangles[t].points[k];
                const u32 now = edited_.triangles[pairs[t].triangle].points[(k + pairs[t].turn) % 3];
                if (only_unmoved && !is_near(then, now)) continue;
                if (known_[now] == no_index) take(now, class_of_[then]);
            }
        }
    }

    // Points that several materials share go with the first or with the last of them, or all go as one.
    enum class Group { first, last, all };

    // `beside`: what the best answer has where it was stays there.
    bool by_boxes() {
        by_what_moved();
        if (consider(pairs_by_class())) return true;
        for (const bool beside : {false, true}) {
            for (const Group group : {Group::first, Group::last, Group::all}) {
                forget();
                if (beside) learn(best_.triangles, true);
                by_box(group);
                if (consider(pairs_by_class())) return true;
            }
        }
        return false;
    }

    // What is not where anything was moved or grew, as one: compared as if it had not.
    void by_what_moved() {
        forget();
        find_near([&](u32 p) { return edited_at_[p]; });
        std::map<u32, std::array<Box3<f32>, 2>> boxes;  // by node
        for (u32 p = 0; p < base_at_.size(); ++p) {
            if (!taken_[class_of_[p]]) boxes[base_.nodes[p]][0].include(base_at_[p]);
        }
        for (u32 p = 0; p < edited_at_.size(); ++p) {
            if (known_[p] == no_index) boxes[edited_.nodes[p]][1].include(edited_at_[p]);
        }
        find_near([&](u32 p) {
            const auto& [before, after] = boxes.at(edited_.nodes[p]);
            return before.is_empty() ? edited_at_[p] : carried(after, before, edited_at_[p]);
        });
        by_neighbours();
    }

    // All of a node's mesh moved or grew, or what has one material: compared as if it had not.
    void by_box(Group group) {
        std::map<std::pair<u32, u32>, std::array<Box3<f32>, 2>> boxes;
        const auto include = [&](const Surface& surface, const std::vector<Vec3>& at, std::size_t side) {
            for (const Surface::Triangle& t : surface.triangles) {
                Box3<f32>& box = boxes[{t.node, group == Group::all ? 0 : t.material}][side];
                for (const u32 p : t.points) box.include(at[p]);
            }
        };
        include(base_, base_at_, 0);
        include(edited_, edited_at_, 1);
        const std::vector<u32> material = materials_of(edited_, group);
        find_near([&](u32 p) {
            const auto found = boxes.find({edited_.nodes[p], material[p]});
            if (found == boxes.end() || found->second[0].is_empty()) return edited_at_[p];
            return carried(found->second[1], found->second[0], edited_at_[p]);
        });
        by_neighbours();
    }

    // By point: the least or the greatest material of triangles it is a corner of, whatever their order.
    static std::vector<u32> materials_of(const Surface& surface, Group group) {
        std::vector<u32> out(surface.points.size(), group == Group::first ? no_index : 0);
        for (const Surface::Triangle& t : surface.triangles) {
            if (group == Group::all) break;
            for (const u32 p : t.points) {
                out[p] = group == Group::first ? std::min(out[p], t.material) : std::max(out[p], t.material);
            }
        }
        return out;
    }

    // `place`: where an edited point is looked for.
    template <class Place>
    void find_near(const Place& place) {
        if (!(nearly_ > 0)) return;
        Cells cells(nearly_);
        std::vector<u32> all(firsts_.size()), open;
        std::iota(all.begin(), all.end(), u32{0});
        for (u32 p = 0; p < known_.size(); ++p) {
            if (known_[p] == no_index) open.push_back(p);
        }
        for (const u32 c : all) cells.add(base_at_[firsts_[c]], base_.nodes[firsts_[c]], c);
        find_alone(cells, base_at_, place, place, open);
        // What is at one place in this shape may be apart in others.
        std::erase_if(all, [&](u32 c) { return count_near(cells, base_at_[firsts_[c]], base_.nodes[firsts_[c]]) < 2; });
        std::vector<Vec3> then, now;
        for (int round = 0; round < most_rounds && !open.empty(); ++round) {
            const u32 shape = clearest_shape_of(all);
            base_.shape(shape, then);
            edited_.shape(shape, now);
            Cells apart(nearly_);
            for (const u32 c : all) apart.add(then[firsts_[c]], base_.nodes[firsts_[c]], c);
            const std::size_t before = open.size();
            find_alone(apart, then, place, [&](u32 p) { return place(p) + (now[p] - edited_at_[p]); }, open);
            if (open.size() == before) break;
            std::erase_if(all, [&](u32 c) { return taken_[c]; });
        }
        find_nearest(cells, place, open);
    }

    std::size_t count_near(const Cells& cells, Vec3 at, u32 node) const {
        std::size_t count = 0;
        cells.each_near(at, node, [&](u32 c) {
            count += length(base_at_[firsts_[c]] - at) <= nearly_ ? 1u : 0u;
            return count > 1;
        });
        return count;
    }

    // The shape in which most of these classes are apart.
    u32 clearest_shape_of(const std::vector<u32>& classes) const {
        std::vector<Vec3> at;
        std::vector<std::array<u32, 3>> keys;
        u32 best = 0;
        std::size_t most = 0;
        for (u32 shape = 0; shape < std::min(base_.shapes(), edited_.shapes()); ++shape) {
            base_.shape(shape, at);
            keys.clear();
            for (const u32 c : classes) {
                const Vec3 p = at[firsts_[c]];
                keys.push_back({std::bit_cast<u32>(p.x), std::bit_cast<u32>(p.y), std::bit_cast<u32>(p.z)});
            }
            const std::size_t places = unique_of(keys).firsts.size();
            if (places > most) best = shape, most = places;
        }
        return best;
    }

    // Points near which there is one class and no other, in the usual shape and in the one of the cells. Others stay
    // open, but for those that are near none.
    template <class Place, class PlaceInCells>
    void find_alone(const Cells& cells, const std::vector<Vec3>& in_cells, const Place& place,
                    const PlaceInCells& place_in_cells, std::vector<u32>& open) {
        std::vector<u32> left;
        for (const u32 p : open) {
            const Vec3 at = place(p), there = place_in_cells(p);
            u32 found = no_index, count = 0;
            cells.each_near(there, edited_.nodes[p], [&](u32 c) {
                const u32 first = firsts_[c];
                const bool near = length(base_at_[first] - at) <= nearly_ && length(in_cells[first] - there) <= nearly_;
                if (near) found = c, ++count;
                return count > 1;
            });
            if (count == 1) take(p, found);
            if (count > 1) left.push_back(p);
        }
        open = std::move(left);
    }

    // Of several classes at one place the one that is nearest over all shapes and hangs on the same.
    template <class Place>
    void find_nearest(const Cells& cells, const Place& place, const std::vector<u32>& open) {
        struct Candidate {
            u32 point = 0;
            u32 point_class = 0;
            f32 away = 0;
        };
        std::vector<Candidate> unsure;
        for (const u32 p : open) {
            const Vec3 at = place(p);
            const std::size_t first = unsure.size();
            cells.each_near(at, edited_.nodes[p], [&](u32 c) {
                const f32 away = length(base_at_[firsts_[c]] - at);
                const bool pulled = base_.pulls[firsts_[c]] == edited_.pulls[p];
                if (away <= nearly_) unsure.push_back({p, c, pulled ? away : away + nearly_});
                return unsure.size() - first >= most_candidates;
            });
        }
        std::vector<Vec3> then, now;
        for (u32 shape = 1; shape < base_.shapes() && shape < edited_.shapes() && !unsure.empty(); ++shape) {
            base_.shape(shape, then);
            edited_.shape(shape, now);
            for (Candidate& each : unsure) each.away += length(then[firsts_[each.point_class]] - now[each.point]);
        }
        for (std::size_t i = 0; i < unsure.size();) {
            std::size_t best = i, end = i;
            for (; end < unsure.size() && unsure[end].point == unsure[i].point; ++end) {
                if (unsure[end].away < unsure[best].away) best = end;
            }
            take(unsure[best].point, unsure[best].point_class);
            i = end;
        }
    }

    // A triangle of which two corners are known tells the third, if the base has but one that fits.
    void by_neighbours() {
        std::vector<u32> open;
        for (u32 t = 0; t < edited_.triangles.size(); ++t) {
            const Triple& p = edited_.triangles[t].points;
            if (std::any_of(p.begin(), p.end(), [&](u32 q) { return known_[q] == no_index; })) open.push_back(t);
        }
        if (open.empty()) return;
        std::multimap<Triple, u32> thirds;  // by edge and material
        for (const Surface::Triangle& t : base_.triangles) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto at = [&](std::size_t i) { return class_of_[t.points[(k + i) % 3]]; };
                if (!taken_[at(2)]) thirds.emplace(Triple{at(0), at(1), t.material}, at(2));
            }
        }
        for (bool found = true; found;) {
            found = false;
            for (const u32 t : open) found = find_third(edited_.triangles[t], thirds) || found;
        }
    }

    bool find_third(const Surface::Triangle& t, const std::multimap<Triple, u32>& thirds) {
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 a = t.points[k], b = t.points[(k + 1) % 3], c = t.points[(k + 2) % 3];
            if (known_[a] == no_index || known_[b] == no_index || known_[c] != no_index) continue;
            const auto [from, to] = thirds.equal_range({known_[a], known_[b], t.material});
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

    // --- triangles

    Triple classes_of(const Surface::Triangle& t, const std::vector<u32>& of) const {
        return {of[t.points[0]], of[t.points[1]], of[t.points[2]]};
    }

    // Of several triangles over the same points the one that looks most alike.
    std::vector<Found> pairs_by_class() const {
        std::map<Triple, std::vector<u32>> waiting;  // the next one last
        for (u32 t = static_cast<u32>(base_.triangles.size()); t-- > 0;) {
            const Triple classes = classes_of(base_.triangles[t], class_of_);
            waiting[turned(classes, first_corner(classes))].push_back(t);
        }
        std::vector<Found> out(base_.triangles.size());
        for (u32 t = 0; t < edited_.triangles.size(); ++t) {
            const Triple classes = classes_of(edited_.triangles[t], known_);
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
        const Triple then = classes_of(base_.triangles[base], class_of_);
        if (then[0] == then[1] && then[1] == then[2]) {
            u32 best = 0;
            for (u32 turn = 1; turn < 3; ++turn) {
                if (unlikeness(base, edited, turn) < unlikeness(base, edited, best)) best = turn;
            }
            return best;
        }
        return (first_corner(classes_of(edited_.triangles[edited], known_)) + 3 - first_corner(then)) % 3;
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
    u32 shape_ = 0;                                      // the one that tells points apart
    std::vector<Vec3> base_judged_{}, edited_judged_{};  // by point: where it is in that
    std::vector<Vec3> base_at_{}, edited_at_{};          // by point: in the shape in which they are looked for
    std::vector<u32> class_of_{};                        // by base point
    std::vector<u32> firsts_{};                          // by class: a base point
    std::vector<bool> taken_{};                          // by class
    std::vector<u32> known_;                             // by edited point: its class
    Answer best_{};
};

}  // namespace

SurfaceMatch match_surfaces(const Surface& base, const Surface& edited, f32 nearly) {
    return Matching(base, edited, nearly).run();
}

}  // namespace thaw::edit
