#include "layout/field_places.hpp"

#include <algorithm>

namespace thaw {

FieldPlaces::FieldPlaces(std::span<const std::string_view> paths) : kinds_(paths.size()) {
    live_.emplace_back();
    for (std::size_t k = 0; k < paths.size(); ++k) {
        KindOfField& kind = kinds_[k];
        for (std::string_view rest = paths[k]; !rest.empty();) {
            const std::size_t end = std::min(rest.find('.'), rest.size());
            std::string_view part = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            const bool has_index = part.ends_with("[]");
            if (has_index) part.remove_suffix(2);
            kind.segments.push_back({part, has_index});
            if (has_index) ++kind.indices;
        }
        live_[0].push_back(k);
    }
}

void FieldPlaces::found(std::size_t k, u64 size, std::initializer_list<Step> more) {
    KindOfField& kind = kinds_[k];
    Shape shape{size, record_steps_};
    shape.steps.insert(shape.steps.end(), more);
    Run run{.offset = position()};
    std::size_t outer = 0;
    for (std::size_t depth = 0; depth < steps().size(); ++depth) {
        if (!kind.segments[depth].has_index) continue;
        if (std::find(record_depths_.begin(), record_depths_.end(), depth) != record_depths_.end()) continue;
        // A list within a table of records would have steps between those of the table: there is none.
        if (outer == most_indices || (!record_depths_.empty() && depth > record_depths_.front())) return;
        run.outer[outer++] = static_cast<u32>(steps()[depth].index);
    }
    if (outer + shape.steps.size() != kind.indices) return;
    kind.outer = outer;
    if (kind.shapes.empty() || kind.shapes.back() != shape) kind.shapes.push_back(std::move(shape));
    run.shape = static_cast<u32>(kind.shapes.size() - 1);
    // Described twice, or out of order: as tables behind pointers may be.
    if (!kind.runs.empty() && !(kind.runs.back().outer < run.outer)) kind.is_sorted = false;
    kind.runs.push_back(run);
}

bool FieldPlaces::is_at(const KindOfField& kind, std::size_t depth, const char* name) const {
    return name != nullptr && kind.segments.size() > depth && kind.segments[depth].name == name;
}

void FieldPlaces::on_enter() {
    const std::size_t depth = steps().size();
    const auto& step = steps().back();
    std::vector<std::size_t> live;
    for (const std::size_t k : live_.back()) {
        const auto& segments = kinds_[k].segments;
        if (segments.size() < depth || segments[depth - 1].name != step.name) continue;
        if (segments[depth - 1].has_index != (step.index != no_index)) continue;
        live.push_back(k);
    }
    live_.push_back(std::move(live));
}

void FieldPlaces::leaf(const char* name, u64 width, u64 n) {
    const std::size_t depth = steps().size();
    for (const std::size_t k : live_.back()) {
        const auto& segments = kinds_[k].segments;
        if (name == nullptr) {  // the entered element is the scalar itself
            if (segments.size() == depth) found(k, width * n, {});
        } else if (segments.size() == depth + 1 && is_at(kinds_[k], depth, name)) {
            segments[depth].has_index ? found(k, width, {{width, n}}) : found(k, width * n, {});
        }
    }
}

void FieldPlaces::on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) {
    leaf(name, width_of(kind), n);
    Measure::on_scalars(name, kind, values, n, meaning);
}

void FieldPlaces::on_compact(const char* name, Compact& value, const Meaning&) {
    leaf(name, 1, value.size());
    advance(value.size());
}

void FieldPlaces::on_count(const char* name, Kind kind, u64& n) {
    leaf(name, width_of(kind), 1);
    Measure::on_count(name, kind, n);
}

void FieldPlaces::on_records(const char* name, const ElementType& type, void* first, std::size_t n) {
    const u64 start = position();
    const std::size_t depth = steps().size();
    std::vector<std::size_t> inside;
    for (const std::size_t k : live_.back()) {
        if (!is_at(kinds_[k], depth, name) || !kinds_[k].segments[depth].has_index) continue;
        if (kinds_[k].segments.size() == depth + 1) {
            found(k, type.disk_bytes, {{type.disk_bytes, n}});
        } else {
            inside.push_back(k);
        }
    }
    if (!inside.empty()) {  // the first record stands for all
        live_.push_back(std::move(inside));
        record_depths_.push_back(depth);
        record_steps_.push_back({type.disk_bytes, n});
        {
            const Scope scope(*this, name, 0);
            type.describe(*this, first);
        }
        record_steps_.pop_back();
        record_depths_.pop_back();
        live_.pop_back();
    }
    move_to(start);
    advance(u64{type.disk_bytes} * n);
}

void FieldPlaces::on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) {
    const std::size_t depth = steps().size();
    for (const std::size_t k : live_.back()) {
        if (!is_at(kinds_[k], depth, name)) continue;
        const auto& segments = kinds_[k].segments;
        const bool is_last = segments.size() == depth + 1;
        if (is_last && !segments[depth].has_index) {
            found(k, blob.size(), {});
        } else if (is_last) {
            grid == nullptr ? found(k, 1, {{1, blob.size()}}) : found(k, grid->stride, {{grid->stride, grid->rows}});
        } else if (grid != nullptr && segments.size() == depth + 2 && segments[depth + 1].name == grid->cell_name) {
            found(k, grid->cell_bytes(), {{grid->stride, grid->rows}, {grid->cell_bytes(), grid->cells}});
        }
    }
    Measure::on_blob(name, blob, n, fit, role, grid);
}

std::optional<FieldPlaces::Place> FieldPlaces::find(std::size_t k, const Indices& at) const {
    const KindOfField& kind = kinds_[k];
    const auto is_before = [&](const Run& run) {
        for (std::size_t i = 0; i < kind.outer; ++i) {
            if (run.outer[i] != at[i]) return run.outer[i] < at[i];
        }
        return false;
    };
    const auto is_this = [&](const Run& run) {
        return std::equal(run.outer.begin(), run.outer.begin() + static_cast<std::ptrdiff_t>(kind.outer), at.begin());
    };
    const auto run = kind.is_sorted ? std::partition_point(kind.runs.begin(), kind.runs.end(), is_before)
                                    : std::find_if(kind.runs.begin(), kind.runs.end(), is_this);
    if (run == kind.runs.end() || !is_this(*run)) return {};
    const Shape& shape = kind.shapes[run->shape];
    Place out{run->offset, shape.size};
    for (std::size_t i = 0; i < shape.steps.size(); ++i) {
        const u64 index = at[kind.outer + i];
        if (index >= shape.steps[i].count) return {};
        out.offset += index * shape.steps[i].stride;
    }
    return out;
}

std::string FieldPlaces::path(std::size_t k, const Indices& at) const {
    std::string out;
    std::size_t index = 0;
    for (const Segment& segment : kinds_[k].segments) {
        if (!out.empty()) out += '.';
        out += segment.name;
        if (segment.has_index) out.append("[").append(std::to_string(at[index++])).append("]");
    }
    return out;
}

}  // namespace thaw
