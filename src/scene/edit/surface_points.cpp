#include "scene/edit/surface_points.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "scene/maths.hpp"
#include "scene/shapes.hpp"
#include "scene/unique.hpp"

namespace thaw::edit {

namespace {

// Of classes at one place that are looked at: made-up files have thousands.
constexpr std::size_t most_classes = 16;
constexpr int most_rounds = 4;  // of looking at other shapes

u64 mixed(u64 hash, u64 word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

u64 mixed(u64 hash, Vec3 p) {
    for (const f32 x : {p.x, p.y, p.z}) hash = mixed(hash, std::bit_cast<u32>(x + 0.0f));
    return hash;
}

// The same place relative to another box.
Vec3 carried(const Box3<f32>& from, const Box3<f32>& to, Vec3 p) {
    const auto axis = [](f32 at, f32 a, f32 b, f32 c, f32 d) { return b > a ? c + (at - a) / (b - a) * (d - c) : c; };
    return {axis(p.x, from.low.x, from.high.x, to.low.x, to.high.x),
            axis(p.y, from.low.y, from.high.y, to.low.y, to.high.y),
            axis(p.z, from.low.z, from.high.z, to.low.z, to.high.z)};
}

// By point: the least or the greatest material of triangles it is a corner of, whatever their order.
std::vector<u32> materials_of(const Surface& surface, MaterialGroup group) {
    std::vector<u32> out(surface.points.size(), group == MaterialGroup::first ? no_index : 0);
    for (const Surface::Triangle& t : surface.triangles) {
        if (group == MaterialGroup::all) break;
        for (const u32 p : t.points) {
            out[p] = group == MaterialGroup::first ? std::min(out[p], t.material) : std::max(out[p], t.material);
        }
    }
    return out;
}

}  // namespace

// A grid in which points less than `nearly` apart are in one cell or in neighbouring ones.
class PointSearch::Cells {
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
    static constexpr double outermost = 1e9;
    Cell cell_of(Vec3 p, u32 node) const {
        // Places so far out that sizes overflow have no number here; they are in the outermost cell.
        const auto place = [&](f32 x) {
            const double cell = std::floor(double{x} / width_);
            return cell > -outermost ? static_cast<i32>(std::min(cell, outermost)) : static_cast<i32>(-outermost);
        };
        return {place(p.x), place(p.y), place(p.z), static_cast<i32>(node)};
    }

    double width_;
    std::multimap<Cell, u32> cells_{};
};

PointSearch::PointSearch(const Surface& base, const Surface& edited, f32 nearly)
    : base_(base), edited_(edited), nearly_(nearly), known_(edited.points.size(), no_index) {
    number_base();
}

void PointSearch::look_at_shape(u32 shape) {
    base_.shape(shape, base_at_);
    edited_.shape(shape, edited_at_);
}

// Points of the base that nothing tells apart are of one class.
void PointSearch::number_base() {
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
bool PointSearch::by_source() {
    u64 settled = 0;
    for (std::size_t p = 0; p < known_.size(); ++p) {
        const u32 source = edited_.sources[p];
        if (source >= base_.points.size() || base_.nodes[source] != edited_.nodes[p]) continue;
        known_[p] = class_of_[source];
        ++settled;
    }
    return settled > 0 && 2 * settled >= known_.size();
}

void PointSearch::take(u32 point, u32 point_class) {
    known_[point] = point_class;
    taken_[point_class] = true;
}

void PointSearch::forget() {
    std::fill(known_.begin(), known_.end(), no_index);
    std::fill(taken_.begin(), taken_.end(), false);
}

void PointSearch::by_place() {
    forget();
    find_near([&](u32 p) { return edited_at_[p]; });
    by_neighbours();
}

// What is not where anything was moved or grew, as one: compared as if it had not.
void PointSearch::by_what_moved() {
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
void PointSearch::by_box(MaterialGroup group) {
    std::map<std::pair<u32, u32>, std::array<Box3<f32>, 2>> boxes;
    const auto include = [&](const Surface& surface, const std::vector<Vec3>& at, std::size_t side) {
        for (const Surface::Triangle& t : surface.triangles) {
            Box3<f32>& box = boxes[{t.node, group == MaterialGroup::all ? 0 : t.material}][side];
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

// `place`: where an edited point is looked for.
template <class Place>
void PointSearch::find_near(const Place& place) {
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

std::size_t PointSearch::count_near(const Cells& cells, Vec3 at, u32 node) const {
    std::size_t count = 0;
    cells.each_near(at, node, [&](u32 c) {
        count += length(base_at_[firsts_[c]] - at) <= nearly_ ? 1u : 0u;
        return count > 1;
    });
    return count;
}

// The shape in which most of these classes are apart.
u32 PointSearch::clearest_shape_of(const std::vector<u32>& classes) const {
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
void PointSearch::find_alone(const Cells& cells, const std::vector<Vec3>& in_cells, const Place& place,
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
void PointSearch::find_nearest(const Cells& cells, const Place& place, const std::vector<u32>& open) {
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
            return unsure.size() - first >= most_classes;
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
void PointSearch::by_neighbours() {
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

bool PointSearch::find_third(const Surface::Triangle& t, const std::multimap<Triple, u32>& thirds) {
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

}  // namespace thaw::edit
