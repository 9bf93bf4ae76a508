#include "formats/soulfu/scene/edge_lines.hpp"

#include <algorithm>
#include <unordered_map>

namespace thaw::rdy {

namespace {

constexpr u8 no_line = 64;
constexpr u16 open = 0xFFFF;  // no triangle on the other side yet

class EdgeCollector {
public:
    void add_strip(std::span<const Corner> strip) {
        std::array<u16, 3> ring{};  // the last three vertices, each where its number in the strip puts it
        for (std::size_t k = 0; k < strip.size(); ++k) {
            ring[k % 3] = strip[k].vertex;
            if (k < 2) continue;
            const auto [a, b, c] = ring;
            if (k % 2 == 0) {
                add(a, b, c);
                add(b, c, a);
                add(c, a, b);
            } else {
                add(c, b, a);
                add(b, a, c);
                add(a, c, b);
            }
        }
    }

    std::vector<EdgeLine> take() {
        std::erase_if(lines_, [](const EdgeLine& line) { return line.corners[1] == open; });
        return std::move(lines_);
    }

private:
    static u32 key(u16 a, u16 b) { return u32{std::min(a, b)} << 16 | std::max(a, b); }

    // A triangle on the edge a-b with its third vertex at `corner`. The first line of that edge with another first
    // corner gets it as its second, replacing the one it has; else it is a new line. So all lines of one edge have the
    // same first corner, and the first line stands for all. A line from a vertex to itself, of a triangle without
    // area, counts for every edge at that vertex.
    void add(u16 a, u16 b, u16 corner) {
        std::size_t best = lines_.size();
        for (const u32 edge : {key(a, b), key(a, a), key(b, b)}) {
            const auto found = first_.find(edge);
            if (found != first_.end() && lines_[found->second].corners[0] != corner) {
                best = std::min(best, found->second);
            }
        }
        if (best < lines_.size()) {
            lines_[best].corners[1] = corner;
            return;
        }
        first_.try_emplace(key(a, b), lines_.size());
        lines_.push_back({{a, b}, {corner, open}});
    }

    std::vector<EdgeLine> lines_{};
    std::unordered_map<u32, std::size_t> first_{};  // line of each edge
};

}  // namespace

std::vector<EdgeLine> make_edge_lines(const std::array<Slot, slot_count>& slots) {
    EdgeCollector edges;
    for (const Slot& slot : slots) {
        if (slot.mode == 0 || (slot.flags & no_line) != 0) continue;
        for (std::size_t i = 0; i < slot.strips.size(); ++i) edges.add_strip(slot.strips[i]);
    }
    return edges.take();
}

}  // namespace thaw::rdy
