#include "gltf/corner_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "scene/frames.hpp"
#include "scene/maths.hpp"

namespace thaw::gltf {

namespace {

// Where each point is at rest, and how far from there in some of the frames.
class Motion {
public:
    explicit Motion(const Mesh& mesh) {
        constexpr u32 most_frames = 16;
        const u32 shapes = mesh.frames->count - 1;
        const u32 some = std::min(most_frames, shapes);
        width_ = 3 * (some + 1);
        numbers_.resize(width_ * mesh.points.size());
        put(0, mesh.points);
        std::vector<Vec3> moved(mesh.points.size());
        for (u32 i = 0; i < some; ++i) {
            decode_frame(*mesh.frames, 1 + static_cast<u32>(u64{i} * shapes / some), moved);
            for (std::size_t p = 0; p < moved.size(); ++p) moved[p] = moved[p] - mesh.points[p];
            put(i + 1, moved);
        }
    }

    // What is stored are differences, and their bits grow slower than they do.
    f32 between(u32 a, u32 b) const {
        const f32* one = &numbers_[a * width_];
        const f32* other = &numbers_[b * width_];
        f32 out = 0;
        for (std::size_t i = 0; i < width_; ++i) out += std::sqrt(std::abs(one[i] - other[i]));
        return out;
    }

private:
    void put(u32 column, const std::vector<Vec3>& values) {
        for (std::size_t p = 0; p < values.size(); ++p) {
            for (std::size_t a = 0; a < 3; ++a) numbers_[p * width_ + 3 * column + a] = values[p][a];
        }
    }

    std::size_t width_ = 0;
    std::vector<f32> numbers_;
};

// From each to the one of the next ones that is nearest to it.
std::vector<u32> chained(const std::vector<u32>& points, const Motion& motion) {
    constexpr std::size_t window = 1024;  // all of them would take the square of their number
    std::vector<u32> near(points.begin(),
                          points.begin() + static_cast<std::ptrdiff_t>(std::min(window, points.size())));
    std::size_t next = near.size();
    std::vector<u32> out;
    out.reserve(points.size());
    for (std::size_t at = 0; !near.empty();) {
        const u32 here = near[at];
        out.push_back(here);
        near[at] = next < points.size() ? points[next++] : near.back();
        if (out.size() + near.size() > points.size()) near.pop_back();
        f32 least = std::numeric_limits<f32>::max();
        at = 0;
        for (std::size_t i = 0; i < near.size(); ++i) {
            const f32 far = motion.between(here, near[i]);
            if (far < least) {
                least = far;
                at = i;
            }
        }
    }
    return out;
}

template <class T>
void put_in_order(std::vector<T>& values, const std::vector<u32>& order) {
    if (values.empty()) return;
    std::vector<T> out;
    out.reserve(order.size());
    for (const u32 corner : order) out.push_back(values[corner]);
    values = std::move(out);
}

// Each point's place among those of the primitive.
void rank_points(const Primitive& primitive, const Motion& motion, std::vector<u32>& ranks) {
    std::vector<u32> points = primitive.points;
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    const std::vector<u32> chain = chained(points, motion);
    for (u32 i = 0; i < chain.size(); ++i) ranks[chain[i]] = i;
}

void sort_by_rank(Primitive& primitive, const std::vector<u32>& ranks) {
    std::vector<u32> order(primitive.points.size());
    std::iota(order.begin(), order.end(), u32{0});
    const auto place = [&](u32 corner) { return std::pair(ranks[primitive.points[corner]], corner); };
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return place(a) < place(b); });
    std::vector<u32> places(order.size());
    for (u32 i = 0; i < order.size(); ++i) places[order[i]] = i;
    put_in_order(primitive.points, order);
    put_in_order(primitive.uvs, order);
    put_in_order(primitive.colors, order);
    for (u32& index : primitive.indices) index = places[index];
}

}  // namespace

void sort_corners(Mesh& mesh) {
    if (!mesh.frames || mesh.frames->count < 2) return;
    const Motion motion(mesh);
    std::vector<u32> ranks(mesh.points.size());
    for (Primitive& primitive : mesh.primitives) {
        rank_points(primitive, motion, ranks);
        sort_by_rank(primitive, ranks);
    }
}

}  // namespace thaw::gltf
