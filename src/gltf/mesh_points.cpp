// From vertices to points. Vertices that share position, influences and all morph targets are one point that a seam has
// split; where the file says which native vertex each came from, that decides, as long as it agrees with the numbers.
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/endian.hpp"
#include "gltf/mesh_columns.hpp"
#include "gltf/weld.hpp"
#include "scene/unique.hpp"

namespace thaw::gltf {

namespace {

f32 number(u32 word) { return std::bit_cast<f32>(word); }

// A vertex of the mesh: part and number.
using Place = StoredPlace;

// A mesh of one part, as most are, needs no look at which part a vertex is of.
struct OnlyColumn {
    Column column;
    Element at(Place place) const { return column.at(place.element); }
};
struct AnyColumn {
    const Column* columns;
    Element at(Place place) const { return columns[place.list].at(place.element); }
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
            const bool same = columns_.slots() == 1 ? take_positions() : build();
            if (!r_.input.ok()) return;
            if (same) return finish(sources);
            r_.input.note(issue::source_vertex, mesh_);
        } else if (columns_.slots() == 1) {
            const bool all = weld_positions();
            if (all || !r_.input.ok()) return finish(sources);
        }
        // Targets mostly agree with what positions and influences say.
        for (const bool with_targets : {false, true}) {
            by_content(with_targets);
            const bool same = r_.input.ok() && build();
            if (same || !r_.input.ok()) return finish(sources);
        }
        apart();
        build();
        finish(sources);
    }

private:
    // The native vertex of each corner, if the whole mesh has them.
    bool read_sources() {
        std::vector<u32> all;
        std::vector<f32> values;
        for (const MeshPart& part : parts_) {
            if (all.capacity() == 0 && part.attributes.find("_SOURCE_VERTEX")) all.reserve(corners_);
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
        const u32 most = *std::max_element(sources_.begin(), sources_.end());
        if (most > 4 * corners_ + 1024) return by_scattered_source();
        constexpr u32 none = 0xFFFFFFFF;
        std::vector<u32> known(std::size_t{most} + 1, none);  // by native vertex: its first corner, then its point
        for (std::size_t c = corners_; c-- > 0;) known[sources_[c]] = static_cast<u32>(c);
        first_.clear();
        for (u32& one : known) {
            if (one == none) continue;
            first_.push_back(one);
            one = static_cast<u32>(first_.size() - 1);
        }
        point_.resize(corners_);
        for (std::size_t c = 0; c < corners_; ++c) point_[c] = known[sources_[c]];
    }

    void by_scattered_source() {
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

    // --- meshes that do not move: all that points have are positions

    // Every corner's, in blocks: visit(first corner, elements, count). False if one is not finite, unless the visit
    // ended it or there is an error; then the numbers have to be looked at, and it is to be done again.
    template <class Visit>
    bool each_position(Visit&& visit) {
        std::vector<Column> columns;
        if (!columns_.fetch(columns_.slot(0), columns)) return true;
        std::array<Element, Welder::most_at_once> block;
        Element wrong{};
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const MeshPart& part = parts_[i];
            for (u64 first = 0; first < part.corners; first += block.size()) {
                const auto from = static_cast<u32>(first);
                const u32 count = std::min<u32>(block.size(), part.corners - from);
                for (u32 c = 0; c < count; ++c) {
                    block[c] = columns[i].at(part.vertex(from + c));
                    wrong |= not_finite(block[c]);
                }
                if (!visit(part.first_corner + from, block.data(), count)) return true;
            }
        }
        return !any_of(wrong, 3);
    }

    // Points that are alike become one. False if that takes too long, or after an error.
    bool weld_positions() {
        point_.resize(corners_);
        for (bool once_more = true; once_more;) {
            Welder welder(corners_, out_.points);
            bool all = true;
            once_more = !each_position([&](u32 first, const Element* elements, u32 count) {
                return all = welder.add(elements, count, point_.data() + first);
            });
            if (!all || !r_.input.ok()) return false;
            if (once_more) columns_.enable_checks();
        }
        return true;
    }

    // Of points that are known. False if two corners of a point differ, or after an error.
    bool take_positions() {
        for (bool once_more = true; once_more;) {
            bool same = true;
            out_.points.resize(first_.size());
            once_more = !each_position([&](u32 first, const Element* elements, u32 count) {
                for (u32 c = first; c < first + count; ++c) {
                    const Element e = elements[c - first];
                    const Vec3 at{number(e[0]), number(e[1]), number(e[2])};
                    Vec3& point = out_.points[point_[c]];
                    if (first_[point_[c]] == c) point = at;
                    same = same && point == at;
                }
                return true;
            });
            if (!r_.input.ok()) return false;
            if (!once_more) return same;
            columns_.enable_checks();
        }
        return false;
    }

    // --- all others

    // Points in the order of their first corner, found by a hash of what they have. Of the targets only those are in it
    // that part what was one without them.
    void by_content(bool with_targets) {
        std::vector<u64> hashes(corners_, 0);
        for (std::size_t c = 0; c < sources_.size(); ++c) hashes[c] = mixed(1, sources_[c]);
        const std::size_t first_target = columns_.slots() - columns_.targets();
        std::vector<Column> columns;
        for (std::size_t s = 0; s < (with_targets ? columns_.slots() : first_target); ++s) {
            const Slot slot = columns_.slot(s);
            if (!columns_.fetch(slot, columns)) return;
            if (s == first_target) sort_corners();
            if (s >= first_target && others_agree(columns, slot.width)) continue;
            mix(columns, slot.width, hashes);
            if (s + 1 >= first_target) group(hashes);
            if (s >= first_target) sort_corners();
        }
    }

    static u64 mixed(u64 hash, u32 word) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        return hash ^ hash >> 32;
    }

    void mix(const std::vector<Column>& columns, u32 width, std::vector<u64>& hashes) const {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            for (u32 c = 0; c < parts_[i].corners; ++c) {
                u64& hash = hashes[parts_[i].first_corner + c];
                const Element e = columns[i].at(parts_[i].vertex(c));
                // + 0 turns -0 into 0.
                for (u32 k = 0; k < width; ++k) hash = mixed(hash, std::bit_cast<u32>(number(e[k]) + 0.0f));
            }
        }
    }

    void group(const std::vector<u64>& hashes) {
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
        out_.places.clear();
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
                columns_.enable_checks();
                return build();
            }
            if (!others_agree(columns, slot.width) || !r_.input.ok()) return false;
        }
        const bool stored = std::any_of(out_.targets.begin(), out_.targets.end(),
                                        [](const MorphTarget& target) { return !target.stored.empty(); });
        if (stored) out_.places = leaders_;
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
            const Element e = columns[leaders_[p].list].at(leaders_[p].element);
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

    // Where the file has plain floats they stay there, and are looked at once.
    Element add_target(const std::vector<Column>& columns) {
        MorphTarget& target = out_.targets.emplace_back();
        const bool in_place = std::all_of(columns.begin(), columns.end(),
                                          [](const Column& c) { return c.numbers != nullptr || c.stride == 0; });
        if (!in_place) {
            const Element wrong = list_target(columns, target);
            r_.input.charge(mesh_, target.points.capacity() * (4 + sizeof(Vec3)));
            return wrong;
        }
        Element wrong{};
        // As much as whoever lists them will need.
        if (!r_.input.charge(mesh_, leaders_.size() * (4 + sizeof(Vec3)) + columns.size() * sizeof(StoredOffsets))) {
            return wrong;
        }
        target.stored.resize(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Column& column = columns[i];
            if (column.numbers == nullptr) continue;
            target.stored[i] = {column.numbers->view->bytes.slice(column.numbers->offset), column.stride};
            wrong |= look_at(column, parts_[i]);
        }
        return wrong;
    }

    // Only what moves.
    Element list_target(const std::vector<Column>& columns, MorphTarget& target) const {
        return each(columns, [&](std::size_t p, Element e) {
            constexpr u32 no_sign = 0x7FFFFFFF;
            if (((e[0] | e[1] | e[2]) & no_sign) == 0) return;
            target.points.push_back(static_cast<u32>(p));
            target.offsets.push_back({number(e[0]), number(e[1]), number(e[2])});
        });
    }

    // Every number of the part's corners. Those that follow each other without a gap are not told apart.
    static Element look_at(const Column& column, const MeshPart& part) {
        Element wrong{};
        if (!part.used.empty() || column.stride != sizeof(Vec3)) {
            for (u32 c = 0; c < part.corners; ++c) wrong |= not_finite(column.at(part.vertex(c)));
            return wrong;
        }
        const std::size_t bytes = std::size_t{part.corners} * sizeof(Vec3);
        constexpr std::size_t ahead = 2048;  // the next target mostly follows in the file
        std::array<Element, 4> found{};
        std::size_t at = 0;
        for (; at + sizeof found <= bytes; at += sizeof found) {
            __builtin_prefetch(column.data + at + ahead);
            for (u32 k = 0; k < found.size(); ++k)
                found[k] |= not_finite(words_at(column.data + at + k * sizeof(Element)));
        }
        for (; at < bytes; at += sizeof(u32))
            wrong[0] |= not_finite(Element{load<u32>(column.data + at, Order::little)})[0];
        for (const Element& some : found) wrong |= Element{some[0] | some[3], some[1], some[2], 0};
        return wrong;
    }

    void finish(std::vector<u32>& sources) {
        if (!r_.input.ok()) return;
        for (MeshPart& part : parts_) {
            if (parts_.size() == 1) {
                part.out.points = std::move(point_);
                break;
            }
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
};

}  // namespace

void read_points(Reading& r, Ref mesh, std::vector<MeshPart>& parts, Mesh& out, std::vector<u32>& sources) {
    PointReader(r, mesh, parts, out).run(sources);
}

}  // namespace thaw::gltf
