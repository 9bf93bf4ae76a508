// Small scenes to draw.
#pragma once

#include <array>
#include <vector>

#include "render/render.hpp"

namespace thaw::test {

struct Quad {
    std::array<Vec3, 4> points{};  // counter-clockwise from the lower left
    u32 material = 0;
};

// One mesh with a primitive for each quad, images upright on them.
inline Scene scene_of(const std::vector<Quad>& quads, std::vector<Material> materials, u32 images = 0) {
    Scene scene;
    Mesh mesh;
    for (const Quad& quad : quads) {
        Primitive primitive;
        primitive.material = quad.material;
        for (const Vec3 point : quad.points) {
            primitive.points.push_back(static_cast<u32>(mesh.points.size()));
            mesh.points.push_back(point);
        }
        primitive.uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
        primitive.indices = {0, 1, 2, 0, 2, 3};
        mesh.primitives.push_back(std::move(primitive));
    }
    scene.meshes.push_back(std::move(mesh));
    scene.materials = std::move(materials);
    scene.images.resize(images);
    Node node;
    node.mesh = 0;
    scene.nodes.push_back(node);
    return scene;
}

inline Quad square(f32 side = 1, f32 z = 0, u32 material = 0) {
    const f32 h = side / 2;
    return {{{{-h, -h, z}, {h, -h, z}, {h, h, z}, {-h, h, z}}}, material};
}

// Every corner has a colour, so that no light falls on it.
inline Scene colored(Scene scene, Vec4 color) {
    for (Primitive& primitive : scene.meshes[0].primitives) {
        primitive.colors.assign(primitive.points.size(), color);
        primitive.colors[0].x += color.x > 0.5f ? -1e-4f : 1e-4f;
    }
    return scene;
}

inline Pixels draw(const Scene& scene, const std::vector<Pixels>& images, const RendererOptions& options,
                   const Shot& shot = {{}, {0, 0}}, const std::vector<Shot>& room = {}) {
    Renderer renderer(scene, images, options);
    std::vector<Shot> shots = room;
    shots.push_back(shot);
    renderer.fit(shots);
    Pixels image;
    renderer.draw(shot, image);
    return image;
}

inline std::array<u8, 4> pixel(const Pixels& image, u32 x, u32 y) {
    const u8* at = image.rgba.data() + 4 * (std::size_t{y} * image.width + x);
    return {at[0], at[1], at[2], at[3]};
}

}  // namespace thaw::test
