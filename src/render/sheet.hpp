// Contact sheets: many images with their names on a page, as many pages as it takes, one of them in memory.
#pragma once

#include <optional>
#include <string>

#include "render/label.hpp"

namespace thaw {

struct SheetCell {
    std::string label{};   // below the image, shortened to its width
    std::string detail{};  // a second line, fainter
    Pixels image{};        // of any size: shrunk if it is larger than the cell, centred if smaller
};

struct SheetOptions {
    u32 cell = 192;        // the side of an image's square
    u32 columns = 0;       // 0: what makes a page a little wider than high, with few gaps at its end
    u32 page_side = 4096;  // neither side of a page is longer, unless a single cell is
    Rgba background{250, 250, 248};
    Rgba ink{34, 36, 40};
};

// Where everything goes, known before the first image is there. The last page may have fewer rows.
struct SheetLayout {
    u64 count = 0;
    u64 pages = 0;
    u32 columns = 0;
    u32 rows = 0;    // of a full page
    u32 width = 0;   // of a page
    u32 height = 0;  // of a full page
    u32 cell = 0;
    u32 gap = 0;  // around each cell
    u32 text_scale = 1;

    u64 per_page() const { return u64{columns} * rows; }
    u64 cells_on(u64 page) const;
    u32 height_of(u64 page) const;
};

SheetLayout sheet_layout(u64 count, const SheetOptions& options);

// Cells go in one after the other; what comes out is a page as soon as it is full.
class Sheet {
public:
    Sheet(u64 count, const SheetOptions& options);

    const SheetLayout& layout() const { return layout_; }

    // Cells beyond the count are left out.
    std::optional<Pixels> add(const SheetCell& cell);

private:
    void begin_page();
    void paste(const SheetCell& cell, u64 place);

    SheetOptions options_;
    SheetLayout layout_;
    Pixels page_;
    u64 added_ = 0;
};

}  // namespace thaw
