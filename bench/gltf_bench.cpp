// Reading a GLB with 199 morph targets, about 12 MB, and one of 1.5 million triangles that do not move, about 42 MB,
// against tinygltf and memcpy of the same bytes in the same run. tinygltf leaves the numbers where they are; Thaw makes
// a scene of them: points, offsets of each target, clips.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

#include "pairs.hpp"
#include "tinygltf.hpp"

namespace {

using namespace thaw;

// With the native vertex of every corner, or as another program would write it.
Blob glb_of(const Scene& scene, bool with_sources) {
    StringSink sink;
    if (!write_glb(scene, {.normals = SceneOptions::Normals::base}, sink)) return {};
    if (!with_sources) {
        const std::string_view name = "_SOURCE_VERTEX";
        for (std::size_t at = 0; (at = sink.text.find(name, at)) != std::string::npos;) sink.text[at + 1] = 'X';
    }
    return Blob::copy_of(Bytes(static_cast<const u8*>(static_cast<const void*>(sink.text.data())), sink.text.size()));
}

Scene waving() {
    const Model model{find_format("unreal"), {}, bench::waving(3350, 200)};
    Issues issues;
    auto scene = to_scene(model, {}, issues);
    return scene ? std::move(*scene) : Scene();
}

// A carpet with hills and normals of its own.
Scene still() {
    constexpr u32 side = 870;
    Scene scene{.name = "still"};
    scene.materials.push_back({.name = "wool"});
    Mesh mesh{.name = "still"};
    Primitive part{.material = 0};
    for (u32 y = 0; y <= side; ++y) {
        for (u32 x = 0; x <= side; ++x) {
            const f32 u = static_cast<f32>(x) / side, v = static_cast<f32>(y) / side;
            const f32 slope = std::cos(u * 20), length = std::sqrt(slope * slope + 1);
            part.points.push_back(static_cast<u32>(mesh.points.size()));
            part.uvs.push_back({u, v});
            mesh.points.push_back({u * 2 - 1, 0.1f * std::sin(u * 20), v * 2 - 1});
            mesh.normals.push_back({-slope / length, 1 / length, 0});
        }
    }
    for (u32 y = 0; y < side; ++y) {
        for (u32 x = 0; x < side; ++x) {
            const u32 a = y * (side + 1) + x, b = a + side + 1;
            part.indices.insert(part.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
        }
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "still", .mesh = 0});
    return scene;
}

void thaw_reads(benchmark::State& state, const Blob& glb) {
    for (auto _ : state) {
        auto file = read_gltf(glb);
        if (!file) state.SkipWithError(to_string(file.error()).c_str());
        benchmark::DoNotOptimize(file);
    }
    state.SetBytesProcessed(static_cast<i64>(glb.size()) * state.iterations());
}

template <bool (*read)(Bytes)>
void tinygltf_reads(benchmark::State& state, const Blob& glb) {
    for (auto _ : state) {
        if (!read(glb.bytes())) state.SkipWithError("refused");
    }
    state.SetBytesProcessed(static_cast<i64>(glb.size()) * state.iterations());
}

void memcpy_bytes(benchmark::State& state, const Blob& glb) {
    std::vector<u8> to(glb.size());
    for (auto _ : state) {
        std::memcpy(to.data(), glb.data(), glb.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<i64>(glb.size()) * state.iterations());
}

// As whoever keeps the bytes has to.
void memcpy_to_new_memory(benchmark::State& state, const Blob& glb) {
    for (auto _ : state) {
        const std::vector<u8> to(glb.bytes().begin(), glb.bytes().end());
        benchmark::DoNotOptimize(to.data());
    }
    state.SetBytesProcessed(static_cast<i64>(glb.size()) * state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
    const Scene moving = waving(), resting = still();
    const Blob own = glb_of(moving, true), foreign = glb_of(moving, false);
    const Blob still_own = glb_of(resting, true), still_foreign = glb_of(resting, false);
    std::printf("%.1f MB moving, %.1f MB still\n", static_cast<double>(own.size()) / 1e6,
                static_cast<double>(still_own.size()) / 1e6);
    const auto add = [](const char* name, auto body, const Blob& glb) {
        benchmark::RegisterBenchmark(name, [body, &glb](benchmark::State& state) {
            body(state, glb);
        })->Unit(benchmark::kMillisecond);
    };
    add("memcpy", memcpy_bytes, own);
    add("tinygltf", tinygltf_reads<bench::read_with_tinygltf>, own);
    add("tinygltf and its targets", tinygltf_reads<bench::read_targets_with_tinygltf>, own);
    add("thaw", thaw_reads, own);
    add("thaw, without _SOURCE_VERTEX", thaw_reads, foreign);
    add("still: memcpy", memcpy_bytes, still_own);
    add("still: memcpy to new memory", memcpy_to_new_memory, still_own);
    add("still: tinygltf", tinygltf_reads<bench::read_with_tinygltf>, still_own);
    add("still: tinygltf and its lists", tinygltf_reads<bench::unpack_with_tinygltf>, still_own);
    add("still: thaw", thaw_reads, still_own);
    add("still: thaw, without _SOURCE_VERTEX", thaw_reads, still_foreign);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
