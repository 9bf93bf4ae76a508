#include "render/sheet.hpp"

#include <algorithm>
#include <cmath>

#include "render/shrink.hpp"

namespace thaw {

namespace {

constexpr u32 text_lines = 2;
constexpr f64 pleasant_shape = 1.4;  // width by height, as a screen or a page on its side

u32 rows_for(u64 count, u32 columns) { return static_cast<u32>((count + columns - 1) / columns); }

// How many cells of that side fit side by side; at least one.
u32 most_in(u32 page_side, u32 gap, u32 side) {
    return std::max(1u, page_side > gap ? (page_side - gap) / (side + gap) : 0u);
}

u32 cell_height(const SheetLayout& layout) { return layout.cell + text_lines * line_height * layout.text_scale; }

// The better of two shapes loses less by its form and by its empty places together.
u32 pleasant_columns(u64 count, const SheetLayout& layout, u32 most_columns, u32 most_rows) {
    u32 best = most_columns;
    f64 least = HUGE_VAL;
    for (u32 columns = 1; columns <= most_columns && columns <= count; ++columns) {
        const u32 rows = rows_for(count, columns);
        if (rows > most_rows) continue;
        const auto width = static_cast<f64>(u64{columns} * (layout.cell + layout.gap));
        const auto height = static_cast<f64>(u64{rows} * (cell_height(layout) + layout.gap));
        const f64 shape = width / height / pleasant_shape;
        const f64 loss = std::max(shape, 1 / shape) + static_cast<f64>(u64{columns} * rows) / static_cast<f64>(count);
        if (loss < least) {
            least = loss;
            best = columns;
        }
    }
    return best;
}

}  // namespace

u64 SheetLayout::cells_on(u64 page) const { return page < pages ? std::min(per_page(), count - page * per_page()) : 0; }

u32 SheetLayout::height_of(u64 page) const {
    const u64 cells = cells_on(page);
    return cells == 0 ? 0 : gap + rows_for(cells, columns) * (cell_height(*this) + gap);
}

SheetLayout sheet_layout(u64 count, const SheetOptions& options) {
    SheetLayout layout;
    layout.count = count;
    layout.cell = std::clamp(options.cell, 8u, greatest_image_side / 4);
    layout.gap = std::max(4u, layout.cell / 12);
    layout.text_scale = std::max(1u, layout.cell / 256);
    const u32 page_side = std::min(options.page_side, greatest_image_side);
    const u32 most_columns = most_in(page_side, layout.gap, layout.cell);
    const u32 most_rows = most_in(page_side, layout.gap, cell_height(layout));
    if (count == 0) return layout;
    if (options.columns != 0) {
        layout.columns = std::min(options.columns, most_columns);
    } else if (count > u64{most_columns} * most_rows) {
        layout.columns = most_columns;
    } else {
        layout.columns = pleasant_columns(count, layout, most_columns, most_rows);
    }
    layout.columns = static_cast<u32>(std::min<u64>(layout.columns, count));
    layout.rows = static_cast<u32>(std::min<u64>(most_rows, (count + layout.columns - 1) / layout.columns));
    layout.pages = (count + layout.per_page() - 1) / layout.per_page();
    layout.width = layout.gap + layout.columns * (layout.cell + layout.gap);
    layout.height = layout.height_of(0);
    return layout;
}

Sheet::Sheet(u64 count, const SheetOptions& options) : options_(options), layout_(sheet_layout(count, options)) {}

void Sheet::begin_page() {
    page_.width = layout_.width;
    page_.height = layout_.height_of(added_ / layout_.per_page());
    page_.rgba.resize(std::size_t{page_.width} * page_.height * 4);
    const Rgba& paper = options_.background;
    for (std::size_t i = 0; i < page_.rgba.size(); i += 4) {
        page_.rgba[i] = paper.red;
        page_.rgba[i + 1] = paper.green;
        page_.rgba[i + 2] = paper.blue;
        page_.rgba[i + 3] = paper.alpha;
    }
}

std::optional<Pixels> Sheet::add(const SheetCell& cell) {
    if (added_ >= layout_.count) return std::nullopt;
    const u64 page = added_ / layout_.per_page();
    const u64 place = added_ % layout_.per_page();
    if (place == 0) begin_page();
    paste(cell, place);
    ++added_;
    if (place + 1 < layout_.cells_on(page)) return std::nullopt;
    return std::exchange(page_, {});
}

void Sheet::paste(const SheetCell& cell, u64 place) {
    const i64 side = layout_.cell;
    const i64 x = layout_.gap + static_cast<i64>(place % layout_.columns) * (side + layout_.gap);
    const i64 y = layout_.gap + static_cast<i64>(place / layout_.columns) * (cell_height(layout_) + layout_.gap);
    const Pixels small = shrunk(cell.image, layout_.cell, layout_.cell);
    lay_image(page_, x + (side - small.width) / 2, y + (side - small.height) / 2, small);
    const auto line = [&](std::string_view words, i64 top, Rgba ink) {
        const std::string shown = fitted(words, layout_.cell, layout_.text_scale);
        const i64 width = static_cast<i64>(text_width(shown, layout_.text_scale));
        draw_text(page_, x + (side - width) / 2, top, shown, ink, layout_.text_scale);
    };
    const i64 step = i64{line_height} * layout_.text_scale;
    const i64 top = y + side + i64{4} * layout_.text_scale;
    Rgba faint = options_.ink;
    faint.alpha = static_cast<u8>(faint.alpha * 5 / 8);
    line(cell.label, top, options_.ink);
    line(cell.detail, top + step, faint);
}

}  // namespace thaw
