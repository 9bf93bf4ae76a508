#include "render/sheet.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "render/art.hpp"

namespace thaw::test {

namespace {

SheetOptions dark(u32 cell) {
    SheetOptions options;
    options.cell = cell;
    options.background = {0, 0, 0};
    options.ink = {255, 255, 255};
    return options;
}

std::vector<Pixels> pages_of(u64 count, const SheetOptions& options, const SheetCell& cell) {
    Sheet sheet(count, options);
    std::vector<Pixels> pages;
    for (u64 i = 0; i < count; ++i) {
        if (auto page = sheet.add(cell)) pages.push_back(std::move(*page));
    }
    return pages;
}

TEST(Sheet, EveryLayoutHoldsItsCells) {
    for (const u32 side : {1u, 16u, 64u, 192u, 512u}) {
        for (const u32 page_side : {1u, 300u, 1000u, 4096u}) {
            for (const u32 columns : {0u, 1u, 3u, 100u}) {
                for (u64 count = 0; count < 400; count += count < 30 ? 1 : 37) {
                    const SheetLayout layout = sheet_layout(count, {side, columns, page_side});
                    u64 cells = 0;
                    for (u64 page = 0; page < layout.pages; ++page) {
                        EXPECT_GT(layout.cells_on(page), 0u) << "no empty page";
                        EXPECT_LE(layout.cells_on(page), layout.per_page());
                        EXPECT_LE(layout.height_of(page), layout.height);
                        cells += layout.cells_on(page);
                    }
                    EXPECT_EQ(cells, count);
                    EXPECT_EQ(layout.cells_on(layout.pages), 0u);
                    if (layout.columns > 1) {
                        EXPECT_LE(layout.width, page_side);
                    }
                    if (layout.rows > 1) {
                        EXPECT_LE(layout.height, page_side);
                    }
                    if (columns != 0) {
                        EXPECT_LE(layout.columns, columns);
                    }
                }
            }
        }
    }
}

TEST(Sheet, PagesLookPleasant) {
    for (u64 count = 1; count < 300; ++count) {
        const SheetLayout layout = sheet_layout(count, {});
        ASSERT_EQ(layout.pages, 1u) << count;
        const u64 places = layout.per_page();
        EXPECT_LT(places - count, layout.columns) << "no empty row";
        if (count < 12) continue;
        EXPECT_GT(layout.width * 10, layout.height * 9) << count;
        EXPECT_LT(layout.width, layout.height * 2) << count;
    }
    EXPECT_EQ(sheet_layout(1, {}).columns, 1u);
    EXPECT_GT(sheet_layout(5000, {}).pages, 1u);
}

TEST(Sheet, CountsThatAreEnormousStillHaveALayout) {
    const SheetLayout layout = sheet_layout(u64{1} << 40, {4'000'000'000u, 4'000'000'000u, 4'000'000'000u});
    EXPECT_EQ(layout.cells_on(layout.pages - 1) + (layout.pages - 1) * layout.per_page(), u64{1} << 40);
    EXPECT_LE(layout.width, greatest_image_side);
    EXPECT_LE(layout.height, greatest_image_side);
}

TEST(Sheet, EachPageIsAsAnnounced) {
    const SheetOptions options = dark(32);
    SheetOptions small = options;
    small.page_side = 150;
    const SheetLayout layout = sheet_layout(23, small);
    ASSERT_GT(layout.pages, 2u);
    const auto pages = pages_of(23, small, {"a", "b", blank(32, 32, 255)});
    ASSERT_EQ(pages.size(), layout.pages);
    for (u64 i = 0; i < pages.size(); ++i) {
        EXPECT_EQ(pages[i].width, layout.width);
        EXPECT_EQ(pages[i].height, layout.height_of(i));
        EXPECT_EQ(pages[i].rgba.size(), std::size_t{pages[i].width} * pages[i].height * 4);
    }
}

TEST(Sheet, ImagesAreCentredAndLabelsBelowThem) {
    const auto pages = pages_of(1, dark(24), {"A", "-", blank(4, 2, 255)});
    ASSERT_EQ(pages.size(), 1u);
    const SheetLayout layout = sheet_layout(1, dark(24));
    std::string expected = art(blank(layout.width, layout.height));
    const auto set = [&](u32 x, u32 y) { expected[y * (layout.width + 1) + x] = '#'; };
    for (u32 x = 10; x < 14; ++x) {
        for (u32 y = 11; y < 13; ++y) set(layout.gap + x, layout.gap + y);
    }
    Pixels text = blank(5, 9);
    draw_text(text, 0, 0, "A", {255, 255, 255});
    for (u32 y = 0; y < 9; ++y) {
        for (u32 x = 0; x < 5; ++x) {
            if (pixel(text, x, y)[0] > 0) set(layout.gap + 9 + x, layout.gap + 24 + 4 + y);
        }
    }
    for (u32 x = 1; x < 4; ++x) set(layout.gap + 9 + x, layout.gap + 24 + 4 + 11 + 3);
    EXPECT_EQ(art(pages[0]), expected);
}

TEST(Sheet, LongLabelsAndLargeImagesStayInTheirCell) {
    SheetOptions options = dark(40);
    options.columns = 3;
    Sheet sheet(3, options);
    const SheetLayout& layout = sheet.layout();
    SheetCell large{std::string(500, 'W'), std::string(500, '#'), blank(1000, 3000, 255)};
    sheet.add({});
    sheet.add(large);
    const auto page = sheet.add({});
    ASSERT_TRUE(page);
    const u32 left = layout.gap + layout.cell + layout.gap;
    for (u32 y = 0; y < page->height; ++y) {
        for (u32 x = 0; x < page->width; ++x) {
            if (x < left || x >= left + layout.cell) {
                ASSERT_EQ(pixel(*page, x, y)[0], 0) << x << ' ' << y;
            }
        }
    }
    EXPECT_NE(art(*page).find('#'), std::string::npos);
}

TEST(Sheet, CellsBeyondTheCountAreLeftOut) { EXPECT_FALSE(Sheet(0, dark(16)).add({})); }

TEST(Sheet, BackgroundMayBeClear) {
    SheetOptions options = dark(16);
    options.background = {1, 2, 3, 0};
    const auto pages = pages_of(1, options, {"", "", blank(1, 1, 255)});
    EXPECT_EQ(pages[0].rgba[3], 0);
}

}  // namespace

}  // namespace thaw::test
