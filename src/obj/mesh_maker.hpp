// Polygons on their way into a scene.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include <thaw/result.hpp>
#include <thaw/scene.hpp>

namespace thaw::obj {

class MeshMaker {
public:
    struct Corner {
        u32 point = 0;
        u32 uv = no_index;
    };

    // What polygons belong to from now on.
    void object(std::string name);
    void material(std::string name);

    void point(Vec3 place) { points_.push_back(place); }
    // Of the newest point, red, green and blue as shown. Of 0 to 255 if any number is more than 1.
    void color(Vec4 shown);
    void uv(Vec2 place) { uvs_.push_back(place); }
    // Counter-clockwise. False if a corner does not exist.
    bool polygon(const std::vector<Corner>& corners);

    std::size_t points() const { return points_.size(); }
    std::size_t uvs() const { return uvs_.size(); }
    Result<Scene> scene();

private:
    struct Part {
        u32 material = 0;
        std::vector<Corner> corners{};  // three a triangle
    };
    struct Object {
        std::string name{};
        std::vector<Part> parts{};
    };
    Part& part();
    Mesh mesh_of(const Object& object) const;
    Vec4 linear(Vec4 shown) const;

    std::vector<Vec3> points_{};
    std::vector<Vec4> colors_{};  // of the points, as far as they say some
    std::vector<Vec2> uvs_{};
    f32 brightest_ = 0;
    std::vector<Object> objects_{};
    std::vector<std::string> materials_{};
    std::string object_{}, material_{};
    bool is_other_ = true;  // object or material than that of the last polygon
};

// Finite, and of a size that a scene can hold.
bool is_number_of_scene(double value);

}  // namespace thaw::obj
