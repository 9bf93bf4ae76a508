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

// Finds the nearest of up to 256 colours. All are compared, in loops that compilers do with vectors.
class Nearest {
public:
    explicit Nearest(const std::vector<u32>& palette) {
        for (std::size_t i = 0; i < reds_.size(); ++i) {
            const u32 color = i < palette.size() ? palette[i] : palette[0];
            reds_[i] = static_cast<i32>(color >> 16 & 255);
            greens_[i] = static_cast<i32>(color >> 8 & 255);
            blues_[i] = static_cast<i32>(color & 255);
        }
    }
    u8 to(const std::array<u32, 3>& color) const {
        const auto red = static_cast<i32>(color[0]);
        const auto green = static_cast<i32>(color[1]);
        const auto blue = static_cast<i32>(color[2]);
        std::array<i32, 256> keys;  // the distance, squared, and the index below it
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const i32 r = reds_[i] - red;
            const i32 g = greens_[i] - green;
            const i32 b = blues_[i] - blue;
            keys[i] = (r * r + g * g + b * b) * 256 + static_cast<i32>(i);
        }
        i32 least = keys[0];
        for (const i32 key : keys) least = std::min(least, key);
        return static_cast<u8>(least);
    }

private:
    std::array<i32, 256> reds_{};
    std::array<i32, 256> greens_{};
    std::array<i32, 256> blues_{};
};

}  // namespace

std::vector<u32> Quantiser::choose(std::span<const u32> colors, u32 most) {
    Colors few(most);
    exact_ = std::all_of(colors.begin(), colors.end(), [&](u32 color) { return few.add(color); });
    if (exact_) {
        few.sort(std::less<u32>());
        exact_colors_ = few.list();
        return exact_colors_;
    }
    // They take 4 MB, and most images have few colours.
    bins_.resize(bin_count);
    nearest_.resize(bin_count);
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
    const Nearest nearest(palette);
    for (const u32 number : used_) {
        nearest_[number] = nearest.to(mean(number));
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
