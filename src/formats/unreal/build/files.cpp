// The two files themselves.
#include <algorithm>
#include <cmath>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/survey.hpp"

namespace thaw::unreal {

namespace {

constexpr double unseen = 1e-5;  // of an image

Poly make_poly(const BuildWork& work, const build::FlatTriangle& t, bool turned, UvRounding& rounding) {
    Poly out;
    const Surface surface = work.surfaces.of(t.material);
    out.texture = surface.slot;
    out.type = surface.type;
    if (t.flat && !surface.shaped) out.type |= flat_bit;
    const auto uvs = uv_bytes(t.uvs, rounding);
    const std::array<std::size_t, 3> order{0, turned ? 2u : 1u, turned ? 1u : 2u};
    for (std::size_t corner = 0; corner < 3; ++corner) {
        out.vertices[corner] = static_cast<u16>(work.vertex_of[t.points[order[corner]]]);
        out.uvs[corner] = uvs[order[corner]];
    }
    return out;
}

Poly weapon_poly(const BuildWork& work) {
    Poly out;
    out.type = weapon_bit;
    const auto first = static_cast<u16>(work.points.size());
    out.vertices = {first, static_cast<u16>(first + 1), static_cast<u16>(first + 2)};
    if (work.placement.unmirror) std::swap(out.vertices[1], out.vertices[2]);  // U5
    return out;
}

struct StandardVertex {
    static constexpr std::size_t bytes = 4;
    static void put(Point p, u8* to) { store<u32>(to, pack(p), Order::little); }
};

struct DeusExVertex {
    static constexpr std::size_t bytes = 8;
    static void put(Point p, u8* to) {
        store<i16>(to, static_cast<i16>(p.x), Order::little);
        store<i16>(to + 2, static_cast<i16>(p.y), Order::little);
        store<i16>(to + 4, static_cast<i16>(p.z), Order::little);
    }
};

// Writes vertices one after the other, and keeps account of what rounding does.
class Encoder {
public:
    explicit Encoder(const BuildWork& work)
        : into_(work.placement, work.draw_scale), reach_(reach_of(work.deus_ex)), deus_ex_(work.deus_ex) {
        for (std::size_t axis = 0; axis < 3; ++axis) squares_[axis] = into_.steps()[axis] * into_.steps()[axis];
    }

    u8* put(std::span<const Vec3> places, u8* to) {
        return deus_ex_ ? put_all<DeusExVertex>(places, to) : put_all<StandardVertex>(places, to);
    }

    void report(Issues& issues) const {
        const Vec3d& steps = into_.steps();
        // Single precision is no loss.
        const double largest = std::sqrt(largest_);
        if (largest < 0.01 * std::min({steps[0], steps[1], steps[2]})) return;
        issues.add(deus_ex_ ? thaw::issue::positions_rounded : issue::coarse_positions, "aniv", {},
                   deus_ex_ ? "" : "deusex", millimetres(largest));
    }

private:
    // What the loop uses is copied out of the object, which a compiler has to believe to change with every byte
    // written.
    template <class Vertex>
    u8* put_all(std::span<const Vec3> places, u8* to) {
        const SceneToFile into = into_;
        const Box3<double> reach = reach_;
        const Vec3d squares = squares_;
        double largest = largest_;
        for (const Vec3 place : places) {
            const Vec3d exact = into(place);
            const Point p = rounded_into(exact, reach);
            const double x = exact[0] - p.x, y = exact[1] - p.y, z = exact[2] - p.z;
            const double moved = squares[0] * x * x + squares[1] * y * y + squares[2] * z * z;
            largest = moved > largest ? moved : largest;
            Vertex::put(p, to);
            to += Vertex::bytes;
        }
        largest_ = largest;
        return to;
    }

    // Two digits.
    static std::string millimetres(double metres) {
        double value = metres * 1000;
        double power = 1;
        while (value * power < 10 && power < 1e9) power *= 10;
        while (value * power >= 100 && power > 1e-9) power /= 10;
        return text::number(std::floor(value * power + 0.5) / power) + " mm";
    }

    SceneToFile into_;
    Box3<double> reach_;
    Vec3d squares_{};
    bool deus_ex_;
    double largest_ = 0;  // of the squares of distances
};

}  // namespace

std::array<std::array<u8, 2>, 3> uv_bytes(const std::array<Vec2, 3>& uvs, UvRounding& rounding) {
    std::array<std::array<u8, 2>, 3> out{};
    bool cut = false;
    std::array<double, 3> moved{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::array<double, 3> value{};
        for (std::size_t c = 0; c < 3; ++c) value[c] = axis == 0 ? uvs[c].x : uvs[c].y;
        const auto [low, high] = std::minmax({value[0], value[1], value[2]});
        // The image repeats, so a whole one may be taken off all three corners.
        const double shift = low >= 0 && high <= 1 ? 0 : std::floor(low + unseen);
        cut = cut || high - shift > 1 + unseen;
        for (std::size_t c = 0; c < 3; ++c) {
            const double wanted = (value[c] - shift) * 256;
            const double kept = std::min(std::max(std::floor(wanted + 0.5), 0.0), 255.0);
            out[c][axis] = static_cast<u8>(kept);
            moved[c] = std::max(moved[c], std::abs(kept - wanted) / 256);
        }
    }
    rounding.corners += 3;
    if (cut) {
        ++rounding.cut;
        return out;
    }
    for (const double m : moved) {
        rounding.rounded += m > unseen;
        rounding.largest = std::max(rounding.largest, m);
    }
    return out;
}

void report_uvs(const UvRounding& rounding, Issues& issues) {
    if (rounding.rounded > 0) {
        const double thousandths = std::ceil(rounding.largest * 1e5) / 1e3;
        issues.add(issue::uvs_coarse, "data", "polys", text::number(thousandths) + " %",
                   std::to_string(rounding.rounded) + " of " + text::plural(rounding.corners, "corner"));
    }
    if (rounding.cut > 0) {
        issues.add(issue::repeats_dropped, "data", "polys", {}, text::plural(rounding.cut, "triangle"));
    }
}

DataFile make_data(BuildWork& work) {
    DataFile out;
    if (work.base() != nullptr) {
        const DataFile& base = *work.base()->data;
        out.bogus_rotation = base.bogus_rotation;
        out.bogus_frame = base.bogus_frame;
        out.bogus_normal = base.bogus_normal;
        out.fix_scale = base.fix_scale;
        out.unused = base.unused;
        out.padding = base.padding;
        out.trailing = base.trailing;
    }
    const bool turned = SceneToFile(work.placement, work.draw_scale).turned();
    UvRounding rounding;
    for (const build::FlatTriangle& t : work.flat.triangles) out.polys.push_back(make_poly(work, t, turned, rounding));
    if (work.weapon != no_index) out.polys.push_back(weapon_poly(work));
    report_uvs(rounding, work.issues);
    out.num_polys = static_cast<u16>(out.polys.size());
    out.num_vertices = static_cast<u16>(work.vertices());
    return out;
}

AnivFile make_aniv(BuildWork& work) {
    AnivFile out;
    const u64 row = work.vertices() * (work.deus_ex ? 8 : 4);
    out.num_frames = static_cast<u16>(work.frames.size());
    out.frame_size = static_cast<u16>(row);
    std::vector<u8> bytes(static_cast<std::size_t>(row * work.frames.size()));
    Encoder encoder(work);
    WeaponPath weapon(work);
    std::vector<u32> first_row(work.flat.frames.size(), no_index);
    for (u32 f = 0; f < work.frames.size(); ++f) {
        u8* to = bytes.data() + f * row;
        u32& first = first_row[work.frames[f]];
        if (first != no_index) {
            std::copy_n(bytes.data() + first * row, row, to);
            continue;
        }
        first = f;
        to = encoder.put(work.places.at(work.flat, work.points, work.frames[f]), to);
        if (work.weapon == no_index) continue;
        encoder.put(weapon.triangle(f, work.weapon_size), to);
    }
    encoder.report(work.issues);
    out.frames = Blob::take(std::move(bytes));
    return out;
}

}  // namespace thaw::unreal
