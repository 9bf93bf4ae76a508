// From vertices to points. Vertices that share position, influences and all morph targets are one point that a seam has
// split; where the file says which native vertex each came from, that decides, as long as it agrees with the numbers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/endian.hpp"
#include "gltf/mesh_parts.hpp"
#include "scene/unique.hpp"

namespace thaw::gltf {

namespace {

constexpr u32 most_sets = 16;  // of four influences

// What the vertices of all parts have, one kind of numbers after the other.
struct Slot {
    std::string name{};
    u32 width = 3;
    u32 target = no_index;  // of this morph target
};

// Floats of the vertices of one part, in the file or in a buffer.
struct Column {
    const u8* data = nullptr;
    u64 stride = 0;
    bool checked = true;  // known to be finite
};

template <std::size_t width>
std::array<f32, width> element(const Column& column, u32 vertex) {
    std::array<f32, width> out;
    std::memcpy(out.data(), column.data + vertex * column.stride, sizeof out);
    return out;
}

class PointReader {
public:
    PointReader(Reading& r, Ref mesh, std::vector<MeshPart>& parts, Mesh& out)
        : r_(r), mesh_(mesh), parts_(parts), out_(out) {
        for (const MeshPart& part : parts) corners_ += part.corners;
    }

    void run(std::vector<u32>& sources) {
        list_slots();
        // While they are sorted out: numbers, hashes, tables.
        if (!r_.input.charge(mesh_, u64{72} * corners_)) return;
        const bool has_sources = read_sources();
        if (!r_.input.ok()) return;
        if (has_sources) {
            by_source();
            const bool same = build();
            if (!r_.input.ok()) return;
            if (!same) r_.input.note(issue::source_vertex, mesh_);
            if (same) return finish(sources);
        }
        by_content();
        if (r_.input.ok() && !build()) {
            apart();
            build();
        }
        finish(sources);
    }

private:
    void list_slots() {
        u32 sets = 0;
        std::size_t targets = 0;
        bool different = false;
        for (const MeshPart& part : parts_) {
            u32 here = 0;
            while (here < most_sets && part.attributes.find("JOINTS_" + std::to_string(here)) &&
                   part.attributes.find("WEIGHTS_" + std::to_string(here)))
                ++here;
            sets = std::max(sets, here);
            different = different || part.targets.size() != parts_[0].targets.size();
            targets = std::max(targets, part.targets.size());
        }
        if (different) r_.input.note(issue::targets, mesh_);
        slots_.push_back({"POSITION", 3});
        for (u32 set = 0; set < sets; ++set) {
            slots_.push_back({"JOINTS_" + std::to_string(set), 4});
            slots_.push_back({"WEIGHTS_" + std::to_string(set), 4});
        }
        influence_width_ = sets * 4;
        targets_ = targets;
        r_.input.charge(mesh_, targets * sizeof(MorphTarget) + corners_ * u64{influence_width_} * 16);
    }

    std::size_t slots() const { return slots_.size() + targets_; }
    Slot slot(std::size_t index) const {
        if (index < slots_.size()) return slots_[index];
        return {"POSITION", 3, static_cast<u32>(index - slots_.size())};
    }

    // False after an error.
    bool fetch(const Slot& slot, const MeshPart& part, Column& out) {
        if (!r_.input.work(part.json, 1)) return false;
        Ref attributes = part.attributes;
        if (slot.target != no_index) {
            attributes = slot.target < part.targets.size() ? part.targets[slot.target] : Ref();
        }
        const Numbers* numbers = attribute_of(r_, part, attributes, slot.name, {slot.width});
        if (!r_.input.ok()) return false;
        static constexpr std::array<u8, 16> zeros{};
        out = {zeros.data(), 0};
        if (numbers == nullptr) return true;
        if (numbers->is_plain_floats() && native_order == Order::little && !careful_) {
            out = {numbers->data, numbers->stride, false};
            return r_.input.work(numbers->json, numbers->count);
        }
        if (!r_.accessors.floats(*numbers, decoded_)) return false;
        out = {static_cast<const u8*>(static_cast<const void*>(decoded_.data())), u64{4} * slot.width};
        return true;
    }

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
        leader_.assign(order.size(), 0);
        point_.resize(corners_);
        for (std::size_t c = 0; c < corners_; ++c) point_[c] = rank[unique.index[c]];
        for (std::size_t i = 0; i < order.size(); ++i) leader_[i] = unique.firsts[order[i]];
    }

    // Points in the order of their first corner, found by a hash of everything they have.
    void by_content() {
        std::vector<std::array<u32, 2>> keys(corners_);
        {
            std::vector<u64> hashes(corners_, 0);
            const auto mix = [](u64 hash, u32 word) {
                hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
                return hash ^ hash >> 32;
            };
            for (std::size_t c = 0; c < sources_.size(); ++c) hashes[c] = mix(1, sources_[c]);
            for (std::size_t s = 0; s < slots(); ++s) {
                const Slot slot = this->slot(s);
                for (const MeshPart& part : parts_) {
                    Column column;
                    if (!fetch(slot, part, column)) return;
                    for (u32 c = 0; c < part.corners; ++c) {
                        u64& hash = hashes[part.first_corner + c];
                        const u8* from = column.data + part.vertex(c) * column.stride;
                        for (u32 k = 0; k < slot.width; ++k) {
                            // + 0 turns -0 into 0.
                            hash = mix(hash, std::bit_cast<u32>(load<f32>(from + 4 * k, native_order) + 0.0f));
                        }
                    }
                }
            }
            for (std::size_t c = 0; c < corners_; ++c) {
                keys[c] = {static_cast<u32>(hashes[c]), static_cast<u32>(hashes[c] >> 32)};
            }
        }
        Unique unique = unique_of(keys);
        point_ = std::move(unique.index);
        leader_ = std::move(unique.firsts);
    }

    void apart() {
        point_.resize(corners_);
        for (u32 c = 0; c < corners_; ++c) point_[c] = c;
        leader_ = point_;
    }

    // Everything that points have. False if two corners of a point differ, or after an error.
    bool build() {
        sort_corners();
        out_.points.clear();
        out_.targets.clear();
        std::vector<f32> joints(leader_.size() * influence_width_);
        std::vector<f32> weights(leader_.size() * influence_width_);
        std::vector<std::array<f32, 3>> threes(leader_.size());
        std::vector<std::array<f32, 4>> fours(influence_width_ > 0 ? leader_.size() : 0);
        bool same = true;
        for (std::size_t s = 0; s < slots() && same; ++s) {
            const Slot slot = this->slot(s);
            if (slot.target != no_index && slot.target % 16 == 0 && r_.input.context().cancelled()) {
                return r_.input.fail(Code::cancelled, mesh_, "stopped");
            }
            bool finite = true;
            same = slot.width == 3 ? gather(slot, threes, finite) : gather(slot, fours, finite);
            if (!r_.input.ok()) return false;
            if (!finite) {  // once more, with a look at every number
                careful_ = true;
                return build();
            }
            if (!r_.input.work(mesh_, leader_.size())) return false;
            if (slot.target != no_index) {
                add_target(threes);
            } else if (slot.width == 3) {
                out_.points.resize(leader_.size());
                for (std::size_t p = 0; p < threes.size(); ++p) {
                    out_.points[p] = {threes[p][0], threes[p][1], threes[p][2]};
                }
            } else {
                auto& to = slot.name[0] == 'J' ? joints : weights;
                const std::size_t first = (s - 1) / 2 * 4;
                for (std::size_t p = 0; p < fours.size(); ++p) {
                    std::copy(fours[p].begin(), fours[p].end(),
                              to.begin() + static_cast<std::ptrdiff_t>(p * influence_width_ + first));
                }
            }
        }
        if (!same || !r_.input.ok()) return false;
        if (influence_width_ > 0 && !set_influences(joints, weights, influence_width_, out_.influences)) {
            r_.input.note(issue::influences, mesh_);
        }
        return true;
    }

    struct Pair {
        u32 vertex;
        u32 point;
    };
    struct Corners {
        std::vector<Pair> leaders{};
        std::vector<Pair> others{};
    };

    void sort_corners() {
        corners_of_.assign(parts_.size(), {});
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const MeshPart& part = parts_[i];
            for (u32 c = 0; c < part.corners; ++c) {
                const u32 point = point_[part.first_corner + c];
                auto& list = leader_[point] == part.first_corner + c ? corners_of_[i].leaders : corners_of_[i].others;
                list.push_back({part.vertex(c), point});
            }
        }
    }

    // One element a point. False if corners of a point differ, or after an error.
    template <std::size_t width>
    bool gather(const Slot& slot, std::vector<std::array<f32, width>>& out, bool& finite) {
        u32 different = 0;
        bool checked = true;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            Column column;
            if (!fetch(slot, parts_[i], column)) return false;
            checked = checked && column.checked;
            for (const Pair pair : corners_of_[i].leaders) out[pair.point] = element<width>(column, pair.vertex);
            for (const Pair pair : corners_of_[i].others) {
                const auto value = element<width>(column, pair.vertex);
                const auto& leader = out[pair.point];
                for (std::size_t k = 0; k < width; ++k) different |= static_cast<u32>(value[k] != leader[k]);
            }
        }
        if (!checked) {
            u32 wrong = 0;
            for (const auto& value : out) {
                for (const f32 v : value)
                    wrong |= static_cast<u32>((std::bit_cast<u32>(v) & 0x7F800000u) == 0x7F800000u);
            }
            finite = wrong == 0;
        }
        return different == 0;
    }

    // Only what moves.
    void add_target(const std::vector<std::array<f32, 3>>& offsets) {
        moved_.resize(offsets.size());
        moves_.resize(offsets.size());
        std::size_t count = 0;
        for (u32 p = 0; p < offsets.size(); ++p) {
            const auto [x, y, z] = offsets[p];
            moved_[count] = p;
            moves_[count] = {x, y, z};
            count += static_cast<std::size_t>((x != 0) | (y != 0) | (z != 0));
        }
        if (!r_.input.charge(mesh_, count * 16)) return;
        const auto end = static_cast<std::ptrdiff_t>(count);
        MorphTarget& target = out_.targets.emplace_back();
        target.points.assign(moved_.begin(), moved_.begin() + end);
        target.offsets.assign(moves_.begin(), moves_.begin() + end);
    }

    void finish(std::vector<u32>& sources) {
        if (!r_.input.ok()) return;
        for (MeshPart& part : parts_) {
            const auto first = point_.begin() + static_cast<std::ptrdiff_t>(part.first_corner);
            part.out.points.assign(first, first + static_cast<std::ptrdiff_t>(part.corners));
        }
        if (sources_.empty()) return;
        sources.resize(leader_.size());
        for (std::size_t p = 0; p < leader_.size(); ++p) sources[p] = sources_[leader_[p]];
    }

    Reading& r_;
    Ref mesh_;
    std::vector<MeshPart>& parts_;
    Mesh& out_;
    std::size_t corners_ = 0;
    std::size_t targets_ = 0;
    u32 influence_width_ = 0;
    bool careful_ = false;
    std::vector<Slot> slots_;
    std::vector<u32> sources_;
    std::vector<u32> point_;   // of each corner
    std::vector<u32> leader_;  // of each point: its first corner
    std::vector<Corners> corners_of_;
    std::vector<f32> decoded_;
    std::vector<u32> moved_;
    std::vector<Vec3> moves_;
};

}  // namespace

void read_points(Reading& r, Ref mesh, std::vector<MeshPart>& parts, Mesh& out, std::vector<u32>& sources) {
    PointReader(r, mesh, parts, out).run(sources);
}

}  // namespace thaw::gltf
