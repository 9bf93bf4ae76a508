#include "render/raster.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "render/shade.hpp"

namespace thaw::raster {

namespace {

constexpr std::size_t band_samples = 1 << 16;  // half a megabyte of depths and colours

struct Place {
    i32 x = 0;  // of 256, from the pixel's left upper edge
    i32 y = 0;
};

// No two samples share a row or a column, so that edges near either axis get all steps.
template <u32 samples>
constexpr std::array<Place, samples> sample_places() {
    if constexpr (samples == 1) return {{{128, 128}}};
    if constexpr (samples == 4) return {{{96, 32}, {224, 96}, {32, 160}, {160, 224}}};
    std::array<Place, samples> out{};
    if constexpr (samples == 16) {
        for (i32 i = 0; i < 16; ++i) {
            const i32 column = (i % 4) * 4 + (i / 4 + 2 * (i % 2)) % 4;
            out[static_cast<std::size_t>(i)] = {column * 16 + 8, i * 16 + 8};
        }
    }
    return out;
}

// One side of a triangle: inside is where a * x + b * y + c is not negative.
struct Edge {
    i64 a = 0;
    i64 b = 0;
    i64 c = 0;

    Edge(const Corner& from, const Corner& to) {
        a = i64{from.y} - to.y;
        b = i64{to.x} - from.x;
        c = -(a * from.x + b * from.y);
        // A pixel on an edge that two triangles share belongs to one of them: that of which it is the top or the left.
        const bool top_or_left = a > 0 || (a == 0 && b > 0);
        if (!top_or_left) c -= 1;
    }
};

i64 floor_divided(i64 value, i64 by) {  // by > 0
    const i64 quotient = value / by;
    return quotient - (value % by < 0 ? 1 : 0);
}

struct Span {
    i32 first = 0;
    i32 end = 0;
};

// The pixels of a row whose sample at (x, y) of 256 lies inside.
Span span_of(const std::array<Edge, 3>& edges, i64 x, i64 y, Span limits) {
    for (const Edge& edge : edges) {
        const i64 rest = edge.b * y + edge.c + edge.a * x;  // of pixel 0
        const i64 step = edge.a * subpixels;
        if (step == 0) {
            if (rest < 0) return {};
        } else if (step > 0) {
            const i64 first = -floor_divided(rest, step);
            if (first > limits.first) limits.first = static_cast<i32>(std::min<i64>(first, limits.end));
        } else {
            const i64 end = floor_divided(rest, -step) + 1;
            if (end < limits.end) limits.end = static_cast<i32>(std::max<i64>(end, limits.first));
        }
        if (limits.first >= limits.end) return {};
    }
    return limits;
}

constexpr f32 pixels(i64 distance) { return static_cast<f32>(distance) / subpixels; }

// Solves for numbers given at three corners.
class SlopeMaker {
public:
    SlopeMaker(const Corner& a, const Corner& b, const Corner& c)
        : x1_(pixels(b.x - i64{a.x})),
          y1_(pixels(b.y - i64{a.y})),
          x2_(pixels(c.x - i64{a.x})),
          y2_(pixels(c.y - i64{a.y})),
          scale_(1 / (x1_ * y2_ - x2_ * y1_)) {}

    void set(std::size_t lane, double a, double b, double c, Shading& out) const {
        const double first = b - a;
        const double second = c - a;
        out.start[lane] = static_cast<f32>(a);
        out.right[lane] = static_cast<f32>((first * y2_ - second * y1_) * scale_);
        out.down[lane] = static_cast<f32>((second * x1_ - first * x2_) * scale_);
    }

private:
    double x1_, y1_, x2_, y2_, scale_;
};

// How many texels lie on a pixel, as a power of two.
f32 detail_of(const Texture& texture, const std::array<const Corner*, 3>& corners, double area) {
    const double width = texture.width();
    const double height = texture.height();
    const auto& [a, b, c] = corners;
    const double texels = std::abs((static_cast<double>(b->u) - a->u) * (static_cast<double>(c->v) - a->v) -
                                   (static_cast<double>(c->u) - a->u) * (static_cast<double>(b->v) - a->v)) *
                          width * height;
    const double ratio = texels / area;
    if (!(ratio > 1)) return 0;
    return static_cast<f32>(0.5 * std::log2(std::min(ratio, 1e12)));
}

// The corners that the slopes start from, always the same for the same three places: what lies on something else is
// exactly as far away, in whatever order its corners come.
std::array<const Corner*, 3> in_order(std::array<const Corner*, 3> corners) {
    std::sort(corners.begin(), corners.end(), [](const Corner* a, const Corner* b) {
        return std::tie(a->x, a->y, a->depth) < std::tie(b->x, b->y, b->depth);
    });
    return corners;
}

struct Setup {
    std::array<Edge, 3> edges;
    Shading shading{};
    const Corner* reference = nullptr;
};

constexpr double lift_step = 1.0 / 32768;

Setup prepared(const DrawList& list, const Triangle& triangle, i64 area) {
    const auto corner = [&](std::size_t i) -> const Corner& { return list.corners[triangle.corners[i]]; };
    const bool turned = area < 0;
    const Corner& second = corner(turned ? 2 : 1);
    const Corner& third = corner(turned ? 1 : 2);
    Setup setup{{Edge(corner(0), second), Edge(second, third), Edge(third, corner(0))}};
    const auto [a, b, c] = in_order({&corner(0), &corner(1), &corner(2)});
    const SlopeMaker maker(*a, *b, *c);
    Shading& shading = setup.shading;
    const Surface& surface = list.surfaces[triangle.surface];
    shading.surface = &surface;
    // What lies on something else is nearer by so much; texture and colours follow, since they are divided by it.
    const double lift = 1 + lift_step * triangle.lift;
    const std::array<double, 3> depths{a->depth * lift, b->depth * lift, c->depth * lift};
    maker.set(depth_lane, depths[0], depths[1], depths[2], shading);
    const std::array<double, 3> w = surface.affine ? std::array<double, 3>{1, 1, 1} : depths;
    if (surface.texture != nullptr) {
        maker.set(u_lane, a->u * w[0], b->u * w[1], c->u * w[2], shading);
        maker.set(v_lane, a->v * w[0], b->v * w[1], c->v * w[2], shading);
        shading.least = {std::min({a->u, b->u, c->u}), std::min({a->v, b->v, c->v})};
        shading.most = {std::max({a->u, b->u, c->u}), std::max({a->v, b->v, c->v})};
        if (surface.mips && !surface.nearest) {
            const double covered = std::abs(static_cast<double>(area)) / (subpixels * subpixels);
            shading.detail = detail_of(*surface.texture, {a, b, c}, covered);
        }
    }
    for (std::size_t i = 0; i < 4; ++i) {
        maker.set(red_lane + i, a->color[i] * w[0], b->color[i] * w[1], c->color[i] * w[2], shading);
    }
    setup.reference = a;
    return setup;
}

// The samples of one row of pixels.
struct Row {
    f32* depths = nullptr;
    u32* colors = nullptr;
};

template <u32 samples>
class TriangleDrawer {
public:
    explicit TriangleDrawer(const Setup& setup)
        : setup_(setup), shading_(setup.shading), surface_(*setup.shading.surface), solid_(surface_.solid()) {
        for (u32 s = 0; s < samples; ++s) {
            depth_offsets_[s] = shading_.right[depth_lane] * offsets[s].x + shading_.down[depth_lane] * offsets[s].y;
        }
    }

    void draw_row(i32 y, Span limits, const Row& row) {
        std::array<Span, samples> spans;
        Span all{limits.end, limits.first};
        Span full = limits;
        for (u32 s = 0; s < samples; ++s) {
            spans[s] = span_of(setup_.edges, places[s].x, i64{y} * subpixels + places[s].y, limits);
            if (spans[s].first >= spans[s].end) spans[s] = {limits.end, limits.first};
            all = {std::min(all.first, spans[s].first), std::max(all.end, spans[s].end)};
            full = {std::max(full.first, spans[s].first), std::min(full.end, spans[s].end)};
        }
        if (all.first >= all.end) return;
        step(shading_.start, shading_.down, pixels(i64{y} * subpixels + 128 - setup_.reference->y), at_row_);
        for (i32 x = all.first; x < all.end; ++x) {
            u32 mask = every;
            if (x < full.first || x >= full.end) {
                mask = 0;
                for (u32 s = 0; s < samples; ++s) {
                    mask |= static_cast<u32>(x >= spans[s].first && x < spans[s].end) << s;
                }
            }
            draw_pixel(x, mask, row);
        }
    }

private:
    struct Offset {  // from the middle of the pixel
        f32 x = 0;
        f32 y = 0;
    };
    static constexpr std::array<Place, samples> places = sample_places<samples>();
    static constexpr std::array<Offset, samples> offsets = [] {
        std::array<Offset, samples> out{};
        for (u32 s = 0; s < samples; ++s) out[s] = {pixels(places[s].x - 128), pixels(places[s].y - 128)};
        return out;
    }();
    static constexpr u32 every = (1u << samples) - 1;

    void draw_pixel(i32 x, u32 mask, const Row& row) {
        const f32 px = static_cast<f32>(x * subpixels + 128 - setup_.reference->x) * (1.0f / subpixels);
        f32* depths = row.depths + std::size_t{samples} * static_cast<u32>(x);
        const f32 center = at_row_[depth_lane] + shading_.right[depth_lane] * px;
        u32 seen = 0;
        for (u32 s = 0; s < samples; ++s) seen |= static_cast<u32>(center + depth_offsets_[s] >= depths[s]) << s;
        if (surface_.on_top) seen = every;
        seen &= mask;
        if (seen == 0) return;
        u32* colors = row.colors + std::size_t{samples} * static_cast<u32>(x);
        Lanes at;
        step(at_row_, shading_.right, px, at);
        // A hole has edges too: each sample asks for itself. Otherwise one colour serves the pixel, taken where the
        // triangle is.
        if (samples > 1 && surface_.alpha == AlphaMode::mask) return draw_samples(seen, at, depths, colors);
        if (mask != every) at = at_sample(at, static_cast<u32>(std::countr_zero(mask)));
        Pixel pixel = 0;
        if (!shade(shading_, at, pixel)) return;
        for (u32 s = 0; s < samples; ++s) {
            if ((seen >> s & 1) == 0) continue;
            if (solid_) depths[s] = center + depth_offsets_[s];
            colors[s] = solid_ ? pixel : blended(surface_, pixel, colors[s]);
        }
    }

    Lanes at_sample(const Lanes& middle, u32 s) const {
        Lanes out;
        step(middle, shading_.right, offsets[s].x, out);
        step(out, shading_.down, offsets[s].y, out);
        return out;
    }

    void draw_samples(u32 seen, const Lanes& middle, f32* depths, u32* colors) const {
        for (u32 s = 0; s < samples; ++s) {
            Pixel pixel = 0;
            if ((seen >> s & 1) == 0 || !shade(shading_, at_sample(middle, s), pixel)) continue;
            depths[s] = middle[depth_lane] + depth_offsets_[s];
            colors[s] = pixel;
        }
    }

    const Setup& setup_;
    const Shading& shading_;
    const Surface& surface_;
    bool solid_;
    Lanes at_row_{};
    std::array<f32, samples> depth_offsets_{};
};

// The mean of a pixel's samples, with alpha taken out of the colours again.
template <u32 samples>
void resolve(const u32* colors, u32 count, u8* out) {
    for (u32 i = 0; i < count; ++i, colors += samples, out += 4) {
        std::array<u32, 4> sum{};
        for (u32 s = 0; s < samples; ++s) {
            for (u32 c = 0; c < 4; ++c) sum[c] += channel(colors[s], c);
        }
        const u32 alpha = sum[3];
        if (alpha == 255 * samples) {
            for (u32 c = 0; c < 4; ++c) out[c] = static_cast<u8>((sum[c] + samples / 2) / samples);
            continue;
        }
        for (u32 c = 0; c < 3; ++c) {
            out[c] = alpha == 0 ? u8{0} : static_cast<u8>(std::min(255u, (sum[c] * 255 + alpha / 2) / alpha));
        }
        out[3] = static_cast<u8>((alpha + samples / 2) / samples);
    }
}

}  // namespace

Rasteriser::Rasteriser(u32 width, u32 height, u32 samples, std::array<u8, 4> background)
    : width_(width), height_(height), samples_(samples), background_(background) {
    const std::size_t row = std::size_t{width} * samples;
    band_rows_ = static_cast<u32>(std::clamp<std::size_t>(band_samples / row, 1, height));
    depths_.resize(row * band_rows_);
    colors_.resize(row * band_rows_);
}

Rasteriser::Rows Rasteriser::rows_of(const DrawList& list, const Triangle& triangle) const {
    const Corner& a = list.corners[triangle.corners[0]];
    const Corner& b = list.corners[triangle.corners[1]];
    const Corner& c = list.corners[triangle.corners[2]];
    const i32 top = std::min({a.y, b.y, c.y}) / subpixels - 1;
    const i32 bottom = std::max({a.y, b.y, c.y}) / subpixels;
    const auto last = static_cast<i32>(height_) - 1;
    if (bottom < 0 || top > last || area_of(a, b, c) == 0) return {};
    return {static_cast<i16>(std::max(top, 0)), static_cast<i16>(std::min(bottom, last))};
}

void Rasteriser::draw(const DrawList& list, Pixels& image) {
    image.width = width_;
    image.height = height_;
    image.rgba.resize(std::size_t{width_} * height_ * 4);
    rows_.resize(list.triangles.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = rows_of(list, list.triangles[i]);
    for (u32 top = 0; top < height_; top += band_rows_) {
        const u32 bottom = std::min(top + band_rows_, height_);
        if (samples_ == 1) draw_band<1>(list, top, bottom, image);
        if (samples_ == 4) draw_band<4>(list, top, bottom, image);
        if (samples_ == 16) draw_band<16>(list, top, bottom, image);
    }
}

template <u32 samples>
void Rasteriser::draw_band(const DrawList& list, u32 top, u32 bottom, Pixels& image) {
    const u32 alpha = background_[3];
    const Pixel clear = pixel_of(multiplied(background_[0], alpha), multiplied(background_[1], alpha),
                                 multiplied(background_[2], alpha), alpha);
    std::fill(depths_.begin(), depths_.end(), -std::numeric_limits<f32>::infinity());
    std::fill(colors_.begin(), colors_.end(), clear);
    const std::size_t row_samples = std::size_t{width_} * samples;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const i32 first = std::max<i32>(rows_[i].first, static_cast<i32>(top));
        const i32 last = std::min<i32>(rows_[i].last, static_cast<i32>(bottom) - 1);
        if (first > last) continue;
        const Triangle& triangle = list.triangles[i];
        const Corner& a = list.corners[triangle.corners[0]];
        const Corner& b = list.corners[triangle.corners[1]];
        const Corner& c = list.corners[triangle.corners[2]];
        const i32 left = std::min({a.x, b.x, c.x}) / subpixels - 1;
        const i32 right = std::max({a.x, b.x, c.x}) / subpixels + 1;
        const Span limits{std::clamp(left, 0, static_cast<i32>(width_)),
                          std::clamp(right, 0, static_cast<i32>(width_))};
        if (limits.first >= limits.end) continue;
        const Setup setup = prepared(list, triangle, area_of(a, b, c));
        TriangleDrawer<samples> drawer(setup);
        for (i32 y = first; y <= last; ++y) {
            const std::size_t at = row_samples * static_cast<u32>(y - static_cast<i32>(top));
            drawer.draw_row(y, limits, {depths_.data() + at, colors_.data() + at});
        }
    }
    for (u32 y = top; y < bottom; ++y) {
        resolve<samples>(colors_.data() + row_samples * (y - top), width_,
                         image.rgba.data() + std::size_t{y} * width_ * 4);
    }
}

}  // namespace thaw::raster
