#include "layout/locator.hpp"

#include <charconv>
#include <map>

namespace thaw {

Locator::Locator(const std::vector<std::string>& paths) : places_(paths.size()) {
    live_.emplace_back();
    for (const std::string& path : paths) {
        live_[0].push_back(targets_.size());
        targets_.push_back(parse(path));
    }
}

Locator::Target Locator::parse(std::string_view path) {
    Target target;
    while (!path.empty()) {
        const std::size_t end = path.find('.');
        std::string_view part = path.substr(0, end);
        path = end == std::string_view::npos ? std::string_view{} : path.substr(end + 1);
        Segment segment;
        const std::size_t bracket = part.find('[');
        if (bracket != std::string_view::npos && part.ends_with(']')) {
            const std::string_view digits = part.substr(bracket + 1, part.size() - bracket - 2);
            u64 index = no_index;
            const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), index);
            if (parsed.ec == std::errc{}) segment.index = index;
            part = part.substr(0, bracket);
        }
        segment.name = part;
        target.push_back(std::move(segment));
    }
    return target;
}

void Locator::found(std::size_t target, const Place& place) {
    if (!places_[target]) places_[target] = place;
}

void Locator::on_enter() {
    const std::size_t depth = steps().size();
    const Step& step = steps().back();
    std::vector<std::size_t> live;
    for (const std::size_t t : live_.back()) {
        const Target& target = targets_[t];
        if (target.size() < depth) continue;
        const Segment& segment = target[depth - 1];
        if (segment.index != step.index || segment.name != step.name) continue;
        if (target.size() == depth) found(t, {position(), 0});
        live.push_back(t);
    }
    live_.push_back(std::move(live));
}

void Locator::on_array(const char* name, std::size_t) { leaf(name, Kind::unsigned8, nullptr, 0, {}); }

void Locator::leaf(const char* name, Kind kind, void* values, u64 n, std::span<const BitPart> parts) {
    const std::size_t depth = steps().size();
    const u64 width = width_of(kind);
    for (const std::size_t t : live_.back()) {
        const Target& target = targets_[t];
        if (name == nullptr) {  // the entered element is the scalar itself
            if (target.size() == depth) places_[t] = Place{position(), width * n, values, kind, n};
            continue;
        }
        if (target.size() <= depth || target[depth].name != name) continue;
        if (target.size() == depth + 2) {  // a named part of a packed word
            for (const BitPart& part : parts) {
                if (target[depth + 1].name == part.name) found(t, {position(), width, values, kind, 1});
            }
        }
        if (target.size() != depth + 1) continue;
        const u64 index = target[depth].index;
        if (index == no_index) {
            found(t, {position(), width * n, values, kind, n});
        } else if (index < n && values != nullptr) {
            found(t, {position() + index * width, width, static_cast<u8*>(values) + index * width, kind, 1});
        }
    }
}

void Locator::on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) {
    leaf(name, kind, values, n, meaning.parts);
    Measure::on_scalars(name, kind, values, n, meaning);
}

void Locator::on_compact(const char* name, Compact& value, const Meaning& meaning) {
    leaf(name, Kind::unsigned8, value.bytes.data(), value.size(), meaning.parts);
    advance(value.size());
}

void Locator::on_magic(const char* name, std::string_view expected) {
    leaf(name, Kind::text, nullptr, expected.size(), {});
    Measure::on_magic(name, expected);
}

void Locator::on_count(const char* name, Kind kind, u64& n) {
    leaf(name, kind, nullptr, 1, {});
    Measure::on_count(name, kind, n);
}

void Locator::on_records(const char* name, const ElementType& type, void* first, std::size_t n) {
    const u64 start = position();
    on_array(name, n);
    // Only the elements that some target names are looked into, each once and for its own targets; the rest is
    // arithmetic.
    const std::size_t depth = steps().size();
    std::map<u64, std::vector<std::size_t>> by_index;
    for (const std::size_t t : live_.back()) {
        const Target& target = targets_[t];
        if (target.size() > depth && target[depth].index < n && target[depth].name == name) {
            by_index[target[depth].index].push_back(t);
        }
    }
    for (auto& [index, targets] : by_index) {
        move_to(start + index * type.disk_bytes);
        live_.push_back(std::move(targets));
        {
            const Scope scope(*this, name, index);
            type.describe(*this, static_cast<u8*>(first) + index * type.memory_bytes);
        }
        live_.pop_back();
    }
    move_to(start);
    advance(u64{type.disk_bytes} * n);
}

void Locator::on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) {
    const std::size_t depth = steps().size();
    for (const std::size_t t : live_.back()) {
        const Target& target = targets_[t];
        if (target.size() <= depth || target[depth].name != name) continue;
        const u64 row = target[depth].index;
        if (row == no_index) {
            found(t, {position(), blob.size()});
        } else if (grid == nullptr) {
            if (row < blob.size()) found(t, {position() + row, 1});
        } else if (row < grid->rows) {
            const bool has_cell = target.size() > depth + 1 && target[depth + 1].index < grid->cells;
            const u64 cell = has_cell ? target[depth + 1].index : 0;
            found(t, {position() + row * grid->stride + cell * grid->cell_bytes(),
                      has_cell ? grid->cell_bytes() : grid->stride});
        }
    }
    Measure::on_blob(name, blob, n, fit, role, grid);
}

}  // namespace thaw
