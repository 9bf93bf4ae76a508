// How normals change from frame to frame: of several frames at once, each in a lane of its own, so that a triangle is
// looked up once for all of them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

class FrameNormals {
public:
    static constexpr std::size_t lanes = 4;
    // How far the points are from where they are at rest, frame by frame.
    using Offsets = std::array<std::vector<Vec3>, lanes>;

    // `points`, one a point of the mesh: where they are at rest; `base_normals`: those that change. The mesh has to
    // stay.
    FrameNormals(const Mesh& mesh, std::vector<Vec3> points, std::vector<Vec3> base_normals);

    void start(const Offsets& offsets);
    // Three floats a corner of the frame in that lane, of `count` corners of the primitive from `first` on.
    void put(std::size_t lane, std::size_t primitive, std::size_t first, std::size_t count, u8* to) const;
    // The same as three normalized bytes and a zero. A change of more than 1, in a normal that turns round, is cut off.
    void put_bytes(std::size_t lane, std::size_t primitive, std::size_t first, std::size_t count, u8* to) const;

private:
    typedef f32 Numbers __attribute__((vector_size(4 * lanes)));
    struct Lanes {
        Numbers x, y, z;
        friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
        friend Lanes operator-(const Lanes& a, const Lanes& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    };
    using Change = std::array<f32, lanes>;  // x y z 0
    using Changes = std::array<std::vector<Change>, lanes>;

    static Lanes area_normal(const Lanes& a, const Lanes& b, const Lanes& c);
    static Lanes direction_of(const Lanes& a);
    static void keep(const Lanes& normal, Vec3 base, Changes& changes, std::size_t at);
    void keep_flat(std::size_t primitive);
    const Change& change_of(std::size_t lane, std::size_t primitive, std::size_t corner) const;

    const Mesh& mesh_;
    std::vector<Vec3> points_, base_normals_;
    std::vector<std::vector<Vec3>> flat_base_{};  // one a corner, of flat primitives
    std::vector<Lanes> positions_{}, normals_{};
    Changes changes_{};             // by point
    std::vector<Changes> flat_{};   // by corner, of flat primitives
    std::vector<u32> triangles_{};  // three points each, of all primitives that have any
};

}  // namespace thaw
