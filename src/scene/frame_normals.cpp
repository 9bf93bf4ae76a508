#include "scene/frame_normals.hpp"

#include <cmath>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw {

namespace {

typedef double Doubles __attribute__((vector_size(16)));
typedef i64 Masks __attribute__((vector_size(16)));
typedef f32 Pair __attribute__((vector_size(8)));

Doubles roots_of(Doubles squares) {
#if defined(__SSE2__)
    return reinterpret_cast<Doubles>(_mm_sqrt_pd(reinterpret_cast<__m128d>(squares)));
#else
    return Doubles{std::sqrt(squares[0]), std::sqrt(squares[1])};
#endif
}

}  // namespace

FrameNormals::FrameNormals(const Mesh& mesh, std::vector<Vec3> points, std::vector<Vec3> base_normals)
    : mesh_(mesh), points_(std::move(points)), base_normals_(std::move(base_normals)) {
    const std::size_t primitives = mesh.primitives.size();
    flat_base_.resize(primitives);
    flat_.resize(primitives);
    positions_.resize(mesh.points.size());
    normals_.resize(mesh.points.size());
    for (auto& changes : changes_) changes.resize(mesh.points.size());
    for (std::size_t p = 0; p < primitives; ++p) {
        const Primitive& primitive = mesh.primitives[p];
        if (primitive.topology != Topology::triangles) continue;
        for (const u32 index : primitive.indices) triangles_.push_back(primitive.points[index]);
        if (!primitive.flat) continue;
        compute_flat_normals(primitive, points_, flat_base_[p]);
        for (auto& changes : flat_[p]) changes.resize(primitive.points.size());
    }
}

// As compute_normals() does it, to the last bit, in each lane.
void FrameNormals::start(const Offsets& offsets) {
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        const auto lane = [&](std::size_t axis) {
            return Numbers{offsets[0][i][axis], offsets[1][i][axis], offsets[2][i][axis], offsets[3][i][axis]};
        };
        const Vec3 base = points_[i];
        positions_[i] = {lane(0) + base.x, lane(1) + base.y, lane(2) + base.z};
        normals_[i] = Lanes{};
    }
    for (std::size_t i = 0; i < triangles_.size(); i += 3) {
        const u32 a = triangles_[i], b = triangles_[i + 1], c = triangles_[i + 2];
        const Lanes normal = area_normal(positions_[a], positions_[b], positions_[c]);
        normals_[a] = normals_[a] + normal;
        normals_[b] = normals_[b] + normal;
        normals_[c] = normals_[c] + normal;
    }
    for (std::size_t i = 0; i < normals_.size(); ++i) keep(direction_of(normals_[i]), base_normals_[i], changes_, i);
    for (std::size_t p = 0; p < flat_.size(); ++p) {
        if (!flat_base_[p].empty()) keep_flat(p);
    }
}

void FrameNormals::keep_flat(std::size_t p) {
    const Primitive& primitive = mesh_.primitives[p];
    const auto at = [&](u32 corner) -> const Lanes& { return positions_[primitive.points[corner]]; };
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        const u32* corners = primitive.indices.data() + i;
        const Lanes normal = direction_of(area_normal(at(corners[0]), at(corners[1]), at(corners[2])));
        for (std::size_t k = 0; k < 3; ++k) keep(normal, flat_base_[p][corners[k]], flat_[p], corners[k]);
    }
}

FrameNormals::Lanes FrameNormals::area_normal(const Lanes& a, const Lanes& b, const Lanes& c) {
    const Lanes u = b - a, v = c - a;
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

// In double, as the one for a single vector, so that none over- or underflows.
FrameNormals::Lanes FrameNormals::direction_of(const Lanes& a) {
    Lanes out{};
    for (std::size_t half = 0; half < 2; ++half) {
        const auto wide = [&](const Numbers& numbers) {
            const Pair pair{numbers[2 * half], numbers[2 * half + 1]};
            return __builtin_convertvector(pair, Doubles);
        };
        const Doubles x = wide(a.x), y = wide(a.y), z = wide(a.z);
        const Doubles n = roots_of(x * x + y * y + z * z);
        const Masks good = (n > 0) & (n < HUGE_VAL);
        const Doubles up{1, 1}, none{};
        const auto narrow = [&](Doubles value, Doubles fallback, Numbers& to) {
            const Pair pair = __builtin_convertvector(good ? value / n : fallback, Pair);
            to[2 * half] = pair[0];
            to[2 * half + 1] = pair[1];
        };
        narrow(x, none, out.x);
        narrow(y, up, out.y);
        narrow(z, none, out.z);
    }
    return out;
}

void FrameNormals::keep(const Lanes& normal, Vec3 base, Changes& changes, std::size_t at) {
    const Numbers x = normal.x - base.x, y = normal.y - base.y, z = normal.z - base.z, w{};
    const Numbers xy_low = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    const Numbers xy_high = __builtin_shufflevector(x, y, 2, 6, 3, 7);
    const Numbers zw_low = __builtin_shufflevector(z, w, 0, 4, 1, 5);
    const Numbers zw_high = __builtin_shufflevector(z, w, 2, 6, 3, 7);
    const auto put = [&](std::size_t lane, Numbers change) { std::memcpy(&changes[lane][at], &change, sizeof change); };
    put(0, __builtin_shufflevector(xy_low, zw_low, 0, 1, 4, 5));
    put(1, __builtin_shufflevector(xy_low, zw_low, 2, 3, 6, 7));
    put(2, __builtin_shufflevector(xy_high, zw_high, 0, 1, 4, 5));
    put(3, __builtin_shufflevector(xy_high, zw_high, 2, 3, 6, 7));
}

void FrameNormals::put(std::size_t lane, std::size_t p, std::size_t first, std::size_t count, u8* to) const {
    const Primitive& primitive = mesh_.primitives[p];
    const bool flat = !flat_base_[p].empty();
    const Change* changes = flat ? flat_[p][lane].data() : changes_[lane].data();
    const u32* points = primitive.points.data();
    constexpr std::size_t bytes = sizeof(Vec3);
    // Each move writes one number too many, which the next one replaces; the last corner is written exactly.
    for (std::size_t c = first; c + 1 < first + count; ++c, to += bytes) {
        std::memcpy(to, &changes[flat ? c : points[c]], sizeof(Change));
    }
    const std::size_t last = first + count - 1;
    std::memcpy(to, &changes[flat ? last : points[last]], bytes);
}

const FrameNormals::Change& FrameNormals::change_of(std::size_t lane, std::size_t p, std::size_t corner) const {
    return flat_base_[p].empty() ? changes_[lane][mesh_.primitives[p].points[corner]] : flat_[p][lane][corner];
}

void FrameNormals::put_bytes(std::size_t lane, std::size_t p, std::size_t first, std::size_t count, u8* to) const {
    for (std::size_t c = first; c < first + count; ++c, to += 4) {
        const Change& change = change_of(lane, p, c);
        for (std::size_t k = 0; k < 4; ++k) to[k] = static_cast<u8>(normalized_byte(change[k]));
    }
}

}  // namespace thaw
