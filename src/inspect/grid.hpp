// Arithmetic on the rows and cells seen in raw bytes. Rows may overlap, have bytes between them, or be cut by the end
// of the file; everything here is division, nothing is expanded.
#pragma once

#include "inspect/field.hpp"

namespace thaw::inspect {

class GridView {
public:
    // `grid` must outlive the view.
    GridView(const Grid& grid, u64 bytes) : grid_(grid), bytes_(bytes) {}

    // Rows of which at least one byte of a cell is there.
    u64 rows() const;
    // Whole cells of row r that are there.
    u64 cells(u64 row) const;
    u64 start(u64 row) const { return row * grid_.stride; }
    u64 row_bytes() const { return grid_.cells * grid_.cell_bytes(); }
    // Bytes of row r, without what lies between it and the next, as far as they are there.
    u64 present(u64 row) const;

    // Bytes that are in no cell's row.
    u64 outside_rows() const;

    // The rows whose cells hold a byte, given as an offset into the grid's bytes: [first, last).
    struct Rows {
        u64 first;
        u64 last;
    };
    Rows holding(u64 byte) const;

private:
    const Grid& grid_;
    u64 bytes_;
};

// A cell of a field that has a grid. Its path is the grid's with row and cell.
Field cell_of(const Field& field, u64 row, u64 cell);

}  // namespace thaw::inspect
