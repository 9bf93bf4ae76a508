// The way back: scenes into the files of games, against memcpy of the files that come out.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <map>

#include <thaw/format.hpp>

#include "pairs.hpp"

namespace {

using namespace thaw;

// A carpet of so many triangles on a row of bones, textured and coloured, that waves once a second.
Scene carpet(u32 triangles, u32 bones, u32 keys) {
    const auto side = static_cast<u32>(std::sqrt(triangles / 2.0));
    Scene scene;
    scene.name = "carpet";
    scene.materials.push_back({.name = "wool"});
    Mesh mesh{.name = "carpet"};
    Primitive part{.material = 0};
    mesh.influences.per_point = 2;
    for (u32 y = 0; y <= side; ++y) {
        for (u32 x = 0; x <= side; ++x) {
            const auto u = static_cast<f32>(x) / static_cast<f32>(side);
            const auto v = static_cast<f32>(y) / static_cast<f32>(side);
            part.points.push_back(static_cast<u32>(mesh.points.size()));
            part.uvs.push_back({u, v});
            mesh.points.push_back({u * 2 - 1, 0.1f * std::sin(u * 20), v * 2 - 1});
            const f32 place = u * static_cast<f32>(bones - 1);
            const auto first = static_cast<u16>(std::min<f32>(place, static_cast<f32>(bones - 2)));
            const f32 second = place - first;
            const bool swapped = second > 0.5f;
            mesh.influences.joints.insert(mesh.influences.joints.end(),
                                          {static_cast<u16>(first + swapped), static_cast<u16>(first + !swapped)});
            mesh.influences.weights.insert(mesh.influences.weights.end(),
                                           {swapped ? second : 1 - second, swapped ? 1 - second : second});
        }
    }
    for (std::size_t p = 0; p < mesh.points.size(); ++p) {
        if (mesh.influences.weights[2 * p + 1] == 0) mesh.influences.joints[2 * p + 1] = 0;
    }
    const u32 row = side + 1;
    for (u32 y = 0; y < side; ++y) {
        for (u32 x = 0; x < side; ++x) {
            const u32 a = y * row + x;
            part.indices.insert(part.indices.end(), {a, a + row, a + 1, a + 1, a + row, a + row + 1});
        }
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "carpet", .mesh = 0, .skin = 0});
    Skin skin;
    Clip clip{.name = "WALK"};
    clip.timelines.emplace_back();
    for (u32 k = 0; k <= keys; ++k) clip.timelines[0].push_back(static_cast<f32>(k) / static_cast<f32>(keys));
    for (u32 b = 0; b < bones; ++b) {
        Node node{.name = "bone " + std::to_string(b)};
        const f32 x = static_cast<f32>(b) * 2 / static_cast<f32>(bones - 1) - 1;
        node.local.translation = {x, 0, 0};
        Mat4 inverse;
        inverse.m[12] = -x;
        Channel channel{.node = static_cast<u32>(scene.nodes.size()), .path = Path::translation};
        for (u32 k = 0; k <= keys; ++k) {
            const auto phase = static_cast<f32>(k % keys) / static_cast<f32>(keys) * 6.2831853f;
            channel.values.insert(channel.values.end(), {x, 0.3f * std::sin(phase + x * 3), 0});
        }
        clip.channels.push_back(std::move(channel));
        skin.joints.push_back(static_cast<u32>(scene.nodes.size()));
        skin.inverse_binds.push_back(inverse);
        scene.nodes.push_back(std::move(node));
    }
    scene.skins.push_back(std::move(skin));
    scene.clips.push_back(std::move(clip));
    return scene;
}

// As many triangles as nobody has in a game: what each of them costs.
Scene still(Scene scene) {
    scene.clips.clear();
    scene.skins.clear();
    scene.nodes.resize(1);
    scene.nodes[0].skin = no_index;
    scene.meshes[0].influences = {};
    return scene;
}

Scene waving_pair() {
    const Model model{find_format("unreal"), {}, bench::waving(5000, 200)};
    Issues issues;
    auto scene = to_scene(model, {}, issues);
    return scene ? std::move(*scene) : Scene();
}

void build(benchmark::State& state, const Format& format, const Scene& scene) {
    u64 bytes = 0;
    for (auto _ : state) {
        Issues issues;
        auto built = from_scene(format, {.scene = scene}, {.name = "bench", .fit = true}, issues);
        if (!built) {
            state.SkipWithError(to_string(built.error()).c_str());
            break;
        }
        const auto files = write({&format, {}, std::move(built->document)});
        if (!files) {
            state.SkipWithError(to_string(files.error()).c_str());
            break;
        }
        bytes = files->size();
        benchmark::DoNotOptimize(files);
    }
    state.SetBytesProcessed(static_cast<i64>(bytes) * state.iterations());
    state.counters["kB"] = static_cast<double>(bytes) / 1000;
}

void write_files(benchmark::State& state, const Format& format, const Scene& scene) {
    Issues issues;
    auto built = from_scene(format, {.scene = scene}, {.name = "bench", .fit = true}, issues);
    if (!built) return state.SkipWithError(to_string(built.error()).c_str());
    const Model model{&format, {}, std::move(built->document)};
    u64 bytes = 0;
    for (auto _ : state) {
        const auto files = write(model);
        bytes = files ? files->size() : 0;
        benchmark::DoNotOptimize(files);
    }
    state.SetBytesProcessed(static_cast<i64>(bytes) * state.iterations());
}

void copy(benchmark::State& state) {
    const std::vector<u8> from(4'000'000, 1);
    std::vector<u8> to(from.size());
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), from.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<i64>(from.size()) * state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    static const Scene frames = waving_pair();
    static const std::map<std::string, Scene> scenes{{"ctc", carpet(3900, 20, 60)},
                                                     {"ctr", carpet(5000, 20, 30)},
                                                     {"twm", carpet(100'000, 20, 60)},
                                                     {"ddd", carpet(5000, 20, 600)},
                                                     {"rdy", carpet(5000, 20, 60)}};
    const auto add = [](const std::string& id, const Scene& scene) {
        const Format* format = find_format(id);
        const auto each = [&](const char* what, auto body) {
            benchmark::RegisterBenchmark((what + id).c_str(), [format, &scene, body](benchmark::State& state) {
                body(state, *format, scene);
            })->Unit(benchmark::kMillisecond);
        };
        each("build/", build);
        each("write/", write_files);
    };
    for (const auto& [id, scene] : scenes) add(id, scene);
    add("unreal", frames);
    static const Scene large = still(carpet(128'000, 2, 1));
    benchmark::RegisterBenchmark("build/ctr of 128,000 triangles", [](benchmark::State& state) {
        build(state, *find_format("ctr"), large);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("memcpy", copy)->Unit(benchmark::kMillisecond);
    benchmark::RunSpecifiedBenchmarks();
}
