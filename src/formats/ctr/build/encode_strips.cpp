#include <algorithm>

#include "formats/ctr/build/layout_table.hpp"
#include "formats/ctr/build/strip_neighbours.hpp"
#include "formats/ctr/model/strips.hpp"

namespace thaw::ctr {

namespace {

constexpr u32 first_slot = 1;        // a word with slot 0 and no flags would be a change of colours
constexpr u32 throw_away_slot = 87;  // what no later command reads
constexpr std::size_t nowhere = ~std::size_t{0};

// Slots, linked in the order of their last use. Slot 0 is none, and the ends of that list.
class SlotCache {
public:
    explicit SlotCache(std::size_t vertices) : slot_of_(vertices) {
        for (u32 slot = first_slot; slot < throw_away_slot; ++slot) append(slot);
    }

    // 0 if it is in none.
    u32 find(u32 vertex) {
        const u32 slot = slot_of_[vertex];
        if (slot != 0) renew(slot);
        return slot;
    }
    u32 store(u32 vertex) {
        const u32 oldest = newer_[0];
        if (is_filled_[oldest]) slot_of_[vertex_in_[oldest]] = 0;
        is_filled_[oldest] = true;
        vertex_in_[oldest] = vertex;
        slot_of_[vertex] = static_cast<u8>(oldest);
        renew(oldest);
        return oldest;
    }

private:
    void renew(u32 slot) {
        newer_[older_[slot]] = newer_[slot];
        older_[newer_[slot]] = older_[slot];
        append(slot);
    }
    void append(u32 slot) {
        older_[slot] = older_[0];
        newer_[slot] = 0;
        newer_[older_[0]] = static_cast<u8>(slot);
        older_[0] = static_cast<u8>(slot);
    }

    std::vector<u8> slot_of_;  // by vertex
    std::array<u32, throw_away_slot> vertex_in_{};
    std::array<bool, throw_away_slot> is_filled_{};
    std::array<u8, throw_away_slot> newer_{};
    std::array<u8, throw_away_slot> older_{};
};

// A layout names its corners oldest first, so that one image may need several.
TextureLayout reordered(const TextureLayout& from, const std::array<std::size_t, 3>& order) {
    const std::array<std::array<u8, 2>, 3> corners{{{from.u0, from.v0}, {from.u1, from.v1}, {from.u2, from.v2}}};
    const auto& [a, b, c] = order;
    return {corners[a][0], corners[a][1], from.clut,     corners[b][0], corners[b][1],
            from.page,     corners[c][0], corners[c][1], corners[c][0], corners[c][1]};
}

class StripEncoder {
public:
    StripEncoder(const std::vector<PlainTriangle>& triangles, const StripNeighbours& neighbours,
                 const StripOptions& options)
        : triangles_(triangles),
          neighbours_(neighbours),
          options_(options),
          used_(triangles.size()),
          next_(neighbours.starts()),
          left_(neighbours.edge_uses()),
          uses_(neighbours.vertex_uses()),
          slots_(neighbours.num_vertices()) {}

    EncodedStrips run() {
        out_.commands.reserve(triangles_.size() * 5 / 4);
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            if (used_[t]) continue;
            start(t);
            while (extend()) {
            }
        }
        out_.commands.push_back({terminator});
        out_.layouts = all_layouts();
        return std::move(out_);
    }

private:
    // The corners of the last triangle, in the order in which the game has them.
    struct Kept {
        std::size_t triangle = 0;
        std::array<std::size_t, 3> corners{};
    };

    // The next triangle of a strip, and its corners: two that are kept, and the new one.
    struct Step {
        std::size_t triangle = nowhere;
        u32 fan = 0;
        std::array<std::size_t, 3> corners{};
        bool recolours = false;
    };

    void start(std::size_t t) {
        const PlainTriangle& triangle = triangles_[t];
        use(t);
        const std::size_t first = options_.first_corner;
        const std::array<std::size_t, 3> order{first, (first + 1) % 3, (first + 2) % 3};
        // Repeated on all three words: the game takes the first one's, other tools the third one's (R9).
        const u32 face = attributes(triangle, order) | flip_bit;
        for (std::size_t c = 0; c < 3; ++c) {
            put(triangle.vertices[order[c]], triangle.colours[order[c]], c == 0 ? face | strip_bit : face);
        }
        kept_ = {t, order};
    }

    Step next() {
        const Step step = over(kept_.corners[1], kept_.corners[2], 0);
        if (step.triangle != nowhere && !options_.tidy) return step;
        const Step fan = over(kept_.corners[0], kept_.corners[2], fan_bit);
        if (step.triangle == nowhere || fan.triangle == nowhere) return step.triangle == nowhere ? fan : step;
        return neighbours_left(fan.triangle) < neighbours_left(step.triangle) ? fan : step;
    }

    // Of a triangle that is not used itself.
    u32 neighbours_left(std::size_t t) const {
        const std::array<u32, 3> edges{neighbours_.edge(t, 0), neighbours_.edge(t, 1), neighbours_.edge(t, 2)};
        u32 left = 0;
        for (const u32 edge : edges) {
            left += left_[edge] - static_cast<u32>(std::count(edges.begin(), edges.end(), edge));
        }
        return left;
    }

    // The first triangle that is left over these two kept corners. Each is passed by once: what is used stays used.
    std::size_t first_over(std::size_t older, std::size_t newest) {
        const u32 group = neighbours_.group(kept_.triangle, {older, newest});
        if (group == StripNeighbours::none) return nowhere;
        const u32 end = neighbours_.starts()[group + 1];
        for (u32& at = next_[group]; at < end; ++at) {
            if (!used_[neighbours_.triangles()[at]]) return neighbours_.triangles()[at];
        }
        return nowhere;
    }

    // Over the edge from a kept corner to the newest one.
    Step over(std::size_t older, std::size_t newest, u32 fan) {
        const std::size_t t = first_over(older, newest);
        if (t == nowhere) return {};
        const PlainTriangle &last = triangles_[kept_.triangle], &triangle = triangles_[t];
        const std::size_t a = corner_with(triangle, last.vertices[older]);
        const std::size_t b = corner_with(triangle, last.vertices[newest], a);
        const bool recolours =
            triangle.colours[a] != last.colours[older] || triangle.colours[b] != last.colours[newest];
        return {t, fan, {a, b, 3 - a - b}, recolours};
    }

    bool extend() {
        const Step step = next();
        if (step.triangle == nowhere) return false;
        const PlainTriangle& triangle = triangles_[step.triangle];
        const auto& [a, b, c] = step.corners;
        if (step.recolours) out_.commands.push_back({u32{triangle.colours[a]} << 9 | u32{triangle.colours[b]} << 2});
        use(step.triangle);
        const bool in_order = (a + 1) % 3 == b;
        put(triangle.vertices[c], triangle.colours[c],
            attributes(triangle, step.corners) | step.fan | (in_order ? flip_bit : 0));
        kept_ = {step.triangle, step.corners};
        return true;
    }

    void use(std::size_t t) {
        used_[t] = true;
        for (std::size_t c = 0; c < 3; ++c) {
            --left_[neighbours_.edge(t, c)];
            --uses_[triangles_[t].vertices[c]];
        }
    }

    u32 attributes(const PlainTriangle& triangle, const std::array<std::size_t, 3>& order) {
        return (triangle.two_sided ? 0 : cull_bit) | texture_of(triangle, order);
    }

    u32 texture_of(const PlainTriangle& triangle, const std::array<std::size_t, 3>& order) {
        if (!triangle.layout) return 0;
        const TextureLayout layout = reordered(*triangle.layout, order);
        const std::size_t number = layouts_.add(layout);
        if (number == most_layouts) too_many_.push_back(layout);
        return static_cast<u32>(std::min(number + 1, most_layouts));
    }

    // Only to say how many there are.
    std::vector<TextureLayout> all_layouts() {
        std::sort(too_many_.begin(), too_many_.end());
        too_many_.erase(std::unique(too_many_.begin(), too_many_.end()), too_many_.end());
        std::vector<TextureLayout> out = layouts_.all();
        out.insert(out.end(), too_many_.begin(), too_many_.end());
        return out;
    }

    void put(u32 vertex, u8 colour, u32 bits) {
        u32 word = bits | u32{colour} << 9;
        if (const u32 slot = slots_.find(vertex); slot != 0) {
            word |= slot_bit | slot << 16;
        } else {
            out_.vertices.push_back(vertex);
            word |= (uses_[vertex] > 0 ? slots_.store(vertex) : throw_away_slot) << 16;
        }
        out_.commands.push_back({word});
    }

    const std::vector<PlainTriangle>& triangles_;
    const StripNeighbours& neighbours_;
    StripOptions options_;
    std::vector<bool> used_;
    std::vector<u32> next_;  // by group: the first that may be left
    std::vector<u32> left_;  // by edge: how many triangles still to come have it
    std::vector<u32> uses_;  // by vertex: by triangles still to come
    LayoutTable layouts_{};
    std::vector<TextureLayout> too_many_{};
    SlotCache slots_;
    Kept kept_{};
    EncodedStrips out_{};
};

}  // namespace

EncodedStrips strips_of(const std::vector<PlainTriangle>& triangles, const StripOptions& options) {
    return strips_of(triangles, StripNeighbours(triangles, options.recolour), options);
}

EncodedStrips strips_of(const std::vector<PlainTriangle>& triangles, const StripNeighbours& neighbours,
                        const StripOptions& options) {
    return StripEncoder(triangles, neighbours, options).run();
}

}  // namespace thaw::ctr
