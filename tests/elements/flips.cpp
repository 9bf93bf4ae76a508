#include "elements/flips.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "elements/changes.hpp"
#include "layout/reader.hpp"

namespace thaw::test {

namespace {

// Bits of a stretch that are tried until one leaves a scene that can be compared.
constexpr u64 most_tries = 256;
constexpr const char* silent = "no bit changes it";

class Flipper {
public:
    Flipper(const Model& model, std::string_view name, const ElementIndex& index, bool may_be_silent,
            FlipCounts& counts)
        : model_(model), name_(name), index_(index), may_be_silent_(may_be_silent), counts_(counts) {}

    void element(const Element& e) {
        FlipCount& count = counts_[std::string(element_kind_name(e.kind))];
        ++count.elements;
        const auto ranges = index_.bytes_of(e);
        if (ranges.empty()) return;
        ++count.stored;
        // The first, the last, and one between.
        std::set<std::size_t> chosen{0, ranges.size() - 1, (ranges.size() * 7 + e.index) / 13 % ranges.size()};
        for (const std::size_t r : chosen) range(e, ranges[r], count);
    }

private:
    std::string words(const Element& e, const BitRange& range) const {
        return std::string(name_) + ": " + index_.in_words(e) + " at " + range.part + ":" + range.path + " (bit " +
               std::to_string(range.first_bit) + ", " + std::to_string(range.bit_count) + " bits)";
    }

    bool is_stored_at(const Element& e, const BitRange& in, u64 bit) const {
        const auto ranges = index_.bytes_of(e);
        return std::any_of(ranges.begin(), ranges.end(), [&](const BitRange& range) {
            return range.part == in.part && range.first_bit <= bit && bit < range.first_bit + range.bit_count;
        });
    }

    void range(const Element& e, const BitRange& range, FlipCount& count) {
        const auto found = index_.at_bits(range.part, range.first_bit, 1, 1 << 20);
        if (std::find(found.elements.begin(), found.elements.end(), e) == found.elements.end()) {
            ADD_FAILURE() << words(e, range) << ": the bit does not lead back";
        }
        if (!done_.insert({e.kind, range.part, range.first_bit}).second) return;  // the same bits of another element
        ++count.flips;
        std::string why = silent;
        bool is_listed_otherwise = false;
        for (u64 i = 0; i < std::min(range.bit_count, most_tries); ++i) {
            const u64 step = range.bit_count <= most_tries ? i : i * (range.bit_count - 1) / (most_tries - 1);
            const u64 bit = range.first_bit + step;
            const auto scene = with_flipped(range, bit);
            if (!scene) continue;
            auto changed = changes(index_.scene(), *scene);
            if (changed && has_new_materials(*changed)) changed.reset();
            if (!changed) {
                is_listed_otherwise = is_listed_otherwise || judge_lists(e, range, bit, *scene, why) == Verdict::alone;
                continue;
            }
            const Verdict verdict = judge(e, range, bit, *changed, why);
            // A bone that hangs on another one, or on none, takes others along.
            is_listed_otherwise = is_listed_otherwise || (verdict == Verdict::others && e.kind == ElementKind::bone);
            if (verdict != Verdict::alone) continue;
            if (i == 0) ++count.lowest;
            return;
        }
        if (is_listed_otherwise) {
            ++count.structural;
        } else if (may_be_silent_ || (e.kind == ElementKind::material && why == silent)) {
            ++count.silent;
        } else {
            ADD_FAILURE() << words(e, range) << ": " << why;
        }
    }

    bool has_corner_at(const Element& triangle, const BitRange& range, u64 bit) const {
        for (const ElementKind kind : {ElementKind::uv, ElementKind::color}) {
            for (u32 c = 0; c < 3; ++c) {
                Element corner = triangle;
                corner.kind = kind;
                corner.index = 3 * triangle.index + c;
                if (is_stored_at(corner, range, bit)) return true;
            }
        }
        return false;
    }

    static std::optional<Element> triangle_of(Element e) {
        if (e.kind == ElementKind::uv || e.kind == ElementKind::color) {
            e.kind = ElementKind::triangle;
            e.index /= 3;
        }
        return e.kind == ElementKind::triangle ? std::optional(e) : std::nullopt;
    }

    // Materials that are not stored are made of what the triangles say: then they are counted otherwise, too.
    bool has_new_materials(const std::vector<Element>& changed) const {
        return std::any_of(changed.begin(), changed.end(), [&](const Element& e) {
            return e.kind == ElementKind::material && index_.bytes_of(e).empty();
        });
    }

    // Normals that are computed change with the points, and how a clip ends with what it shows.
    bool is_derived(const Element& e) const {
        const bool may_be =
            e.kind == ElementKind::normal ||
            (e.kind == ElementKind::key && index_.scene().clips[e.clip].channels[e.channel].path == Path::frame);
        // Models of a pack stand side by side.
        const bool is_placed = e.kind == ElementKind::bone &&
                               index_.scene().nodes[e.index].extras.find("thaw_id") != nullptr &&
                               index_.scene().nodes[e.index].extras.find("thaw_instance") == nullptr;
        return is_placed || (may_be && index_.bytes_of(e).empty());
    }

    enum class Verdict : u8 {
        unchanged,
        alone,
        others,
    };

    // Did the element change, and nothing that does not have the bit? `why` tells what did.
    Verdict judge(const Element& e, const BitRange& range, u64 bit, const std::vector<Element>& changed,
                  std::string& why) const {
        if (std::find(changed.begin(), changed.end(), e) == changed.end()) return Verdict::unchanged;
        for (const Element& other : changed) {
            if (is_derived(other) || is_stored_at(other, range, bit)) continue;
            // A corner goes with its triangle.
            const auto triangle = triangle_of(other);
            if (triangle && is_stored_at(*triangle, range, bit)) continue;
            why = "with bit " + std::to_string(bit) + " flipped " + index_.in_words(other) + " changes, too, of " +
                  std::to_string(changed.size()) + " that do";
            return Verdict::others;
        }
        return Verdict::alone;
    }

    // The lists of the scene are others: is the element gone from them, and nothing without the bit?
    Verdict judge_lists(const Element& e, const BitRange& range, u64 bit, const Scene& scene, std::string& why) const {
        if (const auto triangle = triangle_of(e)) {
            auto lost = lost_triangles(index_.scene(), scene);
            if (std::find(lost.begin(), lost.end(), *triangle) == lost.end()) return Verdict::unchanged;
            // One that a wrong texture vertex takes away is gone for a bit of its corner.
            std::erase_if(lost, [&](const Element& other) { return has_corner_at(other, range, bit); });
            return lost.empty() ? Verdict::alone : judge(lost.front(), range, bit, lost, why);
        }
        // A part of a character that does not fit its bones any more is left out.
        if (e.kind == ElementKind::bone && scene.meshes.size() < index_.scene().meshes.size()) return Verdict::alone;
        if (e.kind != ElementKind::clip) return Verdict::unchanged;
        const auto lost = lost_clips(index_.scene(), scene);
        return std::find(lost.begin(), lost.end(), e) == lost.end() ? Verdict::unchanged : Verdict::alone;
    }

    // Nothing if that is no model.
    std::optional<Scene> with_flipped(const BitRange& range, u64 bit) const {
        Bundle bundle = model_.bundle;
        for (Part& part : bundle.parts) {
            if (part.role != range.part) continue;
            if (!flip(part, range.is_packed, bit)) return {};
            break;
        }
        auto model = read(*model_.format, std::move(bundle));
        if (!model) return {};
        Issues issues;
        auto scene = to_scene(*model, {}, issues);
        return scene ? std::optional(std::move(*scene)) : std::nullopt;
    }

    bool flip(Part& part, bool packed, u64 bit) const {
        Blob from = part.bytes;
        if (packed) {
            const auto blank = model_.format->blank();
            auto unpacked = model_.format->unpack(*blank, part, {});
            if (!unpacked) return false;
            from = *unpacked;
        }
        std::vector<u8> bytes(from.bytes().begin(), from.bytes().end());
        if (bit / 8 >= bytes.size()) {
            ADD_FAILURE() << name_ << ": bit " << bit << " lies behind the end of " << part.role;
            return false;
        }
        bytes[bit / 8] ^= static_cast<u8>(1u << (bit % 8));
        part.bytes = Blob::take(std::move(bytes));
        if (!packed) return true;
        auto file = model_.format->pack(*model_.document, part.role, part.bytes);
        if (!file) return false;
        part.bytes = std::move(*file);
        return true;
    }

    const Model& model_;
    std::string_view name_;
    const ElementIndex& index_;
    bool may_be_silent_;
    FlipCounts& counts_;
    std::set<std::tuple<ElementKind, std::string, u64>> done_;
};

// Some of each kind, from all over its lists.
std::vector<Element> some_elements(const Scene& scene, u64 most) {
    std::map<ElementKind, std::vector<ElementList>> kinds;
    for (const ElementList& list : lists_of(scene)) kinds[list.first.kind].push_back(list);
    std::vector<Element> out;
    for (const auto& [kind, lists] : kinds) {
        u64 total = 0;
        for (const ElementList& list : lists) total += list.count;
        const u64 n = std::min(most, total);
        for (u64 i = 0; i < n; ++i) {
            u64 at = n == 1 ? 0 : i * (total - 1) / (n - 1);
            for (const ElementList& list : lists) {
                if (at < list.count) {
                    out.push_back(list.first);
                    out.back().index = static_cast<u32>(at);
                    break;
                }
                at -= list.count;
            }
        }
    }
    return out;
}

}  // namespace

void flip_bits(const Model& model, std::string_view name, u64 most, bool is_faulty, FlipCounts& counts) {
    auto index = ElementIndex::make(model);
    if (!index) return;  // no scene, no elements
    Flipper flipper(model, name, *index, is_faulty, counts);
    for (const Element& e : some_elements(index->scene(), most)) {
        EXPECT_TRUE(index->has(e));
        flipper.element(e);
    }
}

std::string in_words(const FlipCounts& counts) {
    std::string out;
    for (const auto& [kind, n] : counts) {
        out += kind + ": " + std::to_string(n.elements) + " elements, " + std::to_string(n.stored) + " stored, " +
               std::to_string(n.flips) + " flips, " + std::to_string(n.lowest) + " of the lowest bit, " +
               std::to_string(n.structural) + " that changed the lists, " + std::to_string(n.silent) +
               " without effect\n";
    }
    return out;
}

}  // namespace thaw::test
