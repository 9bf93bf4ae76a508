#include "formats/ctr/build/strip_neighbours.hpp"

#include <algorithm>
#include <numeric>

namespace thaw::ctr {

std::size_t corner_with(const PlainTriangle& triangle, u32 vertex, std::size_t but_not) {
    for (std::size_t c = 0; c < 3; ++c) {
        if (c != but_not && triangle.vertices[c] == vertex) return c;
    }
    return 3;
}

StripNeighbours::Pair StripNeighbours::pair_of(std::size_t number) {
    const std::size_t older = number / 2;
    return {older, (older + 1 + number % 2) % 3};
}

StripNeighbours::StripNeighbours(const std::vector<PlainTriangle>& triangles, bool any_colours)
    : all_(triangles), any_colours_(any_colours) {
    for (const PlainTriangle& triangle : triangles) {
        for (const u32 vertex : triangle.vertices) {
            if (vertex >= vertex_uses_.size()) vertex_uses_.resize(std::size_t{vertex} + 1);
            ++vertex_uses_[vertex];
        }
    }
    std::vector<u32> entries(pairs * triangles.size());  // a triangle and a pair each
    std::iota(entries.begin(), entries.end(), u32{0});
    sort_by(1, entries);
    sort_by(0, entries);
    if (!any_colours_) sort_colours(entries);
    find_groups(entries);
    find_edges(entries);
}

// A triangle without area may have a vertex twice: the first corner with it stands for both.
StripNeighbours::Key StripNeighbours::key_of(u32 entry) const {
    const PlainTriangle& triangle = all_[entry / pairs];
    const Pair pair = pair_of(entry % pairs);
    const std::size_t older = corner_with(triangle, triangle.vertices[pair[0]]);
    return key_of(entry / pairs, {older, corner_with(triangle, triangle.vertices[pair[1]], older)});
}

StripNeighbours::Key StripNeighbours::key_of(std::size_t triangle, Pair pair) const {
    const PlainTriangle& of = all_[triangle];
    Key out{of.vertices[pair[0]], of.vertices[pair[1]]};
    if (!any_colours_) out.colours = {of.colours[pair[0]], of.colours[pair[1]]};
    return out;
}

u32 StripNeighbours::vertex_of(u32 entry, std::size_t which) const {
    return all_[entry / pairs].vertices[pair_of(entry % pairs)[which]];
}

// By one of the two vertices; those alike stay in order.
void StripNeighbours::sort_by(std::size_t which, std::vector<u32>& entries) const {
    std::vector<u32> next(num_vertices() + 1);
    for (std::size_t v = 0; v < num_vertices(); ++v) next[v + 1] = next[v] + 2 * vertex_uses_[v];
    std::vector<u32> out(entries.size());
    for (const u32 entry : entries) out[next[vertex_of(entry, which)]++] = entry;
    entries = std::move(out);
}

void StripNeighbours::sort_colours(std::vector<u32>& entries) const {
    const auto alike = [&](u32 a, u32 b) {
        return vertex_of(a, 0) == vertex_of(b, 0) && vertex_of(a, 1) == vertex_of(b, 1);
    };
    for (auto first = entries.begin(); first != entries.end();) {
        const auto last = std::find_if(first, entries.end(), [&](u32 entry) { return !alike(*first, entry); });
        const auto before = [&](u32 a, u32 b) {
            return std::pair(key_of(a).colours, a) < std::pair(key_of(b).colours, b);
        };
        if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
        first = last;
    }
}

void StripNeighbours::find_groups(const std::vector<u32>& entries) {
    group_.assign(entries.size(), none);
    triangle_.resize(entries.size());
    for (u32 i = 0; i < entries.size(); ++i) {
        if (i == 0 || key_of(entries[i]) != key_of(entries[i - 1])) starts_.push_back(i);
        triangle_[i] = static_cast<u32>(entries[i] / pairs);
        group_[entries[i]] = static_cast<u32>(starts_.size() - 1);
    }
    starts_.push_back(static_cast<u32>(entries.size()));
    // A strip keeps corners, which are not always those that stand for their vertices.
    for (u32 entry = 0; entry < entries.size(); ++entry) {
        const Key kept = key_of(entry / pairs, pair_of(entry % pairs));
        if (kept != key_of(entry)) group_[entry] = find(entries, kept);
    }
}

u32 StripNeighbours::find(const std::vector<u32>& entries, const Key& key) const {
    const auto last = starts_.end() - 1;
    const auto at = std::lower_bound(starts_.begin(), last, key,
                                     [&](u32 start, const Key& wanted) { return key_of(entries[start]) < wanted; });
    return at != last && key_of(entries[*at]) == key ? static_cast<u32>(at - starts_.begin()) : none;
}

// Entries of an edge follow each other, once for each direction: the lesser vertex first is the one that counts.
void StripNeighbours::find_edges(const std::vector<u32>& entries) {
    edge_.resize(3 * all_.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Pair pair = pair_of(entries[i] % pairs);
        const u32 low = vertex_of(entries[i], 0), high = vertex_of(entries[i], 1);
        if (low > high) continue;
        const bool is_new = i == 0 || low != vertex_of(entries[i - 1], 0) || high != vertex_of(entries[i - 1], 1);
        if (is_new) edge_uses_.push_back(0);
        const bool forwards = pair[1] == (pair[0] + 1) % 3;
        if (low == high && !forwards) continue;  // the same edge again
        edge_[entries[i] / pairs * 3 + (forwards ? pair[0] : pair[1])] = static_cast<u32>(edge_uses_.size() - 1);
        ++edge_uses_.back();
    }
}

}  // namespace thaw::ctr
