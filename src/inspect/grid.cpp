#include "inspect/grid.hpp"

#include <algorithm>

#include "base/field_path.hpp"

namespace thaw::inspect {

u64 GridView::rows() const {
    if (bytes_ == 0 || grid_.cells == 0) return 0;
    if (grid_.stride == 0) return grid_.rows;  // every row is the first one
    return std::min(grid_.rows, (bytes_ - 1) / grid_.stride + 1);
}

u64 GridView::present(u64 row) const {
    const u64 from = start(row);
    return from >= bytes_ ? 0 : std::min(row_bytes(), bytes_ - from);
}

u64 GridView::cells(u64 row) const { return present(row) / grid_.cell_bytes(); }

u64 GridView::outside_rows() const {
    const u64 n = rows();
    if (n == 0) return bytes_;
    const u64 last = present(n - 1);
    return bytes_ - (grid_.stride > row_bytes() ? (n - 1) * row_bytes() + last : start(n - 1) + last);
}

GridView::Rows GridView::holding(u64 byte) const {
    const u64 n = rows();
    if (byte >= bytes_ || n == 0) return {0, 0};
    if (grid_.stride == 0) return byte < row_bytes() ? Rows{0, n} : Rows{0, 0};
    const u64 last = std::min(n, byte / grid_.stride + 1);
    const u64 first = byte < row_bytes() ? 0 : (byte - row_bytes()) / grid_.stride + 1;
    return first < last ? Rows{first, last} : Rows{0, 0};
}

Field cell_of(const Field& field, u64 row, u64 cell) {
    const Grid& grid = *field.grid;
    const u64 at = row * grid.stride + cell * grid.cell_bytes();
    Field out = field;
    detail::append_segment(out.path, row);
    detail::append_segment(out.path, std::string_view(grid.cell_name));
    detail::append_segment(out.path, cell);
    out.name = grid.cell_name;
    out.index = cell;
    out.offset += at;
    out.raw = field.raw.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(grid.cell_bytes()));
    out.kind = grid.cell_kind;
    out.repeat = grid.cell_repeat;
    out.meaning = {.role = Role::value, .names = {}, .parts = grid.parts, .limit = 0};
    out.words = grid.cell_parts;
    out.grid = nullptr;
    out.is_blob = false;
    return out;
}

}  // namespace thaw::inspect
