#include <algorithm>

#include "base/field_path.hpp"
#include "base/text.hpp"
#include "inspect/find.hpp"
#include "inspect/grid.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

constexpr u64 named_owners = 4;

Holder scope_at(std::string path, u64 offset) {
    Holder holder;
    holder.field.path = std::move(path);
    holder.field.offset = offset;
    holder.is_open = true;
    return holder;
}

std::string row_path(const Field& grid, u64 row) {
    std::string path = grid.path;
    detail::append_segment(path, row);
    return path;
}

// Of a byte that is in no row.
std::string place_outside(const Field& field, u64 byte) {
    const u64 rows = GridView(*field.grid, field.size()).rows();
    if (rows == 0) return "in no row";
    const u64 row = field.grid->stride == 0 ? rows - 1 : std::min(rows - 1, byte / field.grid->stride);
    if (row + 1 == rows) return "after " + row_path(field, row);
    return "between " + row_path(field, row) + " and " + row_path(field, row + 1);
}

}  // namespace

LeafSink::Range ByteProbe::open(const char* name, u64 n, u64 offset, u64 element_bytes) {
    if (!holds(offset, n * element_bytes)) return {0, 0};
    std::string path = path_;
    detail::append_segment(path, std::string_view(name));
    array_ = scope_at(std::move(path), offset);
    array_->is_open = false;
    array_->size = n * element_bytes;
    array_->count = n;
    array_->words = text::plural(n, "element") + " of " + text::plural(element_bytes, "byte");
    const u64 i = (byte_ - offset) / element_bytes;
    return {i, i + 1};
}

void ByteProbe::enter(const char* name, u64 index, u64 offset) {
    const std::size_t length = path_.size();
    if (name != nullptr) detail::append_segment(path_, std::string_view(name));
    if (index != no_index) detail::append_segment(path_, index);
    levels_.push_back({scope_at(path_, offset), std::move(array_), length});
    array_.reset();
}

void ByteProbe::leave(u64 end) {
    // The innermost scope that is still open is the last one; those entered after the find are not in the list.
    if (found() && levels_.size() == unfinished_.size()) {
        Holder& parent = parents_[unfinished_.back()];
        parent.size = end > parent.field.offset ? end - parent.field.offset : 0;
        parent.is_open = false;
        unfinished_.pop_back();
    }
    path_.resize(levels_.back().path_length);
    levels_.pop_back();
}

void ByteProbe::take(const Field& field) {
    ++total_;
    if (fields_.size() < named_owners) fields_.push_back(field);
    if (total_ > 1) return;
    for (const Level& level : levels_) {
        if (level.array) parents_.push_back(*level.array);
        unfinished_.push_back(parents_.size());
        parents_.push_back(level.scope);
    }
}

void ByteProbe::leaf(const Leaf& leaf) {
    if (!holds(leaf.offset, leaf.raw.size())) return;
    std::string path = path_;
    if (leaf.name != nullptr) detail::append_segment(path, std::string_view(leaf.name));
    look_into(field_of(leaf, std::move(path)));
}

void ByteProbe::look_into(const Field& field) {
    if (field.grid != nullptr) return look_into_grid(field);
    if (field.repeat < 2 || field.is_blob || field.kind == Kind::text) return take(field);
    const bool is_first = !found();
    take(element_of(field, (byte_ - field.offset) / width_of(field.kind)));
    if (is_first) parents_.push_back({field, field.size(), false, {}, field.repeat});
}

// A byte may be in a cell of several rows, or in none.
void ByteProbe::look_into_grid(const Field& field) {
    const GridView view(*field.grid, field.size());
    const u64 byte = byte_ - field.offset;
    const auto [first, last] = view.holding(byte);
    const bool is_first = !found();
    Holder whole{field, field.size(), false, grid_text(*field.grid, field.size()), view.rows()};
    whole.field.grid = nullptr;
    for (u64 row = first; row < last && row < first + named_owners; ++row) {
        const u64 cell = (byte - view.start(row)) / field.grid->cell_bytes();
        if (cell < view.cells(row)) take(cell_of(field, row, cell));
    }
    if (total_ > 0 && last - first > named_owners) total_ += last - first - named_owners;
    if (!found()) {
        remark_ = first < last ? "in a cell that the end of the file cuts off" : place_outside(field, byte);
        take(field);
        fields_.back().grid = nullptr;
        return;
    }
    if (!is_first) return;
    parents_.push_back(std::move(whole));
    Holder row = scope_at(row_path(field, first), field.offset + view.start(first));
    row.is_open = false;
    row.size = view.present(first);
    parents_.push_back(std::move(row));
}

}  // namespace thaw::inspect
