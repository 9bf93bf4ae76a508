// Reading a GLB with 199 morph targets, about 12 MB, against tinygltf and memcpy of the same bytes in the same run.
// tinygltf leaves the numbers where they are; Thaw makes a scene of them: points, offsets of each target, clips.
#include <benchmark/benchmark.h>

#include <cstring>

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>

#include "pairs.hpp"
#include "tinygltf.hpp"

namespace {

using namespace thaw;

// With the native vertex of every corner, or as another program would write it.
Blob made_glb(bool with_sources) {
    const Model model{find_format("unreal"), {}, bench::waving(3350, 200)};
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    if (!scene) return {};
    StringSink sink;
    if (!write_glb(*scene, {.normals = SceneOptions::Normals::base}, sink)) return {};
    if (!with_sources) {
        const std::string_view name = "_SOURCE_VERTEX";
        for (std::size_t at = 0; (at = sink.text.find(name, at)) != std::string::npos;) sink.text[at + 1] = 'X';
    }
    return Blob::copy_of(Bytes(static_cast<const u8*>(static_cast<const void*>(sink.text.data())), sink.text.size()));
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

}  // namespace

int main(int argc, char** argv) {
    const Blob own = made_glb(true);
    const Blob foreign = made_glb(false);
    std::printf("%.1f MB\n", static_cast<double>(own.size()) / 1e6);
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
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
