// Vertex colours as bytes, and fewer of them where there are too many.
#include <algorithm>
#include <cmath>

#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/model/strength.hpp"
#include "formats/shared/extras.hpp"
#include "scene/maths.hpp"

namespace thaw::ctr {

namespace {

constexpr u8 half_transparent = 2;

// Some samples that will be one colour.
struct Cell {
    std::vector<u32> samples{};
    std::size_t axis = 0;  // the one to cut
    double spread = 0;     // along it, weighted: how much is won by cutting
};

class MedianCut {
public:
    MedianCut(const std::vector<ColourSample>& samples, std::size_t most) : samples_(samples), most_(most) {}

    MergedColours run() {
        std::map<u8, std::vector<u32>> kinds;
        for (u32 i = 0; i < samples_.size(); ++i) kinds[samples_[i].kind].push_back(i);
        for (auto& [kind, samples] : kinds) cells_.push_back(measured(std::move(samples)));
        while (cells_.size() < most_) {
            const auto widest = std::max_element(cells_.begin(), cells_.end(),
                                                 [](const Cell& a, const Cell& b) { return a.spread < b.spread; });
            if (!(widest->spread > 0)) break;
            cut(static_cast<std::size_t>(widest - cells_.begin()));
        }
        MergedColours out;
        out.index.assign(samples_.size(), 0);
        for (const Cell& cell : cells_) {
            for (const u32 i : cell.samples) out.index[i] = static_cast<u32>(out.colours.size());
            out.colours.push_back(mean_of(cell));
        }
        return out;
    }

private:
    Cell measured(std::vector<u32> samples) const {
        Cell cell{std::move(samples)};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double weight = 0, sum = 0, squares = 0;
            for (const u32 i : cell.samples) {
                const auto w = static_cast<double>(samples_[i].weight);
                const double value = samples_[i].rgb[axis];
                weight += w;
                sum += w * value;
                squares += w * value * value;
            }
            const double spread = squares - sum * sum / weight;
            // Rounding may leave something where all are alike.
            if (spread > cell.spread && spread > 1e-6 * squares) {
                cell.spread = spread;
                cell.axis = axis;
            }
        }
        return cell;
    }

    // At the weighted median, with at least one value on each side.
    void cut(std::size_t at) {
        Cell cell = std::move(cells_[at]);
        const auto value = [&](u32 i) { return samples_[i].rgb[cell.axis]; };
        std::sort(cell.samples.begin(), cell.samples.end(),
                  [&](u32 a, u32 b) { return value(a) != value(b) ? value(a) < value(b) : a < b; });
        u64 total = 0, below = 0;
        for (const u32 i : cell.samples) total += samples_[i].weight;
        std::size_t split = 0;
        while (split + 1 < cell.samples.size() && 2 * below < total) below += samples_[cell.samples[split++]].weight;
        while (split < cell.samples.size() && value(cell.samples[split]) == value(cell.samples[split - 1])) ++split;
        if (split == cell.samples.size()) {
            const u8 last = value(cell.samples.back());
            while (value(cell.samples[split - 1]) == last) --split;
        }
        const auto middle = cell.samples.begin() + static_cast<std::ptrdiff_t>(split);
        Cell upper = measured({middle, cell.samples.end()});
        cells_[at] = measured({cell.samples.begin(), middle});
        cells_.push_back(std::move(upper));
    }

    ColourSample mean_of(const Cell& cell) const {
        ColourSample out{{}, samples_[cell.samples.front()].kind, 0};
        std::array<double, 3> sum{};
        for (const u32 i : cell.samples) {
            out.weight += samples_[i].weight;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                sum[axis] += static_cast<double>(samples_[i].weight) * samples_[i].rgb[axis];
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            out.rgb[axis] = static_cast<u8>(std::lround(sum[axis] / static_cast<double>(out.weight)));
        }
        return out;
    }

    const std::vector<ColourSample>& samples_;
    std::size_t most_;
    std::vector<Cell> cells_{};
};

u8 byte_of(f32 linear, double whole, double& farthest) {
    const double exact = static_cast<double>(linear_to_srgb(std::clamp(linear, 0.0f, 1.0f))) * whole;
    const double rounded = std::nearbyint(exact);
    farthest = std::max(farthest, std::abs(exact - rounded) * 255 / whole);
    return static_cast<u8>(rounded);
}

}  // namespace

MergedColours merge_colours(const std::vector<ColourSample>& samples, std::size_t most) {
    if (samples.empty()) return {};
    return MedianCut(samples, most).run();
}

u16 strength_in(const Material* material) {
    const auto stored = material == nullptr ? std::nullopt : build::integer_in(material->extras, "thaw_strength");
    return stored && *stored > neutral_strength && *stored <= 255 ? static_cast<u16>(*stored) : neutral_strength;
}

std::array<Colour, 3> colours_of(const build::FlatTriangle& triangle, const Material* material, bool textured,
                                 double& farthest) {
    // A colour that stands in for an image that was not at hand is none of the model's.
    const bool stand_in = textured && material != nullptr && material->image == no_index;
    const Vec4 base = material == nullptr || stand_in ? Vec4{1, 1, 1, 1} : material->base_color;
    std::array<Colour, 3> out{};
    const double whole = textured ? strength_in(material) : 255;
    f32 alpha = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec4 own = triangle.colors[c];
        out[c] = {byte_of(own.x * base.x, whole, farthest), byte_of(own.y * base.y, whole, farthest),
                  byte_of(own.z * base.z, whole, farthest), 0};
        alpha += own.w * base.w / 3;
    }
    // The game has one degree of it: half.
    const bool translucent = !textured && material != nullptr && material->alpha == AlphaMode::blend && alpha < 0.75f;
    if (translucent) {
        for (Colour& colour : out) colour.weight = half_transparent;
    }
    return out;
}

}  // namespace thaw::ctr
