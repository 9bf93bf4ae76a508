#include "inspect/census.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/grid.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

constexpr u32 no_field = 0xFFFFFFFF;

void extend(Census::Facts& facts, double least, double most, bool first) {
    facts.least = first ? least : std::min(facts.least, least);
    facts.most = first ? most : std::max(facts.most, most);
}

// Words of one field that follow each other. `number` tells what a word stands for.
template <class Word, class NumberOf>
void take_words(Census::Facts& facts, const u8* from, u64 n, Order order, const NumberOf& number) {
    using Number = decltype(number(Word{}));
    Number least = std::numeric_limits<Number>::max(), most = std::numeric_limits<Number>::lowest();
    u64 odd = 0;
    for (u64 i = 0; i < n; ++i) {
        const auto word = load<Word>(from + i * sizeof(Word), order);
        const Number value = number(word);
        if constexpr (std::is_floating_point_v<Number>) {
            if (!std::isfinite(value)) ++odd;
            if (!std::isfinite(value)) continue;
        }
        least = std::min(least, value);
        most = std::max(most, value);
    }
    const bool first = facts.values == facts.odd;
    if (n > odd) extend(facts, static_cast<double>(least), static_cast<double>(most), first);
    facts.values += n;
    facts.odd += odd;
    for (u64 i = 0; i < n && facts.counts.is_complete(); ++i) {
        const auto word = load<Word>(from + i * sizeof(Word), order);
        facts.counts.add(facts.part == nullptr ? u64{word} : static_cast<u64>(part_value(*facts.part, word)), 1);
    }
}

// A word that is wider or narrower where a field was met first, as in another version of the format.
double number_of(Kind kind, u64 word) {
    switch (kind) {
        case Kind::float32: return f64{std::bit_cast<f32>(static_cast<u32>(word))};
        case Kind::float64: return std::bit_cast<f64>(word);
        case Kind::signed8: return static_cast<i8>(word);
        case Kind::signed16: return static_cast<i16>(word);
        case Kind::signed32: return static_cast<i32>(word);
        case Kind::signed64: return static_cast<double>(static_cast<i64>(word));
        default: return static_cast<double>(word);
    }
}

template <class Word>
void take_words(Census::Facts& facts, const u8* from, u64 n, Order order) {
    using Signed = std::make_signed_t<Word>;
    if (facts.part != nullptr) {
        const BitPart part = *facts.part;
        return take_words<Word>(facts, from, n, order, [&](Word word) { return part_value(part, word); });
    }
    if (width_of(facts.kind) != sizeof(Word)) {
        return take_words<Word>(facts, from, n, order, [&](Word word) { return number_of(facts.kind, word); });
    }
    if constexpr (sizeof(Word) == 4) {
        const auto as_float = [](Word word) { return f64{std::bit_cast<f32>(word)}; };
        if (facts.kind == Kind::float32) return take_words<Word>(facts, from, n, order, as_float);
    }
    if constexpr (sizeof(Word) == 8) {
        const auto as_float = [](Word word) { return std::bit_cast<f64>(word); };
        if (facts.kind == Kind::float64) return take_words<Word>(facts, from, n, order, as_float);
    }
    if (is_signed(facts.kind)) {
        return take_words<Word>(facts, from, n, order, [](Word word) { return static_cast<Signed>(word); });
    }
    take_words<Word>(facts, from, n, order, [](Word word) { return word; });
}

void take_words(Census::Facts& facts, Kind kind, const u8* from, u64 n, Order order) {
    switch (width_of(kind)) {
        case 1: return take_words<u8>(facts, from, n, order);
        case 2: return take_words<u16>(facts, from, n, order);
        case 4: return take_words<u32>(facts, from, n, order);
        default: return take_words<u64>(facts, from, n, order);
    }
}

// The leaves of one file on their way into a group.
class Counter final : public LeafSink {
public:
    Counter(Census::Group& group, std::string_view role, u64 file)
        : group_(group), file_(file), node_(group.tree().child(FieldTree::root, role)) {}

    void enter(const char* name, u64 index, u64) override {
        parents_.push_back(node_);
        node_ = child(node_, name);
        if (index != no_index) node_ = group_.tree().element(node_);
    }
    void leave(u64) override {
        node_ = parents_.back();
        parents_.pop_back();
    }
    void leaf(const Leaf& leaf) override {
        const u32 node = child(node_, leaf.name);
        if (leaf.grid != nullptr) return take_grid(node, leaf);
        Census::Facts& facts = facts_of(node, leaf, nullptr);
        if (facts.is_length) return take_length(facts, leaf);
        take_words(facts, leaf.kind, leaf.raw.data(), leaf.repeat, leaf.order);
        for (const BitPart& part : leaf.meaning.parts) take_part(node, leaf, part, leaf.raw.data(), leaf.repeat);
    }

private:
    u32 child(u32 node, const char* name) {
        return group_.tree().child(node, name == nullptr ? std::string_view() : std::string_view(name));
    }

    Census::Facts& facts_of(u32 node, const Leaf& leaf, const BitPart* part) {
        Census::Facts& facts = group_.facts_at(node, [&](Census::Facts& made) {
            Field field = field_of(leaf, {});
            field.part = part;
            made.type = type_text(field);
            made.kind = leaf.kind;
            made.role = leaf.meaning.role;
            made.part = part;
            made.names = part == nullptr ? leaf.meaning.names : std::span<const char* const>();
            made.nowhere = part == nullptr ? leaf.meaning.nowhere : nullptr;
            made.is_length = field.is_blob || leaf.kind == Kind::text;
        });
        if (facts.last_file != file_) {
            facts.last_file = file_;
            ++facts.files;
        }
        return facts;
    }

    static void take_length(Census::Facts& facts, const Leaf& leaf) {
        const auto end = std::find(leaf.raw.begin(), leaf.raw.end(), u8{0});
        const bool is_blob = leaf.meaning.role == Role::payload || leaf.meaning.role == Role::slack;
        const bool ends = leaf.kind == Kind::text && !is_blob;
        const auto length = ends ? static_cast<u64>(end - leaf.raw.begin()) : u64{leaf.raw.size()};
        extend(facts, static_cast<double>(length), static_cast<double>(length), facts.values++ == 0);
        facts.counts.add(length, 1);
    }

    void take_part(u32 node, const Leaf& leaf, const BitPart& part, const u8* from, u64 n) {
        take_words(facts_of(child(node, part.name), leaf, &part), leaf.kind, from, n, leaf.order);
    }

    // Cells of every row, as far as there are bytes.
    void take_grid(u32 node, const Leaf& leaf) {
        const Grid& grid = *leaf.grid;
        const u32 cells = group_.tree().element(child(group_.tree().element(node), grid.cell_name));
        Leaf cell = leaf;
        cell.grid = nullptr;
        cell.kind = grid.cell_kind;
        cell.repeat = grid.cell_repeat;
        cell.meaning = {.parts = grid.parts};
        const GridView view(grid, leaf.raw.size());
        u64 budget = 4 * u64{leaf.raw.size()} + 1024;  // overlapping rows can make far more cells than bytes
        for (u64 row = 0; row < view.rows() && budget > 0; ++row) {
            const u64 count = std::min(view.cells(row), budget);
            if (count == 0) break;
            budget -= count;
            const u8* from = leaf.raw.data() + view.start(row);
            const u64 words = count * grid.cell_repeat;
            take_words(facts_of(cells, cell, nullptr), cell.kind, from, words, leaf.order);
            for (const BitPart& part : grid.parts) take_part(cells, cell, part, from, words);
        }
    }

    Census::Group& group_;
    u64 file_;
    u32 node_;
    std::vector<u32> parents_;
};

void merge_facts(Census::Facts& into, const Census::Facts& from) {
    if (into.values == 0) {
        const u64 files = into.files + from.files;
        into = from;
        into.files = files;
        into.last_file = 0;
        return;
    }
    if (from.values > from.odd) extend(into, from.least, from.most, into.values == into.odd);
    into.files += from.files;
    into.values += from.values;
    into.odd += from.odd;
    for (const auto& [word, times] : from.counts.in_order_met()) into.counts.add(word, times);
    if (!from.counts.is_complete()) into.counts.stop();
}

}  // namespace

template <class Make>
Census::Facts& Census::Group::facts_at(u32 node, const Make& make) {
    if (node >= field_.size()) field_.resize(tree_.size(), no_field);
    if (field_[node] == no_field) {
        field_[node] = static_cast<u32>(facts_.size());
        node_.push_back(node);
        make(facts_.emplace_back());
    }
    return facts_[field_[node]];
}

void Census::Group::merge(const Group& other) {
    files += other.files;
    const std::vector<u32> nodes = tree_.add(other.tree_);
    for (std::size_t i = 0; i < other.size(); ++i) {
        merge_facts(facts_at(nodes[other.node_[i]], [](Facts&) {}), other.facts_[i]);
    }
}

void Census::add(const Model& model, const Context& context) {
    const auto summary = summarise(model);
    std::string name(model.format->id);
    if (summary && !summary->variant.empty() && summary->variant != name) name += " " + summary->variant;
    Group& group = groups_[name];
    ++group.files;
    ++files_;
    const auto document = model.format->blank();
    for (const PartRole& role : model.format->parts) {
        const Part* part = model.bundle.find(role.role);
        if (part == nullptr) continue;
        Counter counter(group, model.format->parts.size() > 1 ? role.role : std::string_view(), files_);
        if (!annotate_part(*model.format, *document, *part, context, counter)) break;
    }
}

void Census::merge(const Census& other) {
    for (const auto& [name, from] : other.groups_) groups_[name].merge(from);
    files_ += other.files_;
}

std::string integer_text(Kind kind, u64 word) {
    switch (kind) {
        case Kind::signed8: return std::to_string(static_cast<i8>(word));
        case Kind::signed16: return std::to_string(static_cast<i16>(word));
        case Kind::signed32: return std::to_string(static_cast<i32>(word));
        case Kind::signed64: return std::to_string(static_cast<i64>(word));
        default: return std::to_string(word);
    }
}

std::string value_text(const Census::Facts& facts, u64 word) {
    if (facts.part != nullptr || facts.is_length) return std::to_string(static_cast<i64>(word));
    if (facts.kind == Kind::float32 || facts.kind == Kind::float64) return float_text(facts.kind, word);
    if (leads_nowhere(facts.kind, facts.nowhere, word)) return facts.nowhere;
    std::string out =
        facts.role == Role::flags || facts.role == Role::offset ? text::hex(word) : integer_text(facts.kind, word);
    if (word < facts.names.size()) out += " (" + std::string(facts.names[static_cast<std::size_t>(word)]) + ")";
    return out;
}

json::Value census_json(const Census& census, bool share) {
    // Of a game's own numbers only those that are few and whole: flags, kinds and counts, not what is drawn.
    constexpr std::size_t most_shared = 32;
    json::Value out;
    for (const auto& [name, group] : census.groups()) {
        json::Value fields;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const Census::Facts& facts = group.facts(i);
            const std::string path = group.path(i);
            json::Value field;
            field.set("type", facts.type).set("files", facts.files).set("values", facts.values);
            if (facts.values > facts.odd) {
                field.set(facts.is_length ? "shortest" : "least", facts.least);
                field.set(facts.is_length ? "longest" : "most", facts.most);
            }
            if (facts.odd > 0) field.set("not_finite", facts.odd);
            field.set("distinct", u64{facts.counts.size()}).set("more_than_that", !facts.counts.is_complete());
            const bool is_float = facts.kind == Kind::float32 || facts.kind == Kind::float64;
            const bool listed = share ? facts.counts.size() <= most_shared && !is_float : true;
            if (facts.counts.is_complete() && listed) {
                json::Value counts;
                for (const auto& [word, times] : facts.counts.by_word()) counts.set(value_text(facts, word), times);
                field.set("counts", std::move(counts));
            }
            fields.set(path.starts_with('.') ? path.substr(1) : path, std::move(field));
        }
        json::Value one;
        one.set("files", group.files).set("fields", std::move(fields));
        out.set(name, std::move(one));
    }
    return out;
}

}  // namespace thaw::inspect
