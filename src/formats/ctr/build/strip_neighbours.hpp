// Which triangles lie at which edges: worked out once for all the strips that are tried over the same triangles.
#pragma once

#include "formats/ctr/build/encode.hpp"

namespace thaw::ctr {

class StripNeighbours {
public:
    using Pair = std::array<std::size_t, 2>;  // two different corners of a triangle, the older one first
    static constexpr u32 none = 0xFFFFFFFF;

    // Vertices are numbered from 0 without large gaps. `any_colours`: two kept corners need not have the triangle's.
    StripNeighbours(const std::vector<PlainTriangle>& triangles, bool any_colours);

    std::size_t num_vertices() const { return vertex_uses_.size(); }
    // The triangles that a strip may go on with over these two corners; none if there are none.
    u32 group(std::size_t triangle, Pair kept) const { return group_[pairs * triangle + number_of(kept)]; }
    // The places of the groups among `triangles`, one after another, and the end of the last one.
    const std::vector<u32>& starts() const { return starts_; }
    const std::vector<u32>& triangles() const { return triangle_; }

    // Of the edge from a corner to the next, whichever triangle has it.
    u32 edge(std::size_t triangle, std::size_t corner) const { return edge_[3 * triangle + corner]; }
    // How often triangles have each edge, and each vertex.
    const std::vector<u32>& edge_uses() const { return edge_uses_; }
    const std::vector<u32>& vertex_uses() const { return vertex_uses_; }

private:
    static constexpr std::size_t pairs = 6;
    static std::size_t number_of(Pair pair) { return 2 * pair[0] + (pair[1] == (pair[0] + 1) % 3 ? 0 : 1); }
    static Pair pair_of(std::size_t number);

    struct Key {
        u32 older = 0;
        u32 newest = 0;
        std::array<u8, 2> colours{};  // if they have to fit
        auto operator<=>(const Key&) const = default;
    };
    Key key_of(std::size_t triangle, Pair pair) const;
    Key key_of(u32 entry) const;

    u32 vertex_of(u32 entry, std::size_t which) const;
    void sort_by(std::size_t which, std::vector<u32>& entries) const;
    void sort_colours(std::vector<u32>& entries) const;
    void find_groups(const std::vector<u32>& entries);
    void find_edges(const std::vector<u32>& entries);
    u32 find(const std::vector<u32>& entries, const Key& key) const;

    const std::vector<PlainTriangle>& all_;
    bool any_colours_;
    std::vector<u32> group_{};     // by triangle and pair
    std::vector<u32> starts_{};    // by group
    std::vector<u32> triangle_{};  // of each entry
    std::vector<u32> edge_{};      // by triangle and corner
    std::vector<u32> edge_uses_{};
    std::vector<u32> vertex_uses_{};
};

// The first of two corners with the same vertex, `but_not` excepted; 3 if there is none.
std::size_t corner_with(const PlainTriangle& triangle, u32 vertex, std::size_t but_not = 3);

// strips_of() over neighbours that are known. They have to be those of the triangles, with the option's colours.
EncodedStrips strips_of(const std::vector<PlainTriangle>& triangles, const StripNeighbours& neighbours,
                        const StripOptions& options);

}  // namespace thaw::ctr
