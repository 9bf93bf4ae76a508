// Colours, materials and images of two models.
#include <algorithm>
#include <cmath>

#include "edits/compare_parts.hpp"

namespace edits::comparing {

namespace {

double to_srgb(double linear) {
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}
double to_linear(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }

// As bright as it is, or at least so bright: what was too much for an image or a colour of some strength.
struct Plain {
    double low = 0, high = 0;
};
constexpr double no_bound = 1e9;

// A pixel, without its image's strength.
Plain plain(double byte, double strength) {
    if (strength <= 1) return {byte, byte};
    return {byte / strength, byte >= 255 ? 255 : byte / strength};
}
double between(const Plain& a, const Plain& b) { return std::max({0.0, a.low - b.high, b.low - a.high}); }

// A linear value of 0 to 1, made brighter.
Plain brighter(double linear, double strength) {
    const double low = to_linear(to_srgb(linear) * strength);
    return {low, linear > 0.999 ? no_bound : low};
}

std::array<Plain, 4> tint(const Facts& facts, const VertexFacts& vertex) {
    std::array<Plain, 4> out{};
    const int index = facts.parts[vertex.part].material;
    const MaterialFacts* material = index < 0 ? nullptr : &facts.materials[static_cast<std::size_t>(index)];
    for (std::size_t k = 0; k < 4; ++k) {
        const double own = vertex.color[k] * (material == nullptr ? 1 : material->factor[k]);
        const bool is_darker = material != nullptr && material->image >= 0 && material->strength > 1 && k < 3;
        out[k] = is_darker ? brighter(own, material->strength) : Plain{own, own};
    }
    if (material == nullptr || material->image < 0) return out;
    const ImageFacts& image = facts.images[static_cast<std::size_t>(material->image)];
    for (std::size_t k = 0; k < 4 && image.is_uniform; ++k) {
        const bool is_brighter = material->strength > 1 && k < 3;
        const Plain one =
            is_brighter ? brighter(image.color[k], 1 / material->strength) : Plain{image.color[k], image.color[k]};
        out[k] = {out[k].low * one.low, out[k].high * one.high};
    }
    return out;
}

}  // namespace

void Looks::compare_color(const VertexFacts& x, const VertexFacts& y, bool touched, Tally& out) {
    const auto ca = tint(a_, x), cb = tint(b_, y);
    double most = 0;
    for (std::size_t k = 0; k < 4; ++k) most = std::max(most, between(ca[k], cb[k]));
    const int material = a_.parts[x.part].material;
    const bool recolored = task_.change.material && material == static_cast<int>(*task_.change.material);
    if (most <= (touched || recolored ? task_.tolerance.color_step : task_.tolerance.color_exact)) return;
    if (is_baked(material, b_.parts[y.part].material)) {
        double by_vertices = 0;
        for (std::size_t k = 0; k < 4; ++k) by_vertices = std::max(by_vertices, std::abs(x.color[k] - y.color[k]));
        if (by_vertices <= task_.tolerance.color_exact) return;
    }
    out.add(most);
}

// The colour of a material may have become part of its image.
bool Looks::is_baked(int ma, int mb) {
    if (ma < 0 || mb < 0) return false;
    const auto known = baked_.find({ma, mb});
    if (known != baked_.end()) return known->second;
    return baked_[{ma, mb}] = image_difference(ma, mb, true).count == 0;
}

bool Looks::is_cut_anew(int ma, int mb) const {
    if (!task_.tolerance.crops_images || ma < 0 || mb < 0) return false;
    const int x = a_.materials[static_cast<std::size_t>(ma)].image,
              y = b_.materials[static_cast<std::size_t>(mb)].image;
    if (x < 0 || y < 0) return false;
    const Pixels &p = a_.images[static_cast<std::size_t>(x)].pixels, &q = b_.images[static_cast<std::size_t>(y)].pixels;
    return p.width != q.width || p.height != q.height;
}

Tally Looks::image_difference(int ma, int mb, bool with_factor) const {
    const MaterialFacts &x = a_.materials[static_cast<std::size_t>(ma)],
                        &y = b_.materials[static_cast<std::size_t>(mb)];
    Tally out;
    if (x.image < 0 || y.image < 0) {
        if (with_factor || (x.image < 0) != (y.image < 0)) out.add(255);
        return out;
    }
    const Pixels &p = a_.images[static_cast<std::size_t>(x.image)].pixels,
                 &q = b_.images[static_cast<std::size_t>(y.image)].pixels;
    if (p.width != q.width || p.height != q.height) {
        out.add(255, std::to_string(q.width) + " x " + std::to_string(q.height) + " pixels instead of " +
                         std::to_string(p.width) + " x " + std::to_string(p.height));
        return out;
    }
    const bool touched = with_factor || task_.change.images.contains(static_cast<std::size_t>(x.image));
    const int other_strength = x.strength == y.strength ? 0 : 1;  // a rounding
    const int most = other_strength + (touched ? task_.tolerance.pixel_step : task_.tolerance.pixel_exact);
    const auto value = [&](std::uint8_t byte, double factor) {
        if (!with_factor) return double(byte);
        return 255 * to_srgb(std::clamp(to_linear(byte / 255.0) * factor, 0.0, 1.0));
    };
    for (std::size_t i = 0; i < p.rgba.size(); i += 4) {
        if (p.rgba[i + 3] == 0 && q.rgba[i + 3] == 0) continue;
        double worst = std::abs(int{p.rgba[i + 3]} - int{q.rgba[i + 3]});
        for (std::size_t k = 0; k < 3; ++k) {
            worst = std::max(worst, between(plain(value(p.rgba[i + k], x.factor[k]), x.strength),
                                            plain(value(q.rgba[i + k], y.factor[k]), y.strength)));
        }
        if (worst > most) out.add(worst);
    }
    return out;
}

// Colours on the triangle itself, at places between its corners.
double Looks::paint_difference(const TrianglePair& pair) const {
    static constexpr Plain white{255, 255};
    const auto color_at = [](const Facts& facts, const Triangle& triangle, std::size_t turn,
                             const std::array<double, 3>& at) {
        std::array<Plain, 4> out{};
        std::array<double, 2> uv{};
        for (std::size_t i = 0; i < 3; ++i) {
            const VertexFacts& v = facts.vertices[triangle.corners[(i + turn) % 3]];
            for (std::size_t k = 0; k < 2; ++k) uv[k] += at[i] * v.uv[k];
        }
        const int index = facts.parts[facts.vertices[triangle.corners[0]].part].material;
        if (index < 0) return std::array<Plain, 4>{white, white, white, white};
        const MaterialFacts& material = facts.materials[static_cast<std::size_t>(index)];
        if (material.image < 0) return std::array<Plain, 4>{white, white, white, white};
        const Pixels& p = facts.images[static_cast<std::size_t>(material.image)].pixels;
        const auto texel = [](double t, std::size_t n) {
            return static_cast<std::size_t>(std::clamp(t, 0.0, 0.99999) * double(n));
        };
        const std::uint8_t* rgba = p.at(texel(uv[0], p.width), texel(uv[1], p.height));
        for (std::size_t k = 0; k < 4 && rgba[3] != 0; ++k) out[k] = plain(rgba[k], k < 3 ? material.strength : 1);
        return out;
    };
    double sum = 0;
    int n = 0;
    for (int i = 1; i < 6; ++i) {
        for (int j = 1; i + j < 7; ++j) {
            const std::array<double, 3> at{i / 7.0, j / 7.0, 1 - (i + j) / 7.0};
            const auto x = color_at(a_, a_.triangles[pair.a], 0, at),
                       y = color_at(b_, b_.triangles[pair.b], pair.turn, at);
            double most = 0;
            for (std::size_t k = 0; k < 4; ++k) most = std::max(most, between(x[k], y[k]));
            sum += most > 0.05 * 255 ? 1 : 0;
            ++n;
        }
    }
    return sum / n;
}

void Looks::compare_materials() {
    std::map<std::pair<int, int>, std::size_t> pairs;
    Tally painted;
    for (const TrianglePair& pair : task_.match.pairs) {
        const VertexFacts &x = a_.vertices[a_.triangles[pair.a].corners[0]],
                          &y = b_.vertices[b_.triangles[pair.b].corners[0]];
        if (task_.is_added(x)) {
            compare_added(y);
            continue;
        }
        ++pairs[{a_.parts[x.part].material, b_.parts[y.part].material}];
        if (!is_cut_anew(a_.parts[x.part].material, b_.parts[y.part].material)) continue;
        // A texel more or less at an edge is no difference.
        const double differs = paint_difference(pair);
        if (differs > 0.25) painted.add(differs);
    }
    task_.add(Kind::images, painted, "triangles show another piece of the image", " of the samples");
    for (const auto& [pair, count] : pairs) compare_pair(pair.first, pair.second, count);
}

void Looks::compare_added(const VertexFacts& y) {
    const int material = b_.parts[y.part].material;
    if (material < 0) return;
    const MaterialFacts& m = b_.materials[static_cast<std::size_t>(material)];
    const bool many_colors = m.image >= 0 && !b_.images[static_cast<std::size_t>(m.image)].is_uniform;
    if (many_colors && !said_added_) {
        task_.add(Kind::images, "the added object wears an image of the model", 255);
        said_added_ = true;
    }
}

void Looks::compare_pair(int ma, int mb, std::size_t count) {
    const std::string of = " (" + std::to_string(count) + " triangles)";
    if ((ma < 0) != (mb < 0)) return task_.add(Kind::materials, "a material is there only once" + of);
    if (ma < 0) return;
    const MaterialFacts &x = a_.materials[static_cast<std::size_t>(ma)],
                        &y = b_.materials[static_cast<std::size_t>(mb)];
    if (x.alpha != y.alpha) task_.add(Kind::materials, x.name + ": alpha " + y.alpha + " instead of " + x.alpha + of);
    if (x.double_sided != y.double_sided) task_.add(Kind::materials, x.name + ": double sided no longer the same" + of);
    if (x.name != y.name && !task_.tolerance.crops_images) {
        task_.add(Kind::materials, "material " + x.name + " is called " + y.name + of);
    }
    if (is_cut_anew(ma, mb)) return;
    const Tally tally = image_difference(ma, mb, false);
    if (tally.count == 0 || is_baked(ma, mb) || both_flat(x, y)) return;
    task_.add(Kind::images, tally, "pixels of " + x.name + " differ", " of 255");
}

// A small image of one colour, or just that colour: compare_color() has seen to it.
bool Looks::both_flat(const MaterialFacts& x, const MaterialFacts& y) const {
    const auto flat = [](const Facts& facts, const MaterialFacts& m) {
        return m.image < 0 || facts.images[static_cast<std::size_t>(m.image)].is_uniform;
    };
    return flat(a_, x) && flat(b_, y);
}

}  // namespace edits::comparing
