#include <algorithm>
#include <map>

#include "formats/ctr/build/encode.hpp"

namespace thaw::ctr {

namespace {

constexpr u32 first_slot = 1;        // a word with slot 0 and no flags would be a change of colours
constexpr u32 throw_away_slot = 87;  // what no later command reads
constexpr std::size_t nowhere = ~std::size_t{0};

using Edge = std::pair<u32, u32>;
Edge edge_between(u32 a, u32 b) { return {std::min(a, b), std::max(a, b)}; }

// Slots in the order of their last use.
class SlotCache {
public:
    SlotCache() { stamps_.fill(0); }

    std::optional<u32> find(u32 vertex) {
        const auto at = slot_of_.find(vertex);
        if (at == slot_of_.end()) return std::nullopt;
        stamps_[at->second] = ++clock_;
        return at->second;
    }
    u32 store(u32 vertex) {
        u32 oldest = first_slot;
        for (u32 slot = first_slot; slot < throw_away_slot; ++slot) {
            if (stamps_[slot] < stamps_[oldest]) oldest = slot;
        }
        if (stamps_[oldest] != 0) slot_of_.erase(vertices_[oldest]);
        vertices_[oldest] = vertex;
        slot_of_[vertex] = oldest;
        stamps_[oldest] = ++clock_;
        return oldest;
    }

private:
    std::map<u32, u32> slot_of_{};
    std::array<u32, throw_away_slot> vertices_{};
    std::array<u64, throw_away_slot> stamps_{};
    u64 clock_ = 0;
};

std::size_t corner_with(const PlainTriangle& triangle, u32 vertex, std::size_t but_not) {
    for (std::size_t c = 0; c < 3; ++c) {
        if (c != but_not && triangle.vertices[c] == vertex) return c;
    }
    return nowhere;
}

// A kept corner of a strip.
struct Kept {
    u32 vertex = 0;
    u8 colour = 0;
};

// The triangles that a strip may go on with over two kept corners. Each is passed by once: what is used stays used.
class Continuations {
public:
    Continuations(const std::vector<PlainTriangle>& triangles, bool any_colours) : any_colours_(any_colours) {
        for (std::size_t t = 0; t < triangles.size(); ++t) {
            const auto& v = triangles[t].vertices;
            for (std::size_t c = 0; c < 3; ++c) {
                add(triangles[t], v[c], v[(c + 1) % 3], t);
                add(triangles[t], v[(c + 1) % 3], v[c], t);
            }
        }
        std::sort(entries_.begin(), entries_.end());
        for (std::size_t i = 0; i < entries_.size(); ++i) next_.push_back(i);
    }

    // The first one that is left; nowhere if none is.
    std::size_t first(const Kept& older, const Kept& newest, const std::vector<bool>& used) {
        const Key key = key_of(older, newest);
        const auto found = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, 0});
        const auto begin = static_cast<std::size_t>(found - entries_.begin());
        if (begin == entries_.size() || entries_[begin].key != key) return nowhere;
        std::size_t& at = next_[begin];
        for (; at < entries_.size() && entries_[at].key == key; ++at) {
            if (!used[entries_[at].triangle]) return entries_[at].triangle;
        }
        return nowhere;
    }

private:
    struct Key {
        u32 older = 0;
        u32 newest = 0;
        std::array<u8, 2> colours{};  // if they have to fit
        auto operator<=>(const Key&) const = default;
    };
    struct Entry {
        Key key{};
        std::size_t triangle = 0;
        auto operator<=>(const Entry&) const = default;
    };

    Key key_of(const Kept& older, const Kept& newest) const {
        if (any_colours_) return {older.vertex, newest.vertex};
        return {older.vertex, newest.vertex, {older.colour, newest.colour}};
    }

    void add(const PlainTriangle& triangle, u32 older, u32 newest, std::size_t t) {
        const std::size_t a = corner_with(triangle, older, nowhere);
        const std::size_t b = corner_with(triangle, newest, a);
        entries_.push_back({key_of({older, triangle.colours[a]}, {newest, triangle.colours[b]}), t});
    }

    bool any_colours_;
    std::vector<Entry> entries_{};
    std::vector<std::size_t> next_{};  // at the first entry of each key: the first that may be left
};

class StripEncoder {
public:
    StripEncoder(const std::vector<PlainTriangle>& triangles, const StripOptions& options)
        : triangles_(triangles),
          options_(options),
          used_(triangles.size()),
          continuations_(triangles, options.recolour) {
        for (const PlainTriangle& triangle : triangles) {
            const auto& v = triangle.vertices;
            for (std::size_t c = 0; c < 3; ++c) {
                ++left_[edge_between(v[c], v[(c + 1) % 3])];
                ++uses_[v[c]];
            }
        }
    }

    EncodedStrips run() {
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            if (used_[t]) continue;
            start(t);
            while (extend()) {
            }
        }
        out_.commands.push_back({terminator});
        return std::move(out_);
    }

private:
    using KeptCorners = std::array<Kept, 3>;

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
        kept_ = kept_from(triangle, order);
    }

    static KeptCorners kept_from(const PlainTriangle& triangle, const std::array<std::size_t, 3>& order) {
        KeptCorners out{};
        for (std::size_t c = 0; c < 3; ++c) out[c] = {triangle.vertices[order[c]], triangle.colours[order[c]]};
        return out;
    }

    Step next(const KeptCorners& kept) {
        const Step step = over(kept[1], kept[2], 0);
        if (step.triangle != nowhere && !options_.tidy) return step;
        const Step fan = over(kept[0], kept[2], fan_bit);
        if (step.triangle == nowhere || fan.triangle == nowhere) return step.triangle == nowhere ? fan : step;
        return neighbours_left(fan.triangle) < neighbours_left(step.triangle) ? fan : step;
    }

    // Of a triangle that is not used itself.
    u32 neighbours_left(std::size_t t) const {
        const auto& v = triangles_[t].vertices;
        const std::array<Edge, 3> edges{edge_between(v[0], v[1]), edge_between(v[1], v[2]), edge_between(v[2], v[0])};
        u32 left = 0;
        for (const Edge& edge : edges) {
            const auto itself = static_cast<u32>(std::count(edges.begin(), edges.end(), edge));
            left += left_.find(edge)->second - itself;
        }
        return left;
    }

    // Over the edge from `older` to the newest vertex.
    Step over(const Kept& older, const Kept& newest, u32 fan) {
        const std::size_t t = continuations_.first(older, newest, used_);
        if (t == nowhere) return {};
        const PlainTriangle& triangle = triangles_[t];
        const std::size_t a = corner_with(triangle, older.vertex, nowhere);
        const std::size_t b = corner_with(triangle, newest.vertex, a);
        const bool recolours = triangle.colours[a] != older.colour || triangle.colours[b] != newest.colour;
        return {t, fan, {a, b, 3 - a - b}, recolours};
    }

    bool extend() {
        const Step step = next(kept_);
        if (step.triangle == nowhere) return false;
        const PlainTriangle& triangle = triangles_[step.triangle];
        const auto& [a, b, c] = step.corners;
        if (step.recolours) out_.commands.push_back({u32{triangle.colours[a]} << 9 | u32{triangle.colours[b]} << 2});
        use(step.triangle);
        const bool in_order = (a + 1) % 3 == b;
        put(triangle.vertices[c], triangle.colours[c],
            attributes(triangle, step.corners) | step.fan | (in_order ? flip_bit : 0));
        kept_ = kept_from(triangle, step.corners);
        return true;
    }

    void use(std::size_t t) {
        used_[t] = true;
        const auto& v = triangles_[t].vertices;
        for (std::size_t c = 0; c < 3; ++c) {
            --left_[edge_between(v[c], v[(c + 1) % 3])];
            --uses_[v[c]];
        }
    }

    u32 attributes(const PlainTriangle& triangle, const std::array<std::size_t, 3>& order) {
        return (triangle.two_sided ? 0 : cull_bit) | texture_of(triangle, order);
    }

    // A layout names its corners oldest first, so that one image may need several.
    u32 texture_of(const PlainTriangle& triangle, const std::array<std::size_t, 3>& order) {
        if (!triangle.layout) return 0;
        const TextureLayout& from = *triangle.layout;
        const std::array<std::array<u8, 2>, 3> corners{{{from.u0, from.v0}, {from.u1, from.v1}, {from.u2, from.v2}}};
        const auto& [a, b, c] = order;
        const TextureLayout to{corners[a][0], corners[a][1], from.clut,     corners[b][0], corners[b][1],
                               from.page,     corners[c][0], corners[c][1], corners[c][0], corners[c][1]};
        const auto key = std::tuple(to.u0, to.v0, to.clut, to.u1, to.v1, to.page, to.u2, to.v2);
        const auto [place, is_new] = layout_index_.try_emplace(key, out_.layouts.size() + 1);
        if (is_new) out_.layouts.push_back(to);
        return static_cast<u32>(std::min(place->second, most_layouts));
    }

    void put(u32 vertex, u8 colour, u32 bits) {
        u32 word = bits | u32{colour} << 9;
        if (const auto slot = slots_.find(vertex)) {
            word |= slot_bit | *slot << 16;
        } else {
            out_.vertices.push_back(vertex);
            word |= (uses_[vertex] > 0 ? slots_.store(vertex) : throw_away_slot) << 16;
        }
        out_.commands.push_back({word});
    }

    const std::vector<PlainTriangle>& triangles_;
    StripOptions options_;
    std::vector<bool> used_;
    Continuations continuations_;
    std::map<Edge, u32> left_{};  // triangles still to come, as often as they have the edge
    std::map<u32, u32> uses_{};   // by triangles still to come
    std::map<std::tuple<u8, u8, u16, u8, u8, u16, u8, u8>, std::size_t> layout_index_{};
    SlotCache slots_{};
    std::array<Kept, 3> kept_{};
    EncodedStrips out_{};
};

}  // namespace

EncodedStrips strips_of(const std::vector<PlainTriangle>& triangles, const StripOptions& options) {
    return StripEncoder(triangles, options).run();
}

Result<EncodedStrips> encode_strips(const std::vector<PlainTriangle>& triangles, const StripOptions& options) {
    EncodedStrips out = strips_of(triangles, options);
    if (out.layouts.size() <= most_layouts) return out;
    return Error{Code::unrepresentable, std::to_string(out.layouts.size()) +
                                            " texture layouts, but the format counts to " +
                                            std::to_string(most_layouts)};
}

}  // namespace thaw::ctr
