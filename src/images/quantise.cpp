#include "images/quantise.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "images/colors.hpp"

namespace thaw::images {

namespace {

constexpr u32 bin_count = 1 << 18;

u32 bin_of(u32 color) { return (color >> 6 & 0x3F000) | (color >> 4 & 0xFC0) | (color >> 2 & 0x3F); }

struct Weighted {
    std::array<u32, 3> color;
    u32 count;
};

// A box of colours. Only sums are kept of it, so the order of its colours does not matter.
struct Box {
    std::size_t first = 0;
    std::size_t last = 0;
    u64 count = 0;
    std::array<u64, 3> sums{};
    u32 widest = 0;     // the axis on which the colours differ most
    double spread = 0;  // and how much: the sum of squares

    Box(std::size_t from, std::size_t to, const std::vector<Weighted>& colors) : first(from), last(to) {
        std::array<u64, 3> squares{};
        for (std::size_t i = first; i < last; ++i) {
            const Weighted& w = colors[i];
            count += w.count;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                sums[axis] += u64{w.count} * w.color[axis];
                squares[axis] += u64{w.count} * w.color[axis] * w.color[axis];
            }
        }
        for (u32 axis = 0; axis < 3; ++axis) {
            const auto sum = static_cast<double>(sums[axis]);
            const double differs = static_cast<double>(squares[axis]) - sum * sum / static_cast<double>(count);
            if (differs > spread) {
                spread = differs;
                widest = axis;
            }
        }
    }
    u32 mean(u32 axis) const { return static_cast<u32>((sums[axis] + count / 2) / count); }
    u32 color() const { return mean(0) << 16 | mean(1) << 8 | mean(2); }
};

u32 distance(u32 a, u32 b) {
    u32 sum = 0;
    for (const u32 shift : {0u, 8u, 16u}) {
        const i32 difference = static_cast<i32>(a >> shift & 255) - static_cast<i32>(b >> shift & 255);
        sum += static_cast<u32>(difference * difference);
    }
    return sum;
}

u8 nearest(const std::vector<u32>& palette, u32 color) {
    u32 best = 0;
    u32 least = ~0u;
    for (u32 i = 0; i < palette.size(); ++i) {
        const u32 d = distance(palette[i], color);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return static_cast<u8>(best);
}

}  // namespace

Quantiser::Quantiser() : bins_(bin_count), nearest_(bin_count) {}

std::vector<u32> Quantiser::choose(std::span<const u32> colors, u32 most) {
    Colors few(most);
    exact_ = std::all_of(colors.begin(), colors.end(), [&](u32 color) { return few.add(color); });
    if (exact_) {
        few.sort(std::less<u32>());
        exact_colors_ = few.list();
        return exact_colors_;
    }
    for (const u32 color : colors) {
        const u32 number = bin_of(color);
        Bin& bin = bins_[number];
        if (bin.count == 0) used_.push_back(number);
        ++bin.count;
        bin.red += color >> 16 & 3;
        bin.green += color >> 8 & 3;
        bin.blue += color & 3;
    }
    auto palette = cut(most);
    for (const u32 number : used_) {
        const auto [red, green, blue] = mean(number);
        nearest_[number] = nearest(palette, red << 16 | green << 8 | blue);
        bins_[number] = {};
    }
    used_.clear();
    return palette;
}

std::array<u32, 3> Quantiser::mean(u32 number) const {
    const Bin& bin = bins_[number];
    const auto value = [&](u32 shift, u32 sum) {
        return (number >> shift & 63) * 4 + (sum + bin.count / 2) / bin.count;
    };
    return {value(12, bin.red), value(6, bin.green), value(0, bin.blue)};
}

// Halves the box whose colours differ most, at their mean, until there are enough.
std::vector<u32> Quantiser::cut(u32 most) const {
    std::vector<Weighted> colors;
    colors.reserve(used_.size());
    for (const u32 number : used_) {
        colors.push_back({mean(number), bins_[number].count});
    }
    std::vector<Box> boxes{Box(0, colors.size(), colors)};
    while (boxes.size() < most) {
        Box& widest = *std::max_element(boxes.begin(), boxes.end(),
                                        [](const Box& a, const Box& b) { return a.spread < b.spread; });
        if (widest.spread == 0) break;  // all that is left is alike
        const Box whole = widest;
        const auto begin = colors.begin();
        const auto middle = std::partition(
            begin + static_cast<std::ptrdiff_t>(whole.first), begin + static_cast<std::ptrdiff_t>(whole.last),
            [&](const Weighted& w) { return w.color[whole.widest] * whole.count <= whole.sums[whole.widest]; });
        const auto at = static_cast<std::size_t>(middle - begin);
        if (at == whole.last) {  // what differed was rounding
            widest.spread = 0;
            continue;
        }
        widest = Box(whole.first, at, colors);
        boxes.emplace_back(at, whole.last, colors);
    }
    std::vector<u32> palette;
    for (const Box& box : boxes) palette.push_back(box.color());
    return palette;
}

u8 Quantiser::index(u32 color) const {
    if (!exact_) return nearest_[bin_of(color)];
    const auto at = std::lower_bound(exact_colors_.begin(), exact_colors_.end(), color);
    return static_cast<u8>(at - exact_colors_.begin());
}

}  // namespace thaw::images
