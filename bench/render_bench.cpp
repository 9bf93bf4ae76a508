// How long an image takes: 5,000 textured triangles at 512 x 512.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

#include "render/render.hpp"

namespace thaw {
namespace {

// A ball with bumps: its front fills most of the image, and nothing about it is flat.
Scene ball(u32 rings, u32 segments) {
    Scene scene;
    Mesh mesh;
    Primitive primitive;
    for (u32 r = 0; r <= rings; ++r) {
        for (u32 s = 0; s <= segments; ++s) {
            const double v = static_cast<double>(r) / rings;
            const double u = static_cast<double>(s) / segments;
            const double polar = v * std::numbers::pi;
            const double around = u * 2 * std::numbers::pi;
            const double radius = 1 + 0.05 * std::sin(9 * around) * std::sin(7 * polar);
            mesh.points.push_back({static_cast<f32>(radius * std::sin(polar) * std::sin(around)),
                                   static_cast<f32>(radius * std::cos(polar)),
                                   static_cast<f32>(radius * std::sin(polar) * std::cos(around))});
            primitive.uvs.push_back({static_cast<f32>(u), static_cast<f32>(v)});
            primitive.points.push_back(static_cast<u32>(primitive.points.size()));
        }
    }
    for (u32 r = 0; r < rings; ++r) {
        for (u32 s = 0; s < segments; ++s) {
            const u32 a = r * (segments + 1) + s;
            const u32 b = a + segments + 1;
            for (const u32 i : {a, b, a + 1, a + 1, b, b + 1}) primitive.indices.push_back(i);
        }
    }
    primitive.material = 0;
    mesh.primitives.push_back(primitive);
    scene.meshes.push_back(mesh);
    Material material;
    material.image = 0;
    material.unlit = false;
    scene.materials.push_back(material);
    scene.images.push_back({});
    Node node;
    node.mesh = 0;
    scene.nodes.push_back(node);
    return scene;
}

Pixels checks(u32 side) {
    Pixels image{side, side, {}};
    for (u32 y = 0; y < side; ++y) {
        for (u32 x = 0; x < side; ++x) {
            const auto shade = static_cast<u8>(((x / 16 + y / 16) % 2 == 0 ? 200 : 80) + (x * 7 + y * 13) % 50);
            image.rgba.insert(image.rgba.end(), {shade, static_cast<u8>(x), static_cast<u8>(y), 255});
        }
    }
    return image;
}

void draw(benchmark::State& state, RendererOptions options) {
    const Scene scene = ball(50, 50);  // 5,000 triangles
    const std::vector<Pixels> images{checks(256)};
    Renderer renderer(scene, images, options);
    const Shot shot{};
    renderer.fit(std::span(&shot, 1));
    Pixels image;
    for (auto _ : state) {
        renderer.draw(shot, image);
        benchmark::DoNotOptimize(image.rgba.data());
    }
    state.counters["triangles"] = static_cast<double>(scene.meshes[0].primitives[0].indices.size() / 3);
}

void one_sample_nearest(benchmark::State& state) { draw(state, {.samples = 1, .filter = Filter::nearest}); }
void usual_quality(benchmark::State& state) { draw(state, {}); }
void sixteen_samples(benchmark::State& state) { draw(state, {.samples = 16}); }
void thumbnail(benchmark::State& state) { draw(state, {.width = 128, .height = 128}); }

BENCHMARK(one_sample_nearest)->Unit(benchmark::kMillisecond);
BENCHMARK(usual_quality)->Unit(benchmark::kMillisecond);
BENCHMARK(sixteen_samples)->Unit(benchmark::kMillisecond);
BENCHMARK(thumbnail)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace thaw

BENCHMARK_MAIN();
