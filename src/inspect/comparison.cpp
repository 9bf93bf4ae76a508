#include "inspect/comparison.hpp"

#include <algorithm>
#include <map>

#include "base/field_path.hpp"
#include "inspect/field_info.hpp"
#include "inspect/grid.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

constexpr u64 whole_array = 16;  // of scalars: one change whatever differs in it
constexpr u64 shown_bytes = 32;  // of a run of bytes

bool same_bytes(Bytes a, Bytes b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

bool same_kind(const Field& a, const Field& b) { return a.kind == b.kind && a.is_blob == b.is_blob; }

// Equal numbers, whatever their bits and their order.
bool same_number(const json::Value& a, const json::Value& b) {
    const auto* list = a.get_if<json::Array>();
    const auto* other = b.get_if<json::Array>();
    if (list != nullptr && other != nullptr) {
        return std::equal(list->begin(), list->end(), other->begin(), other->end(), same_number);
    }
    const auto* real = a.get_if<double>();
    const auto* other_real = b.get_if<double>();
    if (real != nullptr && other_real != nullptr) return *real == *other_real;
    if ((real == nullptr) != (other_real == nullptr)) return false;
    return json::to_text(a) == json::to_text(b);
}

// The scalars from `first` to before `last`.
Field slice_of(const Field& field, u64 first, u64 last) {
    Field out = field;
    const u64 width = width_of(field.kind);
    out.offset += first * width;
    out.raw =
        field.raw.subspan(static_cast<std::size_t>(first * width), static_cast<std::size_t>((last - first) * width));
    out.repeat = last - first;
    detail::append_segment(out.path, first);
    return out;
}

}  // namespace

void Comparison::add(FieldChange change) {
    ++changes_;
    if (out_.changes.size() >= options_.most) {
        ++out_.dropped;
        return;
    }
    change.part = part_;
    out_.changes.push_back(std::move(change));
}

void Comparison::only_in(ChangeKind kind, const Outline& outline, const Item& item, u64 count) {
    if (count == 1 && (item.what == Item::What::array || item.what == Item::What::records)) {
        const u64 all = children(outline, item);
        return each_child(outline, item, 0, [&](Item&& first) {
            only_in(kind, outline, first, all);
            return false;
        });
    }
    FieldChange change{.kind = kind, .path = item.path, .count = count};
    const FieldInfo info = info_of(outline, item, part_, count == 1 ? whole_array : 0);
    (kind == ChangeKind::added ? change.after : change.before) = info.value;
    (kind == ChangeKind::added ? change.meaning_after : change.meaning_before) = info.meaning;
    (kind == ChangeKind::added ? change.offset_after : change.offset_before) = info.offset;
    add(std::move(change));
}

void Comparison::items(const Item& a, const Item& b) {
    const bool both_leaves = a.what == Item::What::leaf && b.what == Item::What::leaf;
    if (both_leaves) return leaves(a.field, b.field);
    if (a.what != b.what) {  // another kind of record
        only_in(ChangeKind::removed, a_, a, 1);
        return only_in(ChangeKind::added, b_, b, 1);
    }
    return a.what == Item::What::records ? records(a, b) : scopes(a, b);
}

// Children of equal names are compared in their order; those of an array by their index.
void Comparison::scopes(const Item& a, const Item& b) {
    u32 before = a_[a.node].first;
    u32 after = b_[b.node].first;
    const auto alike = [&] { return same_name(a_[before], b_[after]); };
    for (; before != Outline::none && after != Outline::none && alike();
         before = a_[before].next, after = b_[after].next) {
        items(child_item(a_, a, before), child_item(b_, b, after));
    }
    if (a.what == Item::What::array) return surplus(a, b, before, after);
    unequal(a, b, before, after);
}

// Elements that only one of them has.
void Comparison::surplus(const Item& a, const Item& b, u32 before, u32 after) {
    const auto rest = [&](ChangeKind kind, const Outline& outline, const Item& item, u32 first) {
        u64 n = 0;
        for (u32 child = first; child != Outline::none; child = outline[child].next) ++n;
        if (n > 0) only_in(kind, outline, child_item(outline, item, first), n);
    };
    rest(ChangeKind::removed, a_, a, before);
    rest(ChangeKind::added, b_, b, after);
}

// From two children on that differ in name: what has a partner is compared with it.
void Comparison::unequal(const Item& a, const Item& b, u32 before, u32 after) {
    std::map<std::string_view, std::vector<u32>> waiting;  // those of `a`, the next one last
    std::vector<u32> mine;
    for (u32 child = before; child != Outline::none; child = a_[child].next) mine.push_back(child);
    for (auto child = mine.rbegin(); child != mine.rend(); ++child) waiting[name_of(a_[*child])].push_back(*child);
    std::vector<std::pair<u32, u32>> pairs;  // no partner: none
    for (u32 child = after; child != Outline::none; child = b_[child].next) {
        auto& partners = waiting[name_of(b_[child])];
        pairs.emplace_back(partners.empty() ? Outline::none : partners.back(), child);
        if (!partners.empty()) partners.pop_back();
    }
    for (const u32 child : mine) {
        const auto& left = waiting[name_of(a_[child])];
        if (std::find(left.begin(), left.end(), child) == left.end()) continue;
        only_in(ChangeKind::removed, a_, child_item(a_, a, child), 1);
    }
    for (const auto& [partner, child] : pairs) {
        Item added = child_item(b_, b, child);
        partner == Outline::none ? only_in(ChangeKind::added, b_, added, 1) : items(child_item(a_, a, partner), added);
    }
}

void Comparison::records(const Item& a, const Item& b) {
    const auto& before = a_[a.node];
    const auto& after = b_[b.node];
    const u64 common = std::min(before.count, after.count);
    const auto bytes_of = [](const Outline& outline, const Outline::Node& node, u64 shift, u64 i) {
        return outline.bytes().subspan(static_cast<std::size_t>(node.offset + shift + i * node.element_bytes),
                                       static_cast<std::size_t>(node.element_bytes));
    };
    for (u64 i = 0; i < common; ++i) {
        if (same_bytes(bytes_of(a_, before, a.shift, i), bytes_of(b_, after, b.shift, i))) continue;
        const auto element = [i](const Outline& outline, const Item& item) {
            Item out;
            each_child(outline, item, i, [&](Item&& child) {
                out = std::move(child);
                return false;
            });
            return out;
        };
        items(element(a_, a), element(b_, b));
    }
    surplus_from(a, b, common);
}

void Comparison::surplus_from(const Item& a, const Item& b, u64 first) {
    const auto rest = [&](ChangeKind kind, const Outline& outline, const Item& item) {
        const u64 n = children(outline, item);
        if (first >= n) return;
        each_child(outline, item, first, [&](Item&& child) {
            only_in(kind, outline, child, n - first);
            return false;
        });
    };
    rest(ChangeKind::removed, a_, a);
    rest(ChangeKind::added, b_, b);
}

void Comparison::leaves(const Field& a, const Field& b) {
    if (a.grid != nullptr && b.grid != nullptr) return grids(a, b);
    if (!same_kind(a, b)) return single(a, b);
    if (same_bytes(a.raw, b.raw) && (a.order == b.order || a.raw.size() <= 1)) return;
    if (a.kind == Kind::text || a.kind == Kind::compact) return single(a, b);
    if (a.repeat == 1 && b.repeat == 1) return scalars(a, b);
    elements(a, b);
}

// One bit part, if it alone differs.
void Comparison::scalars(const Field& a, const Field& b) {
    if (a.is_blob) return single(a, b);
    const u64 different = word_at(a, 0) ^ word_at(b, 0);
    if (different == 0) return;
    for (const BitPart& part : a.meaning.parts) {
        const u64 mask = (~u64{0} >> (64 - part.width)) << part.shift;
        Field before = a;
        Field after = b;
        if ((different & ~mask) != 0 || a.part != nullptr) continue;
        if (select_part(before, part.name) && select_part(after, part.name)) {
            return single(before, after);
        }
    }
    single(a, b);
}

void Comparison::elements(const Field& a, const Field& b) {
    const u64 common = std::min(a.repeat, b.repeat);
    std::vector<std::pair<u64, u64>> runs;  // of those that differ
    u64 different = 0;
    for (u64 i = 0; i < common; ++i) {
        if (word_at(a, i) == word_at(b, i)) continue;
        ++different;
        if (!runs.empty() && runs.back().second == i) {
            ++runs.back().second;
        } else {
            runs.emplace_back(i, i + 1);
        }
    }
    if (different > 1 && a.repeat == b.repeat && a.repeat <= whole_array && !a.is_blob) return single(a, b);
    for (const auto& [first, last] : runs) run(a, b, first, last);
    if (common < a.repeat) extra(ChangeKind::removed, a, common, a.repeat - common);
    if (common < b.repeat) extra(ChangeKind::added, b, common, b.repeat - common);
}

void Comparison::run(const Field& a, const Field& b, u64 first, u64 last) {
    if (last - first > 1) return single(slice_of(a, first, last), slice_of(b, first, last), last - first);
    Field before = element_of(a, first);
    Field after = element_of(b, first);
    if (first < a.words.size() && first < b.words.size()) {
        before = a;
        after = b;
        const char* name = a.words[static_cast<std::size_t>(first)];
        if (!select_part(before, name) || !select_part(after, name)) return single(a, b);
    }
    scalars(before, after);
}

void Comparison::extra(ChangeKind kind, const Field& field, u64 first, u64 count) {
    const Field rest = slice_of(field, first, first + count);
    FieldChange change{.kind = kind, .path = rest.path, .count = count};
    const json::Value value = value_of(rest, rest.is_blob ? shown_bytes : whole_array);
    (kind == ChangeKind::added ? change.after : change.before) = value;
    (kind == ChangeKind::added ? change.offset_after : change.offset_before) = rest.offset;
    add(std::move(change));
}

void Comparison::grids(const Field& a, const Field& b) {
    const GridView before(*a.grid, a.size());
    const GridView after(*b.grid, b.size());
    const u64 rows = std::min(before.rows(), after.rows());
    const u64 cell_bytes = a.grid->cell_bytes();
    const bool alike = cell_bytes == b.grid->cell_bytes();
    for (u64 row = 0; row < rows && alike; ++row) {
        const u64 cells = std::min(before.cells(row), after.cells(row));
        const auto bytes_of = [&](const Field& field, const GridView& view) {
            return field.raw.subspan(static_cast<std::size_t>(view.start(row)),
                                     static_cast<std::size_t>(cells * cell_bytes));
        };
        const bool same_row = same_bytes(bytes_of(a, before), bytes_of(b, after));
        for (u64 cell = 0; cell < cells && !same_row; ++cell) {
            leaves(cell_of(a, row, cell), cell_of(b, row, cell));
        }
        Item one{.what = Item::What::row, .path = a.path, .field = a, .row = row};
        Item other{.what = Item::What::row, .path = b.path, .field = b, .row = row};
        detail::append_segment(one.path, row);
        detail::append_segment(other.path, row);
        surplus_from(one, other, cells);
    }
    surplus_from({.what = Item::What::leaf, .path = a.path, .field = a},
                 {.what = Item::What::leaf, .path = b.path, .field = b}, alike ? rows : 0);
}

void Comparison::single(const Field& a, const Field& b, u64 count) {
    const u64 most = a.is_blob ? shown_bytes : whole_array;
    FieldChange change{.path = a.path, .count = count};
    change.before = value_of(a, most);
    change.after = value_of(b, most);
    if (a.repeat == 1) change.meaning_before = meaning_text(a, 0);
    if (b.repeat == 1) change.meaning_after = meaning_text(b, 0);
    change.offset_before = a.offset;
    change.offset_after = b.offset;
    const bool is_known = a.repeat <= most && b.repeat <= most;
    change.same_value = is_known && same_number(change.before, change.after);
    add(std::move(change));
}

void Comparison::bytes(u64 offset_a, u64 offset_b, Bytes a, Bytes b) {
    const auto shown = [](Bytes all) { return all.size() > shown_bytes ? json::Value() : json::Value(hex_text(all)); };
    add({.kind = ChangeKind::unexplained,
         .count = std::max(a.size(), b.size()),
         .before = shown(a),
         .after = shown(b),
         .offset_before = offset_a,
         .offset_after = offset_b});
}

void Comparison::unexplained() {
    const auto gaps = [](const Outline& outline) {
        std::vector<Outline::Run> out;
        u64 next = 0;
        for (const Outline::Run& run : outline.covered()) {
            if (run.first > next) out.push_back({next, run.first});
            next = run.last;
        }
        if (next < outline.bytes().size()) out.push_back({next, outline.bytes().size()});
        return out;
    };
    const auto slice = [](const Outline& outline, const Outline::Run& run) {
        return outline.bytes().subspan(static_cast<std::size_t>(run.first),
                                       static_cast<std::size_t>(run.last - run.first));
    };
    const auto before = gaps(a_);
    const auto after = gaps(b_);
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
        const Bytes mine = i < before.size() ? slice(a_, before[i]) : Bytes{};
        const Bytes others = i < after.size() ? slice(b_, after[i]) : Bytes{};
        if (same_bytes(mine, others)) continue;
        const bool is_pair = mine.size() == others.size();
        const auto differs = [&](std::size_t at) { return mine[at] != others[at]; };
        if (!is_pair) {
            bytes(i < before.size() ? before[i].first : no_offset, i < after.size() ? after[i].first : no_offset, mine,
                  others);
            continue;
        }
        for (std::size_t at = 0; at < mine.size(); ++at) {
            if (!differs(at)) continue;
            std::size_t end = at + 1;
            while (end < mine.size() && differs(end)) ++end;
            bytes(before[i].first + at, after[i].first + at, mine.subspan(at, end - at), others.subspan(at, end - at));
            at = end;
        }
    }
}

void Comparison::whole_bytes() {
    const Bytes a = a_.bytes();
    const Bytes b = b_.bytes();
    if (same_bytes(a, b)) return;
    const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto from = static_cast<std::size_t>(first - a.begin());
    bytes(from, from, a.subspan(from), b.subspan(from));
}

}  // namespace thaw::inspect
