// What differs between two models, field by field: <thaw/fields.hpp>.
#include <thaw/fields.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/field_path.hpp"
#include "base/guard.hpp"
#include "base/text.hpp"
#include "inspect/field_info.hpp"
#include "inspect/grid.hpp"
#include "inspect/outlined.hpp"
#include "inspect/values.hpp"

namespace thaw {

namespace {

using inspect::Field;
using inspect::GridView;
using inspect::Item;
using inspect::Outline;
using inspect::OutlinedFile;

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

// Compares one file of two models.
class Comparison {
public:
    Comparison(const Outline& a, const Outline& b, std::string_view part, const DiffOptions& options, Diff& out)
        : a_(a), b_(b), part_(part), options_(options), out_(out) {}

    void items(const Item& a, const Item& b);
    void unexplained();
    void whole_bytes();
    u64 changes() const { return changes_; }

private:
    void scopes(const Item& a, const Item& b);
    void records(const Item& a, const Item& b);
    void leaves(const Field& a, const Field& b);
    void scalars(const Field& a, const Field& b);
    void elements(const Field& a, const Field& b);
    void grids(const Field& a, const Field& b);
    void unequal(const Item& a, const Item& b, u32 before, u32 after);
    void surplus(const Item& a, const Item& b, u32 before, u32 after);
    void surplus_from(const Item& a, const Item& b, u64 first);
    void single(const Field& a, const Field& b);
    void run(const Field& a, const Field& b, u64 first, u64 last);
    void only_in(ChangeKind kind, const Outline& outline, const Item& item, u64 count);
    void extra(ChangeKind kind, const Field& field, u64 first, u64 count);
    void bytes(u64 offset_a, u64 offset_b, Bytes a, Bytes b);
    void add(FieldChange change);

    const Outline& a_;
    const Outline& b_;
    std::string part_;
    const DiffOptions& options_;
    Diff& out_;
    u64 changes_ = 0;
};

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
        const u64 all = inspect::children(outline, item);
        return inspect::each_child(outline, item, 0, [&](Item&& first) {
            only_in(kind, outline, first, all);
            return false;
        });
    }
    FieldChange change{.kind = kind, .path = item.path, .count = count};
    const FieldInfo info = inspect::info_of(outline, item, part_, count == 1 ? whole_array : 0);
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
    const auto alike = [&] { return inspect::same_name(a_[before], b_[after]); };
    for (; before != Outline::none && after != Outline::none && alike();
         before = a_[before].next, after = b_[after].next) {
        items(inspect::child_item(a_, a, before), inspect::child_item(b_, b, after));
    }
    if (a.what == Item::What::array) return surplus(a, b, before, after);
    unequal(a, b, before, after);
}

// Elements that only one of them has.
void Comparison::surplus(const Item& a, const Item& b, u32 before, u32 after) {
    const auto rest = [&](ChangeKind kind, const Outline& outline, const Item& item, u32 first) {
        u64 n = 0;
        for (u32 child = first; child != Outline::none; child = outline[child].next) ++n;
        if (n > 0) only_in(kind, outline, inspect::child_item(outline, item, first), n);
    };
    rest(ChangeKind::removed, a_, a, before);
    rest(ChangeKind::added, b_, b, after);
}

// From two children on that differ in name: what has a partner is compared with it.
void Comparison::unequal(const Item& a, const Item& b, u32 before, u32 after) {
    std::map<std::string_view, std::vector<u32>> waiting;  // those of `a`, the next one last
    std::vector<u32> mine;
    for (u32 child = before; child != Outline::none; child = a_[child].next) mine.push_back(child);
    for (auto child = mine.rbegin(); child != mine.rend(); ++child)
        waiting[inspect::name_of(a_[*child])].push_back(*child);
    std::vector<std::pair<u32, u32>> pairs;  // no partner: none
    for (u32 child = after; child != Outline::none; child = b_[child].next) {
        auto& partners = waiting[inspect::name_of(b_[child])];
        pairs.emplace_back(partners.empty() ? Outline::none : partners.back(), child);
        if (!partners.empty()) partners.pop_back();
    }
    for (const u32 child : mine) {
        const auto& left = waiting[inspect::name_of(a_[child])];
        if (std::find(left.begin(), left.end(), child) == left.end()) continue;
        only_in(ChangeKind::removed, a_, inspect::child_item(a_, a, child), 1);
    }
    for (const auto& [partner, child] : pairs) {
        Item added = inspect::child_item(b_, b, child);
        partner == Outline::none ? only_in(ChangeKind::added, b_, added, 1)
                                 : items(inspect::child_item(a_, a, partner), added);
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
            inspect::each_child(outline, item, i, [&](Item&& child) {
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
        const u64 n = inspect::children(outline, item);
        if (first >= n) return;
        inspect::each_child(outline, item, first, [&](Item&& child) {
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
    const u64 different = inspect::word_at(a, 0) ^ inspect::word_at(b, 0);
    if (different == 0) return;
    for (const BitPart& part : a.meaning.parts) {
        const u64 mask = (~u64{0} >> (64 - part.width)) << part.shift;
        Field before = a;
        Field after = b;
        if ((different & ~mask) != 0 || a.part != nullptr) continue;
        if (inspect::select_part(before, part.name) && inspect::select_part(after, part.name)) {
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
        if (inspect::word_at(a, i) == inspect::word_at(b, i)) continue;
        ++different;
        !runs.empty() && runs.back().second == i ? ++runs.back().second
                                                 : (runs.emplace_back(i, i + 1), runs.back().second);
    }
    if (different > 1 && a.repeat == b.repeat && a.repeat <= whole_array && !a.is_blob) return single(a, b);
    for (const auto& [first, last] : runs) run(a, b, first, last);
    if (common < a.repeat) extra(ChangeKind::removed, a, common, a.repeat - common);
    if (common < b.repeat) extra(ChangeKind::added, b, common, b.repeat - common);
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

void Comparison::run(const Field& a, const Field& b, u64 first, u64 last) {
    if (last - first > 1) return single(slice_of(a, first, last), slice_of(b, first, last));
    Field before = inspect::element_of(a, first);
    Field after = inspect::element_of(b, first);
    if (first < a.words.size() && first < b.words.size()) {
        before = a;
        after = b;
        const char* name = a.words[static_cast<std::size_t>(first)];
        if (!inspect::select_part(before, name) || !inspect::select_part(after, name)) return single(a, b);
    }
    scalars(before, after);
}

void Comparison::extra(ChangeKind kind, const Field& field, u64 first, u64 count) {
    const Field rest = slice_of(field, first, first + count);
    FieldChange change{.kind = kind, .path = rest.path, .count = count};
    const json::Value value = inspect::value_of(rest, rest.is_blob ? shown_bytes : whole_array);
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
            leaves(inspect::cell_of(a, row, cell), inspect::cell_of(b, row, cell));
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

void Comparison::single(const Field& a, const Field& b) {
    const u64 most = a.is_blob ? shown_bytes : whole_array;
    FieldChange change{.path = a.path};
    const bool is_run = a.repeat > 1 && a.path.ends_with(']');
    if (is_run) change.count = a.repeat;
    change.before = inspect::value_of(a, most);
    change.after = inspect::value_of(b, most);
    if (a.repeat == 1) change.meaning_before = inspect::meaning_text(a, 0);
    if (b.repeat == 1) change.meaning_after = inspect::meaning_text(b, 0);
    change.offset_before = a.offset;
    change.offset_after = b.offset;
    const bool is_known = a.repeat <= most && b.repeat <= most;
    change.same_value = is_known && same_number(change.before, change.after);
    add(std::move(change));
}

void Comparison::bytes(u64 offset_a, u64 offset_b, Bytes a, Bytes b) {
    const auto shown = [](Bytes all) {
        return all.size() > shown_bytes ? json::Value() : json::Value(inspect::hex_text(all));
    };
    add({.kind = ChangeKind::unexplained,
         .count = std::max(a.size(), b.size()),
         .before = shown(a),
         .after = shown(b),
         .offset_before = offset_a,
         .offset_after = offset_b});
}

// Bytes that no field holds, in files that are kept as a whole.
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

// Where all fields are equal and the bytes are not: the same things in other places.
void Comparison::whole_bytes() {
    const Bytes a = a_.bytes();
    const Bytes b = b_.bytes();
    if (same_bytes(a, b)) return;
    const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto from = static_cast<std::size_t>(first - a.begin());
    bytes(from, from, a.subspan(from), b.subspan(from));
}

class Differ {
public:
    Differ(const Model& a, const Model& b, const DiffOptions& options, const Context& context)
        : format_(*a.format), a_(a), b_(b), options_(options), context_(context) {}

    Result<Diff> run();

private:
    Status compare(std::string_view role);
    Status compare_below(OutlinedFile& a, OutlinedFile& b, Comparison& comparison);
    void add_file(ChangeKind kind, const Part& part);

    const Format& format_;
    const Model& a_;
    const Model& b_;
    const DiffOptions& options_;
    const Context& context_;
    Bundle files_a_;
    Bundle files_b_;
    Diff out_;
    bool found_ = false;              // options_.below
    std::optional<Error> not_found_;  // in the first file that lacks it
};

Result<Diff> Differ::run() {
    if (a_.format != b_.format) {
        return Error{Code::unsupported, "the models are of two formats: " + std::string(a_.format->title) + " and " +
                                            std::string(b_.format->title)};
    }
    auto a = inspect::files_of(a_, context_);
    if (!a) return a.error();
    auto b = inspect::files_of(b_, context_);
    if (!b) return b.error();
    files_a_ = std::move(*a);
    files_b_ = std::move(*b);
    bool any = false;
    for (const PartRole& role : format_.parts) {
        if (!options_.part.empty() && options_.part != role.role) continue;
        const Part* before = files_a_.find(role.role);
        const Part* after = files_b_.find(role.role);
        any |= before != nullptr || after != nullptr;
        if (before != nullptr && after != nullptr) {
            if (auto status = compare(role.role); !status) return status.error();
        } else if (before != nullptr || after != nullptr) {
            add_file(before != nullptr ? ChangeKind::removed : ChangeKind::added, before != nullptr ? *before : *after);
        }
    }
    if (!any) return Error{Code::missing_part, "the models have no file '" + text::printable(options_.part) + "'"};
    if (!options_.below.empty() && !found_ && not_found_) return *not_found_;
    return std::move(out_);
}

void Differ::add_file(ChangeKind kind, const Part& part) {
    FieldChange change{.kind = kind, .part = part.role};
    (kind == ChangeKind::added ? change.offset_after : change.offset_before) = 0;
    out_.changes.push_back(std::move(change));
}

Status Differ::compare(std::string_view role) {
    if (options_.below.empty() && files_a_.find(role)->bytes == files_b_.find(role)->bytes) {
        // Another file may say how this one is read, but that is a difference of that file.
        return Done{};
    }
    auto a = inspect::outline_file(format_, files_a_, role, context_);
    if (!a) return a.error();
    auto b = inspect::outline_file(format_, files_b_, role, context_);
    if (!b) return b.error();
    Comparison comparison(a->outline(), b->outline(), role, options_, out_);
    if (!options_.below.empty()) return compare_below(*a, *b, comparison);
    comparison.items(inspect::root_of(a->outline()), inspect::root_of(b->outline()));
    const bool is_image = a->outline().is_image() || b->outline().is_image();
    if (is_image) comparison.unexplained();
    if (comparison.changes() == 0) comparison.whole_bytes();
    if (comparison.changes() == 0) {
        out_.changes.push_back({.kind = ChangeKind::packing, .part = std::string(role), .same_value = true});
    }
    return Done{};
}

Status Differ::compare_below(OutlinedFile& a, OutlinedFile& b, Comparison& comparison) {
    auto before = inspect::find_in(a, options_.below, context_);
    auto after = inspect::find_in(b, options_.below, context_);
    found_ |= before.ok() || after.ok();
    if (!before && !after && !not_found_) not_found_ = before.error();
    if (before && after) comparison.items(*before, *after);
    if (before.ok() != after.ok()) {
        const bool is_added = after.ok();
        FieldChange change{.kind = is_added ? ChangeKind::added : ChangeKind::removed,
                           .part = a.described.part.role,
                           .path = options_.below};
        (is_added ? change.offset_after : change.offset_before) =
            is_added ? inspect::offset_of(b.outline(), *after) : inspect::offset_of(a.outline(), *before);
        out_.changes.push_back(std::move(change));
    }
    return Done{};
}

}  // namespace

Result<Diff> diff(const Model& a, const Model& b, const DiffOptions& options, const Context& context) {
    return guarded([&] { return Differ(a, b, options, context).run(); });
}

std::string_view change_kind_name(ChangeKind kind) {
    switch (kind) {
        case ChangeKind::changed: return "changed";
        case ChangeKind::added: return "added";
        case ChangeKind::removed: return "removed";
        case ChangeKind::unexplained: return "unexplained";
        case ChangeKind::packing: return "packing";
    }
    return "changed";
}

}  // namespace thaw
