// Scenes that no format made, as glTF files of anybody may be.
#pragma once

#include <cmath>

#include <thaw/scene.hpp>

namespace thaw::test {

struct Torus {
    u32 rings = 16, sides = 10;
    f32 radius = 1, thickness = 0.3f;
};

inline Scene torus_scene(const Torus& shape = {}) {
    constexpr f32 turn = 6.2831853f;
    Scene scene;
    Mesh mesh;
    Primitive part;
    for (u32 r = 0; r < shape.rings; ++r) {
        for (u32 s = 0; s < shape.sides; ++s) {
            const f32 a = turn * static_cast<f32>(r) / static_cast<f32>(shape.rings);
            const f32 b = turn * static_cast<f32>(s) / static_cast<f32>(shape.sides);
            const f32 out = shape.radius + shape.thickness * std::cos(b);
            mesh.points.push_back({out * std::cos(a), shape.thickness * std::sin(b), out * std::sin(a)});
            part.points.push_back(static_cast<u32>(part.points.size()));
        }
    }
    for (u32 r = 0; r < shape.rings; ++r) {
        for (u32 s = 0; s < shape.sides; ++s) {
            const auto at = [&](u32 ring, u32 side) { return ring % shape.rings * shape.sides + side % shape.sides; };
            const u32 a = at(r, s), b = at(r + 1, s), c = at(r, s + 1), d = at(r + 1, s + 1);
            part.indices.insert(part.indices.end(), {a, c, b, b, c, d});
        }
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "torus", .mesh = 0});
    return scene;
}

// A square that faces the viewer, one unit wide, with the whole of an image on it.
inline Scene square_scene() {
    Scene scene;
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    Primitive part;
    part.points = {0, 1, 2, 3};
    part.uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    part.indices = {0, 1, 2, 0, 2, 3};
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "square", .mesh = 0});
    return scene;
}

// Paints every pixel as color(x, y), four bytes.
template <class Color>
Image painted(u32 width, u32 height, Color color) {
    Image image;
    image.name = "paint";
    image.width = width;
    image.height = height;
    std::vector<u8> pixels;
    for (u32 y = 0; y < height; ++y) {
        for (u32 x = 0; x < width; ++x) {
            for (const u32 value : color(x, y)) pixels.push_back(static_cast<u8>(value));
        }
    }
    image.pixels = Blob::take(std::move(pixels));
    return image;
}

inline void put_image(Scene& scene, Image image, AlphaMode alpha = AlphaMode::opaque) {
    Material material;
    material.name = "paint";
    material.image = static_cast<u32>(scene.images.size());
    material.alpha = alpha;
    for (Primitive& part : scene.meshes[0].primitives) part.material = static_cast<u32>(scene.materials.size());
    scene.materials.push_back(std::move(material));
    scene.images.push_back(std::move(image));
}

}  // namespace thaw::test
