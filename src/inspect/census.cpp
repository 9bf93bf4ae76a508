#include "inspect/census.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

double number_of(const Census::Facts& facts, u64 word) {
    if (facts.part != nullptr) return static_cast<double>(part_value(*facts.part, word));
    switch (facts.kind) {
        case Kind::float32: return f64{std::bit_cast<f32>(static_cast<u32>(word))};
        case Kind::float64: return std::bit_cast<f64>(word);
        case Kind::signed8: return static_cast<i8>(word);
        case Kind::signed16: return static_cast<i16>(word);
        case Kind::signed32: return static_cast<i32>(word);
        case Kind::signed64: return static_cast<double>(static_cast<i64>(word));
        default: return static_cast<double>(word);
    }
}

void extend(Census::Facts& facts, double value, bool first) {
    facts.least = first ? value : std::min(facts.least, value);
    facts.most = first ? value : std::max(facts.most, value);
}

void count(Census::Facts& facts, u64 word, u64 times) {
    const auto known = facts.counts.find(word);
    if (known != facts.counts.end()) {
        known->second += times;
    } else if (facts.counts.size() < Census::most_counted) {
        facts.counts.emplace(word, times);
    } else {
        facts.has_more = true;
    }
}

// The leaves of one file on their way into a group.
class Counter final : public LeafSink {
public:
    Counter(Census::Group& group, std::string_view role, u64 file) : group_(group), file_(file), path_(role) {}

    void enter(const char* name, u64 index, u64) override {
        lengths_.push_back(path_.size());
        if (name != nullptr) (path_ += '.') += name;
        if (index != no_index) path_ += "[]";
    }
    void leave(u64) override {
        path_.resize(lengths_.back());
        lengths_.pop_back();
    }
    void leaf(const Leaf& leaf) override {
        const std::size_t length = path_.size();
        if (leaf.name != nullptr) (path_ += '.') += leaf.name;
        take(field_of(leaf, {}));
        path_.resize(length);
    }

private:
    Census::Facts& facts_of(const Field& field) {
        const auto [place, is_new] = group_.fields.try_emplace(path_);
        Census::Facts& facts = place->second;
        if (is_new) {
            group_.order.push_back(path_);
            facts.type = type_text(field);
            facts.kind = field.kind;
            facts.role = field.meaning.role;
            facts.part = field.part;
            facts.names = field.part == nullptr ? field.meaning.names : std::span<const char* const>();
            facts.nowhere = field.part == nullptr ? field.meaning.nowhere : nullptr;
            facts.is_length = field.is_blob || field.kind == Kind::text;
        }
        if (facts.last_file != file_) {
            facts.last_file = file_;
            ++facts.files;
        }
        return facts;
    }

    void take(const Field& field) {
        if (field.grid != nullptr) return take_grid(field);
        Census::Facts& facts = facts_of(field);
        if (facts.is_length) {
            const std::string whole = text::view_as_text(field.raw);
            const u64 length =
                field.kind == Kind::text && !field.is_blob ? text::until_nul(whole).size() : field.size();
            extend(facts, static_cast<double>(length), facts.values++ == 0);
            count(facts, length, 1);
            return;
        }
        for (u64 i = 0; i < field.repeat; ++i) take_word(facts, word_at(field, i));
        take_parts(field, field.meaning.parts);
    }
    void take_word(Census::Facts& facts, u64 word) {
        const double value = number_of(facts, word);
        const bool first = facts.values++ == facts.odd;
        if (std::isfinite(value)) {
            extend(facts, value, first);
        } else {
            ++facts.odd;
        }
        count(facts, facts.part == nullptr ? word : static_cast<u64>(part_value(*facts.part, word)), 1);
    }
    void take_parts(const Field& field, std::span<const BitPart> parts) {
        const std::size_t length = path_.size();
        for (const BitPart& part : parts) {
            (path_ += '.') += part.name;
            Field piece = field;
            piece.part = &part;
            Census::Facts& facts = facts_of(piece);
            for (u64 i = 0; i < field.repeat; ++i) take_word(facts, word_at(field, i));
            path_.resize(length);
        }
    }
    // Cells of every row, as far as there are bytes.
    void take_grid(const Field& field) {
        const Grid& grid = *field.grid;
        const std::size_t length = path_.size();
        (path_ += "[].") += grid.cell_name;
        path_ += "[]";
        u64 budget = 4 * u64{field.raw.size()} + 1024;  // overlapping rows can make far more cells than bytes
        for (u64 row = 0; row < grid.rows; ++row) {
            for (u64 cell = 0; cell < grid.cells && budget > 0; ++cell, --budget) {
                const u64 at = row * grid.stride + cell * grid.cell_bytes();
                if (at > field.raw.size() || grid.cell_bytes() > field.raw.size() - at) break;
                Field one = field;
                one.grid = nullptr;
                one.is_blob = false;
                one.kind = grid.cell_kind;
                one.repeat = grid.cell_repeat;
                one.raw = field.raw.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(grid.cell_bytes()));
                one.meaning = {.parts = grid.parts};
                take(one);
            }
        }
        path_.resize(length);
    }

    Census::Group& group_;
    u64 file_;
    std::string path_;
    std::vector<std::size_t> lengths_;
};

void merge_facts(Census::Facts& into, const Census::Facts& from) {
    if (into.values == 0) {
        const u64 files = into.files + from.files;
        into = from;
        into.files = files;
        into.last_file = 0;
        return;
    }
    if (from.values > from.odd) {
        const bool first = into.values == into.odd;
        extend(into, from.least, first);
        extend(into, from.most, false);
    }
    into.files += from.files;
    into.values += from.values;
    into.odd += from.odd;
    into.has_more = into.has_more || from.has_more;
    for (const auto& [word, times] : from.counts) count(into, word, times);
}

}  // namespace

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
    for (const auto& [name, from] : other.groups_) {
        Group& into = groups_[name];
        into.files += from.files;
        for (const std::string& path : from.order) {
            const auto [place, is_new] = into.fields.try_emplace(path);
            if (is_new) into.order.push_back(path);
            merge_facts(place->second, from.fields.at(path));
        }
    }
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
        for (const std::string& path : group.order) {
            const Census::Facts& facts = group.fields.at(path);
            json::Value field;
            field.set("type", facts.type).set("files", facts.files).set("values", facts.values);
            if (facts.values > facts.odd) {
                field.set(facts.is_length ? "shortest" : "least", facts.least);
                field.set(facts.is_length ? "longest" : "most", facts.most);
            }
            if (facts.odd > 0) field.set("not_finite", facts.odd);
            field.set("distinct", u64{facts.counts.size()}).set("more_than_that", facts.has_more);
            const bool is_float = facts.kind == Kind::float32 || facts.kind == Kind::float64;
            const bool listed = share ? facts.counts.size() <= most_shared && !is_float : true;
            if (!facts.has_more && listed) {
                json::Value counts;
                for (const auto& [word, times] : facts.counts) counts.set(value_text(facts, word), times);
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
