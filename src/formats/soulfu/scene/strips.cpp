// The engine grows a strip from every triangle that is in none yet. It tries the three ways to start, walks each as far
// as it goes in both directions, takes the longest, and then walks that one again from its far end, stricter than
// before, so that a strip may come out shorter than promised. Everything here, including two slips of the engine's, is
// needed to get the same strips (352 of 352 base models).
#include "formats/soulfu/scene/strips.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace thaw::rdy {

namespace {

constexpr std::size_t most_neighbours = 8;

struct Neighbours {
    std::array<u16, most_neighbours> list{};
    std::size_t count = 0;

    void add(std::size_t triangle) {
        if (count < most_neighbours) list[count++] = static_cast<u16>(triangle);
    }
};

struct Piece {
    std::array<Corner, 3> corners{};
    u8 slot = 0;
    bool in_strip = false;
    bool in_walk = false;
    Neighbours neighbours{};

    bool is_free() const { return !in_strip && !in_walk; }
    // The corner whose vertex is on neither end of an edge; none in a triangle without area.
    const Corner* off_edge(u16 a, u16 b) const {
        const auto found = std::find_if(corners.begin(), corners.end(),
                                        [&](const Corner& c) { return c.vertex != a && c.vertex != b; });
        return found == corners.end() ? nullptr : &*found;
    }
};

using Edge = std::array<Corner, 2>;

// Finds the neighbours of each triangle among the earlier ones of its slot: those of which at least two corners are at
// its own vertices. Triangles are filed by the pairs of their vertices; a full file keeps only what can still matter,
// so that a thousand triangles on one edge take no longer than a thousand elsewhere.
class NeighbourFinder {
public:
    explicit NeighbourFinder(std::vector<Piece>& pieces) : pieces_(pieces), met_(pieces.size(), pieces.size()) {}

    void begin_slot() { files_.clear(); }

    void add(std::size_t triangle) {
        const auto& c = pieces_[triangle].corners;
        std::vector<std::size_t> found;
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t b = a; b < 3; ++b) look_up(c[a].vertex, c[b].vertex, triangle, found);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        for (const std::size_t other : found) pieces_[triangle].neighbours.add(other);
        for (std::size_t a = 0; a < 3; ++a) file(c[a].vertex, c[(a + 1) % 3].vertex, triangle);
    }

private:
    struct Filed {
        std::vector<std::size_t> first{};  // what a later triangle can still have as its neighbours
        std::vector<std::size_t> open{};   // what can still have a later triangle as its neighbour
    };

    static u32 key(u16 a, u16 b) { return u32{std::min(a, b)} << 16 | std::max(a, b); }

    void look_up(u16 a, u16 b, std::size_t triangle, std::vector<std::size_t>& found) {
        const auto filed = files_.find(key(a, b));
        if (filed == files_.end()) return;
        found.insert(found.end(), filed->second.first.begin(), filed->second.first.end());
        std::erase_if(filed->second.open, [&](std::size_t other) {
            if (met_[other] != triangle) pieces_[other].neighbours.add(triangle);
            met_[other] = triangle;
            return pieces_[other].neighbours.count == most_neighbours;
        });
    }

    void file(u16 a, u16 b, std::size_t triangle) {
        Filed& filed = files_[key(a, b)];
        if (filed.first.size() < most_neighbours) filed.first.push_back(triangle);
        if (pieces_[triangle].neighbours.count < most_neighbours) filed.open.push_back(triangle);
    }

    std::vector<Piece>& pieces_;
    std::vector<std::size_t> met_;  // the last triangle that each one was made a neighbour of
    std::unordered_map<u32, Filed> files_{};
};

class StripMaker {
public:
    explicit StripMaker(const ddd::BaseModel& base) {
        for (std::size_t s = 0; s < base.slots.size(); ++s) {
            if (base.slots[s].mode == 0) continue;
            for (const ddd::Triangle& t : base.slots[s].triangles) pieces_.push_back({t.corners, static_cast<u8>(s)});
        }
        find_neighbours();
    }

    std::array<Primitives, slot_count> run() {
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            // A strip that is meant for this triangle may start at another one and never come here.
            while (!pieces_[i].in_strip) add_strip(i);
        }
        return std::move(strips_);
    }

private:
    // Where a strip may start, and how many triangles it then promises to have.
    struct Start {
        std::size_t triangle = 0;
        u16 vertex = 0;
        std::size_t length = 0;
    };

    void find_neighbours() {
        NeighbourFinder finder(pieces_);
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            if (i == 0 || pieces_[i].slot != pieces_[i - 1].slot) finder.begin_slot();
            finder.add(i);
        }
        // A slip of the engine's: clearing marks with half the right step, it also clears the upper bits of the seventh
        // neighbour, in the first half of the triangles.
        for (std::size_t i = 0; i < (pieces_.size() + 1) / 2; ++i) pieces_[i].neighbours.list[6] &= 0x1FF;
    }

    void mark(std::size_t triangle) {
        pieces_[triangle].in_walk = true;
        walked_.push_back(triangle);
    }
    // The other half of the slip: between attempts, only the first half of the triangles are cleared.
    void clear_marks(std::size_t below) {
        std::erase_if(walked_, [&](std::size_t triangle) {
            if (triangle >= below) return false;
            pieces_[triangle].in_walk = false;
            return true;
        });
    }

    // A free neighbour in the same slot that holds both ends of the edge, at whichever corners.
    std::optional<std::size_t> loose_neighbour(std::size_t triangle, const Edge& edge) const {
        const auto holds = [&](const Piece& piece, auto value_of) {
            return std::all_of(edge.begin(), edge.end(), [&](const Corner& end) {
                return std::any_of(piece.corners.begin(), piece.corners.end(),
                                   [&](const Corner& corner) { return value_of(corner) == value_of(end); });
            });
        };
        return first_neighbour(triangle, [&](const Piece& piece) {
            return holds(piece, [](const Corner& c) { return c.vertex; }) &&
                   holds(piece, [](const Corner& c) { return c.tex_vertex; });
        });
    }

    // The same, with the edge in the direction that keeps all triangles of the strip facing the same way.
    std::optional<std::size_t> facing_neighbour(std::size_t triangle, const Edge& edge, bool odd) const {
        return first_neighbour(triangle, [&](const Piece& piece) {
            for (std::size_t c = 0; c < 3; ++c) {
                if (piece.corners[c].vertex != edge[0].vertex) continue;
                const Corner& other = piece.corners[(c + (odd ? 1 : 2)) % 3];
                return other.vertex == edge[1].vertex && piece.corners[c].tex_vertex == edge[0].tex_vertex &&
                       other.tex_vertex == edge[1].tex_vertex;
            }
            return false;
        });
    }

    template <class Fits>
    std::optional<std::size_t> first_neighbour(std::size_t triangle, Fits&& fits) const {
        const Piece& from = pieces_[triangle];
        for (std::size_t i = 0; i < from.neighbours.count; ++i) {
            const std::size_t other = from.neighbours.list[i];
            const Piece& piece = pieces_[other];
            if (piece.is_free() && piece.slot == from.slot && fits(piece)) return other;
        }
        return std::nullopt;
    }

    Start try_start(std::size_t triangle, std::size_t turn) {
        const auto& corners = pieces_[triangle].corners;
        const Corner &a = corners[turn], &b = corners[(turn + 1) % 3], &c = corners[(turn + 2) % 3];
        Start start{triangle, a.vertex, 1};
        mark(triangle);
        walk(triangle, {b, c}, [&](std::size_t, const Edge&) { ++start.length; });
        // Backward in steps of two, as only then the strip still faces the right way.
        std::size_t steps = 0;
        walk(triangle, {b, a}, [&](std::size_t reached, const Edge& edge) {
            if (++steps % 2 != 0) return;
            start.triangle = reached;
            start.length += 2;
            const Corner* off = pieces_[reached].off_edge(edge[0].vertex, edge[1].vertex);
            if (off != nullptr) start.vertex = off->vertex;
        });
        return start;
    }

    // Calls `visit` with each triangle reached and the edge by which it was.
    template <class Visit>
    void walk(std::size_t triangle, Edge edge, Visit&& visit) {
        while (const auto next = loose_neighbour(triangle, edge)) {
            triangle = *next;
            mark(triangle);
            visit(triangle, edge);
            if (const Corner* off = pieces_[triangle].off_edge(edge[0].vertex, edge[1].vertex)) edge = {edge[1], *off};
        }
    }

    void add_strip(std::size_t triangle) {
        Start best;
        for (std::size_t turn = 0; turn < 3; ++turn) {
            clear_marks(pieces_.size() / 2);
            const Start start = try_start(triangle, turn);
            if (start.length > best.length) best = start;
        }
        clear_marks(pieces_.size());
        emit(best);
    }

    void emit(const Start& start) {
        Piece& first = pieces_[start.triangle];
        const auto at = std::find_if(first.corners.begin(), first.corners.end(),
                                     [&](const Corner& corner) { return corner.vertex == start.vertex; });
        // Only a walk over triangles without area can lose its start; the engine then writes what it finds in memory.
        const auto turn = at == first.corners.end() ? 0u : static_cast<std::size_t>(at - first.corners.begin());
        std::vector<Corner> strip;
        for (std::size_t c = 0; c < 3; ++c) strip.push_back(first.corners[(turn + c) % 3]);
        first.in_strip = true;
        Edge edge{strip[1], strip[2]};
        bool odd = false;
        std::size_t triangle = start.triangle;
        while (const auto next = facing_neighbour(triangle, edge, odd)) {
            triangle = *next;
            odd = !odd;
            pieces_[triangle].in_strip = true;
            const Corner* off = pieces_[triangle].off_edge(edge[0].vertex, edge[1].vertex);
            if (off == nullptr) continue;  // without area: part of the strip, but adds no corner
            strip.push_back(*off);
            edge = {edge[1], *off};
        }
        strips_[first.slot].add(strip);
    }

    std::vector<Piece> pieces_{};
    std::vector<std::size_t> walked_{};
    std::array<Primitives, slot_count> strips_{};
};

}  // namespace

std::array<Primitives, slot_count> make_strips(const ddd::BaseModel& base) { return StripMaker(base).run(); }

}  // namespace thaw::rdy
