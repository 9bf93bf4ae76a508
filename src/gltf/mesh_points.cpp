// From vertices to points. Vertices that share position, influences and all morph targets are one point that a seam has
// split; where the file says which native vertex each came from, that decides, as long as it agrees with the numbers.
#include <algorithm>
#include <bit>
#include <cmath>

#include "gltf/mesh_columns.hpp"
#include "scene/unique.hpp"

namespace thaw::gltf {

namespace {

f32 number(u32 word) { return std::bit_cast<f32>(word); }

// A vertex of the mesh.
struct Place {
    u32 part;
    u32 vertex;
};

// A mesh of one part, as most are, needs no look at which part a vertex is of.
struct OnlyColumn {
    Column column;
    Element at(Place place) const { return column.at(place.vertex); }
    // The numbers of a target, and mostly of the next one, follow each other in the file.
    void expect(Place place) const { __builtin_prefetch(column.data + place.vertex * column.stride + 4096); }
};
struct AnyColumn {
    const Column* columns;
    Element at(Place place) const { return columns[place.part].at(place.vertex); }
    void expect(Place) const {}
};

// Points that move, a piece of a target.
struct Moves {
    static constexpr std::size_t most = 512;
    std::array<u32, most> points{};
    std::array<Vec3, most + 1> offsets{};
};

class PointReader {
public:
    PointReader(Reading& r, Ref mesh, std::vector<MeshPart>& parts, Mesh& out)
        : r_(r), mesh_(mesh), parts_(parts), out_(out), columns_(r, mesh, parts) {
        for (const MeshPart& part : parts) corners_ += part.corners;
    }

    void run(std::vector<u32>& sources) {
        // While they are sorted out: numbers, hashes, tables.
        const u64 per_corner = 80 + u64{columns_.influence_width()} * 16;
        if (!r_.input.charge(mesh_, per_corner * corners_ + columns_.targets() * sizeof(MorphTarget))) return;
        const bool has_sources = read_sources();
        if (!r_.input.ok()) return;
        if (has_sources) {
            by_source();
            const bool same = build();
            if (!r_.input.ok()) return;
            if (same) return finish(sources);
            r_.input.note(issue::source_vertex, mesh_);
        }
        by_content();
        if (r_.input.ok() && !build()) {
            apart();
            if (r_.input.ok()) build();
        }
        finish(sources);
    }

private:
    // The native vertex of each corner, if the whole mesh has them.
    bool read_sources() {
        std::vector<u32> all;
        std::vector<f32> values;
        for (const MeshPart& part : parts_) {
            const Numbers* numbers = attribute(r_, part, "_SOURCE_VERTEX", {1});
            if (numbers == nullptr || !r_.accessors.floats(*numbers, values)) return false;
            for (u32 c = 0; c < part.corners; ++c) {
                const f32 value = values[part.vertex(c)];
                if (value < 0 || value > 16777216 || value != std::floor(value)) {
                    r_.input.note(issue::source_vertex, part.attributes.find("_SOURCE_VERTEX"), "whole numbers");
                    return false;
                }
                all.push_back(static_cast<u32>(value));
            }
        }
        sources_ = std::move(all);
        return true;
    }

    // Points in the order of the native vertices.
    void by_source() {
        std::vector<std::array<u32, 1>> keys(corners_);
        for (std::size_t c = 0; c < corners_; ++c) keys[c] = {sources_[c]};
        const Unique unique = unique_of(keys);
        std::vector<u32> order(unique.firsts.size());
        for (u32 i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(),
                  [&](u32 a, u32 b) { return sources_[unique.firsts[a]] < sources_[unique.firsts[b]]; });
        std::vector<u32> rank(order.size());
        for (u32 i = 0; i < order.size(); ++i) rank[order[i]] = i;
        first_.resize(order.size());
        point_.resize(corners_);
        for (std::size_t c = 0; c < corners_; ++c) point_[c] = rank[unique.index[c]];
        for (std::size_t i = 0; i < order.size(); ++i) first_[i] = unique.firsts[order[i]];
    }

    // Points in the order of their first corner, found by a hash of everything they have.
    void by_content() {
        std::vector<u64> hashes(corners_, 0);
        const auto mix = [](u64 hash, u32 word) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
            return hash ^ hash >> 32;
        };
        for (std::size_t c = 0; c < sources_.size(); ++c) hashes[c] = mix(1, sources_[c]);
        std::vector<Column> columns;
        for (std::size_t s = 0; s < columns_.slots(); ++s) {
            const Slot slot = columns_.slot(s);
            if (!columns_.fetch(slot, columns)) return;
            for (std::size_t i = 0; i < parts_.size(); ++i) {
                for (u32 c = 0; c < parts_[i].corners; ++c) {
                    u64& hash = hashes[parts_[i].first_corner + c];
                    const Element e = columns[i].at(parts_[i].vertex(c));
                    // + 0 turns -0 into 0.
                    for (u32 k = 0; k < slot.width; ++k) hash = mix(hash, std::bit_cast<u32>(number(e[k]) + 0.0f));
                }
            }
        }
        std::vector<std::array<u32, 2>> keys(corners_);
        for (std::size_t c = 0; c < corners_; ++c) {
            keys[c] = {static_cast<u32>(hashes[c]), static_cast<u32>(hashes[c] >> 32)};
        }
        Unique unique = unique_of(keys);
        point_ = std::move(unique.index);
        first_ = std::move(unique.firsts);
    }

    void apart() {
        point_.resize(corners_);
        for (u32 c = 0; c < corners_; ++c) point_[c] = c;
        first_ = point_;
    }

    // Each point's numbers are those of its first corner; all others have to agree with it.
    void sort_corners() {
        leaders_.assign(first_.size(), {});
        others_.clear();
        for (u32 i = 0; i < parts_.size(); ++i) {
            const MeshPart& part = parts_[i];
            for (u32 c = 0; c < part.corners; ++c) {
                const u32 point = point_[part.first_corner + c];
                const Place here{i, part.vertex(c)};
                if (first_[point] == part.first_corner + c) {
                    leaders_[point] = here;
                } else {
                    others_.push_back({here, leaders_[point]});
                }
            }
        }
    }

    // Everything that points have. False if two corners of a point differ, or after an error.
    bool build() {
        sort_corners();
        out_.points.clear();
        out_.targets.clear();
        const std::size_t width = columns_.influence_width();
        std::vector<f32> joints(leaders_.size() * width);
        std::vector<f32> weights(leaders_.size() * width);
        std::vector<Column> columns;
        for (std::size_t s = 0; s < columns_.slots(); ++s) {
            const Slot slot = columns_.slot(s);
            if (s % 16 == 0 && r_.input.context().cancelled()) return r_.input.fail(Code::cancelled, mesh_, "stopped");
            if (!columns_.fetch(slot, columns) || !r_.input.work(mesh_, leaders_.size())) return false;
            Element wrong{};
            if (slot.target != no_index) {
                wrong = add_target(columns);
            } else if (slot.width == 3) {
                out_.points.reserve(leaders_.size());
                wrong = each(columns, [&](std::size_t, Element e) {
                    out_.points.push_back({number(e[0]), number(e[1]), number(e[2])});
                });
            } else {
                auto& to = slot.name[0] == 'J' ? joints : weights;
                const std::size_t first = (s - 1) / 2 * 4;
                wrong = each(columns, [&](std::size_t p, Element e) {
                    for (u32 k = 0; k < 4; ++k) to[p * width + first + k] = number(e[k]);
                });
            }
            const bool checked = std::all_of(columns.begin(), columns.end(), [](const Column& c) { return c.checked; });
            if (!checked && any_of(wrong, slot.width)) {  // once more, with a look at every number
                columns_.be_careful();
                return build();
            }
            if (!others_agree(columns, slot.width) || !r_.input.ok()) return false;
        }
        if (width > 0 && !set_influences(joints, weights, width, out_.influences)) {
            r_.input.note(issue::influences, mesh_);
        }
        return true;
    }

    // Set where a word is not a finite number.
    static Element not_finite(Element e) {
        constexpr u32 exponent = 0x7F800000;
        return static_cast<Element>((e & exponent) == exponent);
    }

    static bool any_of(Element words, u32 width) {
        return (words[0] | words[1] | words[2] | (width == 4 ? words[3] : 0)) != 0;
    }

    template <class Visit>
    Element each(const std::vector<Column>& columns, Visit&& visit) const {
        Element wrong{};
        for (std::size_t p = 0; p < leaders_.size(); ++p) {
            const Element e = columns[leaders_[p].part].at(leaders_[p].vertex);
            wrong |= not_finite(e);
            visit(p, e);
        }
        return wrong;
    }

    bool others_agree(const std::vector<Column>& columns, u32 width) const {
        // Bit for bit first: it is rarely otherwise.
        const AnyColumn any{columns.data()};
        const Element different = columns.size() == 1 ? differences(OnlyColumn{columns[0]}) : differences(any);
        if (!any_of(different, width)) return true;
        for (const auto& [here, leader] : others_) {
            const Element a = any.at(here);
            const Element b = any.at(leader);
            for (u32 k = 0; k < width; ++k) {
                if (number(a[k]) != number(b[k])) return false;  // 0 and -0 are the same
            }
        }
        return true;
    }

    template <class Source>
    Element differences(Source source) const {
        Element out{};
        for (const auto& [here, leader] : others_) out |= source.at(here) ^ source.at(leader);
        return out;
    }

    // Only what moves. In pieces that stay in the machine's nearest memory: first what moves in one, then the copy.
    Element add_target(const std::vector<Column>& columns) {
        MorphTarget& target = out_.targets.emplace_back();
        target.points.reserve(leaders_.size());
        target.offsets.reserve(leaders_.size());
        Element wrong{};
        for (std::size_t first = 0; first < leaders_.size(); first += Moves::most) {
            const std::size_t end = std::min(leaders_.size(), first + Moves::most);
            expect(target.points);
            expect(target.offsets);
            const std::size_t count = columns.size() == 1 ? moves(OnlyColumn{columns[0]}, first, end, wrong)
                                                          : moves(AnyColumn{columns.data()}, first, end, wrong);
            target.points.insert(target.points.end(), moves_.points.data(), moves_.points.data() + count);
            target.offsets.insert(target.offsets.end(), moves_.offsets.data(), moves_.offsets.data() + count);
        }
        if (target.points.size() < leaders_.size() / 2) {
            target.points.shrink_to_fit();
            target.offsets.shrink_to_fit();
        }
        r_.input.charge(mesh_, target.points.capacity() * (4 + sizeof(Vec3)));
        return wrong;
    }

    // What comes next will be written to.
    template <class T>
    static void expect(const std::vector<T>& list) {
        const auto* next = static_cast<const u8*>(static_cast<const void*>(list.data())) + list.size() * sizeof(T);
        for (std::size_t b = 0; b < Moves::most * sizeof(T); b += 64) __builtin_prefetch(next + b, 1);
    }

    template <class Source>
    std::size_t moves(Source source, std::size_t first, std::size_t end, Element& wrong) {
        using Halves = u64 __attribute__((vector_size(16)));
        constexpr u32 no_sign = 0x7FFFFFFF;
        constexpr Element looked_at{no_sign, no_sign, no_sign, 0};
        const Place* places = leaders_.data();
        u32* points = moves_.points.data();
        auto* offsets = static_cast<u8*>(static_cast<void*>(moves_.offsets.data()));
        Element found{};
        std::size_t count = 0;
        for (std::size_t p = first; p < end; ++p) {
            const Element e = source.at(places[p]);
            source.expect(places[p]);
            found |= not_finite(e);
            points[count] = static_cast<u32>(p);
            // A number too many, which the next one replaces.
            std::memcpy(offsets + count * sizeof(Vec3), &e, sizeof e);
            const auto halves = reinterpret_cast<Halves>(e & looked_at);
            count += (halves[0] | halves[1]) != 0 ? 1u : 0u;
        }
        wrong |= found;
        return count;
    }

    void finish(std::vector<u32>& sources) {
        if (!r_.input.ok()) return;
        for (MeshPart& part : parts_) {
            const auto first = point_.begin() + static_cast<std::ptrdiff_t>(part.first_corner);
            part.out.points.assign(first, first + static_cast<std::ptrdiff_t>(part.corners));
        }
        if (sources_.empty()) return;
        sources.resize(first_.size());
        for (std::size_t p = 0; p < first_.size(); ++p) sources[p] = sources_[first_[p]];
    }

    Reading& r_;
    Ref mesh_;
    std::vector<MeshPart>& parts_;
    Mesh& out_;
    MeshColumns columns_;
    std::size_t corners_ = 0;
    std::vector<u32> sources_;
    std::vector<u32> point_;  // of each corner
    std::vector<u32> first_;  // of each point: its first corner
    std::vector<Place> leaders_;
    std::vector<std::pair<Place, Place>> others_;
    Moves moves_;
};

}  // namespace

void read_points(Reading& r, Ref mesh, std::vector<MeshPart>& parts, Mesh& out, std::vector<u32>& sources) {
    PointReader(r, mesh, parts, out).run(sources);
}

}  // namespace thaw::gltf
